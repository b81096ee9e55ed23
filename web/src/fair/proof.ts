// Checks the dice of a record in this page, as `engine/proof.py` does: nothing is asked of the server.

import { sequence } from "../companion/dice";
import { sha256 } from "../companion/sha256";

export interface Share {
  seat: number;
  commitment: string;
  value: string;
}

export interface Epoch {
  start?: number;
  commitment?: string;
  shares?: Share[];
  secret?: string;
}

/** kind, seat, key, value, time, who was asked, who may know it, what it was about, lots drawn */
type Entry = [string, number, string, unknown, number?, number[]?, (number[] | null)?, string?, number[]?];

export interface SavedMatch {
  tape: Entry[];
  fair?: { epochs?: Epoch[]; taken?: { question: string; epoch: number; entry: Entry }[]; typed?: boolean };
}

interface Proof {
  faults: number;
  secrets: number;
  shares: number;
  dice: number;
  unproven: number;
}

const CHANCE = ["roll", "draw", "shuffle"];
const LABEL = new TextEncoder().encode("xenotable fair dice 1\n");

export function proof(saved: SavedMatch): Proof {
  const epochs = saved.fair?.epochs ?? [];
  const found = commitments(epochs);
  const taken = saved.fair?.taken ?? [];
  const kept = new Map(taken.map((t) => [t.question, t.epoch]));
  const check = (entry: Entry, question: string, place: number) => {
    const epoch = epochs[kept.get(question) ?? epochAt(epochs, place)];
    if (!epoch?.commitment || !epoch.secret || (saved.fair?.typed && entry[0] === "roll")) found.unproven++;
    else if (follows(entry, epoch, question)) found.dice++;
    else found.faults++;
  };
  const counts = new Map<string, number>();
  for (const [i, entry] of saved.tape.entries()) {
    if (!CHANCE.includes(entry[0])) continue;
    const asked = `${entry[0]}\n${entry[1]}\n${entry[2]}\n${entry[7] ?? ""}`;
    const n = (counts.get(asked) ?? 0) + 1;
    counts.set(asked, n);
    check(entry, `${asked}\n${n}`, i);
  }
  for (const t of taken) check(t.entry, t.question, -1);
  return found;
}

function commitments(epochs: readonly Epoch[]): Proof {
  const found = { faults: 0, secrets: 0, shares: 0, dice: 0, unproven: 0 };
  for (const epoch of epochs) {
    if (epoch.secret) digest(epoch.secret) === epoch.commitment ? found.secrets++ : found.faults++;
    for (const share of epoch.shares ?? []) digest(share.value) === share.commitment ? found.shares++ : found.faults++;
    const seats = (epoch.shares ?? []).map((s) => s.seat);
    if (seats.some((seat, i) => i > 0 && seat <= (seats[i - 1] ?? -1))) found.faults++;
  }
  if (epochs.some((e, i) => (e.start ?? 0) < (epochs[i - 1]?.start ?? 0)) || epochs[0]?.start) found.faults++;
  return found;
}

function epochAt(epochs: readonly Epoch[], place: number): number {
  return epochs.findLastIndex((e) => (e.start ?? 0) <= place);
}

function follows(entry: Entry, epoch: Epoch, question: string): boolean {
  const seed = hex(
    sha256(
      joined(
        LABEL,
        unhex(epoch.secret ?? ""),
        four(epoch.shares?.length ?? 0),
        ...(epoch.shares ?? []).flatMap((s) => [four(s.seat), unhex(s.value)]),
        new TextEncoder().encode(question),
      ),
    ),
  );
  const below = sequence(seed, "");
  if (entry[0] === "roll") {
    const faces = entry[3] as number[];
    const sides = Number(/^d(\d{1,3})(?: |$)/.exec(entry[7] ?? "")?.[1] ?? 6);
    if (sides < 1) return false;
    const fresh = sides === 6 ? six(unhex(seed), faces.length) : faces.map(() => below(sides));
    return fresh.length === faces.length && fresh.every((f, i) => f === faces[i]);
  }
  const lots = entry[8] ?? [];
  return (
    lots.length > 0 &&
    lots.every((lot, i) => (i % 2 === 0 ? lot > 0 && lot <= 65536 : below(lots[i - 1] ?? 1) - 1 === lot))
  );
}

/** Six-sided dice: the bytes of SHA-256(seed, block) that are below 252, each modulo six. */
function six(seed: Uint8Array, n: number): number[] {
  const faces: number[] = [];
  for (let block = 0; faces.length < n; block++) {
    for (const byte of sha256(joined(seed, four(0), four(block)))) if (byte < 252) faces.push((byte % 6) + 1);
  }
  return faces.slice(0, n);
}

/** SHA-256 of what is given in hexadecimal letters, in the same. */
export function digest(value: string): string {
  return hex(sha256(unhex(value)));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}

function unhex(value: string): Uint8Array {
  return Uint8Array.from((value.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

function four(n: number): Uint8Array {
  return Uint8Array.from([(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
