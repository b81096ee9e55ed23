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

/** "Use" of "Use the scanner?" says too little by itself. */
export const wordsOf = (ask: ChooseWire, label: string): string =>
  ask.options.length === 1 && ask.prompt.startsWith(`${label} `) ? ask.prompt.replace(/\?$/, "") : label;

/** Whether nothing of it can be chosen now, such as a card that is exhausted. */
const isShut = (ask: Wire): boolean =>
  (ask.type === "choose" || ask.type === "pick") && ask.options.length > 0 && ask.options.every(closed);

/** Of several that stand open: the first if it is about pieces, else the one with most to decide on, a single word
 * before two. */
export function mainOf(open: readonly Wire[]): Wire | undefined {
  const possible = open.filter((a) => !isShut(a));
  const asks = possible.length ? possible : open;
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
