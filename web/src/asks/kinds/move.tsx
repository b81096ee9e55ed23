import { type Pt, xy } from "../../board/geometry";
import { closed } from "../draft";
import type { AskOf, Kind } from "./kind";
import { Pieces } from "./pieces";

type Ask = AskOf<"move">;
interface Value {
  mode?: string;
  paths?: Record<string, number[][]>;
  facing?: Record<string, number>;
}

export const move: Kind<Ask> = {
  draft: (ask) => ({ mode: ((ask.modes ?? []).find((m) => !closed(m))?.value as string) ?? "" }),
  value: (_, { mode, paths, facing }) => ({ ...(mode ? { mode } : {}), paths, facing }),
  restore(_, draft, value) {
    const { mode = draft.mode, paths = {}, facing } = value as Value;
    const ways = Object.entries(paths).map(([id, way]) => [id, way.map((p) => xy(p) as Pt)]);
    return { mode, paths: Object.fromEntries(ways), facing: { ...draft.facing, ...facing } };
  },
  Widget: Pieces,
  makings: (ask) => ask.pieces,
  checked: true,
};
