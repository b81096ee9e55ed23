// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { Desk } from "../src/asks/desk";
import type { Table } from "../src/net/table";
import type { ChooseWire, Forecast, QueryAnswer } from "../src/wire";

const ASK: ChooseWire = {
  type: "choose",
  id: "1.target",
  key: "target",
  seat: 0,
  prompt: "At whom?",
  rule: "",
  options: [
    { value: "a", label: "A", odds: true },
    { value: "b", label: "B", odds: true },
  ],
};

test("odds that come when somebody has looked elsewhere are not shown", async () => {
  const answers: ((forecasts: Forecast[]) => void)[] = [];
  const table = {
    view: signal({ asks: [ASK], locked: [], tokens: new Map() }),
    board: signal(null),
    refusals: signal([]),
    busy: signal(false),
    query: () => new Promise((answer) => answers.push((forecasts) => answer({ forecasts }))),
  };
  const desk = new Desk(table as unknown as Table);
  const first = desk.look(0);
  void desk.look(null); // the pointer goes on before they are there
  answers[0]?.([{ title: "A shot" }]);
  await first;
  expect(desk.odds.value).toBeNull();
  const [a, b] = [desk.look(0), desk.look(1)];
  answers[2]?.([{ title: "B" }]);
  answers[1]?.([{ title: "A" }]);
  await Promise.all([a, b]);
  expect(desk.odds.value?.label).toBe("B");
  desk.close();
});

test("odds that came too late may be asked for again: nothing says that there are none", async () => {
  const late = { rule: "", says: "No answer came in time." };
  const found: QueryAnswer[] = [
    { type: "answer", n: 1, refusals: [late] },
    { type: "answer", n: 2, forecasts: [] },
  ];
  const table = {
    view: signal({ asks: [ASK], locked: [], tokens: new Map() }),
    board: signal(null),
    refusals: signal([]),
    query: async () => found.shift(),
  };
  const desk = new Desk(table as unknown as Table);
  await desk.look(0, true);
  expect(table.refusals.value).toEqual([late]);
  expect([...desk.without.value]).toEqual([]);
  expect(desk.odds.value).toBeNull();
  await desk.look(0, true);
  expect([...desk.without.value]).toEqual([0]);
  expect(desk.odds.value?.forecasts).toEqual([]);
  desk.close();
});

test("a suggestion can be asked for anew when the one before was about another decision", async () => {
  const answers: ((says: string) => void)[] = [];
  const view = signal({ asks: [ASK], locked: [], tokens: new Map() });
  const table = {
    view,
    board: signal(null),
    refusals: signal([]),
    query: () => new Promise((answer) => answers.push((says) => answer({ reason: says, value: "b" }))),
  };
  const desk = new Desk(table as unknown as Table);
  const slow = desk.suggest();
  await desk.suggest();
  expect(answers.length).toBe(1); // it is being thought about
  view.value = { ...view.value, asks: [{ ...ASK, id: "2.target" }] };
  expect(desk.thinking.value).toBe(false);
  const quick = desk.suggest();
  answers[0]?.("Too late.");
  await slow;
  expect([desk.hint.value, desk.thinking.value]).toEqual(["", true]);
  answers[1]?.("Shoot B.");
  await quick;
  expect(desk.hint.value).toContain("Shoot B.");
  expect(desk.thinking.value).toBe(false);
  desk.close();
});
