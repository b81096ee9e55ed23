// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { boxOfArea } from "../src/board/areas";
import { stretched, tiled } from "../src/board/tiles";
import type { Area, Board } from "../src/wire";

const box = (id: string, kind: string, x: number, y: number, w: number, h: number): Area => ({
  id,
  kind,
  shape: {
    points: [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ],
  },
});

const WIDE: Board = {
  width: 100,
  depth: 70,
  measured: false,
  areas: [
    box("north", "land", 2, 41, 31, 20),
    box("south", "land", 22, 27, 18, 16),
    box("east", "land", 59, 39, 39, 22),
    box("isle", "land", 79, 27, 19, 11),
    box("orbit", "sky", 1, 62, 98, 7),
    box("base", "base", 39, 1, 27, 25),
    box("lab", "lab", 1, 16, 12, 10),
  ],
};

test("on a narrow screen the places of a board stand upright in rows, apart from each other", () => {
  const board = tiled(WIDE);
  const areas = board.areas ?? [];
  expect(areas.map((a) => a.id).sort()).toEqual((WIDE.areas ?? []).map((a) => a.id).sort());
  const boxes = areas.map(boxOfArea);
  for (const { x, y, w, h } of boxes) {
    expect(w * h).toBeGreaterThan(20);
    expect(Math.min(x, y, board.width - x - w, board.depth - y - h)).toBeGreaterThan(0);
  }
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      expect(a.x + a.w < b.x || b.x + b.w < a.x || a.y + a.h < b.y || b.y + b.h < a.y).toBe(true);
  const top = (id: string) => {
    const at = boxes[areas.findIndex((a) => a.id === id)];
    return (at?.y ?? 0) + (at?.h ?? 0);
  };
  expect(top("orbit")).toBeGreaterThan(top("north")); // the sky above, the rooms below
  expect(top("isle")).toBeGreaterThan(top("base"));
});

test("in a room higher than the board its places are stretched, each where it was", () => {
  expect(stretched(WIDE, 0.7)).toBe(WIDE);
  const board = stretched(WIDE, 0.84);
  expect(board.width).toBe(100);
  expect(board.depth).toBeCloseTo(84);
  const base = (board.areas ?? []).find((a) => a.id === "base");
  expect(base && boxOfArea(base)).toEqual({ x: 39, y: 1.2, w: 27, h: 30 });
  expect(stretched(WIDE, 3).depth).toBeCloseTo(100); // no higher than wide
});
