// The evening on this device: its inputs are kept after every tap. The companion's clock runs only while the page is
// open and seen. By timed.leave all clocks stand while it is closed, hidden or locked; the phase then resumes paused, or
// running if no pause is left. So the difference of wall times is never counted.

import { signal } from "@preact/signals";
import { Companion, type Input, possible, type Refusal, replayed, type TableSetup } from "./play";

interface Kept {
  setup: TableSetup;
  seed: string;
  inputs: Input[];
}

const KEY = "xenotable.companion";
const SEEN = "xenotable.companion.seen"; // the companion's time when it was last seen, written often

/** The evening, or null before one begins. `turn` counts changes, because the game is changed in place. */
export const evening = signal<{ game: Companion; turn: number } | null>(null);
export const refusal = signal<Refusal | null>(null);
export const notice = signal<"" | "damaged" | "notSaved" | "back">("");

let kept: Kept | null = null;
let base = 0; // the companion's time at `since`
let since = 0;
let running = false;
let beat = 0; // when the clock was last looked at
const ASLEEP = 4000; // milliseconds without a look: the device slept although nobody said that the page is hidden

export const now = (): number => Math.floor(base + (running ? performance.now() - since : 0));

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    notice.value = "notSaved"; // without storage the evening lasts as long as the page
  }
}

function read(): Kept | null {
  let text: string | null = null;
  try {
    text = localStorage.getItem(KEY);
    if (text === null) return null;
    const found = JSON.parse(text) as Kept;
    if (!possible(found.setup) || !/^[0-9a-f]{16}$/.test(found.seed) || !Array.isArray(found.inputs))
      throw new Error("damaged");
    return found;
  } catch {
    if (text !== null) notice.value = "damaged";
    return null;
  }
}

const show = (game: Companion): void => {
  evening.value = { game, turn: (evening.value?.turn ?? 0) + 1 };
};

export function seen(): void {
  if (evening.value) write(SEEN, String(now()));
}

/** Takes up what is kept; the companion's time never goes back. */
function takeUp(): void {
  base = now();
  since = performance.now();
  kept = read() ?? kept;
  if (!kept) return;
  try {
    show(replayed(kept.setup, kept.seed, kept.inputs));
    base = Math.max(base, kept.inputs.at(-1)?.at ?? 0, Number(item(SEEN)) || 0);
  } catch {
    kept = null; // its inputs make no sense
    notice.value = "damaged";
  }
}

/** Another tab has led the evening on: this one follows. */
export function elsewhere(e: StorageEvent): void {
  if (e.key === KEY && running) takeUp();
}

/** The page is open and seen (again): the evening goes on from where it was left. */
export function arrive(): void {
  if (running) return;
  takeUp();
  since = performance.now();
  running = true;
  const game = evening.value?.game;
  beat = since;
  game?.tick(now());
  back();
}

/** By timed.leave the phase resumes paused, if it can. */
function back(): void {
  const game = evening.value?.game;
  if (game?.phase !== "timed" || game.timed?.clock.zero == null) return;
  put("resumed", "resumed");
  notice.value = "back";
}

function item(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The page is hidden, locked or closed: the clock stands. */
export function leave(): void {
  if (!running) return;
  awake();
  tick();
  base = now();
  running = false;
  seen();
}

export function begin(setup: TableSetup): void {
  const seed = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");
  kept = { setup, seed, inputs: [] };
  [base, since, beat] = [0, performance.now(), performance.now()];
  notice.value = "";
  write(KEY, JSON.stringify(kept));
  show(new Companion(setup, seed));
  seen();
}

export function forget(): void {
  kept = evening.value = refusal.value = null;
  base = 0;
  notice.value = "";
  write(KEY, null);
  write(SEEN, null);
}

/** The evening was not over: the tap that said so is taken back, with what was put in since. */
export function goOn(): void {
  if (!kept) return;
  const { setup, seed, inputs } = kept;
  let game: Companion;
  do {
    inputs.pop();
    game = replayed(setup, seed, inputs);
  } while (game.won);
  write(KEY, JSON.stringify(kept));
  refusal.value = null;
  show(game);
}

/** Whether the clock was looked at all the time; if not, it stood since the last look. */
function awake(): boolean {
  const at = performance.now();
  const slept = running && evening.value?.game.phase === "timed" && at - beat > ASLEEP;
  if (slept) [base, since] = [base + beat - since, at];
  beat = at;
  return !slept;
}

/** One tap: carried out and kept, or refused with its reason. */
export function put(key: string, value: unknown): boolean {
  const game = evening.value?.game;
  if (!game || !kept) return false;
  if (!awake()) back();
  const input = { key, value, at: now() };
  refusal.value = game.take(input);
  if (!refusal.value) {
    kept.inputs.push(input);
    write(KEY, JSON.stringify(kept));
    if (notice.value === "back") notice.value = "";
  }
  seen();
  show(game);
  return !refusal.value;
}

/** What is due by itself happens; gives whether anything did. */
export function tick(): boolean {
  const game = evening.value?.game;
  if (game?.phase !== "timed") return false;
  if (!awake()) {
    back();
    return true;
  }
  const before = game.timed?.clock;
  game.tick(now());
  if (game.timed?.clock === before && game.phase === "timed") return false;
  show(game);
  return true;
}
