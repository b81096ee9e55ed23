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

/** Chooses what is closed, all the same. */
async function force(page, name) {
  await choice(page, name).click();
  await press(page, page.getByRole("button", { name: "Choose it all the same" }));
}

/** Breaks five different rules, and takes what is offered until nothing is wrong. */
async function breakAndMend(page) {
  const whole = page.getByRole("button", { name: "The list as a whole" });
  await press(page, whole);
  for (const vow of ["First Strike", "No Step Back", "Cold Steel"]) await press(page, choice(page, vow));
  await force(page, "Long Arm");
  await force(page, "12 points");
  const anyway = page.getByRole("button", { name: "Choose it all the same" });
  for (let more = 0; more < 2; more++) {
    await press(page, whole);
    await press(page, choice(page, "Light Infantry")); // at least six units are too many there
    if (await anyway.count()) await press(page, anyway);
  }
  await press(page, entry(page, "Elite Infantry"));
  await press(page, page.locator(".muster-candidate.chosen > button", { hasText: "Commander" }));
  if (await anyway.count()) await press(page, anyway);
  await force(page, "Infectious"); // whatever else was bought, these are not eligible
  const faults = page.locator(".muster-fault");
  const rules = await faults.locator(".rule-link").evaluateAll((all) => all.map((a) => a.ariaLabel));
  for (const broken of ["size", "unit-count", "vows", "commander", "xeno-eligible"])
    assert(
      rules.some((r) => r.includes(`.${broken}`)),
      `${broken} is broken: ${rules}`,
    );
  for (let n = 0; n < 14 && (await faults.count()); n++) await press(page, faults.locator("button.button").first());
  assert.match(await total(page), /Ready for the table/);
  const kept = await page.locator(".muster-entry").count();
  assert(kept >= 3, "what was right stays");
}

/** One entry is dragged onto another. */
async function drag(page) {
  const names = () => page.locator(".muster-tree > li > .muster-entry b").allInnerTexts();
  const before = await names();
  await page.locator(".muster-entry").nth(0).dragTo(page.locator(".muster-entry").nth(1));
  await page.waitForFunction((first) => document.querySelector(".muster-entry b")?.textContent !== first, before[0]);
  await settled(page);
  assert.deepEqual(await names(), [before[1], before[0], ...before.slice(2)], "moved by the mouse");
}

/** On paper: six cards to a sheet, with the names of the list. */
async function printed(page, name) {
  const [paper] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Print on A4" }).click(),
  ]);
  await paper.locator(".sheet.six").first().waitFor();
  assert.match(await paper.locator("h1").innerText(), new RegExp(name));
  const filled = (await paper.locator(".sheet.six").allInnerTexts()).join(" "); // a seventh unit is on the second sheet
  for (const unit of await page.locator(".muster-tree > li > .muster-entry b").allInnerTexts())
    assert(filled.includes(unit), `${unit} has a card`);
  await paper.close();
}

/** A unit opens in the calculator as it was built, and the list fights battles until somebody stops them. */
async function judged(page) {
  const unit = entry(page, "Infantry"); // which ones were left when the faults were put right is not said
  const name = await unit.locator("b").innerText();
  await press(page, unit);
  const [odds] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: `Odds of ${name}` }).click(),
  ]);
  await odds.getByRole("region", { name: "Odds" }).locator("figure").first().waitFor();
  assert.match(odds.url(), /#\/odds\/rampant\/(shoot|fight)\//);
  await odds.close();
  await page.getByRole("button", { name: "Odds against typical targets" }).click();
  const figures = page.getByRole("region", { name: "What is it worth?" }).locator("figure");
  await figures.first().waitFor();
  assert.equal(await figures.count(), 6, "three targets, both ways");
  await page.getByRole("button", { name: "Let it fight the ready lists" }).click();
  await page.locator(".muster-trial").waitFor();
  assert.match(await page.locator(".muster-trial").innerText(), /in \d+ battles?; with 95 % certainty \d+ to \d+ %/);
  await page.getByRole("button", { name: "Stop" }).click();
}

/** Who leaves the page while battles are fought hangs up, and asks for no more of them. */
async function leftAlone(page) {
  const asked = [];
  await page.route("**/trial", (route) => void asked.push(route.request())); // this battle never ends
  const begun = page.waitForRequest("**/trial");
  await page.getByRole("button", { name: "Let it fight the ready lists" }).click();
  await begun;
  const hungUp = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/trial"));
  await page.evaluate(() => {
    location.hash = "#/";
  });
  assert.match((await hungUp).failure().errorText, /ABORTED/);
  await page.getByRole("heading", { name: "My games on this device" }).waitFor();
  assert.equal(asked.length, 1, "no further battle is asked for");
}

