import { signal } from "@preact/signals";
import { api } from "../net/api";
import { store, stored } from "../stored";
import type { ArmyList, KeptList } from "../wire";

/** A list of this device with its versions, the newest last; with a key, the server keeps them too. */
export interface Kept {
  id: string;
  game: string;
  versions: { army: ArmyList; total: number; at: number }[];
  key?: string;
}

const KEY = "xenotable.lists";
const MOST_LISTS = 100;
const MOST_VERSIONS = 30;

export const lists = signal<Kept[]>(stored<Kept[]>(KEY, []).filter((k) => k?.versions?.length));

function write(all: Kept[]): void {
  lists.value = all.slice(0, MOST_LISTS);
  store(KEY, lists.value);
}

export const latest = (kept: Kept): Kept["versions"][number] =>
  kept.versions[kept.versions.length - 1] as Kept["versions"][number];

const find = (id: string): Kept | undefined => lists.peek().find((k) => k.id === id);

/** The newest version of a list, null where there is none. */
export function armyOf(id: string): ArmyList | null {
  const kept = find(id);
  return kept ? latest(kept).army : null;
}

export const listsOf = (game: string): Kept[] => lists.value.filter((k) => k.game === game);

export function put(kept: Kept): string {
  write([kept, ...lists.value.filter((k) => k.id !== kept.id)]);
  return kept.id;
}

/** Keeps a version of a list; without an id it is a new one. Gives the id. */
export function keep(id: string, game: string, army: ArmyList, total: number): string {
  const old = find(id);
  const version = { army, total, at: Date.now() };
  return put({
    ...(old ?? { id: crypto.randomUUID() }),
    game,
    versions: [...(old?.versions ?? []), version].slice(-MOST_VERSIONS),
  });
}

export function forget(id: string): void {
  write(lists.value.filter((k) => k.id !== id));
}

/** What the server keeps, on this device as well. Gives the id. */
export function adopt(found: KeptList, id = ""): string {
  const old = lists.peek().find((k) => k.key === found.key || k.id === id);
  return put({
    id: old?.id ?? crypto.randomUUID(),
    game: found.game,
    key: found.key,
    versions: found.versions.map((v) => ({ ...v, at: v.at * 1000 })),
  });
}

/** The server keeps a list of this device from now on, with all its versions. */
export async function publish(id: string): Promise<void> {
  const [first, ...rest] = find(id)?.versions ?? [];
  if (!first) return;
  let found = await api.keepList({ army: first.army });
  for (const version of rest) found = await api.keepVersion(found.key, { army: version.army });
  adopt(found, id);
}

/** The newest version goes to the server as well, where it keeps the list. */
export async function pass(id: string): Promise<void> {
  const kept = find(id);
  if (kept?.key) adopt(await api.keepVersion(kept.key, { army: latest(kept).army }));
}

/** The server keeps it no longer; this device does. */
export async function withdraw(id: string): Promise<void> {
  const { key, ...rest } = find(id) ?? {};
  if (!key) return;
  await api.deleteList(key);
  put(rest as Kept);
}

export const same = (a: ArmyList, b: ArmyList): boolean =>
  JSON.stringify([a.name, a.parts]) === JSON.stringify([b.name, b.parts]);

/** The list at which somebody was at work, so that leaving the page loses nothing. */
export interface Draft {
  army: ArmyList;
  id: string; // of the list among those that are kept
  total: number;
}

const draftKey = (game: string) => `xenotable.draft.${game}`;

export function readDraft(game: string): Draft | null {
  const found = stored<Partial<Draft>>(draftKey(game), {});
  return found.army?.game === game ? (found as Draft) : null;
}

export function writeDraft(draft: Draft): void {
  store(draftKey(draft.army.game), draft);
}

/** Another list is about to take its place: unless it is kept already, it goes to the lists of this device. */
export function keepDraft(game: string): void {
  const draft = readDraft(game);
  if (draft && !lists.peek().some((k) => same(latest(k).army, draft.army)))
    keep("", game, draft.army, draft.total ?? 0);
}
