import { t } from "../strings";
import type { Result, RoomWire } from "../wire";

/** Who has won, in a few words, for whoever holds these seats. */
export function verdict(
  room: Pick<RoomWire, "seats" | "together" | "unseated">,
  { winners }: Pick<Result, "winners">,
  held: readonly number[],
  seatName: (seat: number) => string,
): string {
  if (room.together) return winners.length ? t.outcome.allWon : t.outcome.allLost;
  if (winners.length)
    return held.length === 1 && winners.includes(held[0] as number)
      ? t.outcome.you
      : t.outcome.won(winners.map(seatName).join(", "));
  // A side without a seat, such as enemies who play themselves, may well have won.
  const unseated = room.seats.length < 2 || (room.unseated ?? []).length > 0;
  return unseated ? t.outcome.without(room.seats.map((s) => seatName(s.seat))) : t.outcome.draw;
}
