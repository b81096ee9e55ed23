// Every point about the story, in each of the five games: a battle that went on at another device is come back to, and what
// happened meanwhile is played, skipped, played again, stepped through, told in sentences, visited, cut short by an answer, and
// replayed.
import assert from "node:assert/strict";
import { objections } from "./accessible.mjs";
import { asSuggested, card, settled, turn } from "./moves.mjs";
import { counting, gesture, idle, sentences, skipped } from "./story.mjs";

// In XCOM all act at once: a question may keep its id, and the story may grow while somebody looks at it.
const GAMES = {
  rampant: { title: "Xenos Rampant" },
  killteam: { title: "Kill Team 2021" },
  xcx: { title: "XCX Enemy Eternal" },
  xenocide: { title: "Xenocide" },
  xcom: { title: "XCOM: The Board Game", together: true },
};
const MOST = 40; // decisions within which the other side has acted
const THEIRS = 3; // sentences about pieces of others, as of a machine's turn
const STEPS = 12; // of a record, within which something is seen
const TRACES = ".story .trail, .story .aim, .story .fallen, .story .loss.stays";
const RAW = /\d\.\d\d|[a-z]+:[a-z0-9]|\d\.\d, \d|\bX \d|[a-z]+_[a-z]|\{/; // scores, ids and coordinates

const button = (page, name) => page.getByRole("button", { name });
const isSeen = () => Object.keys(globalThis.played).some((kind) => kind !== "words");

/** Takes what the machine suggests, which says why as people do. Gives 1 for a decision, 0 where nothing was said: who waits
 * for others looks again and again, the more often the slower they are. */
async function answered(page, { together }) {
  const ask = await turn(page);
  await settled(page);
  const said = await asSuggested(page);
  const hint = (await card(page).locator(".notice").allInnerTexts()).join(" ");
  assert(!RAW.test(hint), `a hint speaks as people do: ${hint}`);
  assert(await turn(page, together ? "" : ask.id), "the battle goes on");
  return said ? 1 : 0;
}

/** Answers until an own action was seen; gives what is told by then. */
async function ownAction(page, about) {
  for (let n = 0; !(await page.evaluate(isSeen)); ) {
    assert(n < MOST, "an own action is shown");
    n += await answered(page, about);
  }
  return skipped(page);
}

/** How much is told of pieces of others after so many sentences. */
const ofOthers = (page, from) =>
  page
    .locator(".log li")
    .evaluateAll((all, n) => all.slice(n).filter((li) => li.querySelector(".sided:not(.side-0)")).length, from);

/** At another device the same person plays on until others have acted. */
async function goesOnElsewhere(page, open, about, from) {
  const other = await open();
  const games = await page.evaluate(() => localStorage.getItem("xenotable.games"));
  await other.addInitScript((kept) => {
    if (location.protocol !== "about:") localStorage.setItem("xenotable.games", kept);
  }, games);
  const table = page.url();
  await page.goto("about:blank");
  await other.goto(table);
  await turn(other);
  for (let n = 0; (await ofOthers(other, from)) < THEIRS; ) {
    assert(n < MOST, "others act");
    n += await answered(other, about);
  }
  await other.context().close();
  return table;
}

/** Again and skipped, again and by steps: the story goes back with the board, and its end is the same. */
async function goneThrough(page, told) {
  const isWhole = async (how) =>
    assert.deepEqual((await sentences(page)).slice(0, told.length), told, `the end is the same when it is ${how}`);
  await button(page, "Play that again").click();
  await gesture(page).waitFor({ state: "attached" });
  assert((await sentences(page)).length < told.length, "the story goes back with the board");
  await button(page, "Skip to now").click();
  await idle(page);
  await isWhole("skipped");
  await button(page, "Play that again").click();
  await button(page, "One event at a time").click();
  await button(page, "Play on").waitFor();
  const held = (await sentences(page)).length;
  await page.keyboard.press(".");
  await button(page, "Play on").waitFor(); // the next event waits
  assert((await sentences(page)).length <= held + 1, "a step is one event");
  await button(page, "Play on").click();
  await idle(page); // to its end
  await isWhole("stepped through");
}

/** Where nothing may move, it is told in the live region, one sentence after the other. */
async function still(page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await button(page, "Menu of this table").click(); // a narrow window has the speed in the settings, too
  await page.getByRole("dialog").getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("How fast the story is played").selectOption("brisk");
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    const count = () => document.querySelectorAll(".log[aria-live=polite] li .told").length;
    const whole = count(); // until it goes back, other things may change on the page, such as a clock
    globalThis.grown = [];
    new MutationObserver(() => {
      const [n, last] = [count(), globalThis.grown.at(-1) ?? whole];
      if (n !== last) globalThis.grown.push(n);
    }).observe(document, { subtree: true, childList: true });
  });
  await button(page, "Play that again").click();
  await page.waitForFunction(() => globalThis.grown.length > 3);
  const [grown, moving] = await page.evaluate(() => [
    globalThis.grown.slice(0, 4),
    document.getAnimations().filter((a) => !(a instanceof CSSTransition) && a.effect.getTiming().duration > 1).length,
  ]);
  assert.equal(moving, 0, "nothing moves");
  assert.deepEqual(
    grown.slice(1).map((n, i) => n - grown[i]),
    [1, 1, 1],
    `one at a time: ${grown}`,
  );
  await skipped(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
}

