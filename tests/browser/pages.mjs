// Pages beside the tables: every address leads on, nothing is cut off, and the pages of a game lead to each other.
import assert from "node:assert/strict";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const SOUND = ["lab", "rules", "odds", "paper", "muster", "odds/rampant", "paper/rampant", "companion"];
const ASTRAY = [
  "nowhere",
  "table/nosuchtable",
  "replay/nosuchrecord",
  "rules/nogame",
  "odds/nogame",
  "muster/nogame",
  "rules/%E0%A4%A",
];

/** By how much anything on the page sticks out to the right; what can be pushed sideways may. */
const cutOff = (page) =>
  page.evaluate(() => {
    const pushed = (el) => el && (/auto|scroll/.test(getComputedStyle(el).overflowX) || pushed(el.parentElement));
    const all = [...document.querySelectorAll("main :not(svg *)")].filter(
      (el) => !pushed(el) && el.getClientRects().length,
    );
    return Math.max(0, ...all.map((el) => el.getBoundingClientRect().right - innerWidth));
  });

/** Whoever has played a lot still finds the campaign of last month. */
async function manyGames(page, base) {
  await page.addInitScript(() => {
    const game = (_, n) => ({ room: `r${n}`, game: "duel", title: `Duel ${n}`, tokens: {}, at: n, over: false });
    localStorage.setItem("xenotable.games", JSON.stringify(Array.from({ length: 12 }, game)));
  });
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Show all 12 games" }).click();
  await page.getByRole("link", { name: "Duel 11" }).waitFor();
  const third = page.getByRole("link", { name: "Duel 2", exact: true });
  await page.getByRole("button", { name: "Remove Duel 2 from this list" }).click();
  await page.getByText("Duel 2 is removed from this device.").waitFor();
  assert.equal(await third.count(), 0);
  await page.getByRole("button", { name: "Put it back" }).click();
  await third.waitFor();
}

/** A link to a rule leads there also from another rule of the book, and from a search; where there is none, that is said. */
async function rulesByLink(page, base) {
  const inSight = (id) =>
    page.waitForFunction((rule) => {
      const at = document.getElementById(rule)?.getBoundingClientRect();
      return at && at.top < innerHeight && at.bottom > 0;
    }, id);
  await page.goto(`${base}/#/rules/killteam/specials.rending`);
  await inSight("specials.rending");
  await page.getByLabel("Search the rules").fill("dash,");
  await page.getByText(/^\d+ rules found/).waitFor();
  assert.equal(await page.getByText(/^0 rules found/).count(), 0, "a comma is nothing to look for");
  await page.goto(`${base}/#/rules/killteam/scoring.winner`);
  await inSight("scoring.winner");
  await page.goto(`${base}/#/rules/killteam/no.such-rule`);
  await page.getByText('The text of "no.such-rule" is not in this rulebook.').waitFor();
}

/** On a phone a box to tick stands beside its words, however many they are. */
async function ticked(page, base) {
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Settings" }).click();
  for (const box of await page.getByRole("dialog").getByRole("checkbox").all()) {
    const [tick, words] = [await box.boundingBox(), await box.locator("xpath=following-sibling::span").boundingBox()];
    assert(words.x >= tick.x + tick.width && words.y < tick.y + tick.height, "the words are beside the box");
  }
}

/** Whatever link a friend sends can be pasted where a table is joined; so can the mere name of a table. */
async function joining(page, base) {
  for (const [pasted, title] of [
    [`${base}/#/meet/nosuchmeeting`, "Closed lists"],
    [` ${base}/#/replay/nosuchrecord/3 `, "This record cannot be opened."],
    ["nosuchtable", "This table cannot be opened."],
  ]) {
    await page.goto(`${base}/#/`);
    await page.getByLabel("Link or name of the table").fill(pasted);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  }
}

export async function pages({ open, base }) {
  for (const how of [DESK, PHONE]) {
    const page = await open(how);
    for (const address of [...SOUND, ...ASTRAY]) {
      await page.goto(`${base}/#/${address}`);
      await page.locator("main h1:visible").waitFor();
      await page.waitForFunction(() => !document.querySelector("main[aria-busy=true]"));
      assert.equal(await page.locator("header .brand").count(), 1, `${address} leads back to the start page`);
      assert.equal(await cutOff(page), 0, `nothing of ${address} is cut off`);
    }
  }
  await manyGames(await open(DESK), base);
  await joining(await open(DESK), base);
  await ticked(await open(PHONE), base);
  await rulesByLink(await open(DESK), base);
  const page = await open(DESK);
  await page.goto(`${base}/#/companion`);
  await page.getByRole("heading", { level: 1, name: "XCOM companion" }).waitFor();
  await page.goto(`${base}/#/lab`);
  await page.getByRole("heading", { level: 1, name: "Studies" }).waitFor();
  await page.goto(`${base}/#/rules`);
  await page.getByRole("link", { name: "Xenos Rampant", exact: true }).click();
  const links = page.getByRole("navigation", { name: "Pages of Xenos Rampant" });
  for (const [name, title] of [
    ["Odds of Xenos Rampant", "Exact odds of Xenos Rampant"],
    ["Print cards and reference pages of Xenos Rampant", "Xenos Rampant on paper"],
    ["Rules of Xenos Rampant", "Rules of Xenos Rampant (play sheet)"],
    ["Build lists for Xenos Rampant", "Lists for Xenos Rampant"],
  ]) {
    await links.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  }
}
