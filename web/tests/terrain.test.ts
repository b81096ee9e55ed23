import { describe, expect, it } from "vitest";
import { formOf, kindOf, terrainOf } from "../src/art/terrain";
import { rectangleOf } from "../src/art/terrain/shapes";
import type { Area, Board } from "../src/wire";

const box = (x: number, y: number, w: number, h: number): Area["shape"] => ({
  points: [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ],
});
const KINDS = [
  "woods",
  "scrub",
  "hedge",
  "rough",
  "rocks",
  "hill",
  "water",
  "crater",
  "chasm",
  "trench",
  "road",
  "building",
  "bunker",
  "ruin",
  "floor",
  "rubble",
  "wall",
  "barricade",
  "wire",
  "pipe",
  "rail",
  "ladder",
  "container",
  "gantry",
  "tower",
  "barrels",
  "scrap",
];
const table = (areas: Area[], ground = "grass"): Board => ({ width: 48, depth: 36, areas, ground });

describe("terrain", () => {
  it.each(KINDS)("draws %s in its place, whatever its form", (kind) => {
    const forms: Area["shape"][] = [
      box(10, 10, 6, 4),
      { centre: [20, 20], r: 3 },
      {
        points: [
          [30, 5],
          [34, 6],
          [36, 12],
          [31, 11],
        ],
      },
    ];
    for (const shape of forms) {
      const drawn = terrainOf(table([{ id: "x", kind, shape }]), false);
      expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
      expect(drawn.length).toBeGreaterThan(terrainOf(table([]), false).length + 60);
    }
  });

  it.each(["wall", "barricade", "hedge", "wire", "road", "trench"])("draws %s as a line of some width", (kind) => {
    expect(
      terrainOf(
        table([
          {
            id: "x",
            kind,
            shape: {
              points: [
                [5, 5],
                [20, 5],
                [20, 15],
              ],
              width: 0.3,
            },
          },
        ]),
        false,
      ),
    ).not.toMatch(/NaN|undefined/);
  });

  it("is always the same for the same table", () => {
    const board = table([{ id: "wood-1", kind: "woods", shape: box(4, 4, 8, 8) }]);
    expect(terrainOf(board, false)).toBe(terrainOf(structuredClone(board), false));
    expect(terrainOf(table([{ id: "wood-2", kind: "woods", shape: box(4, 4, 8, 8) }]), false)).not.toBe(
      terrainOf(board, false),
    );
  });

  it("is seen from either edge, with y upwards on the table and downwards on the screen", () => {
    const area: Area = { id: "x", kind: "rough", shape: { centre: [10, 5], r: 2 } };
    expect(formOf(area, table([]), false)?.circle).toEqual({ x: 10, y: 31, r: 2 });
    expect(formOf(area, table([]), true)?.circle).toEqual({ x: 38, y: 5, r: 2 });
  });

  it("knows a rectangle however it is turned", () => {
    expect(
      rectangleOf({
        points: [
          [0, 0],
          [4, 0],
          [4, 2],
          [0, 2],
        ],
      }),
    ).toEqual({ box: { x: 0, y: 0, w: 4, h: 2 }, turn: 0 });
    expect(
      rectangleOf({
        points: [
          [0, 0],
          [0, 4],
          [-2, 4],
          [-2, 0],
        ],
      })?.box,
    ).toMatchObject({ w: 2, h: 4 });
    expect(
      rectangleOf({
        points: [
          [0, 0],
          [3, 3],
          [2, 4],
          [-1, 1],
        ],
      })?.turn,
    ).toBeCloseTo(45);
    expect(
      rectangleOf({
        points: [
          [0, 0],
          [4, 0],
          [3, 2],
          [0, 2],
        ],
      }),
    ).toBeNull();
  });

  it("leaves zones and objectives to the board, and draws what it does not know as rough ground", () => {
    expect(kindOf("zone")).toBeNull();
    expect(kindOf("objective")).toBeNull();
    expect(kindOf("something new")).toBe(kindOf("rough"));
  });
});
