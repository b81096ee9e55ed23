// Each scenario drives pages as people do, and throws when something is not as it should be.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { COLOURS, GUIDELINES, objections } from "./accessible.mjs";
import { launch } from "./browser.mjs";
import { chatter, clicks, everySide, idleRoles, longPress, restingPointer } from "./clicks.mjs";
import { companion, companionLasts } from "./companion.mjs";
import { fairDice, rulesProved } from "./fair.mjs";
import { goals } from "./goal.mjs";
import {
  coachSilenced,
  firstVisit,
  guidedKillteam,
  guidedRampant,
  guidedXcom,
  guidedXcx,
  guidedXenocide,
  setUpYourself,
} from "./guided.mjs";
import { laboratory } from "./lab.mjs";
import { headline, looks, sideways } from "./looks.mjs";
import {
  advisedByKeys,
  advisedByMouse,
  asSuggested,
  breakable,
  breakLine,
  byKeys,
  byMouse,
  card,
  faded,
  over,
  PATIENCE,
  patient,
  play,
  settled,
  tabTo,
  themed,
  turn,
  within,
} from "./moves.mjs";
import {
  musterByKeys,
  musterByMouse,
  musterClosed,
  musterKept,
  musterOnPhone,
  musterQuick,
  musterShared,
} from "./muster.mjs";
import { oddsOfAll } from "./odds.mjs";
import { pages as besideTables } from "./pages.mjs";
import { onPaper } from "./paper.mjs";
import { pointsOf } from "./points.mjs";
import { readings as readingsOf } from "./readings.mjs";
import { everyDecision } from "./sampled.mjs";
import { missed, watched } from "./story.mjs";
import { toldOf } from "./told.mjs";
import { war } from "./war.mjs";
import { roles } from "./xcom.mjs";

/** Opens a table of "First blood" by the create page; `seats` says who sits where. */
export async function firstBlood(page, base, seats = {}) {
  await page.goto(`${base}/#/create/duel`);
  await page.getByRole("radio", { name: /First blood/ }).click();
  for (const [seat, kind] of Object.entries(seats))
    await page.getByLabel(`Who plays ${seat}`).selectOption({ label: kind });
  await page.getByRole("button", { name: "To the table" }).click();
  await page.waitForURL(/#\/table\//);
}

async function mouse({ open, base }) {
  const page = await open();
  await firstBlood(page, base);
  const n = await play(page, byMouse);
  assert(n > 0);
  await over(page).getByRole("button", { name: "Rematch" }).click();
  await over(page).waitFor({ state: "detached" });
  assert(await turn(page), "the rematch begins");
}

async function keyboard({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Play now: Duel" }).focus();
  await page.keyboard.press("Enter");
  await turn(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help and keys" }).waitFor();
  await page.keyboard.press("Escape");
  await play(page, byKeys);
}

/** A whole battle of Xenos Rampant, set up and fought with the mouse; two rounds, so that it is short. */
async function battleByMouse({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/`);
  await page.getByRole("link", { name: "New table… Xenos Rampant" }).click();
  await page.getByRole("radio", { name: /Your first battle/ }).click();
  await page.locator("summary", { hasText: "Change the set-up" }).click();
  await page.getByLabel("rounds").fill("2");
  await page.getByRole("button", { name: "To the table" }).click();
  assert((await play(page, advisedByMouse)) > 10);
  await over(page)
    .getByRole("heading", { name: /win|Victory/ })
    .waitFor();
}

/** One round of it without a mouse, from the home page to the end. */
async function battleByKeys({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/`);
  await page.getByRole("link", { name: "New table… Xenos Rampant" }).waitFor();
  await tabTo(page, /^New table… Xenos Rampant/);
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: /Your first battle/ }).waitFor();
  await tabTo(page, /^Change the set-up/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^rounds/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter"); // a field sends its form
  assert((await play(page, advisedByKeys)) > 4);
  await over(page)
    .getByRole("heading", { name: /win|Victory/ })
    .waitFor();
}

/** Two people on two machines; the line of one of them breaks in the middle. */
async function network({ open, base }) {
  const [ada, bo] = [await open(), await open()];
  await breakable(bo);
  await firstBlood(ada, base, { Bo: "Somebody with the link" });
  await bo.goto(ada.url());
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  const first = await turn(bo);
  const watcher = await open();
  await watcher.goto(ada.url());
  await watcher.getByRole("heading", { name: "You are watching" }).waitFor();
  assert.equal(await card(watcher).count(), 0, "who watches decides nothing");
  await turn(ada);
  await bo.getByRole("tab", { name: "Chat" }).click();
  await bo.getByLabel("Say something").fill("Good luck");
  await bo.getByRole("button", { name: "Send" }).click();
  await ada.getByRole("tab", { name: "Chat" }).click();
  await ada.getByText("Good luck").waitFor();
  // Bo's line breaks; what he decides meanwhile arrives when it is back.
  await breakLine(bo);
  await bo.getByText("The line is broken.").waitFor();
  await byMouse(bo, first, 0);
  await byMouse(ada, await turn(ada), 0);
  const move = await turn(bo, first.id);
  await byMouse(bo, move, 0);
  // Ada has been asked meanwhile, so taking it back needs her consent.
  const hers = await turn(ada, first.id);
  assert.equal(hers.type, "move");
  await bo.getByRole("button", { name: "Ask to take back" }).click();
  // It stands above the board, too, wherever she has scrolled to, and there it is read out.
  await ada.getByRole("status").getByText("Bo would like to take back a decision.", { exact: true }).waitFor();
  await ada.getByRole("region", { name: "Taking back" }).getByRole("button", { name: "Allow it" }).click();
  assert.equal((await turn(bo)).type, "move");
  await card(ada).waitFor({ state: "detached" }); // her page may hear of it a moment later
  const [a, b] = await Promise.all([play(ada, byMouse), play(bo, byKeys)]);
  assert(a > 0 && b > 0);
  assert.equal(await over(ada).locator("p").first().innerText(), await over(bo).locator("p").first().innerText());
}

/** Where no line comes about, that is said. */
async function unreachable({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/`);
  await page.evaluate(() => {
    globalThis.WebSocket = class extends WebSocket {
      constructor() {
        super(`ws://${location.host}/nowhere`);
      }
    };
    location.hash = "/table/anywhere";
  });
  await page.getByText("The line is broken.").waitFor();
}

