import { store, stored } from "../stored";

/** How far somebody has seen the story of a room, on this device. */
const KEY = "xenotable.seen";
const MOST = 60;

type Seen = Record<string, number>; // room and seat -> length of the record

const name = (room: string, seat: number) => `${room} ${seat}`;

export function seenOf(room: string, seat: number): number | undefined {
  return stored<Seen>(KEY, {})[name(room, seat)];
}

export function noteSeen(room: string, seat: number, at: number): void {
  const { [name(room, seat)]: before, ...others } = stored<Seen>(KEY, {});
  if (before === at) return;
  const kept = Object.entries(others).slice(-MOST);
  store(KEY, { ...Object.fromEntries(kept), [name(room, seat)]: at });
}
