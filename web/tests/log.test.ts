// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { partsOf } from "../src/panels/log";
import { classOf, readingOf } from "../src/panels/reading";

test("the names of the pieces that a sentence is about stand out", () => {
  const about = [{ label: "Rifle Section" }, { label: "Rifle Section 2 (old)" }];
  expect(partsOf("Rifle Section 2 (old) shoots at Rifle Section.", about)).toEqual([
    "",
    "Rifle Section 2 (old)",
    " shoots at ",
    "Rifle Section",
    ".",
  ]);
  expect(partsOf("Round 2 begins.", [])).toEqual(["Round 2 begins."]);
});

test("dice are read as the event shows them", () => {
  const dice = { at: 1, seat: 0, key: "hit", faces: [2, 5] };
  const threw = { type: "threw" as const, seat: 0, key: "hit", dice: [2, 5], needed: [5], names: ["miss", "hit"] };
  const event = { at: 1, says: "Two shots.", shows: [threw] };
  expect(readingOf([event], dice)).toBe(threw);
  expect(readingOf([event], { ...dice, faces: [2, 6] })).toBeUndefined();
  expect(dice.faces.map((face) => classOf(face, threw.needed))).toEqual([0, 1]);
});
