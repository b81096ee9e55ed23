import { signal } from "@preact/signals";
import type { ArmyList } from "../wire";

/** A list of this device with its versions, the newest last. */
export interface Kept {
  id: string;
  game: string;
  versions: { army: ArmyList; total: number; at: number }[];
}

const KEY = "xenotable.lists";
const MOST_LISTS = 100;
const MOST_VERSIONS = 30;

function read(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Kept[]).filter((k) => k.versions?.length) : [];
  } catch {
    return [];
  }
}

export const lists = signal<Kept[]>(read());

function write(all: Kept[]): void {
  lists.value = all.slice(0, MOST_LISTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(lists.value));
  } catch {
    // A browser without storage builds on; the list is only not found again later.
  }
}

export const latest = (kept: Kept): Kept["versions"][number] =>
  kept.versions[kept.versions.length - 1] as Kept["versions"][number];

/** The newest version of a list, null where there is none. */
export function armyOf(id: string): ArmyList | null {
  const kept = lists.peek().find((k) => k.id === id);
  return kept ? latest(kept).army : null;
}

export const listsOf = (game: string): Kept[] => lists.value.filter((k) => k.game === game);

/** Keeps a version of a list; without an id it is a new one. Gives the id. */
export function keep(id: string, game: string, army: ArmyList, total: number): string {
  const old = lists.value.find((k) => k.id === id);
  const version = { army, total, at: Date.now() };
  const kept = {
    id: old?.id ?? crypto.randomUUID(),
    game,
    versions: [...(old?.versions ?? []), version].slice(-MOST_VERSIONS),
  };
  write([kept, ...lists.value.filter((k) => k.id !== kept.id)]);
  return kept.id;
}

export function forget(id: string): void {
  write(lists.value.filter((k) => k.id !== id));
}

export const same = (a: ArmyList, b: ArmyList): boolean =>
  JSON.stringify([a.name, a.parts]) === JSON.stringify([b.name, b.parts]);
