import { describe, expect, it } from "vitest";
import { type Box, within } from "../src/board/geometry";
import { badgesOf, clustersOf, hullOf, type Model, pieceOf, uncovered, unitsOf } from "../src/board/units";

const squad = (unit: string, x: number, y: number, n = 5): Model[] =>
  Array.from({ length: n }, (_, i) => ({
    token: { id: `${unit}.${i}`, label: unit, seat: 0, unit },
    at: [x + (i % 3), y + Math.floor(i / 3)],
    r: 0.5,
  }));
const apart = (a: Box, b: Box) => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
const TABLE = { width: 72, depth: 48 };

describe("units of several models", () => {
  it("are found by the name that their models share", () => {
    const lone: Model = { token: { id: "marker", label: "Marker", seat: -1 }, at: [1, 1], r: 0.5 };
    const units = unitsOf([...squad("u1", 10, 10), lone, ...squad("u2", 20, 10, 1)]);
    expect(units.map((u) => [u.id, u.models.length])).toEqual([
      ["u1", 5],
      ["u2", 1],
    ]);
    expect(units[0]?.box).toEqual({ x: 9.5, y: 9.5, w: 3, h: 2 });
  });

  it("have an outline around all bases", () => {
    const models = squad("u1", 10, 10);
    const hull = hullOf(models, 0.3);
    for (const { at } of models) expect(within(at, hull)).toBe(true);
    expect(within([14, 10], hull)).toBe(false);
  });

  it("have badges that cover neither each other nor their models, also in a crowd and at the edge of the table", () => {
    const units = unitsOf(
      Array.from({ length: 18 }, (_, i) => squad(`u${i}`, 1 + (i % 6) * 9, 2 + Math.floor(i / 6) * 7)).flat(),
    );
    for (const flip of [false, true]) {
      const badges = badgesOf(units, new Map(units.map((u) => [u.id, { w: 4, h: 2 }])), TABLE, flip);
      const boxes = [...badges.values()];
      expect(boxes.length).toBe(18);
      boxes.forEach((a, i) => {
        for (const b of boxes.slice(i + 1)) expect(apart(a, b)).toBe(true);
      });
      for (const unit of units) expect(apart(unit.box, badges.get(unit.id) as Box)).toBe(true);
    }
  });

  it("are named where the name covers nothing else", () => {
    const badges = new Map<string, Box>([
      ["a", { x: 10, y: 10, w: 4, h: 2 }],
      ["b", { x: 10, y: 8.5, w: 4, h: 2 }],
      ["c", { x: 30, y: 10, w: 4, h: 2 }],
    ]);
    expect([...uncovered(badges)]).toEqual(["c"]);
  });

  it("are drawn in parts when they stand far apart", () => {
    const parted = [...squad("u1", 10, 10, 2), ...squad("u1", 20, 10, 3)];
    expect(clustersOf(parted).map((c) => c.length)).toEqual([3, 2]);
    expect(clustersOf(squad("u1", 10, 10)).map((c) => c.length)).toEqual([5]);
  });

  it("are looked up by the name of the unit or of a model", () => {
    const tokens = squad("u1", 1, 1).map((m) => m.token);
    expect(pieceOf(tokens, "u1.2")?.id).toBe("u1.2");
    expect(pieceOf(tokens, "u1")?.id).toBe("u1.0");
    expect(pieceOf(tokens, "u9")).toBeUndefined();
  });
});
