import { describe, expect, it } from "vitest";
import { figureNames, figurePath } from "../src/art/figures";
import { scaled } from "../src/art/paths";
import { figureOn, figureWidth } from "../src/board/piece";
import { ALL_SIDES } from "../src/board/sides";

describe("a path in another size", () => {
  it("scales what is absolute about its origin, and what is relative as it is", () => {
    expect(scaled("M10 20h4v-6l1 2z", 2)).toBe("M20 40h8v-12l2 4z");
    expect(scaled("M34 30h4v-6c1 2 3 4 5 6z", -0.5, 0.5, [32, 32])).toBe("M-1 -1h-2v-3c-0.5 1 -1.5 2 -2.5 3z");
  });

  it("scales the radii of arcs and leaves their angle and flags alone", () => {
    expect(scaled("M1 0A1 1 0 1 1-1 0 1 1 0 1 1 1 0Z", 0.5)).toBe("M0.5 0A0.5 0.5 0 1 1 -0.5 0 0.5 0.5 0 1 1 0.5 0Z");
  });

  it("reads numbers that are written without a space between them", () => {
    expect(scaled("M1.06 0 .53.918-.53.918Z", 100)).toBe("M106 0 53 91.8 -53 91.8Z");
    expect(scaled("M-.7-.92H.7Q.92-.92.92-.7V.7Z", 10)).toBe("M-7 -9.2H7Q9.2 -9.2 9.2 -7V7Z");
  });

  it("has room for every figure on every base", () => {
    const starts = (d: string) => [...d.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map((m) => Math.abs(Number(m[1])));
    for (const figure of figureNames)
      for (const side of ALL_SIDES) {
        const path = figureOn(figure, side, "full");
        expect(path.match(/[a-z]/gi)?.length).toBe(figurePath(figure)?.match(/[a-z]/gi)?.length);
        expect(Math.max(...starts(path))).toBeLessThanOrEqual(figureWidth(figure, side, "full") / 2);
      }
  });
});
