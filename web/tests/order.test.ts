import { describe, expect, it } from "vitest";
import { familiesOf, inOrder, isFormality, isQuick, listed, mainOf, questionOf, wordsOf } from "../src/asks/order";
import { layoutOf } from "../src/board/places";
import type { Area, ChooseWire, OptionWire } from "../src/wire";

const choose = (key: string, prompt: string, ...options: OptionWire[]): ChooseWire => ({
  type: "choose",
  id: key,
  key,
  seat: 0,
  prompt,
  rule: "",
  options,
});
const done = choose("done", "Is it done?", { value: 1, label: "DONE" });
const signal = choose("signal", "What do you say?", { value: "a", label: "Ready" }, { value: "b", label: "Wait" });
const where = choose(
  "act",
  "Who goes where?",
  { value: "a", label: "A", on: "asia" },
  { value: "b", label: "B", on: "europe" },
);

describe("several decisions at once", () => {
  it("puts the one about the board first, then a single word", () => {
    expect([done, signal, where].map(isQuick)).toEqual([true, true, false]);
    expect(mainOf([signal, done, where])).toBe(where);
    expect(mainOf([signal, done])).toBe(done);
    expect(mainOf([])).toBeUndefined();
  });

  it("puts what cannot be done now behind everything else", () => {
    const why = [{ rule: "cards.exhausted", says: "It is exhausted." }];
    const shut = choose("card", "Use it on whom?", { value: "a", label: "A", on: "asia", why });
    expect(mainOf([shut, signal, done])).toBe(done);
    expect(mainOf([shut])).toBe(shut);
  });

  it("puts what can be done later behind what is asked now", () => {
    const card = { ...choose("card", "Use it on whom?", { value: "a", label: "A", on: "asia" }), can_wait: true };
    expect(mainOf([card, signal])).toBe(signal);
    expect(mainOf([card])).toBe(card);
    expect(mainOf([{ ...card, can_wait: false }, signal])?.key).toBe("card");
  });

  it("names a button by its question where the word alone says too little", () => {
    expect(wordsOf(choose("x", "Use Scanner?", { value: 1, label: "Use" }), "Use")).toBe("Use Scanner");
    expect(wordsOf(done, "DONE")).toBe("DONE");
  });
});

describe("a formality", () => {
  const onward = {
    ...choose("onward:0", "Round 3 is over: fight on?", { value: "on", label: "Fight on" }),
    default: "on",
  };
  it("has one answer, which also comes of silence", () => {
    expect(isFormality(onward)).toBe(true);
  });
  it("is nothing that somebody waits for, that a clock ends or that has a choice", () => {
    expect(
      [
        done,
        signal,
        { ...onward, until: 9000 },
        { ...onward, options: [...onward.options, { value: "off", label: "Stop" }] },
      ].map(isFormality),
    ).toEqual([false, false, false, false]);
    expect(isFormality({ ...choose("reveal", "Reveal?", { value: null, label: "Pass" }), default: null })).toBe(false);
  });
});

describe("many options", () => {
  const named = (...labels: string[]) => labels.map((label) => ({ option: { value: label, label } }));

  it("stand in families, the rest in one without a name", () => {
    const found = familiesOf(named("Jet 1: Asia", "Jet 1: Europe", "Jet 2: Asia", "Jet 2: Europe", "Take Jet 3 back"));
    expect(found?.map((f) => [f.name, f.members.length])).toEqual([
      ["Jet 1", 2],
      ["Jet 2", 2],
      ["", 1],
    ]);
  });

  it("stay a list where families would be single", () => {
    expect(familiesOf(named("A: x", "B: x", "C: x"))).toBeNull();
    expect(familiesOf(named("left", "right"))).toBeNull();
  });
});

describe("a place", () => {
  it("keeps its title, its track and its pieces apart", () => {
    const area: Area = {
      id: "base",
      kind: "base",
      label: "Base",
      shape: {
        points: [
          [0, 0],
          [20, 0],
          [20, 20],
          [0, 20],
        ],
      },
    };
    const { title, track, room } = layoutOf(area, 2, true);
    expect(title.y).toBeGreaterThan(track.y + track.h);
    expect(track.y).toBeGreaterThanOrEqual(room.y + room.h);
    expect(room.y).toBeGreaterThan(0);
  });
});

describe("options in a list", () => {
  const why = [{ rule: "activation.once", says: "It has acted." }];
  const [end, acted, ready, other] = [
    { value: "end", label: "End the phase", on: "end" },
    { value: "a", label: "A", on: "a", why },
    { value: "b", label: "B", on: "b" },
    { value: "c", label: "C", on: "c" },
  ];
  const labels = (ask: ReturnType<typeof inOrder>) => (ask.type === "choose" ? ask.options.map((o) => o.label) : []);

  it("are pieces first, then what ends it, then what is closed", () => {
    const units = choose("unit", "Which unit acts next?", end, acted, ready, other);
    expect(labels(inOrder(units, (id) => id !== "end"))).toEqual(["B", "C", "End the phase", "A"]);
  });

  it("keep the numbers of actions, and those that are closed come last", () => {
    const shut = { value: "attack", label: "Attack", why };
    const orders = choose("order", "What does it do?", shut, { value: "move", label: "Move" });
    expect(labels(inOrder(orders, () => true))).toEqual(["Attack", "Move"]);
    expect(listed(orders.options)).toEqual([1, 0]);
  });
});

it("tells a question from what explains it", () => {
  expect(questionOf("Use Scanner? It shows a card.")).toEqual({
    question: "Use Scanner?",
    explained: "It shows a card.",
  });
  expect(questionOf("Use a ploy? (4 CP)")).toEqual({ question: "Use a ploy? (4 CP)", explained: "" });
  expect(wordsOf(choose("x", "Use Scanner? It shows a card.", { value: 1, label: "Use" }), "Use")).toBe("Use Scanner");
});
