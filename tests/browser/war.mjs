// A campaign of XCX Enemy Eternal on its own page: muster, a battle's result, the reward cards, histories, a branch.
import assert from "node:assert/strict";
import { COLOURS, GUIDELINES, objections } from "./accessible.mjs";
import { asSuggested, card, themed, turn } from "./moves.mjs";

async function clean(page, where, about = GUIDELINES) {
  assert.deepEqual(await objections(page, about), [], where);
}

/** Answers as suggested until a decision of this key is at hand. */
async function until(page, key, most = 40) {
  let ask = await turn(page);
  for (let n = 0; n < most; n++) {
    assert(ask, `the campaign goes on to ${key}`);
    if (ask.key.split(":")[0] === key) return ask;
    await asSuggested(page);
    ask = await turn(page, ask.id);
  }
  throw new Error(`no ${key} after ${most} decisions`);
}

export async function war({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/create/xcx-campaign`);
  await page.getByRole("button", { name: "To the table" }).click();
  await until(page, "muster");
  const stages = page.locator(".path > ol > li");
  assert.equal(await stages.count(), 6);
  assert.equal(await page.locator(".path [aria-current=step] h3").innerText(), "1. Cut the Spire");
  await until(page, "battle");
  await card(page).getByRole("link", { name: "To the battle" }).waitFor();
  await until(page, "reward");
  const cards = page.locator(".deck .playing");
  assert((await cards.count()) >= 1, "the reward cards lie on the table");
  assert.match(await cards.first().innerText(), /of (spades|clubs|hearts|diamonds)|Joker/);
  await clean(page, "the draw");
  await until(page, "depot");
  const soldier = page
    .locator(".person")
    .filter({ has: page.locator("summary") })
    .first();
  await soldier.locator("summary").focus();
  await page.keyboard.press("Enter");
  await soldier
    .getByText(/^Mission 1: /)
    .first()
    .waitFor();
  for (const theme of ["light", "contrast", "dark"]) {
    await themed(page, theme);
    await clean(page, `the roster, ${theme}`, theme === "dark" ? GUIDELINES : COLOURS);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth),
    390,
    "a phone does not scroll sideways",
  );
  await clean(page, "on a phone");
  await page.setViewportSize({ width: 1280, height: 800 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save to a file" }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^xcx-campaign-.*\.json$/);
  const home = page.url();
  await stages.first().locator("summary").click();
  await page.getByRole("button", { name: /^Try another way from here: 1\./ }).click();
  await page.waitForURL((url) => url.href !== home);
  assert.equal((await turn(page)).key, "muster:1");
  assert.equal(await page.locator(".path [aria-current=step] h3").innerText(), "1. Cut the Spire");
}
