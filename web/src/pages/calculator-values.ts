// What the odds page does with numbers: which card of the book is filled in, and two charts made one.
import type { Calculator, Chance, Field, Forecast, Group, Preset } from "../wire";

export type Answer = boolean | number | string;
export type Filled = Record<string, Answer>;
export type Values = Record<string, Filled>;

/** The card whose values stand in the form, or -1: numbers of one's own. */
export function presetOf(presets: readonly Preset[], filled: Filled): number {
  return presets.findIndex((p) => Object.entries(p.values).every(([name, value]) => filled[name] === value));
}

/** Cards of the book under their headings, in the order of the book; each with its place in the list. */
export function headingsOf(presets: readonly Preset[]): { under: string; members: { preset: Preset; at: number }[] }[] {
  const found: { under: string; members: { preset: Preset; at: number }[] }[] = [];
  presets.forEach((preset, at) => {
    const under = preset.under ?? "";
    let heading = found.find((h) => h.under === under);
    if (!heading) {
      heading = { under, members: [] };
      found.push(heading);
    }
    heading.members.push({ preset, at });
  });
  return found;
}

/** A whole number within the bounds of its field; what cannot be read leaves it as it was. */
export function within(field: Field, said: number, before: Answer): Answer {
  return Number.isFinite(said) ? Math.min(field.high ?? said, Math.max(field.low ?? said, Math.round(said))) : before;
}

/** The group as it was filled in, with the fields that it does not know left out. */
export const known = (group: Group, filled: Filled): Filled =>
  Object.fromEntries(group.fields.map((f) => [f.name, filled[f.name] ?? f.value ?? 0]));

interface Bar {
  label: string;
  /** of each of the forecasts compared, in their order */
  chances: number[];
}

/** Several distributions over the same numbers, one row for each number that any of them knows. With `atLeast`: the
 * chance of that number or more, which is what decides whether an attack is enough. */
export function barsOf(spreads: readonly (readonly Chance[])[], atLeast: boolean): Bar[] {
  const labels = [...new Set(spreads.flatMap((s) => s.map((c) => c.label)))].sort((a, b) => Number(a) - Number(b));
  const one = (spread: readonly Chance[], label: string) => {
    const counted = spread.filter((c) => (atLeast ? Number(c.label) >= Number(label) : c.label === label));
    return Number(counted.reduce((sum, c) => sum + c.p, 0).toFixed(12)); // what is certain adds up to 1
  };
  return labels.map((label) => ({ label, chances: spreads.map((s) => one(s, label)) }));
}

/** Forecasts that say the same of two sides, side by side. */
export function paired(first: readonly Forecast[], second: readonly Forecast[]): Forecast[][] {
  return first.map((f, i) => (second[i] ? [f, second[i] as Forecast] : [f]));
}

/** What a calculator shows before anything is filled in. */
function atFirst(calculator: Calculator): Values {
  return Object.fromEntries(
    calculator.groups.map((g) => [g.id, Object.fromEntries(g.fields.map((f) => [f.name, f.value ?? 0]))]),
  );
}

/** Only what differs from the beginning, so that an address stays short. */
export function changes(calculator: Calculator, values: Values): Values {
  const first = atFirst(calculator);
  const different = (group: string) =>
    Object.entries(values[group] ?? {}).filter(([field, value]) => value !== first[group]?.[field]);
  const found = calculator.groups.map((g) => [g.id, Object.fromEntries(different(g.id))] as const);
  return Object.fromEntries(found.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** Of a unit the book knows: its preset, by its name or by "name: weapon". */
const presetNamed = (group: Group, name: string): Preset | undefined =>
  (group.presets ?? []).find((p) => p.label === name) ??
  (group.presets ?? []).find((p) => p.label.startsWith(`${name}: `));

/** A situation as it stands in an address: by group its fields, or the name of something in the book. What does not fit
 * is left out; the server has the last word. */
export function readSaid(calculator: Calculator, said: string): Values {
  const values = atFirst(calculator);
  let found: unknown;
  try {
    found = JSON.parse(said);
  } catch {
    return values;
  }
  if (typeof found !== "object" || found === null) return values;
  for (const group of calculator.groups) {
    const one: unknown = (found as Record<string, unknown>)[group.id];
    const filled = typeof one === "string" ? presetNamed(group, one)?.values : one;
    if (typeof filled !== "object" || filled === null) continue;
    for (const field of group.fields) {
      const value: unknown = (filled as Record<string, unknown>)[field.name];
      if (typeof value === "boolean" || typeof value === "number" || typeof value === "string")
        values[group.id] = { ...values[group.id], [field.name]: value };
    }
  }
  return values;
}

/** The address of a calculator with a situation in it: `values` by group, or the name of a unit of the book. */
export function oddsAddress(
  game: string,
  id: string,
  values: Record<string, Filled | string> = {},
  other?: Filled,
): string {
  const said = [values, ...(other ? [other] : [])].map((v) => `/${encodeURIComponent(JSON.stringify(v))}`);
  return `/odds/${encodeURIComponent(game)}/${encodeURIComponent(id)}${Object.keys(values).length || other ? said.join("") : ""}`;
}

/** The first calculator that knows a unit by one of these names, and what it fills in. */
export function calculatorOf(
  all: readonly Calculator[],
  names: readonly string[],
): { id: string; values: Record<string, string> } | undefined {
  for (const name of names) {
    for (const c of all) {
      const group = c.groups.find((g) => presetNamed(g, name));
      if (group) return { id: c.id, values: { [group.id]: name } };
    }
  }
  return undefined;
}
