import { describe, expect, it } from "vitest";
import { NAME, namesOf } from "../src/board/names";
import type { Token } from "../src/wire";

const TABLE = { width: 48, depth: 48, unit: 1, flip: false };
const spot = (id: string, x: number, y: number, more: Partial<Token> = {}) => ({
  token: { id, label: id, seat: 0, ...more } as Token,
  at: [x, y] as const,
  r: 1,
});
const always = () => true;

describe("the names of pieces", () => {
  it("stand below their pieces where there is room", () => {
    const at = namesOf([spot("Riflemen", 24, 24)], TABLE, always).get("Riflemen");
    expect(at?.[0]).toBe(0);
    expect(at?.[1]).toBeGreaterThan(1);
  });

  it("stand above at the lower edge, beside at a corner, and never off the table", () => {
    expect(namesOf([spot("Riflemen", 24, 1)], TABLE, always).get("Riflemen")?.[1]).toBeLessThan(-1);
    const corner = namesOf([spot("Riflemen", 1, 1)], TABLE, always).get("Riflemen");
    expect(corner?.[0]).toBeGreaterThan(1);
  });

  it("leave room for words that stand there already, such as the name of an objective", () => {
    const words = [{ x: 24, y: 22.3, w: 6, h: 0.85 }];
    expect(namesOf([spot("Riflemen", 24, 24)], { ...TABLE, words }, always).get("Riflemen")?.[1]).toBeLessThan(-1);
  });

  it("stand the other way round when the table is turned", () => {
    const turned = { ...TABLE, flip: true };
    expect(namesOf([spot("Riflemen", 24, 47)], turned, always).get("Riflemen")?.[1]).toBeLessThan(-1);
    expect(namesOf([spot("Riflemen", 24, 1)], turned, always).get("Riflemen")?.[1]).toBeGreaterThan(1);
  });

  it("stand above a leader's star and above letters", () => {
    const star = { sign: "C", name: "Commander", picture: "leader" };
    const plain = namesOf([spot("Riflemen", 24, 1)], TABLE, always).get("Riflemen");
    const leader = namesOf([spot("Riflemen", 24, 1, { marks: [star] })], TABLE, always).get("Riflemen");
    expect(leader?.[1]).toBeLessThan(plain?.[1] ?? 0);
  });

  it("lie neither upon each other nor upon pieces, and are left out rather", () => {
    const crowd = Array.from({ length: 30 }, (_, i) =>
      spot(`Trooper ${i}`, 18 + (i % 6) * 2.2, 20 + Math.floor(i / 6) * 2.2),
    );
    const named = [...namesOf(crowd, TABLE, always)];
    expect(named.length).toBeGreaterThan(3);
    expect(named.length).toBeLessThan(30);
    const boxes = named.map(([id, [dx, dy]]) => {
      const { at } = crowd.find((s) => s.token.id === id) as (typeof crowd)[number];
      return { id, x: at[0] + dx, y: at[1] - dy, w: id.length * NAME * 0.66 };
    });
    for (const a of boxes) {
      for (const b of boxes)
        if (a !== b) expect(Math.abs(a.y - b.y) >= NAME || Math.abs(a.x - b.x) >= (a.w + b.w) / 2).toBe(true);
      for (const { token, at } of crowd)
        if (token.id !== a.id) expect(Math.abs(at[1] - a.y) >= 1 || Math.abs(at[0] - a.x) >= 1).toBe(true);
    }
  });

  it("are written once for pieces of one name that stand together", () => {
    const pair = [spot("a", 20, 20, { label: "Scout: one" }), spot("b", 22.5, 20, { label: "Scout: two" })];
    expect(namesOf(pair, TABLE, always).size).toBe(1);
  });

  it("stay between the walls of a place", () => {
    const room = { x: 10, y: 10, w: 8, h: 6 };
    const at = namesOf([spot("Press Office", 11, 14)], { ...TABLE, within: () => room }, always).get("Press Office");
    const half = ("Press Office".length * NAME * 0.66) / 2;
    expect(11 + (at?.[0] ?? 0) - half).toBeGreaterThanOrEqual(room.x - 0.001);
  });
});
