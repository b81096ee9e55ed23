import { store, stored } from "../stored";
import type { Met } from "../wire";

/** The tokens of the seats that somebody at this device has at meetings: those of the tables to come. */
const KEY = "xenotable.meetings";
const MOST = 20;

type Tokens = Record<string, string>;

const here = new Map(stored<[string, Tokens][]>(KEY, []));

export const seatsOf = (meeting: string): Tokens => here.get(meeting) ?? {};

export function sitDown(answer: Met): void {
  const { id } = answer.meeting;
  const mine = { ...seatsOf(id), ...answer.tokens };
  here.delete(id);
  here.set(id, mine);
  store(KEY, [...here].slice(-MOST));
}
