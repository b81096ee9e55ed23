// Clicks that can be trusted.
import assert from "node:assert/strict";
import { advisedByMouse, card, clicked, settled, turn } from "./moves.mjs";
import { ANSWERS } from "./sampled.mjs";

async function playNow(page, base, game) {
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: `Play now: ${game}` }).click();
  return turn(page);
}

const thinking = (page) => page.locator(".seats").getByText("thinking…");

/** Deploys and comes to the first question about a unit. */
async function units(page, base) {
  let ask = await playNow(page, base, "Xenos Rampant");
  while (!(await page.locator(".token.offered").count())) {
    await advisedByMouse(page, ask, 0);
    ask = await turn(page, ask.id);
  }
  await settled(page);
  return ask;
}

/** A battle against cards: the bar names the side that nobody sits for, and nobody is asked what has one answer. */
export async function everySide({ open, base }) {
  const page = await open();
  let ask = await playNow(page, base, "XCX Enemy Eternal");
  const sides = await page.locator(".seats .seat").allInnerTexts();
  assert.equal(sides.length, 2, sides.join());
  assert.match(sides[1], /plays itself/);
  await page.getByRole("tab", { name: "Scores" }).click();
  await page
    .getByText(/^(not begun|\d+ of \d+)$/)
    .first()
    .waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  while (!(await page.getByText("Round 2 begins.").count())) {
    assert(!ask.key.startsWith("onward"), "whether to fight on is not asked");
    await clicked(page, ask, 0);
    ask = await turn(page, ask.id);
  }
}

export async function clicks({ open, base }) {
  const page = await open({ usual: true, viewport: { width: 1280, height: 800 } });
  const unit = await units(page, base);
  assert.equal(await thinking(page).count(), 0, "nobody thinks while a person decides");
  // A click on a unit of one's own opens its orders; it is drawn as before.
  const face = page.locator(".token.offered .face").first();
  const box = await face.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".decision[data-key=order]").waitFor();
  const outline = await page.evaluate(() => {
    const at = document.activeElement.closest(".token")
      ? document.activeElement
      : document.querySelector(".token .face");
    at.focus();
    return getComputedStyle(at).outlineStyle;
  });
  assert.equal(outline, "none");
  const order = await turn(page, unit.id);
  await settled(page);
  // A second click that finds the next question in the place of the first is no answer to it.
  const option = await card(page).locator(".option:not(.shut) .option-main").first().boundingBox();
  const at = [option.x + option.width / 2, option.y + option.height / 2];
  await clickOnceMore(page, at, order.id);
  await page.mouse.click(...at);
  const next = await turn(page, order.id);
  await page.waitForFunction(() => window.clickedOnceMore);
  await page.waitForTimeout(800);
  assert.equal((await turn(page)).id, next.id, "the second click is nobody's answer");
}

