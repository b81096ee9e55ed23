// Takes the pictures of docs/screenshots: the table as a whole, and each game's first battle (GAME: of that game alone).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "../../tests/browser/browser.mjs";
import { over } from "../../tests/browser/moves.mjs";
import { machinesTurn } from "./animate.mjs";
import { battle, desk, hasOdds, openOdds, picture, serve, TAKEN } from "./camera.mjs";
import { firstBattle, GAMES } from "./first_battles.mjs";
import { noteViews } from "./notes.mjs";

/** The start page and a whole game of Xenos Rampant against the machine. */
async function tour(browser, base) {
  const page = await desk(browser);
  await page.goto(`${base}/#/`);
  await page
    .getByRole("button", { name: /^Play now/ })
    .first()
    .waitFor();
  await picture(page, "home");
  await page.locator('a[href="#/create/rampant"]').click();
  await page.getByRole("button", { name: "To the table" }).click();
  await battle(page, (ask, n) => n > 6 && ask.type === "move", 40);
  await picture(page, "table");
  await battle(page, async (ask) => ask.key === "target" && (await hasOdds(page)), 60);
  if (await hasOdds(page)) await openOdds(page, "last");
  await picture(page, "odds");
  await page.setViewportSize({ width: 390, height: 780 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator(".table-page").waitFor();
  await page.getByRole("button", { name: "Show the whole table" }).click();
  await picture(page, "phone");
  await page.setViewportSize({ width: 1280, height: 800 });
  const room = page.url().split("/").at(-1);
  await page.goto(`${base}/#/replay/${room}`);
  await page.getByRole("slider").waitFor();
  await page.getByRole("button", { name: "To the end" }).click();
  await picture(page, "replay");
  await page.goto(`${base}/#/rules/rampant`);
  await page.locator(".rule").first().waitFor();
  await picture(page, "rules");
  if (await over(page).count()) console.log("the battle ended early");
}

const folder = mkdtempSync(join(tmpdir(), "xenotable-"));
const { server, base } = await serve(folder);
const browser = await launch();
try {
  if (!process.env.GAME) {
    await tour(browser, base);
    await machinesTurn(browser, base);
  }
  for (const game of process.env.GAME ? [process.env.GAME] : GAMES) await firstBattle(browser, base, game);
  await noteViews(browser, base, TAKEN);
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
