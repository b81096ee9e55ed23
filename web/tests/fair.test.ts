import { expect, it } from "vitest";
import { proof, type SavedMatch } from "../src/fair/proof";
import record from "./fair.json";

const fresh = (): SavedMatch => structuredClone(record) as unknown as SavedMatch;

function forged(change: (saved: SavedMatch) => void): number {
  const saved = fresh();
  change(saved);
  return proof(saved).faults;
}

it("a record of the engine is proved by the page", () => {
  const { tape, fair } = fresh();
  const chance = tape.filter((entry) => ["roll", "draw", "shuffle"].includes(entry[0]));
  expect(new Set(chance.map((entry) => entry[0])).size).toBe(3);
  expect(fair?.taken?.length).toBeGreaterThan(0);
  expect(proof(fresh())).toEqual({
    faults: 0,
    secrets: 2,
    shares: 3,
    dice: chance.length + (fair?.taken?.length ?? 0),
    unproven: 0,
  });
});

it("every forged value is found", () => {
  const { tape } = fresh();
  const places = (kind: string) => tape.flatMap((entry, i) => (entry[0] === kind ? [i] : []));
  const change = (place: number, field: 3 | 8, at: number) => (saved: SavedMatch) => {
    const values = saved.tape[place]?.[field] as number[];
    values[at] = (values[at] ?? 0) + 1;
  };
  for (const place of places("roll")) expect(forged(change(place, 3, 0))).toBe(1);
  for (const place of [...places("draw"), ...places("shuffle")]) expect(forged(change(place, 8, 1))).toBe(1);
  expect(forged((s) => s.fair?.epochs?.[0] && (s.fair.epochs[0].secret = "00".repeat(32)))).toBeGreaterThan(0);
  expect(
    forged((s) => s.fair?.epochs?.[1]?.shares?.[0] && (s.fair.epochs[1].shares[0].value = "00".repeat(32))),
  ).toBeGreaterThan(0);
  expect(forged((s) => s.fair?.epochs?.[0]?.shares?.reverse())).toBeGreaterThan(0);
  expect(forged((s) => s.tape.splice(places("roll")[0] ?? 0, 1))).toBeGreaterThan(0);
});

it("what is not shown or not from here is not proved", () => {
  const saved = fresh();
  for (const epoch of saved.fair?.epochs ?? []) epoch.secret = "";
  expect(proof(saved)).toMatchObject({ faults: 0, secrets: 0, dice: 0 });
  expect(proof({ tape: saved.tape }).unproven).toBeGreaterThan(0);
});
