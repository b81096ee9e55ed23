// What happened is played: pieces travel, dice fall, traces stay, and whoever comes back sees what was missed.
import assert from "node:assert/strict";
import { objections } from "./accessible.mjs";
import { advisedByMouse, byMouse, settled, turn } from "./moves.mjs";

const gesture = (page, kind = "") => page.locator(kind ? `[data-gesture=${kind}]` : "[data-gesture]").first();
const sentences = (page) => page.locator(".log li .told").allInnerTexts();
const idle = (page) => page.waitForFunction(() => !document.querySelector("[data-gesture]"));

/** A page that counts the gestures it plays, by kind. */
async function counting(open, speed = "normal") {
  const page = await open({ usual: true, viewport: { width: 1280, height: 800 } });
  await page.addInitScript((name) => {
    if (location.protocol !== "about:")
      localStorage.setItem("xenotable.settings", JSON.stringify({ speed: name, volume: 0 }));
  }, speed);
  await page.addInitScript(() => {
    globalThis.played = {};
    new MutationObserver((all) => {
      for (const node of all.flatMap((m) => [...m.addedNodes])) {
        const found = node.nodeType === 1 ? [node, ...node.querySelectorAll("[data-gesture]")] : [];
        for (const at of found)
          if (at.dataset?.gesture)
            globalThis.played[at.dataset.gesture] = (globalThis.played[at.dataset.gesture] ?? 0) + 1;
      }
    }).observe(document, { subtree: true, childList: true });
  });
  return page;
}

const THINKING = 150_000; // milliseconds that a machine may need until something happens, on a busy computer
const played = (page, kind) => page.waitForFunction((k) => globalThis.played[k] > 0, kind, { timeout: THINKING });

/** A table of machines that the page watches. */
async function machines(page, base, game) {
  const { offers } = await (await page.request.get(`${base}/api/games/${game}`)).json();
  const seats = offers[0].seats.map(() => ({ kind: "machine", level: "recruit" }));
  const { room } = await (await page.request.post(`${base}/api/rooms`, { data: { game, seats } })).json();
  await page.goto(`${base}/#/table/${room.id}`);
}

const MUST = {
  rampant: ["moved", "aimed", "lost"],
  killteam: ["moved", "became"],
  xcx: ["moved", "aimed"],
  xenocide: ["moved", "became"],
  xcom: ["appeared", "moved"],
};

/** A sentence lights up its pieces; a click shows the table as it was, and another one leads back. */
async function revisited(page, game) {
  await page.getByRole("button", { name: "One event at a time" }).click();
  const told = page.locator(".log li .told");
  for (let n = (await told.count()) - 1; n >= 0; n--) {
    await told.nth(n).hover();
    if (await page.locator("[data-lit]").count()) break;
    assert(n > 0, `${game}: no sentence lights up a piece`);
  }
  const words = await told.first().innerText();
  await told.first().click();
  await page.getByText(`The table as it was: ${words}`).waitFor();
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByText("The table as it was").waitFor({ state: "detached" });
}

/** Who watches sees the same gestures, in every game. */
export async function watched({ open, base }) {
  for (const [game, kinds] of Object.entries(MUST)) {
    const page = await counting(open, "brisk");
    await machines(page, base, game);
    for (const kind of kinds) await played(page, kind);
    assert(await page.locator(".log li").count(), `${game} is told in sentences too`);
    await revisited(page, game);
    await page.close();
  }
}

/** Skips the story; gives the sentences so far. */
async function skipped(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press(" ");
  await idle(page);
  return sentences(page);
}

/** Until the machine has had a turn of several events. */
async function machineActs(page) {
  let ask = await turn(page);
  for (let n = 0; n < 60; n++) {
    const before = (await skipped(page)).length;
    await advisedByMouse(page, ask, 0);
    ask = await turn(page, ask.id);
    await gesture(page)
      .waitFor({ state: "attached", timeout: 2000 })
      .catch(() => undefined);
    if ((await skipped(page)).length - before >= 4) return;
  }
  throw new Error("the machine never acted");
}

