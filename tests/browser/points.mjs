// Every point about how to win and about clicks that can be trusted, in each of the five games: one first battle, looked at
// decision by decision.
import assert from "node:assert/strict";
import { asSuggested, card, over, settled, turn } from "./moves.mjs";

const REFUSAL = "a refusal goes with its cause";
const ODDS = "odds show when somebody points, and when the question comes up under a pointer at rest";
// XCX plays its other side by cards. In XCOM all act at once, nothing is measured, and odds come with the dice at the end of a
// round; a refusal stands beside the option that is closed.
const GAMES = {
  rampant: { title: "Xenos Rampant", sides: 2, time: /Round\s+1 of 5/ },
  killteam: { title: "Kill Team 2021", sides: 2, time: /Turning point\s+1 of \d/ },
  xcx: { title: "XCX Enemy Eternal", sides: 2, time: /Round\s+1 of \d/, alone: true },
  xenocide: { title: "Xenocide", sides: 2, time: /Turn\s+1 of \d/ },
  xcom: { title: "XCOM: The Board Game", sides: 4, time: /Round\s+1/, together: true, most: 300, elsewhere: [ODDS] },
};
const MOST = 40; // decisions within which every point has come up
const RESTS = { x: 2, y: 2 }; // where a pointer points at nothing

const BACK = /Take Interceptor \d+ back/;
const CROWDED = "Africa holds three Interceptors already.";

const now = (page) => page.evaluate(() => document.querySelector(".decision")?.dataset.ask);
const idle = (page) => card(page).getByText("may meanwhile").count();
const odds = (page) => page.getByRole("region", { name: "Odds" });
const refusals = (page) => card(page).locator(".alerts").innerText();

