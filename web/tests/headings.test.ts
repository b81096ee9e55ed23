import { expect, test } from "vitest";
import { byHeading } from "../src/panels/headings";

test("lines under one heading belong together, in the order in which they come", () => {
  const lines = [
    { label: "What scores", value: "a" },
    { label: "How long", value: "b" },
    { label: "What scores", value: "c" },
  ];
  expect(byHeading(lines).map(([heading, found]) => [heading, found.map((line) => line.value)])).toEqual([
    ["What scores", ["a", "c"]],
    ["How long", ["b"]],
  ]);
});
