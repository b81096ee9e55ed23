// The companion as it runs: set-up, timed phases, the guide, the reports and the end. A mirror of companion_play.py and
// companion_guide.py: the same inputs under the same names, each with its time, lead to the same place. An evening is
// its set-up, its seed and the list of its inputs; nothing else has to be kept.

import { type Past, Phase } from "./clock";
import { sequence } from "./dice";
import {
  type Brief,
  book,
  CONTINENTS,
  type Colour,
  firstReport,
  type Invasion,
  type MissionReport,
  type Opening,
  opening,
  plan,
  type Report,
  roundOf,
  unlockingRound,
} from "./generator";
import { points } from "./odds";

export const UFOS = 24;
export const COLOURS: readonly Colour[] = ["yellow", "red", "orange"];
export const MISSIONS: readonly MissionReport[] = ["completed", "play", "none"];
export const SECONDS = 600; // the most that a card of any table will give or take
export const NEXT: readonly Entry[] = [
  ["scramble", 1],
  ["scramble", -1],
  ["enemy", 1],
  ["pause", 20],
];

export type Entry = [what: string, n: number];
/** An entry of the Adjust panel, of this phase or of the next; seconds are any whole number but 0. */
export function entryOf(value: unknown, next: boolean): Entry | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [what, n] = value as [string, number];
  if (what !== "pause" && (next || what !== "time")) return next ? NEXT.find((e) => same(e, value)) : undefined;
  const least = what === "pause" && !next ? -SECONDS : 1;
  return Number.isInteger(n) && n !== 0 && n >= least && n <= SECONDS ? [what, n] : undefined;
}

export type Page = (typeof book.pages)[number];

export interface TableSetup {
  difficulty: string;
  timer: string;
  players: number;
  plan: string; // "": rolled
  headquarters: string; // on Easy it may be chosen
}

export interface Input {
  key: string;
  value: unknown;
  at: number;
}

export interface Draft {
  round: number; // that it is about
  orbit: number;
  mission: MissionReport | ""; // "": not said yet
  colours: Colour[];
  fallen_ufos: number;
  destroyed: boolean;
}

/** A timed phase that is over: what the app did, to be told afterwards. */
export interface Told {
  round: number;
  invasion: Invasion;
  past: readonly Past[];
}

/** Why something cannot be done: the rule, and a sentence of `strings.ts` by its name. */
export interface Refusal {
  rule: string;
  says: "stale" | "pause" | "expired" | "order" | "range" | "fallen" | "ufos" | "mission";
}

const refuse = (rule: string, says: Refusal["says"]): Refusal => ({ rule, says });
const whole = (v: unknown, high: number): v is number =>
  Number.isInteger(v) && (v as number) >= 0 && (v as number) <= high;
const same = (a: Entry, b: unknown): boolean => Array.isArray(b) && a[0] === b[0] && a[1] === b[1];

export class Companion {
  readonly setup: TableSetup;
  readonly fixed: Opening;
  round = 0;
  phase: "ready" | "timed" | "guide" | "reports" | "score" | "over" = "ready";
  step = 0; // of the guided set-up
  page = 0;
  threat = 1;
  asked = "";
  adjusted: Entry[] = [];
  won = "";
  why = "";
  entries: Record<string, number> = {}; // for the score
  score: number | null = null;
  draft: Draft;
  timed: Phase | null = null;
  readonly reports: Report[];
  readonly told: Told[] = [];
  private readonly seed: string;
  private invasion: Invasion | null = null;

  constructor(setup: TableSetup, seed: string) {
    this.setup = setup;
    this.seed = seed;
    this.fixed = opening(
      setup.difficulty,
      setup.plan,
      setup.difficulty === "easy" ? setup.headquarters : "",
      sequence(seed, "setup"),
    );
    this.reports = [firstReport(this.fixed)];
    this.draft = { round: 0, orbit: 0, mission: "", colours: this.last.colours, fallen_ufos: 0, destroyed: false };
  }

  /** The report that this round was made from. */
  get last(): Report {
    return this.reports[Math.max(0, this.round - 1)] as Report;
  }

  get unlocked(): boolean {
    return unlockingRound(this.fixed.plan, this.reports.slice(0, Math.max(1, this.round))) > 0;
  }

  get pages(): readonly Page[] {
    return book.pages.filter((p) => this.unlocked || (p.id !== "final" && p.id !== "pressure"));
  }

