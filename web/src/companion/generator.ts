// The invasion generator, mirrored from xenotable/games/xcom/rules/generator and held equal to it by vectors.
// Each function is named as there; the rules behind it are told there.

import data from "./book.json" with { type: "json" };
import { type Die, sequence } from "./dice";

export type Colour = "yellow" | "red" | "orange";
export type MissionReport = "completed" | "play" | "none";

export interface Planned {
  id: string;
  places: string[];
  scrambled: boolean;
}

export interface Report {
  orbit: number;
  mission: MissionReport;
  colours: Colour[];
}

/** All that the generator knows. */
export interface Brief {
  difficulty: string;
  plan: string;
  round: number;
  reports: Report[];
  scrambles: number;
  unscramble: number;
  more_enemies: number;
}

export interface Invasion {
  actions: Planned[];
  focus: string;
  wave: [number, number, number];
  rolls: [string, number, number][];
}

export interface Opening {
  plan: string;
  headquarters: string;
  panic: number[];
  ufos: string[];
}

type Plan = (typeof data.plans)[number];
type Roll = (sides: number, what: string) => number;

export const book = data;
export const CONTINENTS = data.continents.map((c) => c.id);

const found = <T extends { id: string }>(rows: readonly T[], id: string): T => {
  const row = rows.find((r) => r.id === id);
  if (!row) throw new Error(`There is no ${id}.`);
  return row;
};
export const level = (id: string) => found(data.difficulties, id);
export const plan = (id: string): Plan => found(data.plans as Plan[], id);
export const action = (id: string) => found(data.actions, id);

const planned = (id: string, places: string[] = [], scrambled = false): Planned => ({ id, places, scrambled });
const times = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make);
const figure = (figures: readonly number[], round: number): number => figures[Math.min(round, 8) - 1] ?? 0;
const last = (brief: Brief): Report => brief.reports[brief.reports.length - 1] as Report;
const within = (low: number, n: number, high: number): number => Math.max(low, Math.min(high, n));

/** Virtual rolls with a note of each; a die with one side is not rolled. */
function noting(d: Die, noted: [string, number, number][]): Roll {
  return (sides, what) => {
    if (sides === 1) return 1;
    const result = d(sides);
    noted.push([what, sides, result]);
    return result;
  };
}

export function focus(brief: Brief): string {
  if (brief.round === 1) return "";
  const report = last(brief);
  if (report.colours.filter((c) => c !== "yellow").length >= 2) return "terror";
  if (report.mission === "completed") return "reprisal";
  return report.orbit ? "jamming" : "unrest";
}

const SHIFT: Record<string, [number, number, number]> = {
  "": [0, 0, 0],
  terror: [1, -1, 0],
  reprisal: [-1, 1, 0],
  jamming: [0, 0, -1],
  unrest: [-1, 0, 1],
};

export function wave(brief: Brief): [number, number, number] {
  const [hard, its, r] = [level(brief.difficulty), plan(brief.plan), brief.round];
  const [u, e, c] = SHIFT[focus(brief)] ?? [0, 0, 0];
  return [
    within(1, figure(hard.ufos, r) + figure(its.ufos, r) + u, 8),
    within(0, figure(hard.enemies, r) + figure(its.enemies, r) + e + brief.more_enemies, 4),
    within(0, figure(hard.crises, r) + figure(its.crises, r) + c, 3),
  ];
}

function place(colours: Colour[], redWeight: number, d: Roll, what: string, orbit = true): string {
  const weight: Record<Colour, number> = { yellow: 2, red: redWeight, orange: 0 };
  const weights = [...colours.map((c) => weight[c]), orbit ? 3 : 0];
  let at = d(
    weights.reduce((a, b) => a + b, 0),
    what,
  );
  const index = weights.findIndex((w) => {
    at -= w;
    return at <= 0;
  });
  return [...CONTINENTS, "orbit"][index] as string;
}

export function unlockingRound(planId: string, reports: Report[]): number {
  let completed = 0;
  for (const [finished, report] of reports.entries()) {
    completed += report.mission === "completed" ? 1 : 0;
    if (finished + completed >= plan(planId).clock) return finished + 1;
  }
  return 0;
}

