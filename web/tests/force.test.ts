import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Token } from "../src/wire";

let forceOf: typeof import("../src/panels/force")["forceOf"];

beforeAll(async () => {
  vi.stubGlobal("window", {
    innerWidth: 1280,
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  ({ forceOf } = await import("../src/panels/force"));
});

const token = (id: string, more: Partial<Token> = {}): Token => ({
  id,
  label: id,
  seat: 0,
  pips: { now: 1, full: 1 },
  ...more,
});

describe("one's own force", () => {
  it("has each piece and each unit once, in order", () => {
    const tokens = [
      token("m1", { unit: "u1" }),
      token("m2", { unit: "u1" }),
      token("titan"),
      token("m3", { unit: "u2" }),
    ];
    expect(forceOf(tokens, 0).map((m) => [m.id, m.token.id])).toEqual([
      ["u1", "m1"],
      ["titan", "titan"],
      ["u2", "m3"],
    ]);
  });

  it("has nothing of others, of markers, cards and tracks, and is empty for those who watch", () => {
    const tokens = [
      token("theirs", { seat: 1 }),
      { id: "marker", label: "Marker", seat: 0 },
      token("card", { kind: "card" }),
      token("track", { kind: "track", seat: -1 }),
    ];
    expect(forceOf(tokens, 0)).toEqual([]);
    expect(forceOf(tokens, -2)).toEqual([]);
  });
});
