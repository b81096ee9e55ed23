import { expect, it } from "vitest";
import { dueMark, pointedAt } from "../src/panels/coach-marks";
import type { EventWire, Panel, Token, Wire } from "../src/wire";

const panel: Panel = {
  id: "coach",
  title: "Coach",
  kind: "coach",
  lines: [
    { label: "Hits", when: "rule:shooting.hit" },
    { label: "Units", when: "ask:unit" },
    { label: "Fire", when: "ask:fire" },
  ],
};
const ask = (key: string): Wire => ({ id: "1", key, seat: 0, prompt: "?", rule: "", type: "confirm" });
const hit: EventWire = { at: 3, says: "A hit.", rule: "shooting.hit" };
const label = (asks: Wire[], told: EventWire[], said: string[]) => dueMark(panel, asks, told, said)?.label;

it("says what is asked before what has happened, and nothing twice", () => {
  expect(label([ask("unit")], [hit], [])).toBe("Units");
  expect(label([ask("unit")], [hit], ["ask:unit"])).toBe("Hits");
  expect(label([ask("unit")], [], ["ask:unit"])).toBeUndefined();
  expect(label([ask("order"), ask("fire:b3")], [], [])).toBe("Fire");
  expect(dueMark(undefined, [ask("unit")], [hit], [])).toBeUndefined();
});

it("points at one's own leader, or at what has the id", () => {
  const token = (id: string, seat: number, picture = "") => ({
    id,
    label: id,
    seat,
    marks: [{ sign: "C", name: "Commander", picture }],
  });
  const tokens: Token[] = [token("a", 0), token("b", 0, "leader"), token("c", 1, "leader")];
  expect(pointedAt("leader", 0, tokens)).toEqual(["b"]);
  expect(pointedAt("c", 0, tokens)).toEqual(["c"]);
  expect(pointedAt("", 0, tokens)).toEqual([]);
});
