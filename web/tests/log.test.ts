// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { partsOf } from "../src/panels/log";

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
