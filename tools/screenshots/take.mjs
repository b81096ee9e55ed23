// Takes the pictures of docs/screenshots: a server of its own, a game of Xenos Rampant against the machine, small PNGs.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../../tests/browser/browser.mjs";
import { asSuggested, over, turn } from "../../tests/browser/moves.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const python = join(root, ".venv/bin/python");
const GAME = process.env.GAME || "rampant";
const MOST = 150_000; // bytes of a picture

async function serve(folder) {
  const args = ["-m", "xenotable", "serve", "--port", "0", "--think", "0.5", "--database", `sqlite:///${join(folder, "games.db")}`];
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

async function picture(page, name) {
  await page.waitForTimeout(500);
  const path = join(root, "docs/screenshots", `${name}.png`);
  await page.screenshot({ path });
  execFileSync(python, [join(root, "tools/screenshots/shrink.py"), path]);
  const { size } = statSync(path);
  console.log(`${name}.png  ${Math.round(size / 1000)} kB`);
  if (size > MOST) throw new Error(`${name}.png is larger than ${MOST / 1000} kB`);
}

async function battle(page, until, most) {
  let ask = await turn(page);
  for (let n = 0; ask && n < most; n++) {
    if (await until(ask, n)) return ask;
    await asSuggested(page);
    ask = await turn(page, ask.id);
  }
  return ask;
}

const folder = mkdtempSync(join(tmpdir(), "xenotable-"));
const { server, base } = await serve(folder);
const browser = await launch();
try {
  const wide = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "dark", reducedMotion: "reduce" });
  const page = await wide.newPage();
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: /^Play now against the machine/ }).first().waitFor();
  await picture(page, "home");
  await page.locator(`a[href="#/create/${GAME}"]`).click();
  await page.getByRole("button", { name: "To the table" }).click();
  await battle(page, (ask, n) => n > 6 && ask.type === "move", 40);
  await picture(page, "table");
  const odds = page.locator(".option:not(.shut) .odds-sign").last();
  await battle(page, async (ask) => ask.key === "target" && (await odds.count()) > 0, 60);
  if (await odds.count()) {
    await odds.click();
    await page.locator(".odds").waitFor();
  }
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
  await page.goto(`${base}/#/rules/${GAME}`);
  await page.locator(".rule").first().waitFor();
  await picture(page, "rules");
  if (await over(page).count()) console.log("the battle ended early");
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
