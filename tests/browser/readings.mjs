// How doubtful rules are read: chosen when a table is set up, shown to whoever joins, on the goal card and in the rules.
import assert from "node:assert/strict";
import { turn } from "./moves.mjs";

const SHOTS = process.env.XENOTABLE_SHOTS; // a folder for pictures, for whoever wants to look

async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

export async function readings(look, { open, base }) {
  const ada = await open({ viewport: { width: 1280, height: 1000 } });
  await ada.goto(`${base}/#/create/rampant`);
  const form = ada.locator("details.readings");
  await form.locator("summary").click();
  assert.match(await form.locator("summary").innerText(), /As we rule/);
  await form.getByRole("button", { name: "By the letter of the source" }).click();
  assert.match(await form.locator("summary").innerText(), /By the letter of the source/);
  await form
    .getByRole("group", { name: /skittish/ })
    .getByText("the two penalties together are -3")
    .click();
  await form
    .getByRole("group", { name: /into cover/ })
    .getByText("Both restrictions are ours")
    .click();
  assert.match(await form.locator("summary").innerText(), /5 rules of your own choice/);
  await look(ada, "readings in the set-up");
  await shot(ada, "setup");
  await ada
    .getByLabel(/^Who plays/)
    .nth(1)
    .selectOption({ label: "Somebody with the link" });
  await ada.getByRole("button", { name: "To the table" }).click();
  await ada.waitForURL(/table/);
  const bo = await open({ viewport: { width: 390, height: 844 } });
  await bo.goto(ada.url());
  await bo.getByText("5 rules read otherwise than we rule").waitFor();
  assert.equal(await bo.locator("details.readings li").count(), 5);
  await look(bo, "readings before sitting down, phone");
  await shot(bo, "join");
  await bo.locator("details.readings li").first().getByRole("button").click();
  await bo.getByText("This table reads:").waitFor();
  await shot(bo, "rule");
  await bo.keyboard.press("Escape");
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  const page = await Promise.race([turn(bo).then(() => bo), turn(ada).then(() => ada)]);
  await page.locator("details.goal").getByText("There is no fan").waitFor();
  await look(page, "readings on the goal card");
  await shot(page, "goal");
}
