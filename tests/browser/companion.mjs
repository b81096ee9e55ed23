// The companion on a phone: set-up, the clock, a reload in the middle, and the same without any network.
import assert from "node:assert/strict";
import { objections } from "./accessible.mjs";
import { patient } from "./moves.mjs";

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
  await page.getByText("The invasion follows Beachhead, a plan of ours").waitFor();
  await page.locator("summary", { hasText: "Rules for this step" }).click();
  await page.getByText("setup.plan", { exact: true }).waitFor();
  for (const step of [
    "Roles",
    "Headquarters",
    "Reserves and pool",
    "Emergency Funding",
    "Tracks and markers",
    "Decks",
    "Starting UFOs",
  ]) {
    await press(page, "Next");
    await heading(page, step).waitFor();
  }
}

async function clean(page, where) {
  assert.deepEqual(await objections(page), [], `axe finds nothing: ${where}`);
}

async function throughTheGuide(page) {
  await heading(page, "Audit").waitFor();
  await clean(page, "the guide");
  for (let n = 0; n < 20 && !(await heading(page, "Report of round 1").count()); n++) {
    if (await heading(page, "Is the base destroyed?").count()) await press(page, "No");
    else await press(page, "Next");
  }
}

/** Whether all of it can be seen now, without pushing the page. */
const inSight = async (page, what) => {
  const { y, height } = await what.boundingBox();
  return y >= 0 && y + height <= page.viewportSize().height;
};

