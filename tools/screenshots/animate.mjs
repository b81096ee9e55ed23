// The animated picture of docs/screenshots: a turn of the machine, as the table plays it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { python, root } from "./camera.mjs";

const SECONDS = 9;
const MOST = 900_000; // bytes

export async function machinesTurn(browser, base) {
  const context = await browser.newContext({ viewport: { width: 1240, height: 860 }, colorScheme: "dark" });
  const page = await context.newPage();
  await page.addInitScript(() =>
    localStorage.setItem("xenotable.settings", JSON.stringify({ speed: "slow", names: true, volume: 0 })),
  );
  const seats = ["tactician", "tactician"].map((level) => ({ kind: "machine", level }));
  const made = await page.request.post(`${base}/api/rooms`, {
    data: { game: "rampant", offer: "first-battle", seats },
  });
  const { room } = await made.json();
  await page.goto(`${base}/#/table/${room.id}`);
  // Once both sides have come nearer: the first shots.
  await page.locator('[data-gesture="aimed"]').first().waitFor({ state: "attached", timeout: 120_000 });
  const table = await page.locator(".ground").first().boundingBox();
  const clip = { x: table.x - 6, y: table.y - 6, width: table.width + 12, height: table.height + 12 };
  const folder = mkdtempSync(join(tmpdir(), "xenotable-frames-"));
  const times = [];
  for (const began = Date.now(); Date.now() - began < SECONDS * 1000; ) {
    times.push(Date.now() - began);
    await page.screenshot({
      path: join(folder, `${String(times.length).padStart(4, "0")}.jpg`),
      type: "jpeg",
      quality: 85,
      clip,
    });
  }
  times.push(SECONDS * 1000);
  writeFileSync(join(folder, "times.json"), JSON.stringify(times));
  const path = join(root, "docs/screenshots/machines-turn.webp");
  execFileSync(python, [join(root, "tools/screenshots/animate.py"), folder, path]);
  rmSync(folder, { recursive: true, force: true });
  await context.close();
  const { size } = statSync(path);
  console.log(`machines-turn.webp  ${Math.round(size / 1000)} kB, ${times.length - 1} frames`);
  if (size > MOST) throw new Error(`machines-turn.webp is larger than ${MOST / 1000} kB`);
}
