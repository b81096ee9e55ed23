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
