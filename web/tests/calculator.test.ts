import { describe, expect, it } from "vitest";
import {
  barsOf,
  calculatorOf,
  changes,
  headingsOf,
  known,
  oddsAddress,
  paired,
  presetOf,
  readSaid,
  within,
} from "../src/pages/calculator-values";
import type { Calculator, Field, Forecast, Preset } from "../src/wire";

const presets: Preset[] = [
  { label: "Warden: carbine", values: { attacks: 4, skill: 4 }, under: "Wardens" },
  { label: "Penitent: rifle", values: { attacks: 4, skill: 3 }, under: "Penitents" },
  { label: "Captain: pistol", values: { attacks: 5, skill: 3 }, under: "Wardens" },
];

describe("cards of the book", () => {
  it("are recognised by their numbers, and no longer once a number is changed", () => {
    expect(presetOf(presets, { attacks: 4, skill: 3, wounds: 9 })).toBe(1);
    expect(presetOf(presets, { attacks: 4, skill: 2 })).toBe(-1);
  });

  it("stand under their headings, each with its place in the list", () => {
    expect(headingsOf(presets).map((h) => [h.under, h.members.map((m) => m.at)])).toEqual([
      ["Wardens", [0, 2]],
      ["Penitents", [1]],
    ]);
  });
});

describe("what is filled in", () => {
  const field: Field = { name: "skill", label: "Skill", low: 2, high: 6, value: 3 };

  it("stays within its bounds, and as it was when nothing can be read", () => {
    expect([1, 4.4, 9, Number.NaN].map((n) => within(field, n, 3))).toEqual([2, 4, 6, 3]);
  });

  it("is copied without what the group does not know", () => {
    expect(known({ id: "weapon", title: "Weapon", fields: [field] }, { skill: 5, other: 1 })).toEqual({ skill: 5 });
    expect(known({ id: "weapon", title: "Weapon", fields: [field] }, {})).toEqual({ skill: 3 });
  });
});

describe("two distributions in one chart", () => {
  const a = [
    { label: "0", p: 0.5 },
    { label: "4", p: 0.5 },
  ];
  const b = [
    { label: "0", p: 0.25 },
    { label: "10", p: 0.75 },
  ];

  it("has a row for each number that either knows, in the order of the numbers", () => {
    expect(barsOf([a, b], false)).toEqual([
      { label: "0", chances: [0.5, 0.25] },
      { label: "4", chances: [0.5, 0] },
      { label: "10", chances: [0, 0.75] },
    ]);
  });

  it("adds up from each number on", () => {
    expect(barsOf([a, b], true)).toEqual([
      { label: "0", chances: [1, 1] },
      { label: "4", chances: [0.5, 0.75] },
      { label: "10", chances: [0, 0.75] },
    ]);
  });

  it("pairs what is said of the same thing", () => {
    const one = { title: "Damage" } as Forecast;
    expect(paired([one, one], [one])).toEqual([[one, one], [one]]);
  });
});

describe("a situation in an address", () => {
  const field = (name: string, value: number): Field => ({ name, label: name, low: 0, high: 20, value });
  const shoot: Calculator = {
    id: "shoot",
    title: "A shot",
    about: "",
    groups: [
      { id: "weapon", title: "Weapon", fields: [field("attacks", 4), field("skill", 4)], presets },
      { id: "modifiers", title: "Modifiers", fields: [{ name: "rain", label: "Rain", kind: "flag", value: false }] },
    ],
    compare: "weapon",
  };

  it("holds what was changed, and comes back from it", () => {
    const values = readSaid(shoot, JSON.stringify({ weapon: { attacks: 7 }, modifiers: { rain: true } }));
    expect(values).toEqual({ weapon: { attacks: 7, skill: 4 }, modifiers: { rain: true } });
    expect(changes(shoot, values)).toEqual({ weapon: { attacks: 7 }, modifiers: { rain: true } });
    const address = oddsAddress("killteam", "shoot", changes(shoot, values));
    expect(readSaid(shoot, decodeURIComponent(address.split("/")[4] ?? ""))).toEqual(values);
  });

  it("may name a card of the book", () => {
    expect(readSaid(shoot, '{"weapon": "Captain: pistol"}').weapon).toEqual({ attacks: 5, skill: 3 });
    expect(readSaid(shoot, '{"weapon": "Captain"}').weapon).toEqual({ attacks: 5, skill: 3 });
  });

  it("leaves out what makes no sense", () => {
    for (const said of ["", "5", "[", "null", '{"weapon": 5}', '{"weapon": {"attacks": {}}}', '{"else": {}}'])
      expect(readSaid(shoot, said)).toEqual({ weapon: { attacks: 4, skill: 4 }, modifiers: { rain: false } });
  });

  it("is found for a piece by the first name that the book knows", () => {
    expect(calculatorOf([shoot], ["Ann", "10/10", "Captain"])).toEqual({ id: "shoot", values: { weapon: "Captain" } });
    expect(calculatorOf([shoot], ["Ann"])).toBeUndefined();
  });
});
