/** A board of places on a narrow screen: the same places as tiles in rows, so that it stands upright and can be read. */
import { useMemo, useState } from "preact/hooks";
import { narrow, stacked } from "../settings";
import type { Area, Board } from "../wire";
import { boxOfArea } from "./areas";
import type { Box } from "./geometry";

const WIDE = 44; // units; a phone has about nine pixels for each
const COLUMNS = 3;
const GAP = 0.5;
const HIGH = { sky: 4.6, land: 10.2, room: 7, reserve: 9 };
const CROWDED = 1.4; // times as wide as others: where most pieces wait

type Row = { areas: Area[]; high: number };

const isReserve = (area: Area): boolean => area.kind === "reserve";

/** As on a map: from north to south, and in each row from west to east. */
function byMap(lands: readonly Area[]): Area[] {
  const middle = (area: Area) => boxOfArea(area).y + boxOfArea(area).h / 2;
  const southward = [...lands].sort((a, b) => middle(b) - middle(a));
  const row = (area: Area) => Math.floor(southward.indexOf(area) / COLUMNS);
  return southward.sort((a, b) => row(a) - row(b) || boxOfArea(a).x - boxOfArea(b).x);
}

/** The sky above, then the continents, then the rooms. */
function rowsOf(areas: readonly Area[]): Row[] {
  const rows = (high: number, columns: number, of: readonly Area[]): Row[] =>
    Array.from({ length: Math.ceil(of.length / columns) }, (_, i) => ({
      areas: of.slice(i * columns, (i + 1) * columns),
      high: of.slice(i * columns, (i + 1) * columns).some(isReserve) ? HIGH.reserve : high,
    }));
  const is = (kind: string) => (area: Area) => area.kind === kind;
  return [
    ...rows(HIGH.sky, 1, areas.filter(is("sky"))),
    ...rows(HIGH.land, COLUMNS, byMap(areas.filter(is("land")))),
    ...rows(
      HIGH.room,
      COLUMNS,
      areas.filter((a) => !is("sky")(a) && !is("land")(a)),
    ),
  ];
}

/** The same outline, stretched into a box. */
function fitted(area: Area, to: Box): Area {
  const from = boxOfArea(area);
  const points = (area.shape.points ?? []).map(([x, y]): [number, number] => [
    to.x + ((x - from.x) * to.w) / (from.w || 1),
    to.y + ((y - from.y) * to.h) / (from.h || 1),
  ]);
  return { ...area, shape: { points } };
}

export function tiled(board: Board): Board {
  const rows = rowsOf(board.areas ?? []);
  const depth = rows.reduce((sum, row) => sum + row.high + GAP, GAP);
  let top = depth - GAP;
  const areas = rows.flatMap((row) => {
    const shares = row.areas.map((area) => (isReserve(area) ? CROWDED : 1));
    const one = (WIDE - GAP - row.areas.length * GAP) / shares.reduce((sum, share) => sum + share, 0);
    const y = top - row.high;
    top = y - GAP;
    let x = GAP;
    return row.areas.map((area, i) => {
      const box = { x, y, w: one * (shares[i] ?? 1), h: row.high };
      x += box.w + GAP;
      return fitted(area, box);
    });
  });
  return { ...board, width: WIDE, depth, areas };
}

const TALLEST = 1; // as high as wide

/** The same places on a board as high as the room for it: what would stay empty above and below makes pieces and words
 * larger. `shape` is the height of that room, as a part of its width. */
export function stretched(board: Board, shape: number): Board {
  const by = (Math.min(shape, TALLEST) * board.width) / board.depth;
  if (by < 1.05) return board;
  const areas = (board.areas ?? []).map((area) => {
    const { x, y, w, h } = boxOfArea(area);
    return fitted(area, { x, y: y * by, w, h: h * by });
  });
  return { ...board, depth: board.depth * by, areas };
}

/** The board as this screen shows it, and who is to be told what room there is for it. */
export function useTiles(board: Board): [Board, (shape: number) => void] {
  const [shape, setShape] = useState(0);
  const places = board.measured === false;
  const upright = places && narrow.value;
  const room = places && !stacked.value ? Math.floor(shape * 20) / 20 : 0; // above other things it is as high as it needs
  return [
    useMemo(() => (upright ? tiled(board) : room ? stretched(board, room) : board), [board, upright, room]),
    setShape,
  ];
}
