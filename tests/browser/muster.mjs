// The army builder as people use it: by mouse, by keyboard, on a phone; faults are put right by the clicks that are offered.
import assert from "node:assert/strict";
import { tabTo, turn } from "./moves.mjs";

const settled = (page) => page.waitForFunction(() => document.querySelector(".muster")?.ariaBusy === "false");
const total = (page) => page.locator(".muster-total").innerText();
const choice = (page, name) => page.locator(".muster-candidate > button", { hasText: name }).first();
const entry = (page, name) => page.locator(".muster-entry .muster-pick", { hasText: name }).first();

async function press(page, locator) {
  await locator.click();
  await settled(page);
}

async function opened(page, base, game = "rampant") {
  await page.goto(`${base}/#/muster/${game}`);
  await page.locator(".muster-bar").waitFor();
  await settled(page);
}

/** Four units, one of them the Commander's, and the rest filled up. */
async function build(page) {
  for (const unit of ["Elite Infantry", "Heavy Infantry", "Light Infantry", "Recon Infantry"])
    await press(page, choice(page, unit));
  await press(page, entry(page, "Elite Infantry"));
  await press(page, choice(page, "Commander"));
  await press(page, page.getByRole("button", { name: "The list as a whole" }));
  await press(page, choice(page, "Beloved"));
  await press(page, page.getByRole("button", { name: "Complete it for me" }));
  assert.match(await total(page), /2[0-4] of 24 points[\s\S]*Ready for the table/);
}

/** Breaks the rules of a list five times, and takes what is offered until nothing is wrong. */
async function breakAndMend(page) {
  await press(page, page.getByRole("button", { name: "The list as a whole" }));
  for (let n = 0; n < 3; n++) {
    const closed = choice(page, "Elite Infantry");
    await closed.click();
    const anyway = page.getByRole("button", { name: "Choose it all the same" });
    if (await anyway.count()) await press(page, anyway);
    else await settled(page);
  }
  await press(page, entry(page, "Elite Infantry"));
  await press(page, page.locator('.muster-candidate.chosen > button[aria-pressed="true"]', { hasText: "Commander" }));
  const anyway = page.getByRole("button", { name: "Choose it all the same" });
  if (await anyway.count()) await press(page, anyway);
  assert.match(await total(page), /to put right/);
  const faults = page.locator(".muster-fault");
  const first = await faults.count();
  assert(first >= 2, "several things are wrong");
  for (let n = 0; n < 12 && (await faults.count()); n++) {
    assert(await faults.first().getByRole("button", { name: "Rule" }).count(), "a fault names its rule");
    await press(page, faults.locator("button.button").first());
  }
  assert.match(await total(page), /Ready for the table/);
}

export async function musterByMouse({ open, base, look }) {
  const page = await open({ viewport: { width: 1440, height: 900 } });
  await opened(page, base);
  await build(page);
  await breakAndMend(page);
  const before = await total(page);
  await press(page, page.getByRole("button", { name: "Surprise me" }));
  await press(page, page.getByRole("button", { name: "Undo" }));
  assert.equal(await total(page), before, "what was taken back is as it was");
  await page.getByLabel("Name of the list").fill("Ash Company");
  await page.getByLabel("Name of the list").blur();
  await settled(page);
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page
    .getByRole("region", { name: "My lists" })
    .getByRole("button", { name: /^Ash Company/ })
    .waitFor();
  await look?.(page, "muster");
  await page.locator("summary", { hasText: "As text" }).click();
  const text = await page.getByLabel("As text").inputValue();
  assert.match(text, /^Ash Company\n/);
  return { page, text };
}

/** The list goes by its address to somebody else, who plays it. */
export async function musterShared({ open, base }) {
  const ada = await open();
  await opened(ada, base);
  await press(ada, ada.getByRole("button", { name: "Surprise me" }));
  const title = "Sent Along";
  await ada.getByLabel("Name of the list").fill(title);
  await ada.getByLabel("Name of the list").blur();
  await settled(ada);
  await ada.evaluate(() => {
    globalThis.copied = "";
    Object.defineProperty(navigator, "clipboard", {
      value: {
        writeText: async (text) => {
          globalThis.copied = text;
        },
      },
    });
  });
  await ada.getByRole("button", { name: "Copy a link" }).click();
  const address = await ada.evaluate(() => globalThis.copied);
  assert.match(address, /#\/muster\/rampant\/1\./);
  const bo = await open();
  await bo.goto(address);
  await bo.locator(".muster-bar").waitFor();
  await settled(bo);
  assert.equal(await bo.getByLabel("Name of the list").inputValue(), title);
  assert.equal(await total(bo), await total(ada));
  await bo.getByRole("button", { name: "To the table" }).click();
  await bo.getByRole("button", { name: "To the table" }).click(); // of the page that sets up a table
  await bo.waitForURL(/#\/table\//);
  await turn(bo);
  assert((await bo.locator("body").innerText()).includes(title), "the list fights");
}

export async function musterByKeys({ open, base }) {
  const page = await open();
  await opened(page, base);
  for (const unit of [/^Heavy Infantry/, /^Light Infantry/, /^Recon Infantry/]) {
    await tabTo(page, unit);
    await page.keyboard.press("Enter");
    await settled(page);
  }
  const names = () => page.locator(".muster-entry .muster-pick b").allInnerTexts();
  const before = await names();
  await page.locator(".muster-entry .muster-pick").first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await settled(page);
  assert.deepEqual(await names(), [before[1], before[0], ...before.slice(2)], "moved down by the keyboard");
  await page.keyboard.press("Control+z");
  await settled(page);
  await page.waitForFunction((first) => document.querySelector(".muster-entry b")?.textContent === first, before[0]);
  await tabTo(page, /^Complete it for me/);
  await page.keyboard.press("Enter");
  await settled(page);
}

export async function musterOnPhone({ open, base, look }) {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await opened(page, base);
  await build(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= 390, "nothing hangs out of the page");
  await look?.(page, "muster, phone");
}
