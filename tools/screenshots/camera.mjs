// What every picture needs: a server of its own, a page, somebody who plays as the machine suggests, small PNGs.
import { execFileSync, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { asSuggested, PATIENCE, turn } from "../../tests/browser/moves.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const python = join(root, ".venv/bin/python");
export const FOLDER = join(root, "docs/screenshots");
export const TAKEN = []; // the names of the pictures of this run
const MOST = 300_000; // bytes of a picture

export async function serve(folder) {
  const args = [
    "-m",
    "xenotable",
    "serve",
    "--port",
    "0",
    "--think",
    "0.5",
    "--rate",
    "1000",
    "--rooms",
    "1000",
    "--database",
    `sqlite:///${join(folder, "games.db")}`,
  ];
  const server = spawn(python, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const base = await new Promise((found, failed) => {
    server.stdout.on("data", (said) => {
      const at = /http:\/\/\S+:\d+/.exec(String(said));
      if (at) found(at[0]);
    });
    server.on("exit", () => failed(new Error("the server ended")));
  });
  return { server, base };
}

/** Pictures are taken on busy machines, too. */
async function patientPage(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  return page;
}

export async function desk(browser) {
  const wide = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  return patientPage(wide);
}

export async function phone(browser) {
  const narrow = await browser.newContext({
    viewport: { width: 390, height: 780 },
    colorScheme: "dark",
    reducedMotion: "reduce",
    hasTouch: true,
  });
  return patientPage(narrow);
}

export async function picture(page, name) {
  await page.waitForTimeout(500);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path });
  execFileSync(python, [join(root, "tools/screenshots/shrink.py"), path]);
  taken(`${name}.png`, MOST);
}

/** Notes a picture that has just been written. */
export function taken(name, most) {
  const { size } = statSync(join(FOLDER, name));
  console.log(`${name}  ${Math.round(size / 1000)} kB`);
  if (size > most) throw new Error(`${name} is larger than ${most / 1000} kB`);
  TAKEN.push(name);
}

/** On the page that sets a table up: real dice. */
export const typedDice = (page) =>
  page.locator("label.field", { hasText: /^Dice/ }).locator("select").selectOption({ label: "Real dice, typed in" });

/** Plays until something is as wished. Where all act at once (`together`), a decision may keep its id. */
export async function battle(page, until, most, together = false) {
  let ask = await turn(page);
  for (let n = 0; ask && n < most; n++) {
    if (await until(ask, n)) return ask;
    await asSuggested(page);
    if (together) await page.waitForTimeout(400);
    ask = await turn(page, together ? "" : ask.id);
  }
  return ask;
}

const signs = (page) => page.locator(".option:not(.shut) .odds-sign");

/** Opens the odds beside an option: the first one that has some, or the last one. */
export async function openOdds(page, which = "first") {
  await signs(page)[which]().click();
  await page.locator(".odds").waitFor();
}

export const hasOdds = async (page) => (await signs(page).count()) > 0;