/** A second click on the same spot in the moment in which the next question is drawn, however slow the machine is. */
function clickAgain(page, { x, y }, seen) {
  return page.evaluate(
    ([x, y, seen]) => {
      window.clickedAgain = new Promise((done) => {
        const observer = new MutationObserver(() => {
          const next = document.querySelector(".decision");
          if (!next || next.dataset.ask === seen) return;
          observer.disconnect();
          document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
          done();
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      });
    },
    [x, y, seen],
  );
}

/** Counts the answers that a page sends. */
function counted(page) {
  const sent = { answers: 0 };
  page.on("websocket", (line) => line.on("framesent", ({ payload }) => (sent.answers += /"type":"act"/.test(payload))));
  return sent;
}

/** One click answers, and a second one on the same spot does not answer the next question; whether this was the answer.
 * Where all act at once, questions go and come meanwhile: there it is a double click, and it may come too late. */
async function answersOnce({ page, ask, sent, together }, at) {
  const before = sent.answers;
  if (together) {
    await page.mouse.dblclick(at.x, at.y);
    await page.waitForTimeout(200);
    await settled(page);
  } else {
    await clickAgain(page, at, ask.id);
    await page.mouse.click(at.x, at.y);
    if (await turn(page, ask.id)) {
      await page.evaluate(() => window.clickedAgain);
      await settled(page);
    }
  }
  assert(sent.answers <= before + 1, "the second click is nobody's answer");
  return sent.answers > before;
}

const soon = (page, is, about, timeout = 5000) =>
  page.waitForFunction(is, about, { timeout }).then(
    () => true,
    () => false,
  );

const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Where it is once it is in sight; nothing if it is gone by then, as where all act at once. */
const placeOf = (locator) =>
  locator
    .evaluate(
      (it) => {
        it.scrollIntoView({ block: "nearest" });
        const { x, y, width, height } = it.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      },
      null,
      { timeout: 5000 },
    )
    .catch(() => null);

/** Over the nearest edge of the table. */
function beyond({ x, y }, table) {
  const far = {
    left: x - table.x,
    right: table.x + table.width - x,
    up: y - table.y,
    down: table.y + table.height - y,
  };
  const edge = Object.keys(far).reduce((a, b) => (far[a] < far[b] ? a : b));
  return {
    left: { x: table.x - 8, y },
    right: { x: table.x + table.width + 8, y },
    up: { x, y: table.y - 8 },
    down: { x, y: table.y + table.height + 8 },
  }[edge];
}

/** An option that has odds, with somebody pointing at it; null: none has. */
async function withOdds(page) {
  const signed = card(page).locator(".option:not(.shut):has(.odds-sign) .option-main").first();
  if (!(await signed.count())) return null;
  await signed.hover();
  await odds(page).waitFor();
  return signed;
}

/** Where Interceptors are sent out: a continent takes three of them, and one more when one is called back. */
async function crowded({ page, ask }) {
  if (ask.key !== "act" || !/Interceptors/.test(await card(page).locator("h2").innerText())) return false;
  const says = () =>
    page.evaluate((words) => document.querySelector(".decision")?.textContent.includes(words), CROWDED);
  const press = async (name) => {
    const option = card(page).locator(".option:not(.shut) .option-main").filter({ hasText: name }).first();
    if (!(await option.count())) return;
    const before = await card(page).innerText();
    await option.click();
    await page.waitForFunction((was) => document.querySelector(".decision")?.innerText !== was, before);
    await settled(page);
  };
  for (let sent = 0; sent < 3; sent++) await press(/Africa$/);
  if (!(await says())) return false; // too few are ready
  await press(BACK);
  assert(!(await says()), "the reason has gone with the Interceptor");
  for (let sent = 1; sent < 3; sent++) await press(BACK); // they are needed elsewhere
  return true;
}

/** Each looks at the decision at hand; true once it has seen what it is about. Some of them answer. */
const POINTS = {
  async "whoever has a token in the keyboard's focus sees it as it was"({ page }) {
    const outline = await page.evaluate(() => {
      const face = document.querySelector(
        ".board .face[tabindex], .board .badge-plate[tabindex], .board .unit-hit[tabindex], .board .place[tabindex]",
      );
      face?.focus();
      const found = face && getComputedStyle(face).outlineStyle;
      face?.blur();
      return found;
    });
    if (outline) assert.equal(outline, "none");
    return Boolean(outline);
  },
  async "how to win is a key away once its card is folded"({ page }) {
    const goal = page.locator("details.goal");
    if ((await goal.getAttribute("open")) !== null) return false;
    await page.keyboard.press("o");
    await goal.locator("dl").waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    return true;
  },
  async [ODDS]({ page, ask }) {
    if (ask.type !== "choose") return false;
    const option = await withOdds(page);
    if (!option) return false;
    await page.mouse.move(RESTS.x, RESTS.y);
    await odds(page).waitFor({ state: "detached" });
    await page.evaluate(() => document.querySelector(".side").scrollTo({ top: 0 }));
    const at = middle(await option.boundingBox());
    if (at.y > page.viewportSize().height - 20) return false; // it comes up below what is seen
    const words = await card(page).locator("h2").innerText();
    await page.keyboard.press("Enter");
    if (!(await turn(page, ask.id))) return false;
    await page.mouse.move(at.x, at.y);
    await settled(page);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("u");
    await page.waitForFunction((asked) => document.querySelector(".decision h2")?.innerText === asked, words);
    await settled(page);
    await odds(page).waitFor();
    await page.mouse.move(RESTS.x, RESTS.y);
    return true;
  },
  async [REFUSAL]({ page, ask, together }) {
    if (together) return crowded({ page, ask });
    if (ask.type !== "move") return false;
    const box = await page.locator(".token.piece .base").first().boundingBox();
    if (!box) return false;
    const others = await page.locator(".board .token:not(.piece):not(.ghost) .base").all();
    const near = await Promise.all(others.slice(0, 4).map((other) => other.boundingBox()));
    const off = beyond(middle(box), await page.locator(".board .ground").boundingBox());
    for (const spot of [off, ...near.filter(Boolean).map(middle)]) {
      const from = middle(box);
      await page.keyboard.press("w"); // along a way of one's own: else the table finds the nearest legal end
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + spot.x) / 2, (from.y + spot.y) / 2);
      await page.mouse.move(spot.x, spot.y);
      await page.mouse.up();
      await soon(page, () => document.querySelector(".decision .alerts li"), null, 1500);
      const refused = await refusals(page);
      await page.keyboard.press("Escape");
      await page.keyboard.press("w");
      const gone = (words) => document.querySelector(".decision .alerts").innerText !== words;
      if (!refused || !(await soon(page, gone, refused))) continue; // who stays may be refused for the same reason
      return true;
    }
    return false;
  },
  async "a click on a piece answers at once"({ page, ask, sent, together }) {
    const offered = page.locator(
      ".board .token.offered .base, .board .badge.offered .badge-plate, .board .place.offered .place-ground",
    );
    if (ask.type !== "choose" || !(await offered.count())) return false;
    const at = await placeOf(offered.first());
    if (!at) return false;
    const one = await page.evaluate(
      ([x, y]) => {
        const hit = document.elementFromPoint(x, y)?.closest("[data-token], [data-on]");
        return hit?.classList.contains("offered") ?? false;
      },
      [at.x, at.y],
    );
    if (!one) return false; // something else lies there
    return answersOnce({ page, ask, sent, together }, at);
  },
  async "a double click on an option answers one question"({ page, ask, sent, together }) {
    const option = card(page).locator(".option:not(.shut) .option-main, .answers > .button").first();
    if ((ask.type !== "choose" && ask.type !== "confirm") || !(await option.count())) return false;
    const at = await placeOf(option);
    return at !== null && answersOnce({ page, ask, sent, together }, at);
  },
};

/** What has one answer is not asked: every choice has two, or says why one of them is closed. */
async function realChoice(page, ask, title) {
  if (ask.type !== "choose") return;
  const n = await card(page).locator(".option").count();
  assert(n > 1, `${title} asks ${ask.key} with ${n} options`);
}

