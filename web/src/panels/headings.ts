import type { Line } from "../wire";

/** Lines under one heading belong together. */
export function byHeading(lines: readonly Line[]): [string, Line[]][] {
  const found = new Map<string, Line[]>();
  for (const line of lines) found.set(line.label, [...(found.get(line.label) ?? []), line]);
  return [...found];
}
