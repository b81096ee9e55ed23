import { beforeAll, describe, expect, it, vi } from "vitest";
import type { ChooseWire, MoveWire, Token } from "../src/wire";

let forceOf: typeof import("../src/panels/force")["forceOf"];
let acting: typeof import("../src/panels/force")["acting"];
let askedOf: typeof import("../src/panels/force")["askedOf"];

beforeAll(async () => {
  vi.stubGlobal("window", {
    innerWidth: 1280,
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  ({ acting, askedOf, forceOf } = await import("../src/panels/force"));
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

  it("says of whom a decision is about that it acts, not that it has", () => {
    const tokens = [token("m1", { unit: "u1", state: "done" }), token("m2", { unit: "u2", state: "done" })];
    const states = (ask: Partial<ChooseWire | MoveWire>) =>
      acting(tokens, askedOf(tokens, 0, ask as ChooseWire | MoveWire)).map((k) => k.state);
    const on = (...ids: string[]) => ids.map((id) => ({ label: id, value: id, on: id }));
    expect(states({ type: "move", pieces: [{ on: "m1" }, { on: "m2" }] } as Partial<MoveWire>)).toEqual([
      "active",
      "active",
    ]);
    expect(states({ type: "choose", options: on("u1", "u1", "a house") })).toEqual(["active", "done"]);
    expect(states({ type: "choose", options: on("u1", "u2") })).toEqual(["done", "done"]); // one of them is to be chosen
    expect(states({ type: "choose", options: on("", "an enemy") })).toEqual(["done", "done"]);
    const titan = [token("titan", { state: "done" })];
    const nowhere = { type: "choose", options: [{ label: "Pass", value: null }] } as unknown as ChooseWire;
    expect(askedOf(titan, 0, nowhere).size).toBe(0);
    const shut = on("u1").map((option) => ({ ...option, why: [{ rule: "", says: "It has acted." }] }));
    expect(states({ type: "choose", options: [...shut, ...on("", "an enemy")] })).toEqual(["done", "done"]);
  });
});
