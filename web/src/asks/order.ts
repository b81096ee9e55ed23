import type { ChooseWire, OptionWire, Wire } from "../wire";
import { closed } from "./draft";

const FEW = 2;

/** A decision of a word or two, which a button beside the main one can take. */
export const isQuick = (ask: Wire): ask is ChooseWire =>
  ask.type === "choose" && (ask.options.length === 1 || (ask.options.length <= FEW && ask.options.every((o) => !o.on)));

/** A question with one answer, which is what happens if nobody says anything: nobody has to be asked. */
export function isFormality(ask: Wire): ask is ChooseWire {
  const [only, more] = ask.type === "choose" ? ask.options : [];
  return (
    only !== undefined &&
    more === undefined &&
    !only.why?.length &&
    !ask.until &&
    typeof only.value === "string" &&
    ask.default === only.value
  );
}

/** The question of a prompt, and what explains it: "Use the scanner? It shows a card." is both. */
export function questionOf(prompt: string): { question: string; explained: string } {
  const end = prompt.endsWith(".") ? prompt.indexOf("? ") + 1 : 0;
  return end
    ? { question: prompt.slice(0, end), explained: prompt.slice(end + 1) }
    : { question: prompt, explained: "" };
}

/** "Use" of "Use the scanner?" says too little by itself. */
export const wordsOf = (ask: ChooseWire, label: string): string =>
  ask.options.length === 1 && ask.prompt.startsWith(`${label} `)
    ? questionOf(ask.prompt).question.replace(/\?$/, "")
    : label;

/** The numbers of options as they are listed: what can be chosen, then what is closed with its reasons. */
export function listed(options: readonly OptionWire[]): number[] {
  const numbers = options.map((_, i) => i);
  const isClosed = (i: number) => closed(options[i] as OptionWire);
  return [...numbers.filter((i) => !isClosed(i)), ...numbers.filter(isClosed)];
}

/** The options of a decision about several pieces as a list shows them: what is `here` on the table, then what is not
 * ("End the phase"), then what is closed. Other lists keep their order, so that an action keeps its number. */
export function inOrder(ask: Wire, here: (id: string) => boolean): Wire {
  if (ask.type !== "choose") return ask;
  const isHere = (o: OptionWire) => Boolean(o.on) && here(o.on ?? "");
  if (new Set(ask.options.filter(isHere).map((o) => o.on)).size < 2) return ask;
  const rank = (o: OptionWire) => (closed(o) ? 2 : isHere(o) ? 0 : 1);
  return { ...ask, options: ask.options.toSorted((a, b) => rank(a) - rank(b)) };
}

/** Whether nothing of it can be chosen now, such as DONE before the crisis is chosen. */
const isShut = (ask: Wire): boolean =>
  (ask.type === "choose" || ask.type === "pick") && ask.options.length > 0 && ask.options.every(closed);

/** Of several that stand open, first of those that cannot wait: the first if it is about pieces, else the one with most to
 * decide on, a single word before two. */
export function mainOf(open: readonly Wire[]): Wire | undefined {
  const possible = open.filter((a) => !isShut(a));
  const pressing = possible.filter((a) => !a.can_wait);
  const asks = pressing.length ? pressing : possible.length ? possible : open;
  const [first] = asks;
  if (first?.type === "choose" && first.options.some((o) => o.on)) return first;
  return asks.find((a) => !isQuick(a)) ?? asks.find((a) => a.type === "choose" && a.options.length === 1) ?? asks[0];
}

/** Options "who: what" in families of the same who, if most are named like that and families have several; the rest
 * is a family without a name. */
export function familiesOf<T extends { option: OptionWire }>(
  options: readonly T[],
): { name: string; members: T[] }[] | null {
  const found = new Map<string, T[]>();
  for (const one of options) {
    const name = one.option.label.slice(0, Math.max(0, one.option.label.indexOf(": ")));
    found.set(name, [...(found.get(name) ?? []), one]);
  }
  const rest = found.get("") ?? [];
  const named = [...found].filter(([name]) => name);
  const worth = named.length * 2 <= options.length - rest.length && rest.length * 2 <= options.length;
  return worth ? [...named, ["", rest] as const].map(([name, members]) => ({ name, members: [...members] })) : null;
}
