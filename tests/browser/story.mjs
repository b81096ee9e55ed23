// What happened is played: pieces travel, dice fall, traces stay, and whoever comes back sees what was missed.
import assert from "node:assert/strict";
import { byMouse, settled, turn } from "./moves.mjs";

export const gesture = (page) => page.locator("[data-gesture]").first();
export const sentences = (page) => page.locator(".log li .told").allInnerTexts();
export const idle = (page) => page.waitForFunction(() => !document.querySelector("[data-gesture]"));

/** Skips the story; gives the sentences so far. */
export async function skipped(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press(" ");
  await idle(page);
  return sentences(page);
}

/** A page that counts the gestures it plays, by kind. */
export async function counting(open, speed = "normal") {
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

/** Who watches sees the same gestures, in every game. */
export async function watched({ open, base }) {
  for (const [game, kinds] of Object.entries(MUST)) {
    const page = await counting(open, "brisk");
    await machines(page, base, game);
    for (const kind of kinds) await played(page, kind);
    assert(await page.locator(".log li").count(), `${game} is told in sentences too`);
    await page.close();
  }
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
  await first.locator(".ways .way").waitFor({ state: "attached" }); // a level line has no height
  await first.locator("[data-primary]:not([disabled])").waitFor();
  await first.keyboard.press("Enter");
  await played(first, "moved");
  await first.waitForFunction(() => !document.querySelector(".decision[data-key=move]"));
  await other.goto(table);
  await other.getByText("While you were away").waitFor();
  // However long the question is, what happened can be read beside it.
  const share = await other.evaluate(() => {
    document.querySelector(".prompt p").textContent = "A question with many words. ".repeat(12);
    const [words, line] = [".story-words", ".prompt"].map((at) => document.querySelector(at).clientWidth);
    return words / line;
  });
  assert(share > 0.2, `the story has ${share} of its line`);
  await played(other, "moved");
  await idle(other);
  // Once it is told, the way back stands beside the question, not upon it.
  const gap = await other.evaluate(() => {
    document.querySelector(".prompt p").textContent = "A question with many words. ".repeat(12);
    const [question, back] = [".prompt p", ".story-bar .button"].map((at) =>
      document.querySelector(at).getBoundingClientRect(),
    );
    return back.left - question.right;
  });
  assert(gap >= 0, `the question is ${-gap} under the way back`);
  await other.goto(table.replace("/table/", "/replay/"));
  await other.getByRole("heading", { name: /^Replay/ }).waitFor();
  await other.evaluate(() => (globalThis.played = {}));
  // Who clicks on before a moment has come wants to be farther, and nothing is played.
  for (let n = 0; n < 3; n++) {
    await other.locator("main[aria-busy=false]").waitFor();
    await other.getByRole("button", { name: "One step on" }).click();
  }
  await played(other, "moved");
  await settled(other);
}
