import type { Pt } from "../board/geometry";
import { xy } from "../board/geometry";
import type { MoveWire, OptionWire, PieceWire, PlaceWire, Wire } from "../wire";

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

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const closed = (option: OptionWire): boolean => (option.why?.length ?? 0) > 0;

function firstChoice(options: OptionWire[], preset: unknown, here: (id: string) => boolean): number {
  const given = preset === undefined ? -1 : options.findIndex((o) => same(o.value, preset));
  if (given >= 0) return given;
  // Something on the table rather than "end the turn", which many games list beside it.
  const on = options.findIndex((o) => o.on && here(o.on) && !closed(o));
  return on >= 0 ? on : options.findIndex((o) => !closed(o));
}

/** `here` tells whether a piece or place of that id is on the table: plain words have an `on` too. */
export function newDraft(ask: Wire, here: (id: string) => boolean = () => false): Draft {
  const draft: Draft = {
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
  switch (ask.type) {
    case "choose":
      return { ...draft, choice: firstChoice(ask.options, ask.default, here) };
    case "confirm":
      return { ...draft, choice: ask.default === false ? 1 : 0 };
    case "pick": {
      const preset = Array.isArray(ask.default) ? ask.default : [];
      return { ...draft, picked: ask.options.flatMap((o, i) => (preset.some((v) => same(v, o.value)) ? [i] : [])) };
    }
    case "number":
      return { ...draft, number: typeof ask.default === "number" ? ask.default : ask.low };
    case "assign":
      return { ...draft, counts: Object.fromEntries(ask.buckets.map((b) => [b.value, b.min ?? 0])) };
    case "arrange":
      return { ...draft, order: ask.items.map((_, i) => i) };
    case "roll":
      return { ...draft, faces: Array.from({ length: ask.dice }, () => null) };
    case "move":
      return { ...draft, mode: ((ask.modes ?? []).find((m) => !closed(m))?.value as string) ?? "" };
    case "place":
      return {
        ...draft,
        at: Object.fromEntries(ask.pieces.flatMap((p) => (xy(p.at) ? [[p.on, xy(p.at) as Pt]] : []))),
      };
    case "play":
      return draft;
  }
}

/** What an answer in the making is made of: while it stays the same, so does the draft, be the ask put again or not. */
export function makings(ask: Wire): string {
  switch (ask.type) {
    case "choose":
    case "pick":
      return JSON.stringify([ask.id, ask.options.map((o) => o.value)]);
    case "arrange":
      return JSON.stringify([ask.id, ask.items.map((o) => o.value)]);
    case "assign":
      return JSON.stringify([ask.id, ask.total, ask.buckets]);
    case "move":
    case "place":
      return JSON.stringify([ask.id, ask.pieces]);
    default:
      return ask.id;
  }
}

/** The value to send; undefined while it is not complete. */
export function valueOf(ask: Wire, draft: Draft): unknown {
  switch (ask.type) {
    case "choose":
      return ask.options[draft.choice]?.value;
    case "confirm":
      return draft.choice === 0;
    case "pick":
      return draft.picked.length >= ask.least && draft.picked.length <= ask.most
        ? draft.picked.map((i) => ask.options[i]?.value) // in the order of the clicks: where it matters, the rules keep it
        : undefined;
    case "number":
      return draft.number;
    case "assign":
      return left(ask.total, draft.counts) === 0 || ask.partly ? draft.counts : undefined;
    case "arrange":
      return draft.order.map((i) => ask.items[i]?.value);
    case "roll":
      return draft.faces.every((f) => f !== null) ? draft.faces : undefined;
    case "place":
      return ask.optional || ask.pieces.every((p) => draft.at[p.on])
        ? { at: draft.at, facing: draft.facing }
        : undefined;
    case "move":
      return { ...(draft.mode ? { mode: draft.mode } : {}), paths: draft.paths, facing: draft.facing };
    case "play":
      try {
        return JSON.parse(draft.text) as unknown;
      } catch {
        return undefined;
      }
  }
}

/** A whole answer, such as a hint, put back into the draft. */
export function fromValue(ask: Wire, draft: Draft, value: unknown): Draft {
  switch (ask.type) {
    case "choose": {
      const i = ask.options.findIndex((o) => same(o.value, value));
      return i < 0 ? draft : { ...draft, choice: i };
    }
    case "confirm":
      return { ...draft, choice: value === false ? 1 : 0 };
    case "pick":
      return {
        ...draft,
        picked: ask.options.flatMap((o, i) => ((value as unknown[]).some((v) => same(v, o.value)) ? [i] : [])),
      };
    case "number":
      return { ...draft, number: value as number };
    case "assign":
      return { ...draft, counts: value as Record<string, number> };
    case "arrange":
      return { ...draft, order: (value as unknown[]).map((v) => ask.items.findIndex((o) => same(v, o.value))) };
    case "roll":
      return { ...draft, faces: value as number[] };
    case "place":
    case "move": {
      const given = value as {
        at?: Record<string, number[]>;
        paths?: Record<string, number[][]>;
        facing?: Record<string, number>;
        mode?: string;
      };
      return {
        ...draft,
        mode: given.mode ?? draft.mode,
        at: Object.fromEntries(Object.entries(given.at ?? {}).map(([k, p]) => [k, xy(p) as Pt])),
        paths: Object.fromEntries(
          Object.entries(given.paths ?? {}).map(([k, way]) => [k, way.map((p) => xy(p) as Pt)]),
        ),
        facing: { ...draft.facing, ...given.facing },
      };
    }
    case "play":
      return { ...draft, text: JSON.stringify(value, null, 1) };
  }
}

export function left(total: number, counts: Readonly<Record<string, number>>): number {
  return total - Object.values(counts).reduce((a, b) => a + b, 0);
}

/** Where a piece of a Move or Place would stand now. */
export function standing(ask: MoveWire | PlaceWire, piece: PieceWire, draft: Draft): Pt | null {
  if (ask.type === "place") return draft.at[piece.on] ?? null;
  return draft.paths[piece.on]?.at(-1) ?? xy(piece.at);
}
