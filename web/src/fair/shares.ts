// This browser's hand in the dice: it makes a share when the table asks for one, and notes what the server promised.

import { store, stored } from "../stored";
import type { FairWire, RoomWire, ToServer } from "../wire";
import { digest, hex, type SavedMatch } from "./proof";

/** What this browser keeps of one table: its shares by commitment and seat. The commitments are those that it saw before
 * any die fell: with them it can tell later whether the record is the one it was promised. */
type Kept = Record<string, Record<number, string>>;

const KEY = "xenotable.dice";
const MOST = 60; // tables

const all = (): Record<string, Kept> => stored(KEY, {});

const memory = all(); // a browser without storage keeps it until the page is closed

function keptOf(room: string): Kept {
  return all()[room] ?? memory[room] ?? {};
}

function keep(room: string, kept: Kept): void {
  memory[room] = kept;
  const { [room]: _, ...others } = all();
  store(KEY, { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [room]: kept });
}

function noted(room: string, commitment: string, seat?: number): string {
  const kept = keptOf(room);
  const shares = { ...kept[commitment] };
  if (seat !== undefined) shares[seat] ??= hex(crypto.getRandomValues(new Uint8Array(32)));
  keep(room, { ...kept, [commitment]: shares });
  return seat === undefined ? "" : (shares[seat] ?? "");
}

/** Notes what the server has promised, and does what the table asks of the seats at this screen. */
export function takePart(room: RoomWire, held: readonly number[], send: (message: ToServer) => void): void {
  const { fair } = room;
  if (!fair || room.over || !held.length) return;
  const promised = [...fair.epochs, ...(fair.next ? [fair.next] : [])]
    .map((e) => e.commitment)
    .filter((c) => c && !keptOf(room.id)[c]);
  for (const commitment of promised) noted(room.id, commitment);
  const epoch = fair.next?.commitment ?? "";
  for (const seat of asked(fair.commit, held))
    send({ type: "commit", seat, epoch, hash: digest(noted(room.id, epoch, seat)) });
  for (const seat of asked(fair.show, held)) {
    const value = keptOf(room.id)[epoch]?.[seat];
    if (value) send({ type: "show", seat, epoch, value });
  }
}

/** Seats at this screen whose share is wanted, but is on another device. */
export function lost(room: RoomWire, held: readonly number[]): number[] {
  const epoch = room.fair?.next?.commitment ?? "";
  return asked(room.fair?.show, held).filter((seat) => !keptOf(room.id)[epoch]?.[seat]);
}

/** A new share instead of a lost one: all begin anew. */
export function makeAnew(room: RoomWire, seat: number, send: (message: ToServer) => void): void {
  const epoch = room.fair?.next?.commitment ?? "";
  send({ type: "commit", seat, epoch, hash: digest(noted(room.id, epoch, seat)) });
}

function asked(seats: readonly number[] | undefined, held: readonly number[]): number[] {
  return (seats ?? []).filter((seat) => held.includes(seat));
}

/** How the record compares with what this browser noted while it was played: epochs that are as promised, and those
 * that are not. */
export function compared(room: string, record: SavedMatch): { promised: number; broken: number } {
  const kept = keptOf(room);
  const found = { promised: 0, broken: 0 };
  if (!Object.keys(kept).length) return found;
  for (const epoch of record.fair?.epochs ?? []) {
    if (!epoch.commitment) continue;
    const mine = kept[epoch.commitment];
    const whole =
      mine &&
      Object.entries(mine).every(([seat, value]) =>
        epoch.shares?.some((s) => s.seat === Number(seat) && s.value === value),
      );
    whole ? found.promised++ : found.broken++;
  }
  return found;
}

/** Why there are no dice now: whom the table waits for, and for what. */
export function awaited(fair: FairWire | null | undefined): { seats: number[]; what: "come" | "share" } | null {
  if (!fair?.next) return null;
  if (fair.come?.length) return { seats: fair.come, what: "come" };
  const seats = [...(fair.commit ?? []), ...(fair.show ?? [])];
  return seats.length ? { seats, what: "share" } : null;
}
