// What a frame costs while a table with 300 tokens is pushed about and zoomed: `python -m benchmarks.frames`.
import { launch } from "../tests/browser/browser.mjs";

const [base] = process.argv.slice(2);
const STEPS = 90;
const PACE = 16; // milliseconds between two events of a hand
const SCRIPT = new Set(["EventDispatch", "FunctionCall", "TimerFire", "FireAnimationFrame", "RunMicrotasks"]);
const STYLE = new Set(["UpdateLayoutTree", "Layout", "HitTest", "PrePaint"]);
const PAINT = new Set(["Paint", "Layerize", "Commit"]);

const sum = (list) => list.reduce((a, b) => a + b, 0);
const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;

/** Time of the processor, where the recorder knows it: a busy machine does not count. */
const worked = (e) => e.tdur ?? e.dur ?? 0;

/** The outermost events of these names: what runs within another of them counts once. */
function outermost(events, names) {
  const found = events.filter((e) => names.has(e.name) && e.ph === "X").sort((a, b) => a.ts - b.ts);
  let end = -1;
  return found.filter((e) => {
    if (e.ts < end) return false;
    end = e.ts + (e.dur ?? 0);
    return true;
  });
}

/** Runs a gesture under the browser's own recorder. */
async function traced(page, gesture) {
  const line = await page.context().newCDPSession(page);
  const events = [];
  line.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const over = new Promise((done) => line.once("Tracing.tracingComplete", done));
  await line.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "cc", "viz"] } });
  const frames = await page.evaluate(() => {
    globalThis.frameTimes = [];
    globalThis.changes = 0;
    const watch = new MutationObserver((all) => (globalThis.changes += all.filter((m) => !m.target.closest?.(".board") || !m.target.classList.contains("stage")).length));
    watch.observe(document.querySelector(".board"), { subtree: true, childList: true, attributes: true, characterData: true });
    const tick = (now) => {
      globalThis.frameTimes.push(now);
      globalThis.ticking = requestAnimationFrame(tick);
    };
    globalThis.ticking = requestAnimationFrame(tick);
  }).then(gesture).then(() => page.evaluate(() => (cancelAnimationFrame(globalThis.ticking), { times: globalThis.frameTimes, changes: globalThis.changes })));
  await line.send("Tracing.end");
  await over;
  await line.detach();
  return { events, frames };
}

function figures({ events, frames }) {
  const main = events.find((e) => e.name === "EventDispatch"); // only pages have events
  const own = events.filter((e) => main && e.pid === main.pid && e.tid === main.tid);
  const begins = outermost(own, new Set(["ProxyMain::BeginMainFrame"])).map((e) => e.ts);
  const perFrame = (names) => {
    const parts = outermost(own, names);
    return begins.slice(0, -1).map((from, i) => sum(parts.filter((e) => e.ts >= from && e.ts < begins[i + 1]).map(worked)) / 1000);
  };
  const work = perFrame(new Set([...SCRIPT, ...STYLE, ...PAINT]));
  const intervals = frames.times.slice(1).map((t, i) => t - frames.times[i]);
  const raster = events.filter((e) => e.name === "RasterTask" && e.ph === "X").map((e) => worked(e) / 1000);
  const drawn = events.filter((e) => /^(Display::DrawAndSwap)$/.test(e.name) && e.ph === "X").map((e) => worked(e) / 1000);
  const times = (name) => own.filter((e) => e.name === name).length;
  const three = (list) => [quantile(list, 0.5), quantile(list, 0.95), quantile(list, 1)].map((v) => v.toFixed(1).padStart(6)).join("");
  return {
    frames: intervals.length,
    "nodes changed besides the stage": frames.changes,
    "layouts and paints (best: none)": `${times("Layout")}, ${times("Paint")}`,
    "interval        (wall ms: p50 p95 max)": three(intervals),
    "page's own work (CPU ms: p50 p95 max)": three(work),
    "  of it script  (CPU ms: p50 p95 max)": three(perFrame(SCRIPT)),
    "  style, layout (CPU ms: p50 p95 max)": three(perFrame(STYLE)),
    "  paint, commit (CPU ms: p50 p95 max)": three(perFrame(PAINT)),
    "raster tasks    (number, CPU ms in all)": `${raster.length}, ${sum(raster).toFixed(0)}`,
    "drawing         (CPU ms: p50 p95 max)": three(drawn),
  };
}

