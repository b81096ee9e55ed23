// A newcomer's first battle of each game, through the page: one click, a table that is set up, a coach beside decisions.
import assert from "node:assert/strict";
import { advisedByKeys, advisedByMouse, card, clicked, over, settled, turn } from "./moves.mjs";
import { rematch } from "./points.mjs";

const TITLES = {
  rampant: "Xenos Rampant",
  killteam: "Kill Team 2021",
  xcx: "XCX Enemy Eternal",
  xenocide: "Xenocide",
  xcom: "XCOM: The Board Game",
};
const OPENING = ["side", "deploy", "edge", "attacker", "zone", "equipment", "company"];
const MOST = 400; // decisions of a first battle
const coach = (page) => page.locator("aside.coach");

/** From the start page to the first real decision, with one click. */
async function begin(page, base, game) {
  await page.goto(`${base}/#/`);
  const box = page.locator(".game", { has: page.getByRole("heading", { name: TITLES[game], exact: true }) });
  assert.match(await box.locator(".first-battle").innerText(), /\w+ \w+/, "the card says what the battle is");
  await box.getByRole("button", { name: /^Play now/ }).click();
  const ask = await turn(page);
  assert(!OPENING.includes(ask.key), `${game} begins with a real decision, not with ${ask.key}`);
  return ask;
}

/** Plays on with `how` until the battle or the guide is over; notes what the coach said. */
async function throughWith(page, how, first, until, together = false) {
  const said = new Set();
  let ask = first;
  for (let n = 0; ask && n < MOST; n++) {
    await settled(page);
    const mark = await page.evaluate(() => {
      const [words, answers] = [document.querySelector("aside.coach"), document.querySelector(".decision")];
      if (!words || !answers) return null;
      const apart = words.getBoundingClientRect().bottom <= answers.getBoundingClientRect().top;
      return { when: words.dataset.mark, apart };
    });
    if (mark) said.add(mark.when);
    assert(mark?.apart !== false, "the coach stands beside a decision, never upon it");
    if (await until(page)) break;
    const before = await page.locator(".side").innerText();
    await how(page, ask, n);
    await page.waitForFunction(
      ([id, text]) =>
        document.querySelector(".outcome") ||
        document.querySelector(".decision")?.dataset.ask !== id ||
        document.querySelector(".side")?.innerText !== text,
      [ask.id, before],
    );
    ask = await turn(page, together ? "" : ask.id); // where all act at once, a decision may keep its id
  }
  return said;
}

const ended = (page) =>
  over(page)
    .count()
    .then((n) => n > 0);

async function guided({ open, base }, game, { how = clicked, options = {}, until = ended, least = 5 } = {}) {
  const page = await open(options);
  const first = await begin(page, base, game);
  const said = await throughWith(page, how, first, until);
  assert(said.size >= least, `the coach of ${game} spoke of ${[...said].join(", ")}`);
  assert(await until(page), `${game} comes to its end`);
  return page;
}

export const guidedRampant = (around) => guided(around, "rampant");
export const guidedXenocide = (around) => guided(around, "xenocide");

/** On a phone: the board and the answers are in sight together, and the words unfold when they are wanted. */
export async function guidedXcx(around) {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const inSight = async (page) => {
    if (await ended(page)) return true;
    const [board, answer] = [
      await page.locator(".board-frame").boundingBox(),
      await card(page).locator("h2").boundingBox(),
    ];
    assert(board.y + board.height > 0 && board.y < 844 && answer.y < 844, "board and decision are in sight together");
    return false;
  };
  const page = await guided(around, "xcx", { options, until: inSight });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await rematch(page);
}

/** Keeps every sentence that a screen reader would be given. */
function listen() {
  globalThis.heard = [];
  const hear = (node) => {
    const region = node.nodeType === 1 && node.closest("[role=log][aria-live=polite]");
    if (!region || region === node) return;
    const sentences = node.matches("p") ? [node] : [...node.querySelectorAll("p")];
    globalThis.heard.push(...sentences.map((p) => p.textContent.trim()).filter(Boolean));
  };
  new MutationObserver((all) => {
    for (const { addedNodes } of all) for (const node of addedNodes) hear(node);
  }).observe(document, { subtree: true, childList: true });
}

