// The companion on a phone: set-up, the clock, a reload in the middle, and the same without any network.
import assert from "node:assert/strict";

const heading = (page, name) => page.getByRole("heading", { level: 1, name });
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** The seconds on the big countdown. */
async function left(page) {
  const text = await page.getByRole("timer").innerText();
  return Number.parseInt(text, 10);
}

/** Taps DONE as a person does: not twice for one action. */
async function done(page) {
  await page.waitForTimeout(400);
  await press(page, "DONE");
}

async function setUp(page, base) {
  await page.goto(`${base}/#/`);
  await page.getByRole("link", { name: "Companion for the physical game" }).click();
  await page.getByRole("radio", { name: /^Normal/ }).check();
  await page.getByRole("radio", { name: /^Beachhead/ }).check();
  await page.getByRole("radio", { name: "2 players" }).check();
  await press(page, "To the set-up");
  await heading(page, "The box").waitFor();
  await press(page, "Next");
  await heading(page, "Invasion plan").waitFor();
  await page.getByText("Take the plan Beachhead").waitFor();
  await page.locator("summary", { hasText: "Rules for this step" }).click();
  await page.getByText("setup.plan", { exact: true }).waitFor();
  for (const step of ["Roles", "Headquarters", "Reserves and pool", "Emergency Funding", "Tracks and markers", "Decks", "Starting UFOs"]) {
    await press(page, "Next");
    await heading(page, step).waitFor();
  }
}

async function clean(page, axe, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  const faults = found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(" ")}`);
  assert.deepEqual(faults, [], `axe finds nothing: ${where}`);
}

/** Away and back again: the clock stood, and the phase is paused. */
async function reloaded(page) {
  const before = await left(page);
  await page.reload();
  await heading(page, "XCOM Budget").waitFor();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  assert(Math.abs((await left(page)) - before) <= 2, "the clock stood while the page was closed");
}

async function throughTheGuide(page, axe) {
  await heading(page, "Audit").waitFor();
  await clean(page, axe, "the guide");
  for (let n = 0; n < 20 && !(await heading(page, "Report of round 1").count()); n++) {
    if (await heading(page, "Is the base destroyed?").count()) await press(page, "No");
    else await press(page, "Next");
  }
}

async function report(page, axe) {
  await heading(page, "Report of round 1").waitFor();
  await page.getByRole("button", { name: "UFOs in orbit: one more" }).click();
  await page.getByRole("group", { name: "Asia" }).getByRole("radio", { name: /Orange/ }).check();
  await page.getByText("Please check: Asia goes from Yellow to Orange").waitFor();
  await page.getByRole("button", { name: "UFOs of fallen continents: one more" }).click();
  await clean(page, axe, "the report");
  await press(page, "Confirm");
  await page.getByRole("button", { name: "Start round 2" }).waitFor();
  await page.locator("summary", { hasText: "Round 1" }).click();
  await page.getByText("Order of the actions").waitFor();
}

/** The worker is looked at anew at each visit, and rules over the whole address. */
async function worker(page, base) {
  const { "cache-control": kept, "content-type": kind } = (await page.request.get(`${base}/sw.js`)).headers();
  assert.equal(kept, "no-cache");
  assert.match(kind, /^text\/javascript/);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  assert.equal(scope, `${base}/`);
}

export async function companion({ open, base, axe }) {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await setUp(page, base);
  await clean(page, axe, "the set-up");
  await page.getByText("Ready for use without a network.").waitFor();
  await worker(page, base);
  await press(page, "Start round 1");
  await heading(page, "New Technology Available").waitFor();
  await clean(page, axe, "the timed phase");
  assert.equal(await page.getByText("Hidden rolls").count(), 0, "what is coming is hidden");
  await done(page);
  await heading(page, "XCOM Budget").waitFor();
  await reloaded(page);
  await page.context().setOffline(true);
  await reloaded(page);
  await press(page, "Resume");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  for (let n = 0; n < 40 && !(await heading(page, "Audit").count()); n++) await done(page);
  await throughTheGuide(page, axe);
  await report(page, axe);
  await page.reload();
  await page.getByRole("button", { name: "Start round 2" }).waitFor();
  await press(page, "Start round 2");
  await heading(page, "New Technology Available").waitFor();
}
