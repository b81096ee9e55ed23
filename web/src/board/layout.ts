/** Where on the board each piece is drawn, and how thick its lines are. */
import type { Area, Board, Token } from "../wire";
import { boxOfArea } from "./areas";
import { APART, CLOSE, type Pt, spots, xy } from "./geometry";
import { NAME, shortName } from "./names";
import { layoutOf } from "./places";

export interface Spot {
  token: Token;
  at: Pt;
  r: number;
  count?: number; // pieces of one kind in a crowded place are drawn as one
}

const CROWD = 6;

/** Pieces of one kind and state together, except those that somebody may choose. */
function heaps(here: readonly Token[], single: (id: string) => boolean): { token: Token; count: number }[] {
  const heaps = new Map<string, { token: Token; count: number }>();
  for (const token of here) {
    const key = single(token.id)
      ? token.id
      : [
          token.seat,
          token.figure,
          token.glyph,
          token.kind,
          token.state,
          ...(token.marks ?? []).map((m) => m.sign),
        ].join();
    const heap = heaps.get(key);
    if (heap) heap.count++;
    else heaps.set(key, { token, count: 1 });
  }
  return [...heaps.values()];
}

/** A single card stands amid the others: its name has most room there. */
function cardAmid(here: readonly Token[]): readonly Token[] {
  const cards = here.filter((k) => k.kind === "card");
  if (cards.length !== 1) return here;
  const others = here.filter((k) => k.kind !== "card");
  const half = Math.floor(others.length / 2);
  return [...others.slice(0, half), ...cards, ...others.slice(half)];
}

/** Where each token is drawn: at its place, or in rows within the area it is in. Others are off the table. */
export function laidOut(
  board: Board,
  tokens: readonly Token[],
  single: (id: string) => boolean = () => true,
): { on: Spot[]; off: Token[]; tracks: Token[]; carried: Map<string, number> } {
  const on: Spot[] = [];
  const off: Token[] = [];
  const tracks: Token[] = [];
  const carried = new Map<string, number>();
  const inside = new Map<string, Token[]>();
  const areas = new Map((board.areas ?? []).map((a) => [a.id, a]));
  for (const token of tokens) {
    const at = xy(token.at);
    if (at) on.push({ token, at, r: token.radius ?? 0.5 });
    else if (token.kind === "track" && areas.has(token.inside ?? "")) tracks.push(token);
    else if (token.inside && areas.has(token.inside))
      inside.set(token.inside, [...(inside.get(token.inside) ?? []), token]);
    else if (token.inside && tokens.some((o) => o.id === token.inside))
      carried.set(token.inside, (carried.get(token.inside) ?? 0) + 1);
    else off.push(token);
  }
  const places = board.measured === false;
  for (const [id, here] of inside) {
    const area = areas.get(id) as Area;
    const box = boxOfArea(area);
    const room = places
      ? layoutOf(
          area,
          unitOf(board),
          tracks.some((k) => k.inside === id),
        ).room
      : { x: box.x + box.w * 0.06, y: box.y + box.h * 0.06, w: box.w * 0.88, h: box.h * 0.88 };
    const drawn =
      places && here.length > CROWD
        ? heaps(here, single)
        : (places ? cardAmid(here) : here).map((token) => ({ token, count: 1 }));
    const { at, r } = spots(
      room,
      drawn.length,
      places ? unitOf(board) * 1.08 : Math.max(0.5, ...here.map((k) => k.radius ?? 0.5)),
      places ? CLOSE : APART,
    );
    on.push(...drawn.map(({ token, count }, i) => ({ token, at: at[i] as Pt, r, count })));
  }
  return { on, off, tracks, carried };
}

export const isFlat = ({ token }: Spot): boolean => token.kind === "marker";

export const placeOf = (board: Board, { token }: Spot) => {
  const area = board.areas?.find((a) => a.id === token.inside);
  return area && boxOfArea(area);
};

/** In a place: single pieces whose name fits between its walls and above its floor. */
export function roomForName(board: Board, spot: Spot): boolean {
  if ((spot.count ?? 1) > 1) return false;
  const place = placeOf(board, spot);
  if (!place) return true;
  const wide = shortName(spot.token).length * NAME * 0.58 * unitOf(board);
  return spot.at[1] - 1.28 * spot.r - 0.6 * unitOf(board) > place.y && wide < place.w;
}

/** Lines and letters are as thick on a small table as on a large one; of a board that stands upright on a phone they must
 * be larger to be read. */
export const unitOf = (board: Board): number =>
  board.measured === false && board.depth > board.width
    ? board.width / 26
    : Math.max(0.3, Math.max(board.width, board.depth * 1.4) / 52);
