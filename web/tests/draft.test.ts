// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { kindOf, makings, newDraft, restored, valueIn } from "../src/asks/kinds";
import { clamped, distance, led, length, readable, spots } from "../src/board/geometry";
import { updated, viewOf } from "../src/net/view";
import type { State, Update, Wire } from "../src/wire";

const base = { id: "1.x", key: "x", seat: 0, prompt: "?", rule: "" };

describe("an answer in the making", () => {
  it("takes the default, else the first option that is allowed", () => {
    const options = [
      { value: "a", label: "A", why: [{ rule: "r", says: "no" }] },
      { value: "b", label: "B" },
    ];
    const ask: Wire = { ...base, type: "choose", options };
    expect(valueIn(ask, newDraft(ask))).toBe("b");
    expect(
      newDraft({
        ...ask,
        options: [
          { value: 1, label: "1" },
          { value: 2, label: "2" },
        ],
        default: 2,
      }).choice,
    ).toBe(1);
  });

  it("has no value while something is missing", () => {
    const assign: Wire = {
      ...base,
      type: "assign",
      total: 3,
      unit: "die",
      buckets: [
        { value: "p", label: "P" },
        { value: "q", label: "Q" },
      ],
    };
    expect(valueIn(assign, newDraft(assign))).toBeUndefined();
    expect(valueIn(assign, { ...newDraft(assign), counts: { p: 1, q: 2 } })).toEqual({ p: 1, q: 2 });
    const roll: Wire = { ...base, type: "roll", dice: 2 };
    expect(valueIn(roll, { ...newDraft(roll), faces: [6, null] })).toBeUndefined();
    expect(valueIn(roll, { ...newDraft(roll), faces: [6, 1] })).toEqual([6, 1]);
  });

  it("sends picks in the order of the options", () => {
    const pick: Wire = {
      ...base,
      type: "pick",
      least: 1,
      most: 2,
      options: ["a", "b", "c"].map((v) => ({ value: v, label: v })),
    };
    expect(valueIn(pick, { ...newDraft(pick), picked: [2, 0] })).toEqual(["c", "a"]);
    expect(valueIn(pick, { ...newDraft(pick), picked: [0, 1, 2] })).toBeUndefined();
  });

  it("goes from a hint into the draft and out again unchanged", () => {
    const move: Wire = {
      ...base,
      type: "move",
      pieces: [{ on: "m", label: "M", at: [1, 1], budget: 6 }],
      modes: [{ value: "walk", label: "Walk" }],
    };
    const value = {
      mode: "walk",
      paths: {
        m: [
          [3, 1],
          [3, 4],
        ],
      },
      facing: {},
    };
    expect(valueIn(move, restored(move, newDraft(move), value))).toEqual(value);
  });
});

describe("every kind of ask", () => {
  const options = ["a", "b"].map((v) => ({ value: v, label: v, on: v }));
  const pieces = [{ on: "m", label: "M", at: [1, 1], budget: 6 }];
  const asks: [Wire, unknown][] = [
    [{ ...base, type: "choose", options }, "b"],
    [{ ...base, type: "confirm" }, false],
    [{ ...base, type: "pick", least: 0, most: 2, options }, ["a", "b"]],
    [{ ...base, type: "number", low: 1, high: 9 }, 4],
    [{ ...base, type: "assign", total: 2, unit: "die", buckets: [{ value: "p", label: "P" }] }, { p: 2 }],
    [{ ...base, type: "arrange", items: options }, ["b", "a"]],
    [{ ...base, type: "roll", dice: 2 }, [3, 6]],
    [
      { ...base, type: "place", pieces },
      { at: { m: [4, 4] }, facing: {} },
    ],
    [
      { ...base, type: "move", pieces },
      { paths: { m: [[3, 1]] }, facing: {} },
    ],
    [{ ...base, type: "play", game: "duel", setup: {} } as Wire, { winner: 1 }],
  ];

  it.each(asks)("$type: a hint goes into the draft and out again", (ask, value) => {
    const empty = newDraft(ask);
    expect(valueIn(ask, restored(ask, empty, value))).toEqual(value);
    expect(makings(ask)).toBe(makings({ ...ask }));
  });

  it("says which pieces it is about", () => {
    const [choose, pick] = [asks[0]?.[0], asks[2]?.[0]] as [Wire, Wire];
    const shut = {
      ...choose,
      options: [{ value: "a", label: "A", on: "a", why: [{ rule: "r", says: "no" }] }],
    } as Wire;
    const marks = (ask: Wire, change = {}, filter = "") => [
      ...(kindOf(ask).marks?.(ask, { ...newDraft(ask), ...change }, filter) ?? []),
    ];
    expect(marks(choose, { choice: 1 }, "b")).toEqual([
      ["a", "offered"],
      ["b", "chosen"],
    ]);
    expect(marks(shut)).toEqual([["a", "refused"]]);
    expect(marks(pick, { picked: [0] })[0]).toEqual(["a", "chosen"]);
  });
});

