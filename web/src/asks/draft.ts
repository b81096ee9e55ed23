import type { Pt } from "../board/geometry";
import { xy } from "../board/geometry";
import type { MoveWire, OptionWire, PieceWire, PlaceWire } from "../wire";

/** An answer in the making. One record serves all kinds of asks; each reads its own fields. */
export interface Draft {
  choice: number; // index of the option that Enter takes
  picked: readonly number[];
  number: number;
  counts: Readonly<Record<string, number>>;
  order: readonly number[];
  faces: readonly (number | null)[];
  mode: string;
  paths: Readonly<Record<string, readonly Pt[]>>;
  at: Readonly<Record<string, Pt>>;
  facing: Readonly<Record<string, number>>;
  text: string;
}

export const EMPTY: Draft = {
  choice: 0,
  picked: [],
  number: 0,
  counts: {},
  order: [],
  faces: [],
  mode: "",
  paths: {},
  at: {},
  facing: {},
  text: "",
};

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const closed = (option: OptionWire): boolean => (option.why?.length ?? 0) > 0;

/** Where a piece of a Move or Place would stand now. */
export function standing(ask: MoveWire | PlaceWire, piece: PieceWire, draft: Draft): Pt | null {
  if (ask.type === "place") return draft.at[piece.on] ?? null;
  return draft.paths[piece.on]?.at(-1) ?? xy(piece.at);
}
