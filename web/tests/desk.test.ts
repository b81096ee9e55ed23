// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { Desk } from "../src/asks/desk";
import type { Table } from "../src/net/table";
import type { ChooseWire, Forecast } from "../src/wire";

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
