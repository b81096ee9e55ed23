import { expect, it } from "vitest";
import { count, list, number } from "../src/language";
import { t } from "../src/strings";

it("counts, lists and writes numbers as the language does", () => {
  expect([0, 1, 2].map((n) => count(n, { one: "die", other: "dice" }))).toEqual(["0 dice", "1 die", "2 dice"]);
  expect(list(["A", "B", "C"])).toBe("A, B, and C");
  expect(number(2.04)).toBe("2");
  expect(t.asks.impossible(1)).toBe("1 more is not possible now");
  expect(t.asks.impossible(3)).toBe("3 more are not possible now");
});