  /** What is due by itself happens. */
  tick(now: number): void {
    if (this.phase !== "timed" || !this.timed) return;
    this.timed.tick(now);
    this.ended();
  }

  /** Carries an input out, or says why it cannot be; then nothing has changed but what was due before it. */
  take({ key, value, at }: Input): Refusal | null {
    this.tick(at);
    switch (this.phase) {
      case "ready":
        return this.ready(key, value, at);
      case "timed":
        return this.clocked(key, value, at);
      case "guide":
        return this.asked ? this.answered(key, value) : this.guided(key, value);
      case "reports":
        return this.reported(key, value);
      case "score":
        return this.scored(key, value);
      case "over":
        return refuse("companion.scope", "order");
    }
  }

  // ---- before a phase ----

  private ready(key: string, value: unknown, at: number): Refusal | null {
    if (key === "step" && whole(value, book.steps.length - 1)) {
      this.step = value;
      return null;
    }
    if (key !== "start") return refuse("companion.setup", "order");
    this.round += 1;
    this.phase = "timed";
    this.threat = 1;
    this.invasion = roundOf(this.seed, this.brief());
    this.timed = new Phase(this.setup, this.invasion.actions, at, this.sum("pause"));
    this.adjusted = [];
    return null;
  }

  private brief(): Brief {
    const scrambles = this.sum("scramble");
    return {
      difficulty: this.setup.difficulty,
      plan: this.fixed.plan,
      round: this.round,
      reports: this.reports,
      scrambles: Math.max(0, scrambles),
      unscramble: Math.max(0, -scrambles),
      more_enemies: this.sum("enemy"),
    };
  }

  private sum(what: string): number {
    return this.adjusted.reduce((sum, [name, n]) => sum + (name === what ? n : 0), 0);
  }

  // ---- the timed phase ----

  private clocked(key: string, value: unknown, at: number): Refusal | null {
    const phase = this.timed as Phase;
    if (key === "done") {
      if (!phase.done(value as number, at)) return refuse("timed.done", "stale");
      this.ended();
      return null;
    }
    if (key === "pause") return phase.pause(value as number, at) ? null : refuse("timed.pause", "pause");
    if (key === "resumed") return phase.resumed(at) ? null : refuse("companion.resume", "order");
    const entry = key === "adjust" ? entryOf(value, false) : undefined;
    if (!entry) return refuse("companion.timed", "order");
    return phase.adjust(entry[0] as "pause" | "time", entry[1], at) ? null : refuse("companion.adjust", "expired");
  }

  /** After ENDING the guide begins, and what was hidden is told. */
  private ended(): void {
    if (!this.timed?.over || !this.invasion) return;
    this.told.push({ round: this.round, invasion: this.invasion, past: this.timed.past });
    this.invasion = null;
    Object.assign(this, { phase: "guide", page: 0, threat: 1, asked: "" });
  }

  // ---- the guide ----

  private guided(key: string, value: unknown): Refusal | null {
    const page = this.pages[this.page] as Page;
    if (key === "page" && value === "next") {
      if (!page.asks) return this.turn(1);
      this.asked = page.asks;
      return null;
    }
    if (key === "page" && value === "back" && this.page > 0) return this.turn(-1);
    if (key === "threat" && page.task) {
      if (value === "+1" && this.threat < 5) this.threat += 1;
      else if (value === "reset" && page.reset) this.threat = 1;
      else return refuse("companion.threat-helper", "range");
      return null;
    }
    return this.entered(key, value);
  }

  private turn(by: number): null {
    const to = this.page + by;
    this.asked = "";
    if (to === this.pages.length) {
      // What was entered before a look back at the pages is still there.
      if (this.draft.round !== this.round)
        this.draft = { ...this.last, round: this.round, mission: "", fallen_ufos: 0, destroyed: false };
      this.phase = "reports";
    } else {
      this.page = to;
      this.threat = 1;
    }
    return null;
  }

  private answered(key: string, value: unknown): Refusal | null {
    if (key !== "question" || typeof value !== "boolean") return refuse("companion.guide", "order");
    return value ? this.announce(this.asked === "completed", this.asked) : this.turn(1);
  }

  /** From the audit until Confirm: what cards do to the next phase; each entry can be taken back. */
  private entered(key: string, value: unknown): Refusal | null {
    const entry = entryOf(value, true);
    if (key === "adjust" && entry) this.adjusted = [...this.adjusted, entry];
    else if (key === "retract" && whole(value, this.adjusted.length - 1))
      this.adjusted = this.adjusted.filter((_, i) => i !== value);
    else return refuse("companion.adjust", "order");
    return null;
  }

