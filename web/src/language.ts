/** What depends on the language that the words are in: plurals, lists, numbers. */
const LANGUAGE = "en";

const rules = new Intl.PluralRules(LANGUAGE);
const lists = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });
const numbers = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

/** The forms that this language has; English has two. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export const form = (n: number, forms: Forms): string => forms[rules.select(n)] ?? forms.other;

export const count = (n: number, forms: Forms): string => `${n} ${form(n, forms)}`;

export const list = (items: readonly string[]): string => lists.format(items);

export const number = (v: number): string => numbers.format(v);