/** A second click that comes in the moment in which the next question is drawn, however slow the machine is. */
async function clickOnceMore(page, at, seen) {
  await page.evaluate(
    ([x, y, id]) => {
      const look = () => {
        const now = document.querySelector(".decision");
        if (!now || now.dataset.ask === id) return;
        observer.disconnect();
        window.clickedOnceMore = true;
        document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    },
    [...at, seen],
  );
}

/** A table of the sampler at its question about targets, which comes up when `answer` is done. */
async function atTargets(page, base, answer = async () => undefined) {
  await page.goto(`${base}/#/create/sampler`);
  await page.getByRole("radio", { name: /On a table/ }).click();
  await page.getByRole("button", { name: "To the table" }).click();
  for (let ask = await turn(page); ask.key !== "target"; ask = await turn(page, ask.id)) {
    await settled(page);
    if (ask.key === "march") {
      await answer();
      await page.keyboard.press("Enter");
    } else await ANSWERS[ask.key](page);
  }
  await settled(page);
}

/** Who has no turn is not told that anybody waits for a decision of theirs. */
export async function idleRoles({ open, base }) {
  const page = await open();
  await playNow(page, base, "XCOM: The Board Game");
  // All of it at one moment, because machines act soon; one's own turn may come first, as the cards fell.
  const idle = () => {
    const words = (selector) => document.querySelector(selector)?.innerText ?? "";
    const role = words(".timer-title").match(/Chief Scientist|Central Officer|Squad Leader/)?.[0];
    const told = document.body.innerText.includes("Your decision:") || /Your turn/.test(document.title);
    return (
      !!role && words(".prompt").startsWith(`${role} acts now`) && !told && /may meanwhile/i.test(words(".decision"))
    );
  };
  for (let n = 0; n < 600 && !(await page.evaluate(idle)); n++) {
    if (await page.getByText("Your decision:").count()) await advisedByMouse(page, await turn(page));
    else await page.waitForTimeout(100);
    if (n === 599) assert.fail("no role was idle");
  }
}

/** The odds of the option that comes up under a pointer at rest are shown. */
export async function restingPointer({ open, base }) {
  const page = await open({ usual: true, viewport: { width: 1280, height: 800 } });
  await atTargets(page, base);
  const { x, y, width, height } = await card(page).locator(".option-main").first().boundingBox();
  await atTargets(page, base, () => page.mouse.move(x + width / 2, y + height / 2));
  await page.getByRole("region", { name: "Odds" }).waitFor();
}

/** A finger that rests on a piece sees its odds and answers nothing; on bare ground it begins to measure. */
export async function longPress({ open, base }) {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await atTargets(page, base);
  const line = await page.context().newCDPSession(page);
  const rest = async ({ x, y }, until) => {
    await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await until();
    await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const { id } = await turn(page);
  const piece = await page.locator(".board .token.offered .base").first().boundingBox();
  await rest({ x: piece.x + piece.width / 2, y: piece.y + piece.height / 2 }, () =>
    page.getByRole("region", { name: "Odds" }).waitFor(),
  );
  assert.equal((await turn(page)).id, id, "looking is no answer");
  const board = await page.locator(".board").boundingBox();
  await rest({ x: board.x + 30, y: board.y + board.height - 30 }, () =>
    page.locator(".board-tools [aria-pressed=true]").waitFor(),
  );
}

/** A new line is marked until it is read, and everybody has one name. */
export async function chatter({ open, base, firstBlood }) {
  const [ada, bo] = [await open(), await open()];
  await firstBlood(ada, base, { Bo: "Somebody with the link" });
  await bo.goto(ada.url());
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  await turn(bo);
  const seat = await bo
    .locator(".seats .seat", { hasText: "you" })
    .locator("span")
    .first()
    .evaluate((el) => el.firstChild.textContent);
  await bo.getByRole("tab", { name: "Chat" }).click();
  await bo.getByLabel("Say something").fill("Good luck");
  await bo.getByRole("button", { name: "Send" }).click();
  await ada.getByRole("tab", { name: "Chat 1 new" }).waitFor();
  assert.equal(await bo.getByRole("tab", { name: /new/ }).count(), 0, "one's own words are not new");
  await ada.getByRole("tab", { name: "Chat 1 new" }).click();
  await ada.locator(".chat b", { hasText: seat }).waitFor();
  assert.equal(await ada.getByRole("tab", { name: /new/ }).count(), 0, "what is read is not new any more");
  // However much was said, the newest words are in sight, and long ones are broken.
  const long = "w".repeat(90);
  for (const words of [...Array.from({ length: 14 }, (_, i) => `line ${i}`), long]) {
    await bo.getByLabel("Say something").fill(words);
    await bo.keyboard.press("Enter");
  }
  const newest = ada.locator(".chat li", { hasText: long });
  await newest.waitFor();
  const [box, line] = [await ada.locator(".chat").boundingBox(), await newest.boundingBox()];
  assert(line.y + line.height <= box.y + box.height + 1, "the newest words are in sight");
  assert(await ada.locator(".chat").evaluate((el) => el.scrollWidth <= el.clientWidth), "no word is cut off");
}