  // ---- the reports ----

  get newlyFallen(): string[] {
    return CONTINENTS.filter((_, i) => this.draft.colours[i] === "orange" && this.last.colours[i] !== "orange");
  }

  /** Continents whose change is unusual: it is accepted, but should be looked at again. */
  get doubtful(): string[] {
    const jumps = ["yellow orange", "red yellow"];
    return CONTINENTS.filter((_, i) => jumps.includes(`${this.last.colours[i]} ${this.draft.colours[i]}`));
  }

  private reported(key: string, value: unknown): Refusal | null {
    const draft = this.draft;
    switch (key) {
      case "base":
        this.draft = { ...draft, destroyed: value === true };
        return null;
      case "orbit":
        if (!whole(value, UFOS)) return refuse("companion.ask-orbit", "range");
        this.draft = { ...draft, orbit: value };
        return null;
      case "fallen":
        if (!this.newlyFallen.length || !whole(value, UFOS - draft.orbit))
          return refuse("companion.ask-fallen-ufos", "range");
        this.draft = { ...draft, fallen_ufos: value };
        return null;
      case "mission":
        if (!MISSIONS.includes(value as MissionReport)) return refuse("companion.ask-mission", "range");
        this.draft = { ...draft, mission: value as MissionReport };
        return null;
      case "panic":
        return this.marked(value as [string, Colour]);
      case "back":
        this.phase = "guide";
        this.page = this.pages.length - 1;
        return null;
      case "confirm":
        return this.confirmed();
      default:
        return this.entered(key, value);
    }
  }

  private marked([continent, colour]: [string, Colour]): Refusal | null {
    const at = CONTINENTS.indexOf(continent);
    if (at < 0 || !COLOURS.includes(colour)) return refuse("companion.ask-panic", "range");
    if (this.last.colours[at] === "orange" && colour !== "orange") return refuse("companion.validate", "fallen");
    this.draft = { ...this.draft, colours: this.draft.colours.map((x, i) => (i === at ? colour : x)) };
    return null;
  }

  private confirmed(): Refusal | null {
    const { mission, colours, fallen_ufos, destroyed } = this.draft;
    const orbit = this.draft.orbit + (this.newlyFallen.length ? fallen_ufos : 0);
    if (destroyed) return this.announce(false, "destroyed");
    if (!mission) return refuse("companion.ask-mission", "mission");
    if (orbit > UFOS) return refuse("companion.validate", "ufos");
    this.reports.push({ orbit, mission, colours });
    if (colours.filter((c) => c === "orange").length >= 2) return this.announce(false, "panic");
    this.phase = "ready";
    return null;
  }

  // ---- the end ----

  private announce(won: boolean, why: string): null {
    Object.assign(this, { phase: "score", won: won ? "won" : "lost", why });
    return null;
  }

  private scored(key: string, value: unknown): Refusal | null {
    const most: Record<string, number> = { ufos: UFOS, pool: 20, damage: 9 };
    if (key === "finish") {
      const { ufos, pool, damage } = this.entries;
      const count = (c: Colour) => this.draft.colours.filter((x) => x === c).length;
      if (ufos !== undefined && pool !== undefined && damage !== undefined)
        this.score = points(
          this.won === "won",
          this.setup.difficulty,
          ufos,
          pool,
          count("red"),
          count("orange"),
          damage,
        );
      this.phase = "over";
      return null;
    }
    if (!(key in most) || !whole(value, most[key] as number)) return refuse("companion.score", "range");
    this.entries = { ...this.entries, [key]: value };
    return null;
  }
}

/** Everything that has been put in, once more. An input that is refused is passed over. */
export function replayed(setup: TableSetup, seed: string, inputs: readonly Input[]): Companion {
  const game = new Companion(setup, seed);
  for (const input of inputs) game.take(input);
  return game;
}

/** Whether these words can be a set-up at all: what is kept on a device may be damaged. */
export function possible(setup: TableSetup): boolean {
  try {
    plan(setup.plan || "beachhead");
    return (
      book.difficulties.some((d) => d.id === setup.difficulty) &&
      ["on", "relaxed", "off"].includes(setup.timer) &&
      whole(setup.players, 4) &&
      setup.players > 0 &&
      (!setup.headquarters || CONTINENTS.includes(setup.headquarters))
    );
  } catch {
    return false;
  }
}