/** A text with a mistake stays where it is, to be put right, and why it could not be read is seen from there. */
async function mistyped(page) {
  const [text, read] = [page.getByLabel("As text"), page.getByRole("button", { name: "Read this text" })];
  const right = await text.inputValue();
  assert.match(right, /^Ash Company\n/);
  const wrong = `${right}\nHeavy Infantri x 2`;
  await text.fill(wrong);
  await press(page, read);
  const why = page.getByRole("alert").filter({ hasText: "is not understood" });
  await why.waitFor();
  const { y } = await why.boundingBox();
  assert(y >= 0 && y < 900, "in sight, though the text stands far below");
  assert.equal(await text.inputValue(), wrong);
  await text.fill(right.replace("Ash", "Cinder"));
  await press(page, read);
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.equal(await page.getByLabel("Name of the list").inputValue(), "Cinder Company");
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
  await drag(page);
  await printed(page, "Ash Company");
  await judged(page);
  await look?.(page, "muster");
  await page.reload();
  await page.locator(".muster-bar").waitFor();
  await settled(page);
  assert.equal(await page.getByLabel("Name of the list").inputValue(), "Ash Company", "leaving loses nothing");
  await page.locator("summary", { hasText: "As text" }).click();
  await mistyped(page);
  await leftAlone(page);
}

/** What a button puts on the clipboard. */
async function copied(page, button) {
  await page.evaluate(() => {
    globalThis.copied = "";
    const writeText = async (text) => {
      globalThis.copied = text;
    };
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  });
  await page.getByRole("button", { name: button }).click();
  return (await page.waitForFunction(() => globalThis.copied)).jsonValue();
}

/** A page that came over plain HTTP, as at home, has no clipboard of its own: it copies in the old way. */
async function copiedWithoutClipboard(page, address) {
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await page.getByRole("button", { name: "Copy a link" }).click();
  await page.getByText("The link is copied.").waitFor();
  const [name, was] = [page.getByLabel("Name of the list"), await page.getByLabel("Name of the list").inputValue()];
  await name.fill("");
  await page.keyboard.press("Control+v");
  assert.equal(await name.inputValue(), address.slice(0, (await name.inputValue()).length));
  assert.notEqual(await name.inputValue(), "", "the link can be pasted");
  await name.fill(was);
  await name.blur();
  await settled(page);
}

