// How a person plays: only what is on the page. Each function answers the decision at hand once.
export const PATIENCE = 60_000; // milliseconds that anything may take on a busy machine

/** This promise, or a fault that says what took too long. */
export async function within(time, promise, what) {
  let clock;
  const late = new Promise((_, fail) => {
    clock = setTimeout(() => fail(new Error(`${what} took longer than ${time / 1000} s`)), time);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(clock);
  }
}

/** A page that waits for nothing forever: a script in it has no limit of its own. */
export function patient(page) {
  page.setDefaultTimeout(PATIENCE);
  const evaluate = page.evaluate.bind(page);
  page.evaluate = (script, ...given) => {
    const called = new Error("a script in the page");
    return within(PATIENCE, evaluate(script, ...given), called.stack);
  };
  return page;
}

/** From now on the lines of this page can be broken. */
export const breakable = (page) =>
  page.addInitScript(() => {
    globalThis.lines = [];
    globalThis.WebSocket = class extends WebSocket {
      constructor(...address) {
        super(...address);
        globalThis.lines.push(this);
      }
    };
  });

export const breakLine = (page) => page.evaluate(() => globalThis.lines.at(-1).close());

export const card = (page) => page.locator(".decision");
export const over = (page) => page.getByRole("region", { name: "The game is over" });

/** Once no colour is on its way any more; what stands still on its way, or never ends, is not waited for. */
export const faded = (page) =>
  page.evaluate(() => {
    const ends = (a) => a.playState === "running" && Number.isFinite(a.effect?.getComputedTiming().endTime);
    const late = new Promise((on) => setTimeout(on, 5000));
    const under = document.getAnimations().filter((a) => a instanceof CSSTransition || a instanceof CSSAnimation);
    return Promise.race([late, Promise.allSettled(under.filter(ends).map((a) => a.finished))]).then(() => undefined);
  });

/** In these colours. */
export async function themed(page, theme) {
  await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
  await faded(page);
}

/** Waits until this page has something to decide, or the game is over. */
export async function turn(page, seen = "") {
  // At once: where others act at the same time, a decision may be gone in the next moment.
  const found = await page.waitForFunction((id) => {
    if (document.querySelector(".outcome")) return "over";
    const at = document.querySelector(".decision");
    if (!at || at.dataset.ask === id || at.dataset.locked) return null; // what is locked in waits for others
    return { id: at.dataset.ask, type: at.dataset.type, key: at.dataset.key };
  }, seen);
  const ask = await found.jsonValue();
  return ask === "over" ? null : ask;
}

async function dragFirstPiece(page, dx, dy) {
  const piece = page.locator(".token.piece").first();
  const base = piece.locator(".base");
  const box = (await piece.count()) ? await base.boundingBox({ timeout: 1000 }).catch(() => null) : null;
  if (!box) return; // it comes from off the table: the list beside the board has it; or the game has gone on meanwhile
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
  await page.mouse.up();
}

/** Once the table has said what it thinks of the answer in the making. */
export const judged = (page) => page.waitForFunction(() => !document.querySelector(".decision[data-judging]"));

const refused = async (page) => {
  await judged(page);
  return card(page).locator(".alerts .refusals li").count();
};

/** Whether the table refused what was just sent; on a busy machine the refusal may come only then. */
async function sentInVain(page, ask) {
  const answered = (id) =>
    document.querySelector(".decision")?.dataset.ask !== id || document.querySelector(".alerts .refusals li");
  await page.waitForFunction(answered, ask.id);
  return (
    (await card(page).count()) > 0 &&
    (await card(page).getAttribute("data-ask")) === ask.id &&
    (await refused(page)) > 0
  );
}

/** Real dice: their faces are tapped one by one. */
export async function typeDice(page, round) {
  const dice = await card(page).locator(".typed-dice input").count();
  for (let i = 0; i < dice; i++) {
    const face = String(((5 * i + round) % 6) + 1);
    await card(page).getByRole("group", { name: "Faces" }).getByRole("button", { name: face, exact: true }).click();
  }
  await page.locator("[data-primary]:not([disabled])").click();
}

/** With the mouse alone. */
export async function byMouse(page, ask, round) {
  if (ask.type === "roll") {
    await typeDice(page, round);
    return;
  }
  if (ask.type === "choose" || ask.type === "confirm") {
    await card(page).locator(".option:not(.shut) .option-main, .answers > .button").first().click();
    return;
  }
  if (ask.type === "move") {
    await dragFirstPiece(page, round % 2 ? -130 : 40, -90);
    if (await refused(page)) await card(page).getByRole("button", { name: "Start over" }).click();
  } else await suggested(page, ask, byClick(page));
  const send = page.locator("[data-primary]:not([disabled])");
  await send.click();
  if (ask.type === "move" && (await sentInVain(page, ask))) {
    await card(page).getByRole("button", { name: "Start over" }).click();
    await send.click();
  }
}

/** A fresh decision takes nothing for a moment. */
export const settled = (page) => page.waitForFunction(() => !document.querySelector(".settling"));

/** With the keyboard alone. */
export async function byKeys(page, ask, round) {
  await settled(page);
  if (ask.type === "move") {
    const ways = round % 2 ? ["ArrowLeft", "ArrowLeft", "ArrowUp"] : ["ArrowUp", "ArrowRight"];
    for (const key of ways) await page.keyboard.press(key);
    if (await refused(page)) await page.keyboard.press("Escape");
  } else if (ask.type !== "choose" && ask.type !== "confirm") {
    await suggested(page, ask, () => page.keyboard.press("h"));
  }
  await page.keyboard.press("Enter");
  if (ask.type === "move" && (await sentInVain(page, ask))) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
  }
}

