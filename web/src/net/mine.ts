import { signal } from "@preact/signals";
import { store, stored } from "../stored";
import type { Result, RoomWire, Seated } from "../wire";

/** The games of this device: the tokens are the only key to a seat, so they stay in this browser. */
export interface Mine {
  room: string;
  game: string;
  title: string;
  tokens: Record<string, string>;
  at: number;
  over?: boolean;
  score?: number; // of the best seat held here, once it is over
}

const KEY = "xenotable.games";
const MOST = 60;

export const mine = signal<Mine[]>(stored(KEY, []));

function write(games: Mine[]): void {
  mine.value = games.slice(0, MOST);
  store(KEY, mine.value);
}

export function remember(room: RoomWire, tokens: Record<string, string> = {}, score?: number): void {
  const known = tokensOf(room.id);
  const entry = {
    score: score ?? mine.value.find((m) => m.room === room.id)?.score,
    room: room.id,
    game: room.game,
    title: room.title,
    tokens: { ...known, ...tokens },
    at: Date.now(),
    over: room.over ?? false,
  };
  write([entry, ...mine.value.filter((m) => m.room !== room.id)]);
}

/** The best score among these seats; nothing where a game keeps none. */
export function bestScore(result: Result | null | undefined, seats: number[]): number | undefined {
  const scores = seats.map((s) => result?.scores[s]).filter((n) => n !== undefined);
  return scores.length ? Math.max(...scores) : undefined;
}

export function seated(answer: Seated): void {
  remember(answer.room, answer.tokens ?? {});
}

export function tokensOf(room: string): Record<string, string> {
  return mine.value.find((m) => m.room === room)?.tokens ?? {};
}

export function anyToken(room: string): string | undefined {
  return Object.values(tokensOf(room))[0];
}

export function forget(room: string): void {
  write(mine.value.filter((m) => m.room !== room));
}

/** A game that was removed by mistake: without its tokens nobody could sit down there again. */
export function putBack(game: Mine): void {
  write([...mine.value, game].sort((a, b) => b.at - a.at));
}