/** Who is quicker than the server: no click is lost, and what is kept has the name that was just typed. */
export async function musterQuick({ open, base }) {
  const page = await open();
  await opened(page, base);
  await page.route("**/api/games/rampant/muster", async (route) => {
    await page.waitForTimeout(300);
    await route.continue();
  });
  for (const unit of ["Heavy Infantry", "Light Infantry", "Recon Infantry"]) await choice(page, unit).click();
  const name = page.getByLabel("Name of the list");
  await name.fill("In A Hurry");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  const own = page.getByRole("region", { name: "My lists" });
  await own.getByRole("button", { name: /^In A Hurry/ }).waitFor();
  assert.equal(await page.locator(".muster-tree > li > .muster-entry").count(), 3, "each click brought its unit");
  await page.getByRole("button", { name: "Remove In A Hurry from this device" }).click();
  await own.getByRole("button", { name: "Put it back" }).click();
  await own.getByRole("button", { name: /^In A Hurry/ }).waitFor();
  await press(page, page.getByRole("button", { name: "Complete it for me" }));
  assert.match(await total(page), /Ready for the table/);
  await name.fill("Off To Battle");
  await page.getByRole("button", { name: "To the table" }).click();
  await page.waitForURL(/#\/create\/rampant\//);
  await page
    .getByRole("option", { name: /^Off To Battle/ })
    .first()
    .waitFor({ state: "attached" });
  await page.unrouteAll({ behavior: "wait" });
}

/** Whoever follows a link goes on with the own list afterwards; a change to the other one sends it to the lists. */
async function guest(page, base, address, title) {
  const name = page.getByLabel("Name of the list");
  const renamed = async (to) => {
    await name.fill(to);
    await name.blur();
    await settled(page);
  };
  const arrived = async (at) => {
    await page.goto(`${base}/#/`);
    await page.goto(at);
    await page.locator(".muster-bar").waitFor();
    await settled(page);
    return name.inputValue();
  };
  await opened(page, base);
  await renamed("Own Work");
  assert.equal(await arrived(address), title);
  assert.equal(await arrived(`${base}/#/muster/rampant`), "Own Work", "looking at another list costs nothing");
  assert.equal(await arrived(address.slice(0, -9)), "Own Work", "a link that was cut short leads to the own list");
  await page.getByText(/^There is no list in this link/).waitFor();
  await arrived(address);
  await renamed("Borrowed");
  await page
    .getByRole("region", { name: "My lists" })
    .getByRole("button", { name: /^Own Work/ })
    .waitFor();
  await page.reload();
  await page.locator(".muster-bar").waitFor();
  await settled(page);
  assert.equal(await name.inputValue(), "Borrowed", "a change to a list from a link outlasts the page");
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
  const address = await copied(ada, "Copy a link");
  assert.match(address, /#\/muster\/rampant\/1\./);
  await copiedWithoutClipboard(ada, address);
  const bo = await open();
  await guest(bo, base, address, title);
  await bo.goto(`${base}/#/`);
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

/** A legal detachment of 24 points, without a mouse. */
export async function musterByKeys({ open, base }) {
  const page = await open();
  await opened(page, base);
  const enter = async (name) => {
    await tabTo(page, name);
    await page.keyboard.press("Enter");
    await settled(page);
  };
  for (const unit of [/^Heavy Infantry/, /^Light Infantry/, /^Recon Infantry/]) await enter(unit);
  const names = () => page.locator(".muster-entry .muster-pick b").allInnerTexts();
  const before = await names();
  await page.locator(".muster-entry .muster-pick").first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await settled(page);
  assert.deepEqual(await names(), [before[1], before[0], ...before.slice(2)], "moved down by the keyboard");
  await page.keyboard.press("Control+z");
  await settled(page);
  await page.waitForFunction((first) => document.querySelector(".muster-entry b")?.textContent === first, before[0]);
  await page.locator(".muster-entry .muster-pick").first().focus();
  await page.keyboard.press("Enter");
  await settled(page);
  await enter(/^Commander/);
  await enter(/^Complete it for me/);
  assert.match(await total(page), /2[0-4] of 24 points[\s\S]*Ready for the table/);
}

/** The server keeps a list for whoever has its private link, with its versions. */
export async function musterKept({ open, base }) {
  const ada = await open();
  await opened(ada, base, "killteam");
  await press(ada, ada.getByRole("button", { name: "Surprise me" }));
  await ada.getByRole("button", { name: "Keep", exact: true }).click();
  await ada.getByRole("button", { name: "Keep on this server" }).click();
  const address = await copied(ada, "Copy the private link");
  assert.match(address, /#\/muster\/killteam\/key\./);
  const bo = await open();
  await bo.goto(address);
  await bo.locator(".muster-bar").waitFor();
  await settled(bo);
  await bo.getByLabel("Name of the list").fill("By Another Device");
  await bo.getByLabel("Name of the list").blur();
  await settled(bo);
  await bo.getByText(/^Renamed from .* to By Another Device/).waitFor(); // since the version before, in words
  await bo.getByRole("button", { name: "Keep", exact: true }).click();
  await bo.getByText("2 versions · on the server").waitFor();
  const cy = await open();
  await cy.goto(address);
  await cy.getByRole("button", { name: /^By Another Device/ }).waitFor();
  await cy.getByRole("button", { name: "Remove from the server" }).click();
  await cy.getByText("It is on this device alone now").waitFor();
  await ada.goto(`${base}/#/`);
  await ada.goto(address);
  await ada.getByText("There is no such list").waitFor();
}

/** Two lists that stay closed until both are in. */
export async function musterClosed({ open, base }) {
  const ada = await open();
  await ada.goto(`${base}/#/create/rampant`);
  await ada
    .getByLabel(/^Who plays/)
    .nth(1)
    .selectOption("open");
  await ada.getByLabel(/^Lists stay closed/).check();
  await ada
    .getByLabel(/^List of/)
    .first()
    .selectOption({ label: "Lancet Cadre (24)" });
  await ada.getByRole("button", { name: "To the meeting" }).click();
  await ada.getByText("Nobody else sees your list").waitFor();
  const bo = await open();
  await bo.goto(ada.url());
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  await bo.getByText("Still choosing").waitFor();
  const told = (await bo.locator(".meeting p").allInnerTexts()).join(" ");
  assert(/Ready\./.test(told) && !told.includes("Lancet"), `nothing of the other list is told: ${told}`);
  await bo.getByRole("link", { name: "Build a list" }).click();
  await bo.locator(".muster-bar").waitFor();
  await settled(bo);
  await press(bo, bo.getByRole("button", { name: "Surprise me" }));
  await bo.getByLabel("Name of the list").fill("Built Meanwhile");
  await bo.getByRole("button", { name: "To the meeting" }).click();
  const choice = bo.getByLabel(/^Your list for/);
  await choice.waitFor();
  assert.match(await choice.evaluate((select) => select.selectedOptions[0].text), /^Built Meanwhile/);
  await bo.getByRole("button", { name: "I am ready" }).click();
  for (const page of [ada, bo]) await page.waitForURL(/#\/table\//);
  await bo.waitForFunction(() =>
    ["Lancet Cadre", "Built Meanwhile"].every((name) => document.body.innerText.includes(name)),
  );
  await Promise.any([turn(ada), turn(bo)]); // somebody has something to decide
}

export async function musterOnPhone({ open, base, look }) {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await opened(page, base);
  await build(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= 390, "nothing hangs out of the page");
  await look?.(page, "muster, phone");
}
