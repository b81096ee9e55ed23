import type { EventWire, Line, Panel, Token, Wire } from "../wire";

/** Whether what a coach waits for has happened: "ask:unit" or "rule:shooting.hit". */
export function happens(when: string, asks: readonly Wire[], told: readonly EventWire[]): boolean {
  const [kind, what] = [when.slice(0, when.indexOf(":")), when.slice(when.indexOf(":") + 1)];
  if (kind === "ask") return asks.some((ask) => ask.key.split(":")[0] === what);
  return told.some((event) => event.rule === what);
}

/** The words that are due beside these decisions: the first whose moment has come and that were not said yet. */
export function dueMark(
  panel: Panel | undefined,
  asks: readonly Wire[],
  told: readonly EventWire[],
  said: readonly string[],
): Line | undefined {
  const open = (panel?.lines ?? []).filter((line) => line.when && !said.includes(line.when));
  // What is asked now comes before what has happened: that can wait for the next decision.
  return (
    open.find((l) => l.when?.startsWith("ask:") && happens(l.when, asks, told)) ??
    open.find((l) => happens(l.when ?? "", asks, told))
  );
}

/** The pieces that the words point at: one with that id, or one's own with such a mark. */
export function pointedAt(on: string | undefined, seat: number, tokens: Iterable<Token>): string[] {
  if (!on) return [];
  const all = [...tokens];
  const marked = all.filter((k) => k.seat === seat && k.marks?.some((m) => m.picture === on));
  return marked.length ? marked.map((k) => k.id) : [on];
}