async function report(page) {
  await heading(page, "Report of round 1").waitFor();
  await press(page, "Confirm");
  const why = page.getByRole("alert");
  await why.filter({ hasText: "Say first what became of the mission." }).waitFor();
  assert(await inSight(page, why), "why nothing happens is seen where the tap was");
  await page.getByRole("button", { name: "UFOs in orbit: one more" }).click();
  await page
    .getByRole("group", { name: "Asia" })
    .getByRole("radio", { name: /Orange/ })
    .check();
  await page.getByText("Please check: Asia goes from Yellow to Orange").waitFor();
  await page.getByRole("button", { name: "UFOs of fallen continents: one more" }).click();
  await page.getByRole("group", { name: "Mission" }).getByRole("radio", { name: /none/i }).check();
  await clean(page, "the report");
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

/** Whoever owns the box enters the plan that was drawn, once. */
async function printedPlan(page, base) {
  for (const again of [false, true]) {
    await page.goto(`${base}/#/`);
    await page.getByRole("link", { name: "Companion for the physical game" }).click();
    await page.getByRole("radio", { name: /^A plan of your box/ }).check();
    await page.getByLabel("Name on the card").fill("Colony");
    const clock = page.getByLabel("Rounds until the final mission", { exact: true });
    if (again) assert.equal(await clock.inputValue(), "5", "it is remembered");
    else {
      await clock.fill("5");
      await clock.blur();
      await page.getByRole("button", { name: "More panic at the start: Asia: one more" }).click();
      await clean(page, "a printed plan");
      await page.evaluate(() => window.scrollTo(0, 0));
    }
    await press(page, "To the set-up");
    await press(page, "Next");
    await page.getByText("Take the plan Colony").waitFor();
    await page.evaluate(() => localStorage.removeItem("xenotable.companion"));
    await page.reload();
  }
}

/** Whoever learns the game begins without timers, with the instructions of each action open. */
async function tutorialRound(page, base) {
  await page.goto(`${base}/#/`);
  await page.getByRole("link", { name: "Companion for the physical game" }).click();
  await page.getByRole("radio", { name: /^Easy/ }).check();
  await page.getByLabel("Begin with the tutorial round").check();
  await press(page, "To the set-up");
  await press(page, "We know the set-up: to the start");
  await press(page, "Start round 1");
  await heading(page, "New Technology Available").waitFor();
  await page.getByText("actions.new-tech", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0, "there is no clock to stop");
}

export async function companion({ open, base }) {
  await printedPlan(await open({ viewport: { width: 390, height: 844 } }), base);
  await tutorialRound(await open({ viewport: { width: 390, height: 844 } }), base);
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await setUp(page, base);
  await clean(page, "the set-up");
  await page.getByText("Ready for use without a network.").waitFor();
  await worker(page, base);
  await press(page, "Start round 1");
  await heading(page, "New Technology Available").waitFor();
  await clean(page, "the timed phase");
  assert.equal(await page.getByText("Hidden rolls").count(), 0, "what is coming is hidden");
  await done(page);
  await heading(page, "XCOM Budget").waitFor();
  await awayFor(page, reloaded);
  await page.context().setOffline(true);
  await awayFor(page, reloaded);
  await press(page, "Resume");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  for (let n = 0; n < 40 && !(await heading(page, "Audit").count()); n++) await done(page);
  await throughTheGuide(page);
  await report(page);
  await page.reload();
  await page.getByRole("button", { name: "Start round 2" }).waitFor();
  await press(page, "Start round 2");
  await heading(page, "New Technology Available").waitFor();
}

/** What the page hears when the phone is locked, or another app comes to the front. */
const turned = (page, state) =>
  page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Something happens to the page in the middle of a timer; the clock ran only as long as the page was in front. */
async function awayFor(page, how) {
  if (await page.getByRole("button", { name: "Resume" }).count()) await press(page, "Resume");
  const [began, title, before] = [
    performance.now(),
    await page.getByRole("heading", { level: 1 }).innerText(),
    await left(page),
  ];
  const { back, away } = await how(page);
  await back.getByRole("button", { name: "Resume" }).waitFor();
  const inFront = performance.now() - began - away;
  assert.equal(await back.getByRole("heading", { level: 1 }).innerText(), title, "the same action is on screen");
  const ran = before - (await left(back));
  assert(ran >= 0 && ran <= inFront / 1000 + 1, `the clock ran ${ran} s while the page was ${inFront} ms in front`);
  return back;
}

/** Waits, and says how many milliseconds it really took. */
async function wait(seconds) {
  const from = performance.now();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  return performance.now() - from;
}

async function reloaded(page) {
  await page.reload();
  return { back: page, away: 0 };
}

/** The phone is locked, the device sleeps, the page is closed: each in the middle of a timer, without a network. */
async function locked(page) {
  await turned(page, "hidden");
  const away = await wait(5);
  await turned(page, "visible");
  return { back: page, away };
}

async function asleep(page) {
  const line = await page.context().newCDPSession(page); // nothing runs, and nobody tells the page
  await line.send("Debugger.enable");
  await line.send("Debugger.pause");
  const away = await wait(6);
  await line.send("Debugger.resume");
  await line.send("Debugger.disable");
  return { back: page, away };
}

async function closed(page) {
  const [context, address] = [page.context(), page.url()];
  await page.close();
  const again = patient(await context.newPage());
  await again.goto(address);
  return { back: again, away: 0 };
}

async function interrupted(page) {
  await awayFor(page, locked);
  await awayFor(page, asleep);
  return awayFor(page, closed);
}

async function toTheReport(page, round) {
  for (let n = 0; n < 60 && !(await heading(page, "Audit").count()); n++) await done(page);
  for (let n = 0; n < 20 && !(await heading(page, `Report of round ${round}`).count()); n++) {
    if (await heading(page, "Is the base destroyed?").count()) await press(page, "No");
    else await press(page, "Next");
  }
}

/** A mistake is corrected before Confirm, and the aliens react to what was confirmed. */
async function corrected(page) {
  await page.getByRole("group", { name: "Mission" }).getByRole("radio", { name: /none/i }).check();
  await page
    .getByRole("group", { name: "Mission" })
    .getByRole("radio", { name: /completed/i })
    .check();
  const asia = page.getByRole("group", { name: "Asia" });
  await asia.getByRole("radio", { name: /Orange/ }).check();
  await asia.getByRole("radio", { name: /Red/ }).check();
  assert.equal(await page.getByText("Please check: Asia").count(), 0);
  await press(page, "Confirm");
  await press(page, "Start round 2");
  await heading(page, "New Technology Available").waitFor();
}

/** The end, and the log of what it did and why. */
async function ended(page) {
  for (let n = 0; n < 60 && !(await heading(page, "Audit").count()); n++) await done(page);
  for (let n = 0; n < 20 && !(await heading(page, "Is the base destroyed?").count()); n++) await press(page, "Next");
  await press(page, "Yes");
  await page.getByRole("heading", { level: 1, name: "Defeat" }).waitFor();
  await clean(page, "the end");
  await press(page, "UFOs on the board, orbit included: one more");
  await press(page, "It is not over: back to the last answer");
  await heading(page, "Is the base destroyed?").waitFor();
  await page.reload();
  await press(page, "Yes");
  await page.getByRole("heading", { level: 1, name: "Defeat" }).waitFor();
  const story = page.locator(".co-story");
  await story.locator("summary", { hasText: "Round 2" }).waitFor();
  await story
    .getByText(/Reprisal/)
    .first()
    .waitFor(); // because a mission was reported as completed
  await story.getByText("Order of the actions").first().waitFor();
  assert((await story.locator(".co-past li").count()) > 10, "every action is told");
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth),
    390,
    "a phone does not scroll sideways",
  );
}

/** On a phone that lies on its side the action, its clock and DONE are seen at once; each action begins at its name. */
async function onItsSide(page) {
  const upright = page.viewportSize();
  await page.setViewportSize({ width: 780, height: 390 });
  await page.evaluate(() => window.scrollTo(0, 500));
  await done(page);
  await page.waitForFunction(() => window.scrollY === 0);
  for (const what of [page.getByRole("heading", { level: 1 }), page.getByRole("timer"), page.locator(".co-controls")])
    assert(await inSight(page, what));
  await page.setViewportSize(upright);
}

export async function companionLasts({ open, base }) {
  let page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.addInitScript(() => {
    globalThis.sounds = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      globalThis.sounds += 1;
      return start.apply(this, when);
    };
  });
  await setUp(page, base);
  await page.getByText("Ready for use without a network.").waitFor();
  await page.context().setOffline(true);
  await press(page, "Start round 1");
  await heading(page, "New Technology Available").waitFor();
  await page.getByLabel("Sound").check();
  await done(page);
  await heading(page, "XCOM Budget").waitFor();
  await page.waitForFunction(() => globalThis.sounds > 0);
  await onItsSide(page);
  page = await interrupted(page);
  await toTheReport(page, 1);
  await corrected(page);
  await ended(page);
}
