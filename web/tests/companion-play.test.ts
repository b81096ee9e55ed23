// What a person does with the companion, and what the device does in between.

import { beforeEach, expect, it, vi } from "vitest";
import { book } from "../src/companion/generator";
import { Companion, type Input, replayed, type TableSetup } from "../src/companion/play";

const SETUP: TableSetup = { difficulty: "normal", timer: "on", players: 4, plan: "beachhead", headquarters: "" };
const SEED = "0123456789abcdef";

/** A table that only taps DONE, answers No and turns pages. */
function onward(game: Companion, until: Companion["phase"], inputs: Input[] = [], at = 0): Input[] {
  const put = (key: string, value: unknown) => {
    const input = { key, value, at: (at += 1000) };
    expect(game.take(input), `${key} in ${game.phase}`).toBeNull();
    inputs.push(input);
  };
  for (let n = 0; n < 200 && game.phase !== until; n++) {
    if (game.phase === "ready") put("start", "start");
    else if (game.phase === "timed") put("done", game.timed?.clock.n);
    else if (game.asked) put("question", false);
    else if (game.phase === "guide") put("page", "next");
    else if (!game.draft.mission) put("mission", "none");
    else put("confirm", "confirm");
  }
  expect(game.phase).toBe(until);
  return inputs;
}

it("an evening is its inputs: played again they lead to the same place", () => {
  const game = new Companion(SETUP, SEED);
  const inputs = onward(game, "reports");
  const again = replayed(SETUP, SEED, JSON.parse(JSON.stringify(inputs)) as Input[]);
  expect(JSON.stringify(again)).toBe(JSON.stringify(game));
});

it("refuses a DONE for an action that is over, and loses nothing", () => {
  const game = new Companion(SETUP, SEED);
  game.take({ key: "start", value: "start", at: 0 });
  game.take({ key: "done", value: 0, at: 500 });
  expect(game.take({ key: "done", value: 0, at: 600 })).toEqual({ rule: "timed.done", says: "stale" });
  expect(game.timed?.clock.n).toBe(1);
});

it("tells what it rolled only after the timed phase", () => {
  const game = new Companion(SETUP, SEED);
  game.take({ key: "start", value: "start", at: 0 });
  expect(game.told).toEqual([]);
  onward(game, "guide");
  expect(game.told[0]?.invasion.rolls.length).toBeGreaterThan(5);
  expect(game.told[0]?.past.at(-1)?.action).toBe("ending");
});

it("checks a report: ranges, fallen continents, 24 UFOs, and what should be looked at again", () => {
  const game = new Companion(SETUP, SEED);
  onward(game, "reports");
  const put = (key: string, value: unknown) => game.take({ key, value, at: 1_000_000 });
  expect(put("orbit", 25)?.rule).toBe("companion.ask-orbit");
  expect(put("orbit", Number.NaN)?.says).toBe("range");
  expect(put("fallen", 1)?.rule).toBe("companion.ask-fallen-ufos");
  expect(put("panic", ["asia", "orange"])).toBeNull();
  expect(game.doubtful).toEqual(["asia"]);
  put("orbit", 0);
  put("fallen", 3);
  put("orbit", 24);
  expect(put("confirm", "confirm")?.says).toBe("mission");
  put("mission", "completed");
  expect(put("confirm", "confirm")?.says).toBe("ufos");
  put("orbit", 2);
  expect(put("confirm", "confirm")).toBeNull();
  expect(game.reports[1]?.orbit).toBe(5);
  onward(game, "reports", [], 2_000_000);
  expect(put("panic", ["asia", "yellow"])?.says).toBe("fallen");
  put("panic", ["africa", "orange"]);
  expect(game.draft.mission).toBe(""); // last round's answer is not preset
  put("mission", "none");
  put("back", "back");
  put("page", "next");
  expect([game.draft.mission, game.newlyFallen]).toEqual(["none", ["africa"]]);
  put("confirm", "confirm");
  expect([game.phase, game.won, game.why]).toEqual(["score", "lost", "panic"]);
});