/** A phone slept, and its line went without a word. Whoever looks at it again is connected again, and nothing is lost. */
async function asleep({ open, base }) {
  await unreachable({ open, base });
  const [ada, bo] = [await open(), await open()];
  await breakable(bo);
  await firstBlood(ada, base, { Bo: "Somebody with the link" });
  await bo.goto(ada.url());
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  const first = await turn(bo);
  await bo.evaluate(() => {
    const line = globalThis.lines.at(-1);
    line.send = () => undefined;
    line.onmessage = line.onclose = null;
  });
  await byMouse(bo, first, 0);
  await byMouse(ada, await turn(ada), 0);
  await bo.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  assert(await turn(bo, first.id), "what was decided has arrived, and the game goes on");
}

/** A game with real dice: the person types in those of the machine, too. And everybody may go: a machine goes on. */
async function realDice({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/create/duel`);
  await page.getByRole("radio", { name: /First blood/ }).click();
  await page.getByLabel("Dice").selectOption({ label: "Real dice, typed in" });
  await page.getByRole("button", { name: "To the table" }).click();
  const rolled = new Set();
  await play(page, async (...how) => {
    if (how[1].type !== "roll") return byMouse(...how);
    const first = !rolled.size;
    rolled.add(await card(page).locator(".eyebrow").first().innerText());
    return first ? diceByKeys(page) : byMouse(...how);
  });
  assert(rolled.size >= 1);
  await over(page).waitFor();
}

/** Digits are faces, with a field and without one; one that no die shows is said, and Enter sends. */
async function diceByKeys(page) {
  await settled(page);
  const dice = card(page).locator(".typed-dice input");
  const shown = () => dice.evaluateAll((all) => all.map((one) => one.value));
  const n = await dice.count();
  await page.keyboard.type("2".repeat(n));
  assert.deepEqual(await shown(), Array(n).fill("2"));
  for (let k = 0; k < n; k++) await page.keyboard.press("Backspace");
  assert.deepEqual(await shown(), Array(n).fill(""));
  await dice.first().fill("7");
  await card(page).getByText("A die shows 1 to 6, not 7.").waitFor();
  await page.keyboard.type("4".repeat(n));
  await card(page).getByText("A die shows").waitFor({ state: "detached" });
  assert.deepEqual(await shown(), Array(n).fill("4"));
  await page.keyboard.press("Enter");
}

/** Somebody with the link sits down, leaves again, and a machine takes the seat. */
async function leaving({ open, base }) {
  await leavingBoth({ open, base });
  const [ada, bo] = [await open(), await open()];
  await firstBlood(ada, base, { Bo: "Somebody with the link" });
  await bo.goto(ada.url());
  await bo.getByLabel("Your name").fill("Robert");
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  await turn(bo);
  await ada.getByRole("list", { name: "Seats" }).getByText("Robert").waitFor();
  await bo.getByRole("button", { name: "Menu of this table" }).click();
  await bo.getByRole("button", { name: "Leave the seat" }).click();
  await bo.getByText("Leave for good?").waitFor();
  await bo.getByRole("button", { name: "Play on" }).click();
  assert.equal(
    await ada.getByRole("list", { name: "Seats" }).getByText("free seat").count(),
    0,
    "nothing has happened yet",
  );
  await bo.getByRole("button", { name: "Leave the seat" }).click();
  await bo.getByRole("button", { name: "Leave the seat" }).click();
  await bo.getByRole("heading", { name: "My games on this device" }).waitFor();
  await ada.getByRole("list", { name: "Seats" }).getByText("free seat").waitFor();
  await ada.getByRole("button", { name: "Menu of this table" }).click();
  await ada.getByRole("button", { name: "Let a machine play for Bo" }).click();
  await play(ada, byMouse);
  await ada.goto(`${base}/#/`);
  await ada.locator(".door.wide li", { hasText: "Duel" }).getByText("finished").waitFor();
}

/** Whoever held both seats leaves both: a seat without a person and without a key would be held for ever. */
async function leavingBoth({ open, base }) {
  const both = await open();
  await firstBlood(both, base, { Bo: "At this screen" });
  await turn(both);
  const watcher = await open();
  await watcher.goto(both.url());
  await both.getByRole("button", { name: "Menu of this table" }).click();
  for (const _ of ["asked", "sure"]) await both.getByRole("button", { name: "Leave the seat" }).click();
  const free = watcher.getByRole("list", { name: "Seats" }).getByText("free seat");
  await free.nth(1).waitFor();
}

/** Somebody's line breaks: the table has said beforehand what follows, counts down, and offers it in the end. */
async function away({ open, base }) {
  const [ada, bo] = [await open(), await open()];
  await ada.goto(`${base}/#/create/duel`);
  await ada.getByLabel("Who plays Bo").selectOption({ label: "Somebody with the link" });
  await ada.getByLabel("Who is away keeps the seat for").selectOption({ label: "5 minutes" });
  await ada.getByRole("button", { name: "To the table" }).click();
  await ada.waitForURL(/#\/table\//);
  await bo.goto(ada.url());
  await bo
    .getByText(
      "Who is away keeps the seat for 5 minutes. Afterwards the others may let a machine play, or claim the game or a draw.",
    )
    .waitFor();
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  await turn(bo);
  await bo.getByRole("tab", { name: "Chat" }).click();
  await bo.getByLabel("Say something").fill("You will never win");
  await bo.getByRole("button", { name: "Send" }).click();
  await ada.getByRole("tab", { name: "Chat" }).click();
  await ada.getByText("You will never win").waitFor();
  await ada.getByText("Whose words you hear").click();
  await ada.getByRole("button", { name: "Mute Bo" }).click();
  await ada.getByText("You will never win").waitFor({ state: "detached" });
  await ada.getByRole("button", { name: "Hear Bo again" }).waitFor();
  await bo.close();
  const notice = ada.getByRole("region", { name: "Somebody is away" });
  await notice.getByText(/The seat is kept for [45]:\d\d\./).waitFor();
  assert.equal(await notice.getByRole("button").count(), 0, "nothing can be done yet");
  await ada.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 301_000;
  });
  await notice.getByText("Away: Bo. The seat is no longer kept.").waitFor();
  await notice.getByRole("button", { name: "Let a machine play for Bo" }).waitFor();
  await notice.getByRole("button", { name: "Claim a draw" }).waitFor();
  await notice.getByRole("button", { name: "Claim the game" }).click();
  await ada.getByText(/They may still come back; wait \d+ seconds\./).waitFor(); // the server has its own clock
}

