import { expect, it } from "vitest";
import vectors from "./companion.json";
import { differences, type Vectors } from "./companion-check";

it("the offline companion runs the invasion and the clock of the digital game", () => {
  expect([...differences(vectors as unknown as Vectors)]).toEqual([]);
});
