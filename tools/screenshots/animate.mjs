// The animated picture of docs/screenshots: a turn of the machine, as the table plays it. Time goes on only from frame to
// frame, so that the picture is the same on a slow machine.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FOLDER, python, root, taken } from "./camera.mjs";

const STEP = 90; // milliseconds of a frame
const FRAMES = 110;
const MOST = 600_000; // bytes

/** Moves everything that is under way on by so much, and holds it there. */
async function advance(page) {
  await page.clock.runFor(STEP);
  await page.evaluate((ms) => {
    globalThis.held ??= new WeakSet();
    for (const a of document.getAnimations()) {
      a.pause();
      a.currentTime = globalThis.held.has(a) ? Number(a.currentTime ?? 0) + ms : 0;
      globalThis.held.add(a);
    }
  }, STEP);
}

/** Stops the time of the page a moment from now; on a busy machine that moment may be over before it is said. */
async function stopClock(page, ahead = 50) {
  const now = await page.evaluate(() => Date.now());
  try {
    await page.clock.pauseAt(now + ahead);
  } catch (fault) {
    if (!/to the past/.test(fault.message)) throw fault;
    await stopClock(page, 2 * ahead);
  }
}

export async function machinesTurn(browser, base) {
  const context = await browser.newContext({ viewport: { width: 1240, height: 860 }, colorScheme: "dark" });
  const page = await context.newPage();
  await page.clock.install();
  await page.addInitScript(() =>
    localStorage.setItem("xenotable.settings", JSON.stringify({ speed: "normal", names: true, volume: 0 })),
  );
  const seats = ["tactician", "tactician"].map((level) => ({ kind: "machine", level }));
  const made = await page.request.post(`${base}/api/rooms`, {
    data: { game: "rampant", offer: "first-battle", seats },
  });
  const { room } = await made.json();
  await page.goto(`${base}/#/table/${room.id}`);
  // Once both sides have come nearer: the first shots.
  await page.locator('[data-gesture="aimed"]').first().waitFor({ state: "attached", timeout: 120_000 });
  await stopClock(page);
  const table = await page.locator(".ground").first().boundingBox();
  const clip = { x: table.x - 6, y: table.y - 6, width: table.width + 12, height: table.height + 12 };
  const folder = mkdtempSync(join(tmpdir(), "xenotable-frames-"));
  for (let n = 0; n < FRAMES; n++) {
    await advance(page);
    const path = join(folder, `${String(n).padStart(4, "0")}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 85, clip });
  }
  const path = join(FOLDER, "machines-turn.webp");
  execFileSync(python, [join(root, "tools/screenshots/animate.py"), folder, path, String(STEP)]);
  rmSync(folder, { recursive: true, force: true });
  await context.close();
  taken("machines-turn.webp", MOST);
}
