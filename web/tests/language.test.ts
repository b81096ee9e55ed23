import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { count, list, number } from "../src/language";
import { t } from "../src/strings";

it("counts, lists and writes numbers as the language does", () => {
  expect([0, 1, 2].map((n) => count(n, { one: "die", other: "dice" }))).toEqual(["0 dice", "1 die", "2 dice"]);
  expect(list(["A", "B", "C"])).toBe("A, B, and C");
  expect(number(2.04)).toBe("2");
  expect(t.asks.impossible(1)).toBe("1 more is not possible now: see why");
  expect(t.asks.impossible(3)).toBe("3 more are not possible now: see why");
});

it("keeps all words out of the components, so that another language is another file", () => {
  const spoken = [/(?<=>)\s*[A-Za-z][a-z]{2,}[^<>{}=;()]*(?=<\/)/, /(aria-label|title|placeholder|label)="[A-Z][a-z]+/];
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(50);
  for (const file of files)
    for (const line of readFileSync(`src/${file}`, "utf8").split("\n"))
      for (const words of spoken) expect(line, file).not.toMatch(words);
});
