// Answers every decision of the sampler, each in the way a person would with its widget.
import assert from "node:assert/strict";
import { card, settled, turn } from "./moves.mjs";

const send = (page) => page.locator("[data-primary]:not([disabled])").click();

export const ANSWERS = {
  card: (page) => card(page).getByRole("button", { name: "Red" }).click(),
  deploy: async (page) => {
    // The first two by a click on the table, one of them outside the zone: the table says why not.
    const box = await page.locator(".ground").boundingBox();
    const click = (x, y) => page.mouse.click(box.x + (box.width * x) / 36, box.y + (box.height * (24 - y)) / 24);
    await card(page)
      .getByRole("button", { name: /^Alpha 1/ })
      .click();
    await click(12, 3);
    await card(page)
      .getByRole("button", { name: /^Alpha 2/ })
      .click();
    await click(14, 3);
    await card(page)
      .getByRole("button", { name: /^Alpha 3/ })
      .click();
    await click(16, 7);
    await card(page).getByText("Alpha 3 is outside the zone.").waitFor();
    await send(page); // in vain; the reason stays only as long as its cause
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
    await card(page).getByText("Alpha 3 is outside the zone.").waitFor({ state: "detached" });
    await page.keyboard.press("q");
    await send(page);
  },
  march: async (page) => {
    await page.locator(".reach .field").waitFor();
    const box = await page.locator(".token.piece .base").first().boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 400, { steps: 6 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll(".ways .way").length === 3);
    await card(page).getByText("6.0″ of 6.0″").first().waitFor();
    await send(page);
  },
  target: async (page) => {
    // The tools measure what the rules measure.
    await page.getByRole("button", { name: "Check a line of sight" }).click();
    await page.getByRole("button", { name: /^Alpha 1, Player 1/ }).click();
    await page.getByRole("button", { name: /^Brute 1, Player 2/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Alpha 1 does not see Brute 1. The wall is in the way.").waitFor();
    assert.equal(
      await page.locator(".measure.blocked .through .edge").count(),
      2,
      "the line shows where it meets the wall",
    );
    assert.match(await page.locator(".area.blocking title").first().innerHTML(), /^Wall/);
    await page.getByRole("button", { name: "Measure a distance" }).click();
    await page.getByRole("button", { name: /^Alpha 1, Player 1/ }).click();
    await page.getByRole("button", { name: /^Alpha 2, Player 1/ }).click();
    await page.getByText("1.0″ apart, base to base.").waitFor();
    await page.getByRole("button", { name: "Measure a distance" }).click();
    await card(page).getByText("Brute 2 is out of sight.").waitFor();
    await card(page).getByRole("button", { name: "Odds of Brute 1" }).click();
    await page.getByRole("region", { name: "Odds" }).getByText("13 %").first().waitFor();
    await page.getByRole("button", { name: /^Take back|^Ask to take back/ }).hover();
    await page.getByRole("button", { name: /^Brute 1, Player 2/ }).hover(); // pointing at a target shows its odds
    await page.getByRole("region", { name: "Odds" }).waitFor();
    await page
      .getByRole("button", { name: /^Alpha 1, Player 1|^Zoom in/ })
      .first()
      .hover();
    await page.getByRole("region", { name: "Odds" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Brute 1, Player 2/ }).focus(); // so does going there by keyboard
    await page.getByRole("region", { name: "Odds" }).waitFor();
    await page.getByRole("button", { name: /^Brute 1, Player 2/ }).click(); // on the board: the first click chooses
    await page.getByRole("button", { name: /^Brute 1, Player 2/ }).click();
  },
  sure: (page) => card(page).getByRole("button", { name: "Fire" }).click(),
  who: async (page) => {
    // What cost nobody anything is taken back freely.
    await page.getByRole("button", { name: "Take back" }).click();
    await page.locator(".decision[data-key=sure]").waitFor();
    await ANSWERS.sure(page);
    await page.locator(".decision[data-key=who]").waitFor();
    await card(page).getByRole("checkbox", { name: "Alpha 2" }).click();
    await page.getByRole("region", { name: "Odds" }).getByText("Wounds to somebody by 1").waitFor(); // of what is picked so far
    await card(page).getByRole("checkbox", { name: "Alpha 3" }).click();
    await page.getByRole("region", { name: "Odds" }).getByText("Wounds to somebody by 2").waitFor();
    await send(page);
  },
  power: async (page) => {
    await card(page).getByRole("button", { name: /^More/ }).click();
    await send(page);
  },
  split: async (page) => {
    assert(await page.locator("[data-primary]").isDisabled(), "not all is divided");
    await card(page).getByRole("button", { name: "More: Brute 3" }).click();
    assert.equal(await page.getByRole("region", { name: "Odds" }).count(), 0, "half a division has no odds");
    await card(page).getByRole("button", { name: "All" }).first().click();
    await page.getByRole("region", { name: "Odds" }).getByText("by 5").waitFor();
    await send(page);
  },
  order: async (page) => {
    await card(page).getByRole("button", { name: "Earlier: Alpha 3" }).click();
    await send(page);
  },
  shots: async (page) => {
    for (const face of ["6", "1", "5", "2"]) await card(page).getByRole("button", { name: face, exact: true }).click();
    await send(page);
  },
};

/** Plays the sampler to its end; returns the kinds of decisions that came. */
export async function everyDecision(page, look = async () => undefined) {
  const kinds = [];
  let ask = await turn(page);
  while (ask) {
    kinds.push(ask.type);
    await look(ask);
    await settled(page);
    await ANSWERS[ask.key](page);
    // Each key comes once; the id of one that was taken back and put again is another.
    await page.waitForFunction(
      (key) => document.querySelector(".outcome") || document.querySelector(".decision")?.dataset.key !== key,
      ask.key,
    );
    ask = await turn(page);
  }
  return kinds;
}
