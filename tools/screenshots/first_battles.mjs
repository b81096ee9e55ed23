// The pictures of each game's first battle, of the companion and of real dice: what docs/first-battle-*.md shows.
import { battle, desk, hasOdds, openOdds, phone, picture, typedDice } from "./camera.mjs";

/** Per game: the ready battle, and the pictures by the key of the decision; `odds` opens those of an option. */
const FIRST = {
  rampant: { pictures: [{ name: "rampant-order", key: "order", odds: "first" }] },
  killteam: {
    pictures: [
      { name: "killteam-activate", key: "activate" },
      { name: "killteam-reroll", key: "command", odds: "last" },
    ],
  },
  xcx: {
    pictures: [
      { name: "xcx-order", key: "order", odds: "first" },
      { name: "xcx-attack", key: "attack", odds: "first" },
    ],
  },
  xenocide: {
    pictures: [
      { name: "xenocide-plan", key: "plan" },
      { name: "xenocide-target", key: "target", odds: "first" },
    ],
  },
  xcom: {
    offer: /^First game/,
    together: true,
    pictures: [
      { name: "xcom-timed", key: "act" },
      { name: "xcom-push", key: "push", odds: "first" },
    ],
  },
};

export const GAMES = Object.keys(FIRST);

export async function firstBattle(browser, base, game) {
  const { offer, pictures, together = false } = FIRST[game];
  const page = await desk(browser);
  await page.goto(`${base}/#/create/${game}`);
  if (offer) await page.getByRole("radio", { name: offer }).first().click();
  await page.getByRole("button", { name: "To the table" }).click();
  for (const { name, key, odds } of pictures) {
    const ask = await battle(page, async (at) => at.key === key && (!odds || (await hasOdds(page))), 120, together);
    if (ask?.key !== key) throw new Error(`${game}: nobody asked for "${key}"`);
    if (odds) await openOdds(page, odds);
    await picture(page, name);
  }
  if (game === "rampant") await realDice(browser, base);
  if (game === "killteam") await calculator(browser, base);
  if (game === "xcom") await companion(browser, base);
  await page.context().close();
}

async function realDice(browser, base) {
  const page = await desk(browser);
  await page.goto(`${base}/#/create/rampant`);
  await typedDice(page);
  await page.getByRole("button", { name: "To the table" }).click();
  await battle(page, (ask) => ask.type === "roll", 20);
  await picture(page, "real-dice");
  await page.context().close();
}

async function calculator(browser, base) {
  const page = await desk(browser);
  await page.goto(`${base}/#/odds/killteam`);
  await page.locator(".odds", { hasText: "%" }).first().waitFor(); // the figures come after the page
  await picture(page, "calculator");
  await page.context().close();
}

async function companion(browser, base) {
  const page = await phone(browser);
  const press = (name) => page.getByRole("button", { name, exact: true }).click();
  await page.goto(`${base}/#/companion`);
  await page.getByRole("radio", { name: /^Beachhead/ }).check();
  await press("To the set-up");
  await page.getByRole("heading", { level: 1, name: "The box" }).waitFor();
  await picture(page, "companion-setup");
  const start = page.getByRole("button", { name: "Start round 1", exact: true });
  while (!(await start.count())) await press("Next");
  await start.click();
  await page.getByRole("timer").waitFor();
  await picture(page, "companion-timer");
  await page.context().close();
}