it("has the texts of every rule that it names", () => {
  const named = [
    ...book.pages.flatMap((p) => p.rules),
    ...Object.values(book.deeds).flat(),
    ...book.steps.flatMap((s) => s.rules),
  ];
  expect(named.filter((id) => !(id in book.rules))).toEqual([]);
  for (const row of book.actions) expect(row.id.replace(/_[123]$/, "") in book.deeds, row.id).toBe(true);
});

// ---- the device ----

const kept = new Map<string, string>();
let clock = 0;

async function opened(): Promise<typeof import("../src/companion/store")> {
  vi.resetModules();
  return import("../src/companion/store");
}

beforeEach(() => {
  kept.clear();
  clock = 0;
  vi.stubGlobal("localStorage", {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
    removeItem: (k: string) => void kept.delete(k),
  });
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});

it("goes on after a reload: the clock stood, and the phase is paused (timed.leave)", async () => {
  const before = await opened();
  before.arrive();
  before.begin(SETUP);
  before.put("start", "start");
  clock += 4000;
  before.leave();
  clock = 3_600_000; // an hour later, in a new page
  const after = await opened();
  after.arrive();
  const now = after.evening.value?.game.timed?.clock;
  expect(after.now()).toBe(4000);
  expect([now?.action, now?.paused, now?.zero]).toEqual(["new_tech", 4000, 20_000]);
  clock += 1500;
  after.put("pause", 0);
  expect(after.evening.value?.game.timed?.clock.budget).toBe(58_500);
});

it("an expired action goes on running when somebody is back: there is no pause for it", async () => {
  const store = await opened();
  store.arrive();
  store.begin(SETUP);
  store.put("start", "start");
  const game = () => store.evening.value?.game;
  for (let n = 0; n < 20 && book.actions.find((a) => a.id === game()?.timed?.clock.action)?.side !== "alien"; n++) {
    clock += 100;
    store.put("done", game()?.timed?.clock.n);
  }
  for (let n = 0; n < 60; n++) {
    clock += 1000;
    store.tick();
  }
  expect(game()?.timed?.clock.expired).toBe(true);
  store.leave();
  clock += 60_000;
  store.arrive();
  expect([game()?.timed?.clock.expired, game()?.timed?.clock.paused]).toEqual([true, null]);
});

it("a device that slept while the page was open loses no time", async () => {
  const store = await opened();
  store.arrive();
  store.begin(SETUP);
  store.put("start", "start");
  clock += 3000;
  store.tick();
  clock += 3_600_000; // the lid was closed; nobody said so
  expect(store.tick()).toBe(true);
  const game = () => store.evening.value?.game.timed?.clock;
  expect([game()?.action, game()?.paused, game()?.zero]).toEqual(["new_tech", 3000, 20_000]);
  expect(store.notice.value).toBe("back");
  clock += 2000;
  store.put("pause", 0);
  clock += 3_600_000; // again, and now the first thing is a tap
  store.put("done", 0);
  expect([game()?.action, store.now()]).toEqual(["budget", 5000]);
  expect(store.evening.value?.game.timed?.past[0]).toMatchObject({ action: "new_tech", how: "done", ended: 5000 });
});

it("follows another tab that leads the evening on", async () => {
  const [one, two] = [await opened(), await opened()];
  one.arrive();
  one.begin(SETUP);
  two.arrive();
  two.put("start", "start");
  clock += 900;
  two.put("done", 0);
  one.elsewhere({ key: "xenotable.companion" } as StorageEvent);
  expect(one.evening.value?.game.timed?.clock.n).toBe(1);
  expect(one.now()).toBeGreaterThanOrEqual(900);
});

it("inputs that make no sense do not stop the page", async () => {
  kept.set("xenotable.companion", JSON.stringify({ setup: SETUP, seed: SEED, inputs: [null] }));
  const store = await opened();
  store.arrive();
  expect([store.evening.value, store.notice.value]).toEqual([null, "damaged"]);
});

it("a damaged evening is said to be so, and a new one can begin", async () => {
  kept.set("xenotable.companion", '{"setup": {"difficulty": "silly"}}');
  const store = await opened();
  store.arrive();
  expect([store.evening.value, store.notice.value]).toEqual([null, "damaged"]);
  store.begin(SETUP);
  expect(store.evening.value?.game.phase).toBe("ready");
});
