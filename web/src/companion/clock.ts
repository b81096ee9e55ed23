// The clock of the timed phase, mirrored from xenotable/games/xcom/rules/timed/clock.py and held equal to it by vectors.
// All times are whole milliseconds; nothing here reads a clock.

import { action, book, level, type Planned } from "./generator";

export const UNLIMITED = -1;

export interface Clock {
  n: number;
  action: string;
  places: string[];
  scrambled: boolean;
  began: number;
  zero: number | null;
  budget: number;
  paused: number | null;
  expired: boolean;
  halve: boolean;
  ended: string;
}

const factor = (timer: string): number => (timer === "relaxed" ? 2 : 1);

function fullTime(id: string, difficulty: string, timer: string): number | null {
  if (timer === "off") return null;
  const column = book.difficulties.findIndex((d) => d.id === difficulty);
  return (action(id).seconds[column] as number) * 1000 * factor(timer);
}

function pauseBudget(difficulty: string, timer: string, cut = 0): number {
  const seconds = level(difficulty).pause;
  return seconds < 0 || timer === "off" ? UNLIMITED : Math.max(0, seconds * factor(timer) - cut) * 1000;
}

const halved = (full: number): number => Math.max(3000, Math.ceil(full / 2000) * 1000);

export function fresh(budget: number): Clock {
  return {
    n: -1,
    action: "",
    places: [],
    scrambled: false,
    began: 0,
    zero: null,
    budget,
    paused: null,
    expired: false,
    halve: false,
    ended: "",
  };
}

export function start(clock: Clock, next: Planned, now: number, full: number | null): Clock {
  let given = full !== null && clock.halve ? halved(full) : full;
  let budget = clock.budget;
  if (next.id === "ending" && given !== null && budget !== UNLIMITED) [given, budget] = [given + budget, 0];
  return {
    ...fresh(budget),
    n: clock.n + 1,
    action: next.id,
    places: next.places,
    scrambled: next.scrambled,
    began: now,
    zero: given === null ? null : now + given,
    ended: clock.ended,
  };
}

/** When the next thing happens by itself; null if nothing will. */
export function due(clock: Clock): number | null {
  if (clock.zero === null || clock.expired) return null;
  if (clock.paused === null) return clock.zero;
  return clock.budget === UNLIMITED ? null : clock.paused + clock.budget;
}

/** "" if Pause can be tapped, otherwise the rule against it. */
export function canPause(clock: Clock): string {
  if (clock.zero === null) return "modes.timer-off";
  if (clock.paused !== null) return "timed.pause";
  if (clock.expired || (clock.action === "ending" && clock.budget !== UNLIMITED)) return "timed.pause-expired";
  return clock.budget === 0 ? "timed.pause-empty" : "";
}

export function pause(clock: Clock, now: number): Clock {
  return clock.zero !== null && now >= clock.zero ? clock : { ...clock, paused: now };
}

export function resume(clock: Clock, now: number): Clock {
  const spent = now - (clock.paused ?? now);
  const budget = clock.budget === UNLIMITED ? UNLIMITED : Math.max(0, clock.budget - spent);
  return { ...clock, paused: null, zero: (clock.zero ?? 0) + spent, budget };
}

/** What the deadline brings: "resumed" (the pause is used up), "expired" (an alien action) or "zero" (it ends). */
function atZero(clock: Clock, now: number): [Clock, "resumed" | "expired" | "zero"] {
  if (clock.paused !== null) return [resume(clock, now), "resumed"];
  if (action(clock.action).side === "alien") return [{ ...clock, expired: true }, "expired"];
  return [{ ...clock, ended: "zero", halve: false }, "zero"];
}

export function done(clock: Clock, now: number): Clock {
  const running = clock.paused === null ? clock : resume(clock, now);
  return { ...running, budget: drained(running, now), halve: running.expired, ended: "done" };
}

function drained(clock: Clock, now: number): number {
  if (!clock.expired || clock.budget === UNLIMITED || clock.zero === null) return clock.budget;
  return Math.max(0, clock.budget - (now - clock.zero));
}

function addTime(clock: Clock, seconds: number): Clock {
  return clock.zero === null ? clock : { ...clock, zero: clock.zero + seconds * 1000 };
}

/** In an expired action it is added to what the drain has left so far. */
function addPause(clock: Clock, seconds: number, now: number): Clock {
  if (clock.action === "ending") return addTime(clock, seconds);
  if (clock.budget === UNLIMITED) return clock;
  const gone = clock.expired && clock.zero !== null ? now - clock.zero : 0;
  return { ...clock, budget: Math.max(0, drained(clock, now) + seconds * 1000) + gone };
}

/** The app was closed and is open again: its clock stood, and the phase resumes paused if it can. */
function backAgain(clock: Clock, now: number): Clock {
  return clock.paused !== null || canPause(clock) ? clock : { ...clock, paused: now };
}

export interface Settings {
  difficulty: string;
  timer: string;
}

/** One action that is over. */
export interface Past {
  action: string;
  places: string[];
  began: number;
  ended: number;
  how: "done" | "zero";
  expired: boolean;
  scrambled: boolean;
  budget: number;
}

/** A whole timed phase: inputs with their times go in, the clock comes out. */
export class Phase {
  clock: Clock;
  over = false;
  readonly past: Past[] = [];
  private now: number;
  private readonly settings: Settings;
  private readonly coming: Planned[];

  constructor(settings: Settings, coming: Planned[], now: number, cut = 0) {
    this.now = now;
    this.settings = settings;
    this.coming = [...coming];
    this.clock = fresh(pauseBudget(settings.difficulty, settings.timer, cut));
    this.next(now);
  }

  private next(now: number): void {
    const planned = this.coming.shift();
    if (!planned) {
      this.over = true;
      return;
    }
    const full = fullTime(planned.id, this.settings.difficulty, this.settings.timer);
    this.clock = start(this.clock, planned, now, full);
  }

  private ended(how: Past["how"], now: number): void {
    const { action, places, began, scrambled, budget, expired } = this.clock;
    this.past.push({ action, places, began, ended: now, how, expired, scrambled, budget });
    this.next(now);
  }

  /** Everything due by then happens first, each at its own moment; time never goes back. */
  tick(now: number): void {
    for (let at = due(this.clock); !this.over && at !== null && at <= now; at = due(this.clock)) {
      this.now = Math.max(this.now, at);
      const [clock, what] = atZero(this.clock, this.now);
      this.clock = clock;
      if (what === "zero") this.ended("zero", this.now);
    }
    this.now = Math.max(this.now, now);
  }

  /** DONE names the action it was meant for; one for an action that is over is refused. */
  done(n: number, now: number): boolean {
    this.tick(now);
    if (this.over || n !== this.clock.n) return false;
    this.clock = done(this.clock, now);
    this.ended("done", now);
    return true;
  }

  pause(n: number, now: number): boolean {
    this.tick(now);
    const running = this.clock.paused === null;
    if (this.over || n !== this.clock.n || this.clock.zero === null || (running && canPause(this.clock))) return false;
    this.clock = running ? pause(this.clock, now) : resume(this.clock, now);
    return true;
  }

  resumed(now: number): boolean {
    this.tick(now);
    if (this.over || this.clock.zero === null) return false;
    this.clock = backAgain(this.clock, now);
    return true;
  }

  adjust(what: "pause" | "time", seconds: number, now: number): boolean {
    this.tick(now);
    if (this.over || this.clock.zero === null || (what === "time" && this.clock.expired)) return false;
    this.clock = what === "time" ? addTime(this.clock, seconds) : addPause(this.clock, seconds, now);
    return true;
  }
}
