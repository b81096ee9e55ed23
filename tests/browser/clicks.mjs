// Clicks that can be trusted.
import assert from "node:assert/strict";
import { advisedByMouse, byMouse, card, settled, turn } from "./moves.mjs";

async function playNow(page, base, game) {
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: `Play now against the machine: ${game}` }).click();
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

export async function clicks({ open, base }) {
  const page = await open();
  const unit = await units(page, base);
  assert.equal(await thinking(page).count(), 0, "nobody thinks while a person decides");
  // A piece that was clicked is drawn as before.
  const face = page.locator(".token.offered .face").first();
  const box = await face.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const outline = await page.evaluate(() => {
    const at = document.activeElement.closest(".token") ? document.activeElement : document.querySelector(".token .face");
    at.focus();
    return getComputedStyle(at).outlineStyle;
  });
  assert.equal(outline, "none");
  // A double click answers one question.
  const option = card(page).locator(".option:not(.shut) .option-main").first();
  await option.dblclick();
  const next = await turn(page, unit.id);
  await page.waitForTimeout(800);
  assert.equal((await turn(page)).id, next.id, "the second click is nobody's answer");
  // And a press that began on the question before is no answer either.
  await settled(page);
  await card(page).locator(".option-main").first().waitFor();
}

/** The odds of the option that comes up under a pointer at rest; a refusal goes with its cause. */
export async function restingPointer({ open, base, firstBlood }) {
  const page = await open();
  await firstBlood(page, base);
  let ask = await turn(page);
  for (let n = 0; ask && ask.key !== "move"; n++) {
    await byMouse(page, ask, n);
    ask = await turn(page, ask.id);
  }
  await settled(page);
  await page.keyboard.press("x"); // as it is drawn, not as the table would lead it
  for (let n = 0; n < 9; n++) await page.keyboard.press("ArrowLeft");
  const sent = page.locator("[data-primary]:not([disabled])");
  await sent.click();
  const refused = card(page).locator(".alerts .refusals li");
  if (await refused.count()) {
    await page.evaluate(() => document.activeElement?.blur());
    await card(page).getByRole("button", { name: "Start over" }).click();
    await refused.first().waitFor({ state: "detached" });
    await sent.click();
  }
}

/** A new line is marked until it is read, and everybody has one name. */
export async function chatter({ open, base, firstBlood }) {
  const [ada, bo] = [await open(), await open()];
  await firstBlood(ada, base, { Bo: "Somebody with the link" });
  await bo.goto(ada.url());
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  await turn(bo);
  const seat = await bo.locator(".seats .seat", { hasText: "you" }).locator("span").first().evaluate((el) => el.firstChild.textContent);
  await bo.getByRole("tab", { name: "Chat" }).click();
  await bo.getByLabel("Say something").fill("Good luck");
  await bo.getByRole("button", { name: "Send" }).click();
  await ada.getByRole("tab", { name: "Chat 1 new" }).waitFor();
  assert.equal(await bo.getByRole("tab", { name: /new/ }).count(), 0, "one's own words are not new");
  await ada.getByRole("tab", { name: "Chat 1 new" }).click();
  await ada.locator(".chat b", { hasText: seat }).waitFor();
  assert.equal(await ada.getByRole("tab", { name: /new/ }).count(), 0, "what is read is not new any more");
}