/** The turn of the machine on one's own table: skipped, played again, gone through by steps, visited in the log. */
export async function story({ open, base }) {
  const page = await counting(open, "slow");
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: "Play now: Xenos Rampant" }).click();
  await machineActs(page);
  const after = await sentences(page);
  assert((await page.locator(".trail, .aim").count()) > 0, "traces stay until the next decision");
  await page.getByRole("button", { name: "Play that again" }).click();
  await gesture(page).waitFor({ state: "attached" });
  assert((await sentences(page)).length < after.length, "the story goes back with the board");
  assert.deepEqual(await objections(page, {}, [".headline", ".side"]), []);
  await skipped(page);
  await page.getByRole("button", { name: "Play that again" }).click();
  await page.getByRole("button", { name: "One event at a time" }).click();
  const held = (await sentences(page)).length;
  await page.waitForTimeout(1200);
  assert.equal((await sentences(page)).length, held, "the next event waits");
  await page.keyboard.press(".");
  await page.getByRole("button", { name: "Play on" }).click();
  await page.getByRole("button", { name: "Skip to now" }).click();
  await idle(page);
  assert.deepEqual(await sentences(page), after, "and the end is the same");
  // A sentence lights up its pieces, and shows the table as it was.
  const line = page.locator(".log li", { hasText: /moves|shoots|ordered/ }).last();
  await line.hover();
  await page.locator("[data-lit]").first().waitFor({ state: "attached" });
  const words = await line.locator(".told").innerText();
  await line.locator(".told").click();
  await page.getByText(`The table as it was: ${words}`).waitFor();
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByText("The table as it was").waitFor({ state: "detached" });
  // Nobody has to wait: an answer ends the story and its traces.
  await page.getByRole("button", { name: "Play that again" }).click();
  await gesture(page).waitFor({ state: "attached" });
  const ask = await turn(page);
  await advisedByMouse(page, ask, 0);
  await turn(page, ask.id);
}

/** Where nothing may move, the same story is told in the live region, one sentence after the other. */
export async function stillStory({ open, base }) {
  const page = await open({ usual: true, reducedMotion: "reduce", viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    globalThis.grown = [];
    new MutationObserver(() => {
      const n = document.querySelectorAll(".log[aria-live=polite] li .told").length;
      if (n !== globalThis.grown.at(-1)) globalThis.grown.push(n);
    }).observe(document, { subtree: true, childList: true });
  });
  await machines(page, base, "rampant");
  await page.waitForFunction(() => globalThis.grown.length > 6);
  const grown = await page.evaluate(() => globalThis.grown.slice(1));
  const steps = grown.slice(1).map((n, i) => n - grown[i]);
  assert(steps.filter((n) => n === 1).length >= steps.length - 1, `one at a time: ${grown}`);
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((a) => !(a instanceof CSSTransition) && a.effect.getTiming().duration > 1).length,
  );
  assert.equal(moving, 0, "nothing moves");
}

/** Two people by correspondence: who comes back is shown what happened, and a replay plays the same. */
export async function missed({ open, base, firstBlood }) {
  const [ada, bo] = [await counting(open), await counting(open)];
  await firstBlood(ada, base, { Bo: "Somebody with the link" });
  const table = ada.url();
  await bo.goto(table);
  await bo.getByRole("button", { name: /^Sit down as/ }).click();
  await byMouse(bo, await turn(bo), 0);
  await byMouse(ada, await turn(ada), 0);
  const [first, other] = await Promise.race([
    ada
      .locator(".decision[data-key=move]")
      .waitFor()
      .then(() => [ada, bo]),
    bo
      .locator(".decision[data-key=move]")
      .waitFor()
      .then(() => [bo, ada]),
  ]);
  await other.goto("about:blank");
  await settled(first);
  for (const key of ["ArrowLeft", "ArrowLeft"]) await first.keyboard.press(key);
  await first.locator(".ghosts .way").waitFor({ state: "attached" }); // a level line has no height
  await first.locator("[data-primary]:not([disabled])").waitFor();
  await first.keyboard.press("Enter");
  await played(first, "moved");
  await first.waitForFunction(() => !document.querySelector(".decision[data-key=move]"));
  await other.goto(table);
  await other.getByText("While you were away").waitFor();
  await played(other, "moved");
  await idle(other);
  await other.goto(table.replace("/table/", "/replay/"));
  await other.getByRole("heading", { name: /^Replay/ }).waitFor();
  await other.evaluate(() => (globalThis.played = {}));
  // Who clicks on before a moment has come wants to be farther, and nothing is played.
  for (let n = 0; n < 3; n++) {
    const came = other.waitForResponse((answer) => /\/replay\/\d+\?/.test(answer.url()));
    await other.getByRole("button", { name: "One step on" }).click();
    await (await came).finished();
  }
  await played(other, "moved");
  await settled(other);
}