const byClick = (page) => () =>
  card(page)
    .getByRole("button", { name: "Suggest" })
    .click({ timeout: 5000 })
    .catch(() => undefined);

/** Whether a suggestion has come for this decision; on a busy machine it may take too long, and one asks again. */
async function suggested(page, ask, wish) {
  const settled = (id) =>
    document.querySelector(".decision .notice, .outcome") || document.querySelector(".decision")?.dataset.ask !== id;
  for (let tries = 0; tries < 4; tries++) {
    await wish();
    await page.waitForFunction(settled, ask.id);
    if (!(await page.getByText(/^No suggestion/).count())) break;
    await page.waitForTimeout(1000);
  }
  return page.evaluate((id) => document.querySelector(".decision")?.dataset.ask === id, ask.id);
}

/** With the mouse alone and good advice: pieces are dragged every other time, the rest is clicked. */
export async function advisedByMouse(page, ask, round) {
  if (ask.type === "move" && round % 2) {
    await dragFirstPiece(page, 20, -70);
    if (!(await refused(page)) && (await page.locator(".ways .way").count())) {
      await page.locator("[data-primary]:not([disabled])").click();
      if (!(await sentInVain(page, ask))) return;
    }
  }
  const taken =
    { choose: ".decision .option.chosen .option-main", confirm: ".decision .answers > .button.primary" }[ask.type] ??
    "[data-primary]:not([disabled])";
  // Where others act at the same time, the decision may go or be put anew under the hand.
  while (await suggested(page, ask, byClick(page))) {
    await settled(page);
    const clicked = await page
      .locator(taken)
      .click({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
    if (clicked) return;
  }
}

/** By mouse alone: of the options the one that the table has in mind, and pieces go as suggested. */
export async function clicked(page, ask, n) {
  const chosen = card(page).locator(".option.chosen:not(.shut) .option-main");
  if (ask.type === "choose" && (await chosen.count())) await chosen.first().click();
  else await byMouse(page, { ...ask, type: ask.type === "move" ? "place" : ask.type }, n);
}

/** With the keyboard alone and good advice: pieces are nudged every other time. */
export async function advisedByKeys(page, ask, round) {
  await settled(page);
  if (ask.type === "move" && round % 2) {
    for (const key of ["ArrowUp", "ArrowUp", "Shift+ArrowRight"]) await page.keyboard.press(key);
    if (!(await refused(page))) {
      await page.keyboard.press("Enter");
      if (!(await sentInVain(page, ask))) return;
    }
  }
  if (await suggested(page, ask, () => page.keyboard.press("h"))) {
    await settled(page);
    await page.keyboard.press("Enter");
  }
}

/** Goes with Tab to what has this name, as somebody without a mouse must. */
export async function tabTo(page, name, most = 120) {
  const here = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      const label = at?.labels?.[0]?.querySelector("span")?.textContent;
      return at?.getAttribute("aria-label") ?? label ?? at?.textContent ?? "";
    });
  for (let n = 0; n < most; n++) {
    await page.keyboard.press("Tab");
    if (name.test(await here())) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

/** Plays until the end; returns how many decisions this page made. */
export async function play(page, how, most = 400) {
  let seen = "";
  for (let n = 0; n < most; n++) {
    const ask = await turn(page, seen);
    if (!ask) return n;
    await how(page, ask, n);
    seen = ask.id;
  }
  throw new Error(`no end after ${most} decisions`);
}

/** Takes what the machine suggests; gives whether it did. Where others act at the same time, another question may come up
 * meanwhile, be it under the same number: that one is left alone. So is one to which a machine would rather say nothing. */
export async function asSuggested(page) {
  const question = () =>
    page.evaluate(() => {
      document.activeElement?.blur();
      const at = document.querySelector(".decision");
      return at && [at.dataset.ask, at.querySelector("h2")?.textContent].join(" ");
    });
  const asked = await question();
  if (!asked || !(await suggested(page, { id: asked.split(" ")[0] }, byClick(page)))) return false;
  await settled(page);
  if ((await question()) !== asked) return false;
  await page.keyboard.press("Enter");
  return true;
}