function contents(brief: Brief, down: string[], ufos: string[], enemies: number, crises: number): Planned[] {
  const unlocked = unlockingRound(brief.plan, brief.reports) > 0;
  const inPlay = last(brief).mission === "play";
  const choose = !inPlay && !unlocked;
  const groups = times(Math.ceil(ufos.length / 2), () => planned("ufos_detected")).map((p, i) => ({
    ...p,
    places: ufos.slice(2 * i, 2 * i + 2),
  }));
  return [
    ...(down.length ? [planned("ufos_descend", down)] : []),
    ...groups,
    ...times(enemies, () => planned("enemy_in_base")),
    ...times(crises, () => planned("crisis")),
    ...(choose ? [planned("choose_mission")] : []),
    ...[1, 2, 3].map((i) => planned(`assign_research_${i}`)),
    ...["emergency_funding", "deploy_satellites", "deploy_interceptors"].map((id) => planned(id)),
    ...(inPlay || choose ? [planned("deploy_squad")] : []),
    ...(unlocked ? [planned("deploy_final")] : []),
    planned("defend_base"),
  ];
}

function ordered(body: Planned[], d: Roll): Planned[] {
  const left = [...body];
  const out: Planned[] = [];
  while (left.length) {
    const waiting = new Set(left.map((p) => p.id));
    const free = left.flatMap((p, i) => (action(p.id).after.some((a) => waiting.has(a)) ? [] : [i]));
    out.push(...left.splice(free[d(free.length, "order") - 1] as number, 1));
  }
  return out;
}

function scrambles(brief: Brief, d: Roll): number {
  const limit = level(brief.difficulty).scramble;
  const rolled = times(Math.min(6, last(brief).orbit), () => d(20, "scramble")).filter((n) => n <= limit).length;
  return Math.max(0, rolled + brief.scrambles - brief.unscramble);
}

function target(body: Planned[], d: Roll): number {
  const left = data.actions.filter((a) => a.response && body.some((p) => p.id === a.id && !p.scrambled));
  if (!left.length) return -1;
  const chosen = left[d(left.length, "target") - 1]?.id;
  return body.findIndex((p) => p.id === chosen);
}

function earlier(body: Planned[], at: number, d: Roll): number {
  const chosen = body.findIndex((p) => p.id === "choose_mission");
  if (body[at]?.id === "deploy_squad" && chosen >= 0) return chosen + d(at - chosen, "position");
  return at === 0 ? 0 : d(at, "position") - 1;
}

function scrambled(body: Planned[], at: number, d: Roll): Planned[] {
  const to = earlier(body, at, d);
  const out = body.filter((_, i) => i !== at);
  out.splice(to, 0, { ...(body[at] as Planned), scrambled: true });
  return out;
}

export function invade(brief: Brief, die: Die): Invasion {
  const rolls: [string, number, number][] = [];
  const d = noting(die, rolls);
  const [ufos, enemies, crises] = wave(brief);
  const { colours, orbit } = last(brief);
  const weight = level(brief.difficulty).red_weight;
  const down = times(orbit, () => place(colours, weight, d, "descent", false));
  const forced = Math.min(ufos, plan(brief.plan).orbit + (focus(brief) === "jamming" ? 1 : 0));
  const detected = [...times(forced, () => "orbit"), ...times(ufos - forced, () => place(colours, weight, d, "UFO"))];
  let body = ordered(contents(brief, down, detected, enemies, crises), d);
  for (let n = scrambles(brief, d); n > 0; n--) {
    const at = target(body, d);
    if (at >= 0) body = scrambled(body, at, d);
  }
  const unlock = unlockingRound(brief.plan, brief.reports) === brief.round ? [planned("unlock_final")] : [];
  const actions = [planned("new_tech"), planned("budget"), ...unlock, ...body, planned("ending")];
  return { actions, focus: focus(brief), wave: [ufos, enemies, crises], rolls };
}

export function opening(difficulty: string, planId: string, home: string, die: Die): Opening {
  const d = noting(die, []);
  const chosen = planId || (data.plans[d(5, "plan") - 1]?.id as string);
  const headquarters = home || (CONTINENTS[d(6, "headquarters") - 1] as string);
  const more = plan(chosen).setup_panic as Record<string, number>;
  const panic = CONTINENTS.map((c) => level(difficulty).start_panic + (more[c] ?? 0));
  const colours = panic.map((p) => data.panic[p] as Colour);
  const { red_weight, start_ufos } = level(difficulty);
  return { plan: chosen, headquarters, panic, ufos: times(start_ufos, () => place(colours, red_weight, d, "UFO")) };
}

export function firstReport(fixed: Opening): Report {
  const orbit = fixed.ufos.filter((p) => p === "orbit").length;
  return { orbit, mission: "none", colours: fixed.panic.map((p) => data.panic[p] as Colour) };
}

/** The credits that the budget action shows. */
export function funding(difficulty: string, report: Report): number {
  const paid = { yellow: 2, red: 1, orange: 0 };
  return Math.max(
    0,
    report.colours.reduce((sum, c) => sum + paid[c], level(difficulty).budget),
  );
}

export const roundOf = (seed: string, brief: Brief): Invasion => invade(brief, sequence(seed, `round ${brief.round}`));
