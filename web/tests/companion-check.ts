// Compares the offline companion with the vectors that Python wrote; gives the differences as sentences.

import { type Clock, Phase } from "../src/companion/clock";
import { sequence } from "../src/companion/dice";
import {
  type Brief,
  firstReport,
  funding,
  type Invasion,
  invade,
  type Opening,
  opening,
} from "../src/companion/generator";
import { odds, points } from "../src/companion/odds";
import { Companion, type TableSetup } from "../src/companion/play";

interface Step {
  at: number;
  key: string;
  value: unknown;
  refused: boolean;
  clock: Clock | null;
}

type Desk = Record<string, unknown>;

export interface Vectors {
  dice: { seed: string; name: string; rolls: [number, number][] }[];
  openings: { seed: string; difficulty: string; plan: string; headquarters: string; out: Opening }[];
  rounds: { seed: string; brief: Brief; out: Invasion; funding: number }[];
  phases: { seed: string; setup: { difficulty: string; timer: string; plan: string }; start: number; steps: Step[] }[];
  odds: { dice: number; need: number; threat: number; out: number[] }[];
  scores: { difficulty: string; won: boolean; parts: [number, number, number, number, number]; out: number }[];
  games: { seed: string; setup: TableSetup; steps: (Omit<Step, "clock"> & { desk: Desk })[]; scores: number[] }[];
}

const SIGNALS = ["ready", "wanted", "heard", "before", "late", "read", "type"]; // what a table says aloud, and what only screens elsewhere need

/** Fields in the order of their names, and only those that the clock here has. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, v: unknown) => {
    if (typeof v !== "object" || v === null || Array.isArray(v)) return v;
    const entries = Object.entries(v).filter(([k]) => !SIGNALS.includes(k));
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export function* differences(v: Vectors): Generator<string> {
  for (const { seed, name, rolls } of v.dice) {
    const d = sequence(seed, name);
    for (const [sides, result] of rolls) {
      const mine = d(sides);
      if (mine !== result) yield `${name} of ${seed}: d(${sides}) is ${result}, not ${mine}`;
    }
  }
  for (const o of v.openings) {
    const mine = opening(o.difficulty, o.plan, o.headquarters, sequence(o.seed, "setup"));
    if (plain(mine) !== plain(o.out)) yield `opening of ${o.seed}: ${plain(mine)} is not ${plain(o.out)}`;
  }
  for (const r of v.rounds) {
    const mine = invade(r.brief, sequence(r.seed, `round ${r.brief.round}`));
    if (plain(mine) !== plain(r.out)) yield `round of ${r.seed}: ${plain(mine)} is not ${plain(r.out)}`;
    const report = r.brief.reports[r.brief.reports.length - 1];
    if (report && funding(r.brief.difficulty, report) !== r.funding) yield `funding of ${r.seed} is not ${r.funding}`;
  }
  for (const p of v.phases) yield* phase(p);
  for (const { dice, need, threat, out } of v.odds) {
    const mine = odds(dice, need, threat);
    const far = [mine.roll, mine.lost, mine.complete, mine.loss].some((p, i) => Math.abs(p - (out[i] ?? 2)) > 1e-9);
    if (far) yield `odds of ${dice}, ${need}, ${threat}: ${plain(mine)} is not ${plain(out)}`;
  }
  for (const { difficulty, won, parts, out } of v.scores) {
    const mine = points(won, difficulty, ...parts);
    if (mine !== out) yield `score of ${plain(parts)}: ${mine} is not ${out}`;
  }
  for (const g of v.games) yield* evening(g);
}

/** What Python notes of a desk, in its words. */
function desk(game: Companion): Desk {
  const { round, page, threat, asked, adjusted, won, why, draft } = game;
  const { action, n, zero, budget, expired } = game.timed?.clock ?? {
    action: "",
    n: -1,
    zero: null,
    budget: -1,
    expired: false,
  };
  const past = game.told.reduce(
    (sum, t) => sum + t.past.length,
    game.phase === "timed" ? (game.timed?.past.length ?? 0) : 0,
  );
  const phase = game.phase === "over" ? "score" : game.phase;
  return {
    round,
    phase,
    page,
    threat,
    asked,
    adjusted,
    won,
    why,
    draft,
    reports: game.reports.length,
    action,
    n,
    zero,
    budget,
    expired,
    past,
  };
}

function* evening({ seed, setup, steps, scores }: Vectors["games"][number]): Generator<string> {
  const mine = new Companion(setup, seed);
  let theirs: Desk = {};
  for (const [i, step] of steps.entries()) {
    const refused = mine.take(step);
    theirs = { ...theirs, ...step.desk };
    if (Boolean(refused) !== step.refused)
      yield `evening ${seed}, input ${i}: ${step.key} ${step.refused ? "was" : "was not"} refused`;
    if (plain(desk(mine)) !== plain(theirs)) {
      yield `evening ${seed}, input ${i} (${step.key}): ${plain(desk(mine))} is not ${plain(theirs)}`;
      return;
    }
  }
  if (mine.score !== (scores[0] ?? null)) yield `evening ${seed}: the score is ${mine.score}, not ${scores[0]}`;
}

function* phase({ seed, setup, start, steps }: Vectors["phases"][number]): Generator<string> {
  const fixed = opening(setup.difficulty, setup.plan, "", sequence(seed, "setup"));
  const brief = {
    difficulty: setup.difficulty,
    plan: fixed.plan,
    round: 1,
    reports: [firstReport(fixed)],
    scrambles: 0,
    unscramble: 0,
    more_enemies: 0,
  };
  const mine = new Phase(setup, invade(brief, sequence(seed, "round 1")).actions, start);
  for (const [i, step] of steps.entries()) {
    const taken = tapped(mine, step);
    const clock = mine.over ? null : mine.clock;
    if (taken === step.refused) yield `${seed}, input ${i}: ${step.key} ${step.refused ? "was" : "was not"} refused`;
    if (plain(clock) !== plain(step.clock)) yield `${seed}, input ${i}: ${plain(clock)} is not ${plain(step.clock)}`;
  }
}

function tapped(mine: Phase, { at, key, value }: Step): boolean {
  if (key === "done") return mine.done(value as number, at);
  if (key === "pause") return mine.pause(value as number, at);
  if (key === "resumed") return mine.resumed(at);
  if (key === "adjust") return mine.adjust(...(value as ["pause" | "time", number]), at);
  mine.tick(at);
  return true;
}