/** A sentence lights up its pieces; a click shows the table as it was, and another one leads back. */
async function visited(page) {
  const told = page.locator(".log li .told");
  for (let n = (await told.count()) - 1; ; n--) {
    assert(n >= 0, "no sentence lights up a piece");
    await told.nth(n).hover();
    if (await page.locator("[data-lit]").count()) break;
  }
  const words = await told.last().innerText();
  await told.last().click();
  await page.getByText(`The table as it was: ${words}`).waitFor();
  await button(page, "Back to now").click();
  await page.getByText("The table as it was").waitFor({ state: "detached" });
}

/** Nobody has to wait: an answer ends the story. */
async function cutShort(page, about, told) {
  await button(page, "Play that again").click();
  await gesture(page).waitFor({ state: "attached" });
  for (let n = 0; !(await answered(page, about)); n++) assert(n < MOST, "it can be answered");
  assert((await sentences(page)).length >= told.length, "the rest is skipped");
}

/** The record plays the same. */
async function replayed(page, table) {
  await page.goto(table.replace("/table/", "/replay/"));
  await page.getByRole("heading", { name: /^Replay/ }).waitFor();
  for (let n = 0; !(await page.evaluate(isSeen)); n++) {
    assert(n < STEPS, "a record is played");
    // Who clicks on before a moment has come wants to be farther, and nothing is played.
    const came = page.waitForResponse((answer) => /\/replay\/\d+\?/.test(answer.url()));
    await button(page, "One step on").click();
    await (await came).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
}

async function told({ open, base }, game) {
  const about = GAMES[game];
  const page = await counting(open);
  await page.goto(`${base}/#/`);
  await button(page, `Play now: ${about.title}`).click();
  const before = await ownAction(page, about);
  const table = await goesOnElsewhere(page, open, about, before.length);
  await page.goto(table);
  await page.getByText("While you were away").waitFor();
  await page.waitForFunction(isSeen);
  if (game === "rampant") assert.deepEqual(await objections(page, {}, [".headline", ".side"]), []);
  const after = await skipped(page);
  assert((await ofOthers(page, before.length)) >= THEIRS, "what others did is told");
  assert((await page.locator(TRACES).count()) > 0, "traces stay until the next decision");
  await goneThrough(page, after);
  await still(page);
  await visited(page);
  await cutShort(page, about, after);
  await replayed(page, table);
}

export const toldOf = Object.fromEntries(
  Object.keys(GAMES).map((game) => [`told-${game}`, (around) => told(around, game)]),
);
