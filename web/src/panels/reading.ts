import { same } from "../asks/draft";
import type { DiceWire, EventWire, Threw } from "../wire";

/** What the faces of a throw count as: the least face of each class above the first, and the names of the classes. */
export type Reading = Pick<Threw, "needed" | "names">;

/** How dice are read, if one of these events shows the throw. */
export const readingOf = (events: readonly EventWire[], dice: DiceWire): Reading | undefined =>
  events
    .flatMap((event) => event.shows ?? [])
    .findLast((s): s is Threw => s.type === "threw" && s.key === dice.key && same(s.dice, dice.faces));

/** The class that a face falls into, from 0. */
export const classOf = (face: number, needed: readonly number[]): number => needed.filter((cut) => face >= cut).length;