/** Where a decision has its time, that of the next one runs while the screen is passed on, and the cover says so. */
async function coverTellsTime({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/create/duel`);
  await page.getByRole("radio", { name: /First blood/ }).click();
  await page.getByLabel("Who plays Bo").selectOption({ label: "At this screen" });
  await page.getByLabel("Time for a decision").selectOption({ label: "5 minutes" });
  await page.getByRole("button", { name: "To the table" }).click();
  await byMouse(page, await turn(page), 0);
  const cover = page.getByRole("main", { name: "Hand over" });
  await cover.getByText(/^The clock runs: \d+ s$/).waitFor();
}

/** Two people at one screen: between them nothing of the table is in the page. */
async function hotSeat({ open, base }) {
  await coverTellsTime({ open, base });
  const page = await open();
  await firstBlood(page, base, { Bo: "At this screen" });
  let covers = 0;
  let seen = "";
  for (let n = 0; n < 300; n++) {
    await page.waitForFunction(
      (id) =>
        document.querySelector(".hand-over, .outcome") ||
        (document.querySelector(".decision")?.dataset.ask ?? id) !== id,
      seen,
    );
    if (await over(page).count()) break;
    const cover = page.getByRole("main", { name: "Hand over" });
    if (await cover.count()) {
      assert.equal(await page.locator(".board, .decision, .log, .token").count(), 0, "the cover hides everything");
      covers++;
      seen = "";
      await cover.getByRole("button", { name: /show the table/ }).click();
      continue;
    }
    const ask = await turn(page, seen);
    if (!ask) break;
    await byMouse(page, ask, n);
    seen = ask.id;
  }
  assert(covers >= 2, "the screen was handed over");
  assert.equal(await over(page).count(), 1);
}

/** Who tries another way keeps the opponent: the same machine, under its own name. Keys of the browser stay the browser's. */
async function branched({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Play now: Duel" }).click();
  await byMouse(page, await turn(page), 0);
  await page.waitForURL(/#\/table\//);
  await page.goto(page.url().replace("/table/", "/replay/"));
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await slider.waitFor();
  await page.keyboard.press("Alt+ArrowRight");
  assert.equal(await slider.inputValue(), "0", "Alt with an arrow goes through the history of the browser");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("input[type=range]").value === "1");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Your name").fill("Ada");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/#\/table\//);
  const bar = page.locator("header").first();
  await bar.getByText("recruit").waitFor(); // once it has stopped thinking
  const names = await bar.innerText();
  assert.equal(names.match(/Ada/g)?.length, 1, `only one seat is Ada's: ${names}`);
}

/** On a phone the list of decisions is far below the board: what is shown comes into sight in it, and the page stays. */
async function boardStays(page) {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 700 });
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByText("Before the first decision.").waitFor();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByRole("region", { name: "Last dice" }).locator(".die").first().waitFor();
  assert.equal(await scrolled(), before);
  await page.setViewportSize(wide);
}

