// How to win stands beside the first decision of every battle, a key away afterwards, and how it stands above the board.
import assert from "node:assert/strict";
import { GUIDELINES } from "./accessible.mjs";
import { advisedByMouse, turn } from "./moves.mjs";

const GAMES = {
  rampant: "Xenos Rampant",
  killteam: "Kill Team 2021",
  xcx: "XCX Enemy Eternal",
  xenocide: "Xenocide",
  xcom: "XCOM: The Board Game",
};
const goal = (page) => page.locator("details.goal");

async function begin(page, base, title) {
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: `Play now: ${title}` }).click();
  await turn(page);
}

export async function goals(look, { open, base }) {
  for (const [game, title] of Object.entries(GAMES)) {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await begin(page, base, title);
    await goal(page).locator("dl").waitFor();
    assert((await goal(page).locator("dd").allTextContents()).join(" ").length > 100, `${title} says how it is won`);
    const apart = await page.evaluate(() => {
      const [decision, beneath] = [".decision", "details.goal"].map((part) => document.querySelector(part));
      return beneath.getBoundingClientRect().top - decision.getBoundingClientRect().bottom;
    });
    assert(apart >= 0, "it is not in the way of the decision");
    await look(page, `goal of ${game}`, GUIDELINES, [".goal", ".headline", ".table-bar"]);
    await page.close();
  }
  const page = await open({ viewport: { width: 390, height: 844 } });
  await begin(page, base, GAMES.rampant);
  await goal(page).locator("summary").click();
  await page.waitForFunction(() => localStorage.getItem("xenotable.goals")?.includes('"'));
  await page.reload();
  await turn(page);
  assert.equal(await goal(page).getAttribute("open"), null, "folded, it stays folded");
  await page.keyboard.press("o");
  await goal(page).locator("dl").waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.closest("details")?.className),
    "goal card",
    "the key leads to it",
  );
  const standing = page.getByRole("region", { name: "How it stands" });
  let ask = await turn(page);
  while (!(await standing.count())) {
    await advisedByMouse(page, ask);
    ask = await turn(page, ask.id);
  }
  assert.match(await standing.innerText(), /If it ended now\s+\d+ to \d+/);
  await look(page, "goal and how it stands, phone");
}
