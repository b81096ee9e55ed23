/** Where the names of pieces are written: as many as have room, none upon another or upon a piece. */
import { MARKS } from "../art/marks";
import type { Token } from "../wire";
import type { Box, Pt } from "./geometry";
import { marksOf } from "./piece";

interface Spot {
  token: Token;
  at: Pt;
  r: number;
}

/** Where words stand on the board: their middle, and how much room they take. */
export interface Written {
  x: number;
  y: number;
  w: number;
  h: number;
}

type Taken = Written & { label: string };

/** Letters of names, in units of the board. */
export const NAME = 0.62;
export const LETTER = 0.66; // how wide a letter is, of its height
const TOGETHER = 9; // units within which pieces of one name share it

/** "2nd Platoon: Rifleman" is shown as "2nd Platoon". */
export const shortName = (token: Token): string => token.label.split(":")[0] ?? token.label;

/** The places for a name about a piece, as offsets on the screen: below it first, then above its marks, right and left. */
function placesFor({ token, r }: Spot, w: number, size: number): Pt[] {
  const { pictures, signs } = marksOf(token);
  const row = signs.length > 0 || pictures.some(({ name }) => !MARKS[name]?.at);
  const leads = pictures.some(({ name }) => name === "leader");
  const above = row ? 2.1 : leads ? 1.8 : pictures.length ? 1.45 : 1.28;
  const beside = 1.4 * r + w / 2;
  return [
    [0, 1.28 * r + 0.6 * size],
    [0, -above * r - 0.6 * size],
    [beside, 0],
    [-beside, 0],
  ];
}

/** In a place: below the piece, moved so far that it stays within the walls. */
function below({ at, r }: Spot, w: number, size: number, room: Box): Pt {
  const slack = Math.max(0, (room.w - w) / 2);
  const middle = room.x + room.w / 2;
  return [Math.max(middle - slack, Math.min(middle + slack, at[0])) - at[0], 1.28 * r + 0.6 * size];
}

/** The offset on the screen, right and down, of every name that is written. Pieces of the same name that stand together have
 * one, at the lowest of them. */
export function namesOf<S extends Spot>(
  spots: readonly S[],
  table: {
    width: number;
    depth: number;
    unit: number;
    flip: boolean;
    words?: readonly Written[]; // that stand there already
    within?: (spot: S) => Box | undefined;
  },
  may: (spot: S) => boolean,
): Map<string, Pt> {
  const { unit, width, depth } = table;
  const size = NAME * unit;
  const turn = table.flip ? -1 : 1;
  const taken: Taken[] = (table.words ?? []).map((words) => ({ ...words, label: "" }));
  const named = new Map<string, Pt>();
  const isFree = (spot: S, { x, y, w }: Taken) =>
    !taken.some((o) => Math.abs(o.y - y) < (o.h + size) * 0.575 && Math.abs(o.x - x) < (o.w + w) / 2 + size / 2) &&
    !spots.some((o) => o !== spot && Math.abs(o.at[1] - y) < o.r + size / 2 && Math.abs(o.at[0] - x) < o.r + w / 2);
  const isOnTable = ({ x, y, w }: Taken) =>
    x - w / 2 > 0 && x + w / 2 < width && y - size / 2 > 0 && y + size / 2 < depth;
  for (const spot of spots.filter(may).sort((a, b) => (a.at[1] - b.at[1]) * turn)) {
    const label = shortName(spot.token);
    if (taken.some((o) => o.label === label && Math.hypot(o.x - spot.at[0], o.y - spot.at[1]) < TOGETHER * unit))
      continue;
    const w = label.length * size * LETTER;
    const room = table.within?.(spot);
    const tried = room ? [below(spot, w, size, room)] : placesFor(spot, w, size);
    for (const [dx, dy] of tried) {
      const here = { x: spot.at[0] + dx * turn, y: spot.at[1] - dy * turn, w, h: size, label };
      if (!isFree(spot, here) || !(room || isOnTable(here))) continue;
      taken.push(here);
      named.set(spot.token.id, [dx, dy]);
      break;
    }
  }
  return named;
}