async function heads(page, { title, sides, time, together }) {
  const seats = await page.locator(".seats .seat").allInnerTexts();
  assert.equal(seats.length, sides, `${title} shows ${seats.join(", ")}`);
  // Where both sides decide at once the machine may still be at it; then it is done, whatever the person does.
  if (!together) await page.locator(".seats").getByText("thinking…").waitFor({ state: "detached" });
  const shown = page.locator(".strips");
  if (!(await shown.count())) return false; // before the first round
  const words = await shown.innerText();
  assert.match(words, time);
  return /If it ended now\s+\S/.test(words);
}

/** One click leads into the first battle, against a Recruit, a Tactician or a Veteran. */
async function begin(page, base, { title, alone }) {
  await page.goto(`${base}/#/`);
  const start = page.getByRole("button", { name: `Play now: ${title}` });
  await start.waitFor();
  const levels = page.getByLabel(`Who plays the other side of ${title}`).locator("option");
  assert.deepEqual(await levels.allInnerTexts(), alone ? [] : ["Recruit", "Tactician", "Veteran"]);
  await start.click();
  return turn(page);
}

/** Somebody who watches says a word: it is marked until it is read. */
async function chat(page, open) {
  const watcher = await open();
  await watcher.goto(page.url());
  await watcher.getByRole("tab", { name: "Chat" }).click();
  await watcher.getByLabel("Say something").fill("Well played");
  await watcher.getByRole("button", { name: "Send" }).click();
  await page.getByRole("tab", { name: "Chat 1 new" }).click();
  await page.locator(".chat", { hasText: "Well played" }).waitFor();
  assert.equal(await page.getByRole("tab", { name: /new/ }).count(), 0, "what is read is not new any more");
  await page.getByRole("tab", { name: "Log" }).click();
  await watcher.context().close();
}

/** The end, and from there one click into the next battle. */
export async function rematch(page) {
  if (!(await over(page).count())) {
    await page.getByRole("button", { name: "Menu of this table" }).click();
    await page.getByRole("button", { name: "Concede" }).click();
    await page.getByRole("button", { name: "Concede" }).click();
  }
  const room = page.url();
  await over(page).getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.href !== room);
  assert(await turn(page), "the rematch begins");
}

async function points({ open, base }, game) {
  const about = GAMES[game];
  const page = await open();
  const sent = counted(page);
  await page.addInitScript((id) => {
    localStorage.setItem("xenotable.settings", JSON.stringify({ speed: "instant", volume: 0 }));
    localStorage.setItem("xenotable.coach", JSON.stringify({ [id]: { off: true } })); // nothing is pushed about
  }, game);
  let ask = await begin(page, base, about);
  const left = new Map(Object.entries(POINTS));
  for (const words of about.elsewhere ?? []) left.delete(words);
  let headed = false;
  for (let n = 0; ask && (left.size || !headed); n++) {
    assert(n < (about.most ?? MOST), `${about.title}: ${[...left.keys()].join("; ")}${headed ? "" : "; the header"}`);
    await settled(page);
    if (!about.together) await realChoice(page, ask, about.title);
    headed ||= await heads(page, about);
    for (const [words, look] of left) {
      if (await look({ page, ask, sent, together: about.together })) left.delete(words);
      if ((await now(page)) !== ask.id) break;
    }
    await onward(page, ask);
    ask = await turn(page, about.together ? "" : ask.id); // where all act at once, a decision may keep its id
  }
  if (about.elsewhere) await atTheLabs({ open, base });
  await chat(page, open);
  if (game !== "xcx") await rematch(page); // there a side concedes at the end of a round only: its guided battle goes on to one
}

/** Does as the machine would. Where others have to act first, as in XCOM, it waits a moment. */
async function onward(page, ask) {
  if (!(await idle(page)) && (await now(page)) === ask.id) await asSuggested(page);
  if ((await idle(page)) || (await card(page).getByText("Better to wait").count())) await page.waitForTimeout(400);
}

/** The Chief Scientist rolls for each lab at the end of every round. */
async function atTheLabs({ open, base }) {
  const page = await open();
  await page.addInitScript(() =>
    localStorage.setItem("xenotable.settings", JSON.stringify({ speed: "instant", volume: 0 })),
  );
  await page.goto(`${base}/#/create/xcom`);
  await page
    .getByRole("radio", { name: /^First game/ })
    .first()
    .click();
  await page.getByLabel("Who plays Commander").selectOption({ label: "The machine" });
  await page.getByLabel("Who plays Chief Scientist").selectOption({ label: "At this screen" });
  await page.getByRole("button", { name: "To the table" }).click();
  let ask = await turn(page);
  while (!(await POINTS[ODDS]({ page, ask }))) {
    await onward(page, ask);
    ask = await turn(page);
  }
}

export const pointsOf = Object.fromEntries(
  Object.keys(GAMES).map((game) => [`points-${game}`, (around) => points(around, game)]),
);
