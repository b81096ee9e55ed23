// XCOM: four roles on one screen, the clock, and what must be in sight all the time.
import assert from "node:assert/strict";
import { objections } from "./accessible.mjs";

const front = (page, name) => page.locator('.seat-sign[aria-pressed="true"]', { hasText: name }).waitFor();
const beside = (page, name) =>
  page.getByRole("group", { name: "Several things can be decided now" }).getByRole("button", { name, exact: true });

async function opened(page, base) {
  await page.goto(`${base}/#/create/xcom`);
  await page
    .getByRole("radio", { name: /Beachhead.*against the clock/ })
    .first()
    .click();
  await page.getByLabel(/^List of/).waitFor();
  assert.equal(await page.getByLabel(/^List of/).count(), 1, "all roles have one set-up");
  for (const name of ["Chief Scientist", "Central Officer", "Squad Leader"]) {
    await page.getByLabel(`Who plays ${name}`).selectOption({ label: "At this screen" });
  }
  await page.getByRole("button", { name: "To the table" }).click();
  await page
    .locator(".decision")
    .getByRole("button", { name: /^Start/ })
    .click();
  await page.getByRole("region", { name: "Timer" }).waitFor();
}

/** The role whose action appears comes to the front, and DONE is in reach from everywhere. */
export async function roles({ open, base }) {
  const page = await open();
  await opened(page, base);
  const timer = page.getByRole("region", { name: "Timer" });
  await timer.getByText("New Technology Available").waitFor();
  await front(page, "Chief Scientist");
  assert.equal(await page.getByText("Pass the screen").count(), 0, "people on one side hide nothing from each other");
  await page
    .getByRole("region", { name: "Hand and labs" })
    .getByText(/cost \d/)
    .first()
    .waitFor();
  await beside(page, "Central Officer: DONE").click();
  await timer.getByText("XCOM Budget").waitFor();
  await front(page, "Commander");
  const strip = page.locator(".strip");
  await strip.getByText("Credits").waitFor();
  await strip.getByText("Pause left").waitFor();
  assert((await tipOf(page, "Emergency Funding Available")) > 9, "a step's words keep clear of the tip of its arrow");
  await page.locator(".seat-sign", { hasText: "Squad Leader" }).click(); // the others stay reachable
  await front(page, "Squad Leader");
  await beside(page, "Central Officer: Pause").click();
  await timer.getByText("PAUSED").waitFor();
  await page.waitForFunction(() =>
    /Pause left\s*[1-5]?\d s/.test(document.querySelector(".strip")?.innerText.replaceAll("\n", " ") ?? ""),
  );
  assert.deepEqual(await objections(page), []);
  await beside(page, "Central Officer: Resume").click();
  await timer.getByText("XCOM", { exact: true }).waitFor();
  await page.reload(); // the only screen was closed: everything stood, and the phase is paused
  await timer.getByText("PAUSED").waitFor();
  await timer.getByText("XCOM Budget").waitFor();
  await hinted(page);
}

/** How far the words of the present step would end from the right edge of its arrow, in pixels. */
const tipOf = (page, words) =>
  page.locator(".steps li.next").evaluate((step, name) => {
    const span = step.querySelector("span:last-child");
    const was = span.textContent;
    span.textContent = name;
    const room = step.getBoundingClientRect().right - span.getBoundingClientRect().right;
    span.textContent = was;
    return room;
  }, words);

/** On request the machine says what it would do, and does nothing by itself. */
async function hinted(page) {
  for (let n = 0; n < 30 && !(await page.locator('.decision[data-key="act"]').count()); n++) {
    await page.locator(".decision").getByRole("button", { name: /DONE$/ }).first().click();
    await page.waitForTimeout(300);
  }
  await page.locator('.decision[data-key="act"]').getByRole("button", { name: "Suggest" }).click();
  await page.locator(".decision .notice").waitFor();
}
