// What the pictures of docs/screenshots show, in words: so that a test can tell which of them are stale.
//
// A picture is of a position that came about by dice, and no two are alike; but what surrounds it is the same in every
// position. So for each picture there is a view that can be opened at once, such as the first decision of the same battle,
// and an outline of it: its words, its kinds of parts with their colours and letters, and where they stand.
import { asSuggested, turn, typeDice } from "../../tests/browser/moves.mjs";
import { desk, phone, typedDice } from "./camera.mjs";

/** The first decision of a battle, or the first one of this key, where a machine has a say in what comes first. Dice are typed
 * in, always the same ones, so that always the same side begins. */
async function table(page, base, game, { offer, key } = {}) {
  await page.goto(`${base}/#/create/${game}`);
  if (offer) await page.getByRole("radio", { name: offer }).first().click();
  await typedDice(page);
  await page.getByRole("button", { name: "To the table" }).click();
  let ask = await turn(page);
  for (let round = 0; ask.type === "roll" || (key && ask.key !== key); round++) {
    if (ask.type === "roll") await typeDice(page, round);
    else await asSuggested(page);
    ask = await turn(page, ask.id);
  }
}

/** Per view: the pictures that it stands for, the page that it needs, and how it is opened. */
export const VIEWS = {
  home: {
    pictures: ["home.png"],
    open: async (page, base) => {
      await page.goto(`${base}/#/`);
      await page
        .getByRole("button", { name: /^Play now/ })
        .first()
        .waitFor();
    },
  },
  rules: {
    pictures: ["rules.png"],
    open: async (page, base) => {
      await page.goto(`${base}/#/rules/rampant`);
      await page.locator(".rule").first().waitFor();
    },
  },
  calculator: {
    pictures: ["calculator.png"],
    open: async (page, base) => {
      await page.goto(`${base}/#/odds/killteam`);
      await page.locator(".odds .forecasts").first().waitFor();
    },
  },
  companion: {
    pictures: ["companion-setup.png", "companion-timer.png"],
    page: phone,
    open: async (page, base) => {
      await page.goto(`${base}/#/companion`);
      await page.getByRole("radio", { name: /^Beachhead/ }).check();
      await page.getByRole("button", { name: "To the set-up", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "The box" }).waitFor();
    },
  },
  rampant: {
    pictures: ["table.png", "odds.png", "rampant-order.png", "real-dice.png", "machines-turn.webp"],
    open: (page, base) => table(page, base, "rampant"),
  },
  replay: {
    pictures: ["replay.png"],
    open: async (page, base) => {
      await table(page, base, "rampant");
      await page.goto(`${base}/#/replay/${page.url().split("/").at(-1)}`);
      await page.getByRole("slider").waitFor();
    },
  },
  phone: { pictures: ["phone.png"], page: phone, open: (page, base) => table(page, base, "rampant") },
  killteam: {
    pictures: ["killteam-activate.png", "killteam-reroll.png"],
    open: (page, base) => table(page, base, "killteam", { key: "equipment" }),
  },
  xcx: { pictures: ["xcx-order.png", "xcx-attack.png"], open: (page, base) => table(page, base, "xcx") },
  xenocide: {
    pictures: ["xenocide-plan.png", "xenocide-target.png"],
    open: (page, base) => table(page, base, "xenocide"),
  },
  xcom: {
    pictures: ["xcom-timed.png", "xcom-push.png"],
    open: (page, base) => table(page, base, "xcom", { offer: /^First game/ }),
  },
};

/** In the page: everything that can be seen of it, without what differs from battle to battle. */
function describe() {
  const words = new Set();
  const kinds = new Set();
  const places = new Set();
  const part = (n, of) => Math.round((8 * n) / of);
  for (const at of document.body.querySelectorAll("*")) {
    const box = at.getBoundingClientRect();
    const seen = box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0;
    if (!seen || box.left >= innerWidth || box.top >= innerHeight || !at.checkVisibility()) continue;
    const name = [at.localName, ...at.classList].join(".");
    const style = getComputedStyle(at);
    const drawn = at instanceof SVGElement && at.localName !== "svg";
    const colours = drawn ? [style.fill, style.stroke] : [style.color, style.backgroundColor, style.fontSize];
    kinds.add([name, ...colours].join(" "));
    if (drawn) continue;
    const own = [...at.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.textContent);
    const text = own.join(" ").replace(/\s+/g, " ").replace(/\d+/g, "#").trim();
    if (/[a-z]/i.test(text)) words.add(text.slice(0, 60));
    if (box.width * box.height > 0.02 * innerWidth * innerHeight) {
      const [x, y] = [part(Math.max(0, box.left), innerWidth), part(Math.max(0, box.top), innerHeight)];
      places.add([name, x, y, part(box.width, innerWidth), part(box.height, innerHeight)].join(" "));
    }
  }
  return { words: [...words].sort(), kinds: [...kinds].sort(), places: [...places].sort() };
}

/** The outline of a view; `change` spoils the page before. */
export async function outline(browser, base, view, change = async () => undefined) {
  const page = await (VIEWS[view].page ?? desk)(browser);
  await page.addInitScript(() => localStorage.setItem("xenotable.settings", JSON.stringify({ speed: "instant" })));
  await VIEWS[view].open(page, base);
  await page.waitForFunction(() => document.fonts.status === "loaded" && !document.querySelector(".settling"));
  await change(page);
  let [before, found] = [null, await page.evaluate(describe)];
  while (JSON.stringify(before) !== JSON.stringify(found)) {
    await page.waitForTimeout(200); // until nothing is on its way any more
    [before, found] = [found, await page.evaluate(describe)];
  }
  await page.context().close();
  return found;
}

const share = (was, is) => 1 - was.filter((one) => is.includes(one)).length / new Set([...was, ...is]).size;

/** How much of an outline is not as it was, from 0 to 1: of its words, its kinds of parts, their places. */
export const difference = (was, is) =>
  Object.fromEntries(["words", "kinds", "places"].map((part) => [part, share(was[part], is[part])]));
