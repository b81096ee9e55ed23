// Pieces, units and ground as they are seen: from afar and near, in letters, in high contrast, and on a phone.
import assert from "node:assert/strict";
import { asSuggested, breakable, breakLine, byMouse, card, themed, turn } from "./moves.mjs";

async function crowded(page, base) {
  await page.goto(`${base}/#/create/sampler`);
  await page.getByRole("radio", { name: /With a crowd/ }).click();
  await page.getByRole("button", { name: "To the table" }).click();
  await page.locator(".badge").waitFor();
}

/** From afar a badge stands for a unit; near by its models do, and its name is written below them. */
async function nearAndFar(page) {
  assert.equal(await page.locator(".badge").count(), 1);
  assert.match(await page.locator(".badge [role]").getAttribute("aria-label"), /^Crowd 0, Player 1/);
  assert((await page.locator(".token.small .figure").count()) > 100, "models are small, with their figures");
  assert.equal(await page.locator(".token.small .beads").count(), 0);
  const box = await page.locator(".board").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -500);
  await page.locator(".unit-name").waitFor();
  assert.equal(await page.locator(".badge").count(), 0);
  await page.locator(".token.full .beads").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Show the whole table" }).click();
  await page.locator(".badge").waitFor();
}

/** Whoever prefers letters has them; in high contrast the ground is flat. */
async function otherwise(page) {
  await page.getByRole("button", { name: "Menu of this table" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Letters on the pieces instead of figures").check();
  await page.keyboard.press("Escape");
  await page.locator(".token .glyph").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".token .figure").count(), 0);
  const flat = () =>
    page.evaluate(() =>
      ["terrain", "area-edge"].map((name) => getComputedStyle(document.querySelector(`.${name}`)).display),
    );
  assert.deepEqual(await flat(), ["inline", "inline"]);
  await themed(page, "contrast");
  assert.deepEqual(await flat(), ["none", "none"]);
  assert.match(
    await page
      .locator(".area-flat")
      .first()
      .evaluate((el) => getComputedStyle(el).fill),
    /^url/,
  );
}

/** On a phone the board stays in sight while answers are scrolled, and these are as high as a thumb is wide. */
async function phone(page, base) {
  await page.goto(`${base}/#/create/sampler`);
  await page.getByRole("radio", { name: /On a table/ }).click();
  await page.getByRole("button", { name: "To the table" }).click();
  await turn(page);
  for (const answer of await card(page).locator(".option-main").all())
    assert((await answer.boundingBox()).height >= 48);
  const before = await page.locator(".board").boundingBox();
  await page.getByRole("tab", { name: "In words" }).click();
  await page.getByRole("cell").last().scrollIntoViewIfNeeded();
  assert.deepEqual(await page.locator(".board").boundingBox(), before);
  assert((await page.locator(".side").evaluate((el) => el.scrollTop)) > 100, "what is below the board was scrolled");
}

export async function looks({ open, base }) {
  const page = await open();
  await crowded(page, base);
  await nearAndFar(page);
  await otherwise(page);
  await phone(await open({ viewport: { width: 390, height: 844 } }), base);
}

/** Whether the way back through the story stands there or not, the line above the board of a phone is as high. */
async function steady({ open, base }) {
  const page = await open({ viewport: { width: 390, height: 844 } });
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Play now: Xenocide" }).click();
  const high = () => page.locator(".headline").evaluate((el) => Math.round(el.getBoundingClientRect().height));
  let ask = await turn(page);
  const first = await high();
  for (let n = 0; n < 12 && !(await page.locator(".headline.mine .story-bar").count()); n++) {
    await asSuggested(page);
    ask = await turn(page, ask.id);
  }
  assert.equal(await page.locator(".headline.mine .story-bar").count(), 1);
  assert.equal(await high(), first, "the board does not jump");
}

/** On a phone one's own question stands above the answers: above the board is how it stands, beside a clock too, and whether the
 * line is broken, and whatever goes wrong. Of the bar is gone what is gone of the time, also for who comes later. */
export async function headline({ open, base }) {
  await steady({ open, base });
  const page = await open({ viewport: { width: 390, height: 844 } });
  await breakable(page);
  await page.goto(`${base}/#/create/rampant`);
  await page.getByRole("radio", { name: /Your first battle/ }).click();
  await page.getByLabel("Time for a decision").selectOption({ label: "5 minutes" });
  await page.getByRole("button", { name: "To the table" }).click();
  for (let ask = await turn(page); ask.key !== "unit"; ask = await turn(page, ask.id)) await asSuggested(page);
  const words = (says) => page.locator(".headline").getByText(says).boundingBox();
  assert((await words("Round")).height > 8, "how it stands is above the board");
  const [calm, hurried] = await page.locator(".timer").evaluate((el) => {
    const high = () => el.getBoundingClientRect().height;
    const before = high();
    el.classList.add("hurry");
    return [before, high()];
  });
  assert.equal(hurried, calm, "the last seconds move nothing");
  await page.waitForFunction(() => /^4:[0-4]|^4:5[0-5]/.test(document.querySelector(".timer-left").innerText));
  const late = await open();
  await late.goto(page.url());
  await late.locator(".timer-bar").waitFor();
  const [shown, bar] = await late.evaluate(() => {
    const [minutes, seconds] = document.querySelector(".timer-left").innerText.split(":").map(Number);
    const scale = /scaleX\((.*)\)/.exec(document.querySelector(".timer-bar").style.transform);
    return [(60 * minutes + seconds) / 300, Number(scale[1])];
  });
  assert(Math.abs(bar - shown) < 0.01, `of the clock ${shown} is left, of the bar ${bar}`);
  await page.evaluate(() => globalThis.lines.at(-1).send("?"));
  const trouble = page.locator(".headline").getByRole("alert");
  const wide = (await trouble.boundingBox()).width;
  assert(wide > 200, `what went wrong can be read in ${wide} px`);
  await trouble.getByRole("button", { name: "Close" }).click();
  await breakLine(page);
  await page.getByText("The line is broken.").waitFor();
  assert((await words("The line is broken.")).height > 8, "that is said for the eyes, too");
}

/** A phone on its side: the answers stand beside the board, which lies in the middle of its room. */
export async function sideways({ open, base, firstBlood }) {
  const page = await open({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  await firstBlood(page, base);
  let ask = await turn(page);
  for (let n = 0; n < 12 && !(await page.locator(".story-bar").count()); n++) {
    await byMouse(page, ask, n);
    ask = await turn(page, ask.id);
  }
  const at = (part) => page.locator(part).first().boundingBox();
  const [board, side, ground] = [await at(".board"), await at(".side"), await at(".board .ground")];
  assert(side.x >= board.x + board.width - 1, "the answers stand beside the board");
  assert(board.height > 200, `the board is ${board.height} high`);
  const middle = (box) => box.x + box.width / 2;
  assert(Math.abs(middle(ground) - middle(board)) < 8, "no room is kept for tools that stand below");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 844, "nothing scrolls sideways");
  assert.equal(await page.locator(".story-bar .button").innerText(), "Again");
}