describe("geometry", () => {
  it("keeps a ghost within its budget", () => {
    const path = led([0, 0], [], [10, 0], 6, false);
    expect(length([0, 0], path)).toBeLessThanOrEqual(6);
    expect(length([0, 0], led([0, 0], [[3, 0]], [3, 9], 6, true))).toBeLessThanOrEqual(6);
    expect(clamped([0, 0], [1, 1], 6)).toEqual([1, 1]);
  });

  it("puts tokens of a place beside each other, not upon each other", () => {
    const { at, r } = spots({ x: 0, y: 0, w: 10, h: 4 }, 7, 1);
    at.forEach((one, i) => {
      for (const other of at.slice(0, i)) expect(distance(one, other)).toBeGreaterThanOrEqual(2 * r);
    });
  });
});

describe("what a seat sees", () => {
  const state: State = {
    type: "state",
    seat: 0,
    version: 1,
    now: 0,
    tokens: [
      { id: "a", label: "A", seat: 0 },
      { id: "b", label: "B", seat: 1 },
    ],
    events: [
      { at: 1, says: "one" },
      { at: 5, says: "two" },
    ],
  };

  it("keeps the tokens that did not change, and strikes what was taken back", () => {
    const before = viewOf(state);
    const news: Update = {
      type: "update",
      seat: 0,
      version: 2,
      now: 9,
      gone: ["b"],
      back: 2,
      events: [{ at: 3, says: "three" }],
    };
    const after = updated(before, news);
    expect(after.tokens.get("a")).toBe(before.tokens.get("a"));
    expect(after.tokens.has("b")).toBe(false);
    expect(after.events.map((e) => e.says)).toEqual(["one", "three"]);
  });
});

describe("faces that can be read", () => {
  const face = (x: number, y: number, r = 0.5) => ({ at: [x, y] as [number, number], r });
  const sizes = (faces: ReturnType<typeof face>[], least: number) => readable(faces, least).map((f) => f.r);

  it("grow to the least size, and stay as they are where they are large enough", () => {
    expect(sizes([face(5, 5), face(20, 5, 2)], 0.8)).toEqual([0.8, 2]);
    const large = [face(5, 5), face(9, 5)];
    expect(readable(large, 0.5)).toBe(large);
    const [standing, flat] = [face(5, 5, 0.5), face(5.2, 5, 0.4)];
    expect(readable([standing, flat], 1, undefined, (f) => f === flat).map((f) => f.r)).toEqual([1, 0.4]);
  });

  it("leave room for each other", () => {
    for (const r of sizes([face(5, 5), face(6.2, 5)], 1)) expect(r).toBeCloseTo(0.66);
    expect(sizes([face(5, 5), face(6, 5)], 1)[0]).toBeCloseTo(0.55); // in contact: hardly more than the base
    expect(sizes([face(5, 5), face(7.6, 5, 2)], 1)[0]).toBeCloseTo(0.66); // beside a large one
  });

  it("do not grow beyond measure on a table far away", () => {
    expect(sizes([face(5, 5)], 9)).toEqual([1.25]);
  });
});