async function replay({ open, base }) {
  await branched({ open, base });
  const page = await open();
  await firstBlood(page, base);
  await play(page, byMouse);
  await over(page).getByRole("button", { name: "Watch it again" }).click();
  await page.getByRole("heading", { name: /^Replay/ }).waitFor();
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  const last = Number(await slider.getAttribute("max"));
  assert(last > 2);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForFunction((n) => document.querySelector("input[type=range]").value === String(n), last);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("Every step follows from the seed and the rules.").waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("button", { name: "One step on" }).click();
  // Every decision is listed and can be gone to; where dice were rolled, the tray shows them.
  const rolled = page.locator(".moments button", { hasText: /shoots|hits|misses/i }).first();
  const current = page.locator(".moments [aria-current=true]");
  await rolled.click();
  await rolled.and(current).waitFor();
  await page.getByRole("region", { name: "Last dice" }).locator(".die").first().waitFor();
  assert.equal(await current.count(), 1);
  // The moment that is shown comes into sight in the list, also once its dice have taken some of the room.
  const inSight = () =>
    page.waitForFunction(() => {
      const el = document.querySelector(".moments [aria-current=true]");
      const [at, room] = [el.getBoundingClientRect(), el.closest(".tab-panel").getBoundingClientRect()];
      return at.top >= room.top - 1 && at.bottom <= room.bottom + 1;
    });
  await inSight();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("region", { name: "Last dice" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByRole("region", { name: "Last dice" }).locator(".die").first().waitFor();
  await inSight();
  await boardStays(page);
  await rolled.click();
  await rolled.and(current).waitFor();
  // A link leads to this very action; who follows the players sees the table from the side of whoever decides.
  const there = page.url();
  assert.match(there, /#\/replay\/[^/]+\/\d+$/);
  const prompt = await page.locator(".prompt p").innerText();
  const friend = await open();
  await friend.goto(there);
  await friend.getByText(prompt, { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Whoever decides" }).click();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByText("Before the first decision.").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText("Before the first decision.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.getByRole("button", { name: "One step on" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await (await saving).path();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/#\/table\//);
  await page.getByText(/^This match branches off another one/).waitFor();
  await play(page, byMouse);
  await page.goto(`${base}/#/`);
  await page
    .getByLabel("Watch a save")
    .setInputFiles({ name: "game.json", mimeType: "application/json", buffer: readFileSync(file) });
  await page.getByRole("heading", { name: /^Replay/ }).waitFor();
}

/** Notes in `found` what axe-core objects to in a page, or in some parts of it. */
const looking =
  (found) =>
  async (page, where, about = GUIDELINES, parts = null) => {
    await page.waitForFunction(() => !document.querySelector(".settling, [aria-busy=true]")); // a fresh decision takes on its colours
    await faded(page);
    for (const objection of await objections(page, about, parts)) found.push(`${where}: ${objection}`);
  };

/** A page in its other themes, of which only the colours differ; the one that it was in comes last. */
async function inAllThemes(look, page, where, themes = ["light", "contrast", "dark"]) {
  for (const theme of themes) {
    await themed(page, theme);
    await look(page, `${where}, ${theme}`, theme === themes.at(-1) ? GUIDELINES : COLOURS);
  }
}

/** Reports of studies. */
async function lab(pages) {
  const found = [];
  await laboratory(looking(found), pages);
  assert.deepEqual(found, []);
}

/** Rules that a table reads otherwise than we rule. */
async function readings(pages) {
  const found = [];
  await readingsOf(looking(found), pages);
  assert.deepEqual(found, []);
}

/** Lists to print. */
async function paper(pages) {
  const found = [];
  await onPaper(looking(found), pages);
  assert.deepEqual(found, []);
}

/** Odds without a match. */
async function odds(pages) {
  const found = [];
  await oddsOfAll(looking(found), pages);
  assert.deepEqual(found, []);
}

/** How each battle is won. */
async function goal(pages) {
  const found = [];
  await goals(looking(found), pages);
  assert.deepEqual(found, []);
}

/** Lists built by mouse and on a phone. */
async function muster(pages) {
  const found = [];
  await musterByMouse({ ...pages, look: looking(found) });
  await musterOnPhone({ ...pages, look: looking(found) });
  assert.deepEqual(found, []);
}

/** Dice that both have a hand in; what is shown of them is for everybody's eyes and ears. */
async function fair(pages) {
  const found = [];
  await fairDice(firstBlood, looking(found), pages);
  assert.deepEqual(found, []);
}

/** A record that the page plays by the rules themselves. */
async function proved(pages) {
  const found = [];
  await rulesProved(looking(found), pages);
  assert.deepEqual(found, []);
}

/** No screen has anything that axe-core objects to, in any look, wide or narrow. */
async function axe({ open, base }) {
  const found = [];
  const look = looking(found);
  const page = await open({ viewport: { width: 1280, height: 800 }, colorScheme: "dark" });
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Play now: Sampler" }).waitFor();
  await inAllThemes(look, page, "home");
  await page.getByRole("button", { name: "Settings" }).click();
  await look(page, "settings");
  await page.keyboard.press("Escape");
  await page.goto(`${base}/#/create/sampler`);
  await page.getByRole("radio", { name: /On a table/ }).click();
  await look(page, "create");
  await page.getByRole("button", { name: "To the table" }).click();
  await everyDecision(page, (ask) => look(page, `table, ${ask.type}`));
  await inAllThemes(look, page, "table, over", ["light", "dark", "contrast"]);
  for (const tab of ["Scores", "In words", "Chat"]) {
    await page.getByRole("tab", { name: tab }).click();
    await look(page, `table, ${tab}`);
  }
  await page.keyboard.press("?");
  await look(page, "help");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, "table, phone");
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth),
    390,
    "a phone does not scroll sideways",
  );
  await over(page).getByRole("button", { name: "Watch it again" }).click();
  await page.getByRole("slider").waitFor();
  await look(page, "replay, phone");
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Play now: Sampler" }).waitFor();
  await look(page, "home, phone");
  await page.goto(`${base}/#/rules`);
  await page.getByRole("heading", { name: "The rules" }).waitFor();
  await look(page, "rules, phone");
  await page.goto(`${base}/#/odds/killteam`);
  await page.getByRole("region", { name: "Odds" }).first().waitFor();
  await look(page, "odds, phone");
  await page.setViewportSize({ width: 1280, height: 800 });
  await look(page, "odds");
  await page.goto(`${base}/api/docs`);
  await look(page, "addresses");
  // Somebody waits for others, somebody comes by the link, two share a screen, and the whole is watched again.
  await firstBlood(page, base, { Bo: "Somebody with the link" });
  await page.getByRole("region", { name: "A seat is free" }).waitFor();
  await look(page, "table, a seat is free");
  await page.getByRole("button", { name: "Menu of this table" }).click();
  await look(page, "menu");
  const guest = await open({ viewport: { width: 390, height: 844 } });
  await guest.goto(page.url());
  await guest.getByRole("button", { name: /^Sit down as/ }).waitFor();
  await look(guest, "join, phone");
  await firstBlood(page, base, { Bo: "At this screen" });
  await turn(page);
  await card(page).locator(".option-main").first().click();
  await page.getByRole("main", { name: "Hand over" }).waitFor();
  await look(page, "hand-over");
  await page.goto(page.url().replace("/table/", "/replay/"));
  await page.getByRole("slider").waitFor();
  await look(page, "replay");
  await page.goto(`${base}/#/rules/rampant`);
  await page.locator(".rule").first().waitFor();
  await look(page, "rules of a game");
  await page.getByRole("searchbox").fill("move");
  await page.getByRole("status").filter({ hasText: /rule/ }).waitFor();
  await look(page, "rules, searched");
  assert.deepEqual(found, []);
}

/** A timed phase: the timer says in words, figures and shape what is going on, and stops when it is told to. */
async function timed({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/create/xcom`);
  await page
    .getByRole("radio", { name: /Beachhead.*against the clock/ })
    .first()
    .click();
  await page.getByLabel("Who plays Commander").selectOption({ label: "The machine" });
  await page.getByLabel("Who plays Central Officer").selectOption({ label: "At this screen" });
  await page.getByRole("button", { name: "To the table" }).click();
  const timer = page.getByRole("region", { name: "Timer" });
  while (!(await timer.count())) {
    const ask = await turn(page);
    await asSuggested(page);
    await page.waitForFunction(
      (id) => document.querySelector(".timer") || document.querySelector(".decision")?.dataset.ask !== id,
      ask.id,
    );
  }
  await timer.getByRole("timer", { name: /^\d+ seconds? left$/ }).waitFor();
  const others = page.getByRole("group", { name: "Several things can be decided now" });
  await others.getByRole("button", { name: "Pause", exact: true }).click();
  await timer.getByText("PAUSED").waitFor();
  const found = [];
  await inAllThemes(looking(found), page, "the timer");
  assert.deepEqual(found, []);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("tab", { name: "Log" }).scrollIntoViewIfNeeded();
  assert(await timer.evaluate((el) => el.getBoundingClientRect().top >= 0), "the timer stays at the top of a phone");
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth),
    390,
    "a phone does not scroll sideways",
  );
}

/** The campaign waits for another battle than the one behind this door. */
const nextBattle = (page, door) =>
  page.waitForFunction(
    (href) => ![null, href].includes(document.querySelector(".decision .button.primary")?.getAttribute("href") ?? null),
    door,
  );

/** A battle that was begun, and then told otherwise, says that nobody waits for it; it is listed as what it is. */
async function adrift({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/create/warpath`);
  await page.getByRole("button", { name: "To the table" }).click();
  await page.locator(".decision[data-type=play]").waitFor();
  const home = page.url();
  await card(page).getByRole("link", { name: "To the battle" }).click();
  const note = page.getByText("The campaign does not wait for this battle any more");
  await turn(page);
  assert.equal(await note.count(), 0);
  const battle = page.url();
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const way = await page.getByRole("link", { name: "Back to the campaign" }).boundingBox();
  assert(way.width < 60, "on a phone the way back leaves the room to the names of the sides");
  await page.setViewportSize(wide);
  await page.getByRole("link", { name: "Back to the campaign" }).click();
  await page.locator(".decision[data-type=play]").waitFor();
  const door = card(page).getByRole("link", { name: "To the battle" });
  const begun = await door.getAttribute("href");
  await asSuggested(page);
  await nextBattle(page, begun);
  await page.goto(battle);
  await note.waitFor();
  await page.goto(home.replace("/table/", "/replay/"));
  await page.getByRole("toolbar", { name: "Replay" }).waitFor();
  for (const viewport of [{ width: 390, height: 844 }, wide]) {
    await page.setViewportSize(viewport);
    const shown = await page.locator(".board-frame .no-board").boundingBox();
    assert(shown.height > 300, "without a board, the replay shows what the campaign has to show");
  }
  await page.goto(`${base}/#/`);
  const mine = page.locator(".door.wide li");
  // Beside the campaign its first battle and the one that waits now.
  await mine.getByRole("link", { name: "Duel", exact: true }).nth(1).waitFor();
}

/** A campaign: its battles are fought at tables of their own, and what came of them is known when one comes back. */
async function campaign({ open, base }) {
  await adrift({ open, base });
  const page = await open();
  await page.goto(`${base}/#/create/warpath`);
  await page.getByRole("button", { name: "To the table" }).click();
  await page.locator(".decision[data-type=play]").waitFor();
  const door = card(page).getByRole("link", { name: "To the battle" });
  const first = await door.getAttribute("href");
  const home = page.url();
  await door.click();
  await page.getByRole("heading", { name: "Duel" }).waitFor();
  await play(page, byMouse);
  await over(page).getByRole("link", { name: "Back to the campaign" }).click();
  assert.equal(page.url(), home);
  // The second battle is given up; its result comes home, too.
  await nextBattle(page, first);
  await door.click();
  await turn(page);
  await page.getByRole("button", { name: "Menu of this table" }).click();
  await page.getByRole("button", { name: "Concede" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Concede" }).click();
  await over(page).getByRole("link", { name: "Back to the campaign" }).click();
  await over(page)
    .getByText(/^\d to \d/)
    .first()
    .waitFor();
  await page.goto(`${base}/#/`);
  await page.getByRole("heading", { name: "My games on this device" }).waitFor();
  assert((await page.locator(".door.wide li").count()) >= 3, "the campaign and its battles are among my games");
}

/** Where the page itself is pushed, whoever answers far down is led back to the next decision. */
async function ledBack(page, base) {
  await firstBlood(page, base);
  const head = () => page.evaluate(() => document.querySelector(".decision h2").getBoundingClientRect().top);
  const ask = await turn(page);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  assert((await head()) < 0, "the decision is out of sight");
  await byKeys(page, ask, 0);
  const next = await turn(page, ask.id);
  assert(next);
  await page.waitForFunction(() => document.querySelector(".decision h2").getBoundingClientRect().top >= 0);
}

/** On a phone, with fingers: a piece is dragged, the table is pinched. */
async function touch({ open, base }) {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await ledBack(await open({ viewport: { width: 390, height: 560 }, hasTouch: true, isMobile: true }), base);
  await firstBlood(page, base);
  let ask = await turn(page);
  while (ask.type !== "move") {
    await card(page).locator(".option-main").first().tap();
    ask = await turn(page, ask.id);
  }
  const fingers = await page.context().newCDPSession(page);
  const send = (type, at) =>
    fingers.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
  const slide = async (from, to) => {
    await send("touchStart", from);
    for (let k = 1; k <= 5; k++)
      await send(
        "touchMove",
        from.map(([x, y], i) => [x + ((to[i][0] - x) * k) / 5, y + ((to[i][1] - y) * k) / 5]),
      );
    await send("touchEnd", []);
  };
  await page.locator(".board").scrollIntoViewIfNeeded();
  const scale = () => page.locator(".stage").evaluate((el) => new DOMMatrix(el.style.transform).a);
  const before = await scale();
  const piece = await page.locator(".token.piece .base").first().boundingBox();
  const [x, y] = [piece.x + piece.width / 2, piece.y + piece.height / 2];
  await slide([[x, y]], [[x - 50, y - 40]]);
  await page.locator(".ways .way").waitFor({ state: "attached" });
  assert.equal(await scale(), before, "dragging a piece leaves the table where it is");
  await slide(
    [
      [150, 260],
      [250, 260],
    ],
    [
      [110, 260],
      [290, 260],
    ],
  );
  assert((await scale()) > before * 1.3, "two fingers enlarge the table");
  // However far it is pushed, some of the table stays in the middle of its room.
  for (let n = 0; n < 4; n++) await slide([[60, 200]], [[380, 200]]);
  const middle = await page.locator(".board").evaluate((el) => {
    const box = el.getBoundingClientRect();
    const { e, a } = new DOMMatrix(el.querySelector(".stage").style.transform);
    return { left: e, scale: a, half: box.width / 2 };
  });
  assert(middle.left <= middle.half + 1, `the table is pushed off its room: ${JSON.stringify(middle)}`);
  // A finger that rests begins to measure there; the next tap ends it.
  await page.getByRole("button", { name: "Show the whole table" }).tap();
  await send("touchStart", [[150, 300]]);
  await page.getByText("Choose the second point or piece.").waitFor();
  await send("touchEnd", []);
  await page.touchscreen.tap(220, 300);
  await page.getByText(/apart, base to base/).waitFor();
  await page.getByRole("button", { name: "Measure a distance" }).tap();
  await page.locator("[data-primary]").tap();
  await turn(page, ask.id);
}

const FIVE = ["Xenos Rampant", "Kill Team 2021", "XCX Enemy Eternal", "Xenocide", "XCOM: The Board Game"];
const DECISIONS = Number(process.env.XENOTABLE_DECISIONS ?? 6); // in each game; more of them for a longer look

/** Every game of the house starts with one click, goes on as suggested, and ends when it is given up. */
async function games({ open, base }) {
  const page = await open();
  const found = [];
  const look = looking(found);
  for (const game of FIVE.filter((name) => name.startsWith(process.env.XENOTABLE_GAME ?? ""))) {
    await page.goto(`${base}/#/`);
    await page.getByRole("button", { name: `Play now: ${game}`, exact: true }).click();
    const kinds = {};
    for (let n = 0; n < DECISIONS; n++) {
      const ask = await turn(page);
      if (!ask) break;
      const before = await page.locator(".side").innerText();
      await (n % 4 < 3 ? advisedByMouse : advisedByKeys)(page, ask, n);
      await page.waitForFunction((text) => document.querySelector(".side")?.innerText !== text, before);
      kinds[ask.type] = (kinds[ask.type] ?? 0) + 1;
    }
    await inAllThemes(look, page, game, ["light", "dark"]);
    if (DECISIONS > 6)
      console.error(`${game}: ${JSON.stringify(kinds)}${(await over(page).count()) ? ", to the end" : ""}`);
    while (!(await over(page).count())) await giveUp(page);
  }
  assert.deepEqual(found, []);
}

/** Some books say when one may give up; then the menu says so, and one plays on until that moment. */
async function giveUp(page) {
  await page.getByRole("button", { name: "Menu of this table" }).click();
  const menu = page.getByRole("dialog");
  await menu.getByRole("button", { name: "Concede" }).click();
  await menu.getByText("Give this game up?").waitFor();
  await menu.getByRole("button", { name: "Concede" }).click();
  await page.waitForFunction(() => document.querySelector(".outcome, dialog [role=status]"));
  if (await over(page).count()) return;
  await page.keyboard.press("Escape");
  const ask = await turn(page);
  if (!ask) return;
  await asSuggested(page);
  await page.waitForFunction(
    (id) => document.querySelector(".outcome") || document.querySelector(".decision")?.dataset.ask !== id,
    ask.id,
  );
}

/** A rule opens beside the table; a standing order answers from then on, until it is ended. */
async function rulesAndOrders({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Play now: Xenos Rampant" }).click();
  await turn(page);
  await card(page)
    .getByRole("button", { name: /^Rule / })
    .first()
    .click();
  const drawer = page.getByRole("complementary", { name: "Rule" });
  await drawer.locator(".rule p").first().waitFor();
  await drawer.getByRole("link", { name: "Open in the rulebook" }).click();
  await page.getByRole("heading", { name: /^Rules of Xenos Rampant/ }).waitFor();
  await page.getByLabel("Search the rules").fill("courage test");
  await page.getByText(/^\d+ rules found\.$/).waitFor();
  await page.goto(`${base}/#/create/duel`);
  await page.getByRole("button", { name: "To the table" }).click();
  await page.locator(".decision[data-key=stance]").waitFor();
  await card(page).getByText("Answer this for me from now on").click();
  await card(page)
    .getByRole("button", { name: /^Always: aim/i })
    .click();
  await page.getByRole("tab", { name: "Scores" }).click();
  const orders = page.getByRole("region", { name: "Standing orders" });
  await orders.getByText(/stance/).waitFor();
  await orders.getByRole("button", { name: "End it" }).click();
  await orders.waitFor({ state: "detached" });
  // An order with a condition: the game says which there are, and judges when it applies.
  await page.goto(`${base}/#/create/sampler`);
  await page.getByRole("radio", { name: /On a table/ }).click();
  await page.getByRole("button", { name: "To the table" }).click();
  await page.locator(".decision[data-key=card]").waitFor();
  await card(page).getByText("Answer this for me from now on").click();
  await card(page).getByLabel("On which condition").selectOption({ label: "red at 5 or more" });
  await card(page).getByRole("button", { name: "Give this order" }).click();
  await page.locator(".decision[data-key=deploy]").waitFor();
  await page.getByRole("tab", { name: "Scores" }).click();
  await orders.getByText("card: Alpha 1: at 5 or more").waitFor();
}

async function decisions({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/create/sampler`);
  await page.getByRole("radio", { name: /On a table/ }).click();
  await page.getByLabel("Dice").selectOption({ label: "Real dice, typed in" });
  await page.getByRole("button", { name: "To the table" }).click();
  const kinds = await everyDecision(page);
  assert.deepEqual(kinds, [
    "choose",
    "place",
    "move",
    "choose",
    "confirm",
    "pick",
    "number",
    "assign",
    "arrange",
    "roll",
  ]);
  await page.getByText("2 hits.").first().waitFor();
}

/** While a crowded table is zoomed nothing on it is rendered anew: the table as a whole is moved. */
async function crowd({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/create/sampler`);
  await page.getByRole("radio", { name: /With a crowd/ }).click();
  await page.getByRole("button", { name: "To the table" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".token").length >= 300);
  const box = await page.locator(".board").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => {
    Object.assign(globalThis, { heard: 0, changed: [] });
    const [board, stage] = [document.querySelector(".board"), document.querySelector(".stage")];
    board.addEventListener("wheel", () => (globalThis.heard += 1));
    // Where the table comes to rest, pieces may show more or less; until then nothing changes.
    let rests = false;
    new MutationObserver(() => {
      if (stage.style.willChange) return;
      rests = true;
      setTimeout(() => (rests = false), 300);
    }).observe(stage, { attributes: true });
    const watch = new MutationObserver(
      (all) => rests || globalThis.changed.push(...all.filter((m) => m.target !== stage).map((m) => m.target.nodeName)),
    );
    watch.observe(board, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const scale = () => page.locator(".stage").evaluate((el) => el.style.transform);
  const before = await scale();
  for (let i = 0; i < 40; i++) await page.mouse.wheel(0, i < 25 ? -40 : 20);
  await page.waitForFunction(() => globalThis.heard > 20); // some may be heard together
  assert.notEqual(await scale(), before, "the table was zoomed");
  assert.deepEqual(await page.evaluate(() => globalThis.changed), []);
  await onlyTheGhost(page);
}

/** While a piece is dragged among 300 others, only its ghost changes. */
async function onlyTheGhost(page) {
  await page.getByRole("button", { name: "Show the whole table" }).click();
  await card(page).getByRole("button", { name: "Red" }).click();
  await page.locator(".decision[data-key=deploy]").waitFor();
  await card(page).getByRole("button", { name: "Suggest" }).click();
  await page.locator("[data-primary]:not([disabled])").click();
  await page.locator(".decision[data-key=march]").waitFor();
  await page.locator(".reach .field").waitFor();
  await card(page).getByRole("button", { name: "One piece only" }).click();
  await page.waitForTimeout(400);
  const piece = await page.locator(".token.piece .base").first().boundingBox();
  const [x, y] = [piece.x + piece.width / 2, piece.y + piece.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y - 12, { steps: 3 });
  await page.locator(".ways .way").waitFor();
  await page.waitForTimeout(400);
  await page.evaluate(() => {
    globalThis.elsewhere = [];
    const inHand = (node) => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest(".ways, .in-hand");
    const watch = new MutationObserver((all) =>
      globalThis.elsewhere.push(...all.filter((m) => !inHand(m.target)).map((m) => m.target.nodeName)),
    );
    watch.observe(document.querySelector(".stage"), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  await page.mouse.move(x + 30, y - 20, { steps: 12 });
  assert.deepEqual(await page.evaluate(() => globalThis.elsewhere), []);
  await page.mouse.up();
  // Each part with a transform of its own would have to be laid out again with everything that moves.
  assert.equal(await page.locator(".board .token .face [transform], defs [id^=base] [transform]").count(), 0);
}

export const SCENARIOS = {
  mouse,
  keyboard,
  battleByMouse,
  battleByKeys,
  realDice,
  leaving,
  away,
  network,
  asleep,
  fair,
  proved,
  goal,
  lab,
  readings,
  hotSeat,
  replay,
  axe,
  decisions,
  games,
  campaign,
  timed,
  touch,
  rulesAndOrders,
  war,
  companion,
  companionLasts,
  roles,
  crowd,
  watched,
  missed,
  clicks,
  restingPointer,
  longPress,
  chatter,
  everySide,
  idleRoles,
  looks,
  headline,
  sideways,
  muster,
  musterByKeys,
  musterClosed,
  musterKept,
  musterQuick,
  musterShared,
  odds,
  pages: besideTables,
  paper,
  guidedRampant,
  guidedKillteam,
  guidedXcx,
  guidedXenocide,
  guidedXcom,
  coachSilenced,
  firstVisit,
  setUpYourself,
  ...pointsOf,
  ...toldOf,
};

const LONGEST = 360_000; // milliseconds of a scenario on a busy machine
const [name, base] = process.argv.slice(2);
const browser = await launch();

/** One scenario, in windows of its own. */
async function run(scenario) {
  const [faults, windows] = [[], []];
  /** A page of somebody who has never been here. Stories are told and answers taken at once, but for `usual` settings:
   * those are for scenarios about the story and about clicks. */
  async function open({ usual = false, ...kind } = { viewport: { width: 1280, height: 800 } }) {
    const window = await browser.newContext({ acceptDownloads: true, ...kind });
    windows.push(window);
    const page = patient(await window.newPage());
    if (!usual)
      await page.addInitScript(() => {
        const key = "xenotable.settings";
        if (location.protocol !== "about:" && !localStorage.getItem(key))
          localStorage.setItem(key, JSON.stringify({ speed: "instant", steady: 0 }));
      });
    page.on("pageerror", (fault) => faults.push(fault.message));
    return page;
  }
  try {
    await within(LONGEST, SCENARIOS[scenario]({ open, base, firstBlood }), "the scenario").catch(async (fault) => {
      throw new Error(`${fault.stack}\nMeanwhile:\n${await shown(windows)}`);
    });
    assert.deepEqual(faults, [], "no page had an error");
  } finally {
    await within(PATIENCE, Promise.all(windows.map((window) => window.close())), "closing the windows");
  }
}

/** What the open pages ask, for whoever reads why a scenario failed. */
async function shown(windows) {
  const asked = (page) =>
    page
      .evaluate(() => document.querySelector(".decision")?.innerText ?? document.body.innerText)
      .then((words) => `${page.url()}\n${words.slice(0, 600)}`)
      .catch((fault) => `${page.url()}\n${fault.message}`);
  return (await Promise.all(windows.flatMap((window) => window.pages()).map(asked))).join("\n\n");
}

try {
  if (name !== "-") {
    await run(name);
    console.log("ok");
  }
  // Names come in, one a line; for each goes out what came of it. So many scenarios need one browser.
  else
    for await (const scenario of createInterface({ input: process.stdin }))
      console.log(
        JSON.stringify(
          await run(scenario).then(
            () => "ok",
            (fault) => String(fault.stack),
          ),
        ),
      );
} finally {
  await browser.close();
}