async function measured(page, name, gesture) {
  console.log(`\n${name}`);
  for (const [what, value] of Object.entries(figures(await traced(page, gesture)))) console.log(`  ${what.padEnd(40)} ${value}`);
}

async function paced(n, deed) {
  const all = [];
  for (let i = 0; i < n; i++) {
    all.push(deed(i));
    await new Promise((done) => setTimeout(done, PACE));
  }
  await Promise.all(all);
}

const browser = await launch();
try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(() => localStorage.setItem("xenotable.settings", JSON.stringify({ speed: "slow", volume: 0 })));
  await page.goto(`${base}/#/create/sampler`);
  await page.getByRole("radio", { name: /With a crowd/ }).click();
  await page.getByRole("button", { name: "To the table" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".token").length >= 300);
  await page.waitForTimeout(1500);
  const box = await page.locator(".board").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const wheel = (by) => () => paced(STEPS, async (i) => {
    await page.mouse.wheel(0, (i < STEPS / 2 ? -1 : 1) * by);
  });
  const pan = async () => {
    await page.mouse.move(box.x + 30, box.y + box.height - 30);
    await page.mouse.down();
    await paced(STEPS, (i) => page.mouse.move(box.x + 30 + 150 * Math.sin(i / 9), box.y + box.height - 30 - 120 * Math.sin(i / 7)));
    await page.mouse.up();
  };
  await page.mouse.move(x, y);
  for (const [name, gesture] of [["pan", pan], ["zoom", wheel(30)], ["fast zoom", wheel(90)]]) {
    await measured(page, name, gesture);
    await page.waitForTimeout(800);
    await page.getByRole("button", { name: "Show the whole table" }).click();
    await page.waitForTimeout(600);
    await page.mouse.move(x, y);
  }
  // A piece in hand: here something is rendered, and it must be little.
  await page.getByRole("button", { name: "Red" }).click();
  await page.locator(".decision[data-key=deploy]").waitFor();
  await page.getByRole("button", { name: "Suggest" }).click();
  await page.locator("[data-primary]:not([disabled])").click();
  await page.locator(".decision[data-key=march] ").waitFor();
  await page.getByRole("button", { name: "One piece only" }).click();
  const piece = await page.locator(".token.piece .base").first().boundingBox();
  const drag = async () => {
    const [px, py] = [piece.x + piece.width / 2, piece.y + piece.height / 2];
    await page.mouse.move(px, py);
    await page.mouse.down();
    await paced(STEPS, (i) => page.mouse.move(px + 60 * Math.sin(i / 9), py - 60 * Math.abs(Math.sin(i / 7)) - 8));
    await page.mouse.up();
  };
  await measured(page, "dragging a piece", drag);
  // The story as it is played, of a machine's turn or of one's own: here three pieces travel.
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("button", { name: "One piece only" }).click();
  await page.mouse.click(piece.x + 70, piece.y - 60);
  await page.waitForFunction(() => document.querySelectorAll(".way").length === 3);
  await page.locator("[data-primary]:not([disabled])").click();
  await page.locator(".decision[data-key=target]").waitFor();
  await page.waitForTimeout(1500);
  await measured(page, "a turn is played", async () => {
    await page.getByRole("button", { name: "Play that again" }).click();
    await page.locator("[data-gesture]").first().waitFor({ state: "attached" });
    await page.locator("[data-gesture]").waitFor({ state: "detached" });
  });
} finally {
  await browser.close();
}