/** A whole battle by keyboard alone, the log shut: what the live region says is what the log has, sentence by sentence. */
export async function guidedKillteam(around) {
  const page = await around.open({ usual: true, viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await page.addInitScript(listen);
  const first = await begin(page, around.base, "killteam");
  const begun = await page.locator(".log .told").allInnerTexts();
  await page.evaluate(() => (globalThis.heard = []));
  await page.keyboard.press("g");
  const said = await throughWith(page, advisedByKeys, first, ended);
  assert(said.size >= 5, `the coach spoke of ${[...said].join(", ")}`);
  await page.keyboard.press("l");
  const told = await page.locator(".log .told").allInnerTexts();
  await page.waitForFunction((last) => globalThis.heard.at(-1) === last, told.at(-1)); // it is said sentence by sentence
  const heard = await page.evaluate(() => globalThis.heard);
  const since = told.slice(-Math.min(told.length, heard.length));
  assert(since.length > 30, `a battle has more than ${since.length} sentences`);
  assert.deepEqual(heard.slice(-since.length), since);
  assert(begun.length + heard.length >= told.length, "nothing is in the log that was not said");
}

/** The first round of XCOM with its lessons, by mouse. */
export async function guidedXcom(around) {
  const roundOver = async (page) =>
    (await ended(page)) || (await page.locator(".log").getByText("Round 2: the timed phase begins.").count()) > 0;
  const page = await around.open();
  const first = await begin(page, around.base, "xcom");
  assert.match(first.key, /^(signal|act)$/, "what can wait, such as a card for any time, is not the first question");
  const said = await throughWith(page, advisedByMouse, first, roundOver, true);
  assert(said.size >= 5, `the coach spoke of ${[...said].join(", ")}`);
  assert(await roundOver(page), "the round is played");
  await page.locator(".log").getByText("Lesson:").first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const cut = () => [...document.querySelectorAll(".asides")].some((line) => line.scrollWidth > line.clientWidth);
  await page.locator(".asides").waitFor();
  assert(!(await page.evaluate(cut)), "on a phone what else stands open can be read whole");
}

/** The coach is skipped with one click, stays silent, and speaks again when asked. */
export async function coachSilenced({ open, base }) {
  const page = await open();
  await begin(page, base, "rampant");
  await settled(page);
  await coach(page)
    .getByRole("button", { name: /^Rule / })
    .click();
  await page.getByRole("complementary", { name: "Rule" }).locator(".rule p").first().waitFor();
  await page.keyboard.press("Escape");
  await coach(page).getByRole("button", { name: "Got it" }).click();
  await coach(page).waitFor({ state: "detached" });
  await card(page).locator(".option.chosen .option-main").click();
  await page.locator(".decision[data-key=order]").waitFor();
  await coach(page).getByRole("button", { name: "No more of this" }).click();
  await page.reload();
  await turn(page);
  await settled(page);
  assert.equal(await coach(page).count(), 0, "it stays silent");
  await page.getByRole("button", { name: "Menu of this table" }).click();
  await page.getByRole("button", { name: "Let the coach speak again" }).click();
  await coach(page).waitFor();
}

/** Who would rather set up is asked to; and the opponent is chosen on the button. */
export async function setUpYourself({ open, base }) {
  const page = await open();
  await page.goto(`${base}/#/`);
  await page.getByLabel("Who plays the other side of Xenos Rampant").selectOption("veteran");
  await page.getByRole("button", { name: "Set up yourself: Xenos Rampant" }).click();
  const ask = await turn(page);
  assert(OPENING.includes(ask.key), `setting up comes first, not ${ask.key}`);
  assert.match(await page.locator(".seats").innerText(), /veteran|thinking/);
}

/** Whoever comes before the server answers is told so, and may ask again. */
export async function firstVisit({ open, base }) {
  const page = await open();
  let fail;
  const answered = new Promise((on) => (fail = on));
  const games = `${base}/api/games`;
  await page.route(games, async (route) => {
    await answered;
    await route.abort();
  });
  await page.goto(`${base}/#/`);
  await page.getByText("Asking the server…").first().waitFor();
  fail();
  await page.getByText("This server does not offer it.").first().waitFor();
  await page.unroute(games);
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await page
    .getByRole("button", { name: /^Play now/ })
    .first()
    .waitFor();
  assert.equal(await page.getByRole("alert").count(), 0, "what went wrong is forgotten");
}
