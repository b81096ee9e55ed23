// What the odds page does with numbers: which card of the book is filled in, and two charts made one.
import type { Chance, Field, Forecast, Group, Preset } from "../wire";

export type Filled = Record<string, number | string>;

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
export function within(field: Field, said: number, before: number | string): number | string {
  return Number.isFinite(said) ? Math.min(field.high ?? said, Math.max(field.low ?? said, Math.round(said))) : before;
}

/** The group as it was filled in, with the fields that it does not know left out. */
export const known = (group: Group, filled: Filled): Filled =>
  Object.fromEntries(group.fields.map((f) => [f.name, filled[f.name] ?? f.value ?? 0]));

export interface Bar {
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
