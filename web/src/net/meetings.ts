import type { Met } from "../wire";

/** The tokens of the seats that somebody at this device has at meetings: those of the tables to come. */
const KEY = "xenotable.meetings";
const MOST = 20;

type Tokens = Record<string, string>;

function read(): [string, Tokens][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as [string, Tokens][]) : [];
  } catch {
    return [];
  }
}

const here = new Map(read());

export const seatsOf = (meeting: string): Tokens => here.get(meeting) ?? {};

export function sitDown(answer: Met): void {
  const { id } = answer.meeting;
  const mine = { ...seatsOf(id), ...answer.tokens };
  here.delete(id);
  here.set(id, mine);
  try {
    localStorage.setItem(KEY, JSON.stringify([...here].slice(-MOST)));
  } catch {
    // A browser without storage can still hand in a list while the page is open.
  }
}
