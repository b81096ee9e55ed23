/** How far somebody has seen the story of a room, on this device. */
const KEY = "xenotable.seen";
const MOST = 60;

type Seen = Record<string, number>; // room and seat -> length of the record

function read(): Seen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Seen;
  } catch {
    return {};
  }
}

const name = (room: string, seat: number) => `${room} ${seat}`;

export function seenOf(room: string, seat: number): number | undefined {
  return read()[name(room, seat)];
}

export function noteSeen(room: string, seat: number, at: number): void {
  const { [name(room, seat)]: before, ...others } = read();
  if (before === at) return;
  const kept = Object.entries(others).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [name(room, seat)]: at }));
  } catch {
    // Without storage nobody is told what happened while they were away.
  }
}
