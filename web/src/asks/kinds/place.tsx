import { type Pt, xy } from "../../board/geometry";
import type { AskOf, Kind } from "./kind";
import { Pieces } from "./pieces";

type Ask = AskOf<"place">;
interface Value {
  at?: Record<string, number[]>;
  facing?: Record<string, number>;
}

export const place: Kind<Ask> = {
  draft: (ask) => ({ at: Object.fromEntries(ask.pieces.flatMap((p) => (xy(p.at) ? [[p.on, xy(p.at) as Pt]] : []))) }),
  value: (ask, { at, facing }) => (ask.optional || ask.pieces.every((p) => at[p.on]) ? { at, facing } : undefined),
  restore(_, draft, value) {
    const { at = {}, facing } = value as Value;
    return {
      at: Object.fromEntries(Object.entries(at).map(([id, p]) => [id, xy(p) as Pt])),
      facing: { ...draft.facing, ...facing },
    };
  },
  Widget: Pieces,
  makings: (ask) => ask.pieces,
  checked: true,
};
