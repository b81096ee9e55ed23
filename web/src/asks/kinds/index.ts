/** One module for each kind of ask; whoever handles any ask looks it up here. */
import type { Wire } from "../../wire";
import { type Draft, EMPTY } from "../draft";
import { arrange } from "./arrange";
import { assign } from "./assign";
import { choose } from "./choose";
import { confirm } from "./confirm";
import type { AskOf, Kind } from "./kind";
import { move } from "./move";
import { number } from "./number";
import { pick } from "./pick";
import { place } from "./place";
import { play } from "./play";
import { roll } from "./roll";

const KINDS: { [T in Wire["type"]]: Kind<AskOf<T>> } = {
  arrange,
  assign,
  choose,
  confirm,
  move,
  number,
  pick,
  place,
  play,
  roll,
};

export const kindOf = (ask: Wire): Kind<Wire> => KINDS[ask.type] as unknown as Kind<Wire>;

export const newDraft = (ask: Wire, here: (id: string) => boolean = () => false): Draft => ({
  ...EMPTY,
  ...kindOf(ask).draft(ask, here),
});

export const valueIn = (ask: Wire, draft: Draft): unknown => kindOf(ask).value(ask, draft);

export const restored = (ask: Wire, draft: Draft, value: unknown): Draft => ({
  ...draft,
  ...kindOf(ask).restore(ask, draft, value),
});

export const makings = (ask: Wire): string => JSON.stringify([ask.id, kindOf(ask).makings?.(ask)]);
