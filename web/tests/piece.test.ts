import { describe, expect, it } from "vitest";
import { figureNames, figurePath } from "../src/art/figures";
import { beadsOf, counted, faceOf, figureWidth, marksOf, shownAs, sizeOf } from "../src/board/piece";
import { ALL_SIDES, looksLeft, rimAt, sideOf, sideOfSeat } from "../src/board/sides";
import type { Token } from "../src/wire";

const token = (more: Partial<Token> = {}): Token => ({ id: "a1", label: "Rifle Section", seat: 0, ...more });
const beads = (d: string) => (d.match(/M/g) ?? []).length;

describe("a piece", () => {
  it("shows less the smaller it is on the screen", () => {
    expect([96, 30, 29.9, 20, 19.9].map(sizeOf)).toEqual(["full", "full", "small", "small", "chip"]);
  });

  it("is a plain disc only where a badge has its figure", () => {
    expect(shownAs("chip", true)).toBe("chip");
    expect(shownAs("chip", false)).toBe("small");
    expect(shownAs("full", false)).toBe("full");
  });

  it("shows its figure, or letters where there is none or where somebody wants them", () => {
    expect(faceOf(token({ figure: "tank", glyph: "TK" }), false)).toEqual({ figure: "tank" });
    expect(faceOf(token({ figure: "tank", glyph: "TK" }), true)).toEqual({ text: "TK" });
    expect(faceOf(token({ figure: "unheard-of" }), false)).toEqual({ text: "RS" });
    expect(faceOf(token({ label: "Three Word Name Here" }), false)).toEqual({ text: "TWN" });
  });

  it("has a bead for each point of strength, and sockets for what is lost", () => {
    for (const side of ALL_SIDES) {
      const { live, lost } = beadsOf({ now: 5, full: 12 }, side);
      expect([beads(live), beads(lost)]).toEqual([5, 7]);
    }
    expect(beads(beadsOf({ now: 0, full: 3 }, sideOfSeat(0)).live)).toBe(0);
  });

  it("counts with a number what beads cannot show", () => {
    expect(counted({ now: 13, full: 13 }, "full")).toBe(true);
    expect(counted({ now: 12, full: 12 }, "full")).toBe(false);
    expect(counted({ now: 3, full: 5 }, "small")).toBe(true);
    expect(counted({ now: 5, full: 5 }, "small")).toBe(false);
  });

  it("has pictures for the marks that are drawn and letters for the others, each picture once", () => {
    const marks = [
      { sign: "S2", name: "suppressed", picture: "suppressed" },
      { sign: "OW", name: "on overwatch" },
      { sign: "X", name: "x", picture: "unheard-of" },
      { sign: "S", name: "s", picture: "suppressed" },
    ];
    const found = marksOf(token({ marks, state: "done" }));
    expect(found.pictures).toEqual([
      { name: "suppressed", count: "2" },
      { name: "activated", count: "" },
    ]);
    expect(found.signs.map((m) => m.sign)).toEqual(["OW", "X"]);
  });

  it("is told by its form: sides, nobody's and those against everybody differ", () => {
    expect(new Set([0, 1, 2, 3].map((seat) => sideOfSeat(seat).form)).size).toBe(4);
    expect(sideOf({ seat: 5 }).name).toBe("1");
    expect(sideOf({ seat: -1 }).name).toBe("nobody");
    expect(sideOf({ seat: -1, hostile: true }).name).toBe("foe");
    expect([0, 1].map((seat) => looksLeft(sideOfSeat(seat)))).toEqual([false, true]);
    for (const side of ALL_SIDES) for (let a = 0; a < 6.28; a += 0.1) expect(rimAt(side, a)).toBeGreaterThan(0.75);
  });

  it("has room for every figure", () => {
    expect(figureNames.length).toBeGreaterThanOrEqual(35);
    for (const name of figureNames) {
      expect(figurePath(name)).toMatch(/^M[\d.]/);
      for (const side of ALL_SIDES)
        for (const size of ["full", "small"] as const) expect(figureWidth(name, side, size)).toBeLessThan(1.8);
    }
  });
});
