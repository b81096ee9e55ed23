import { useEffect, useMemo } from "preact/hooks";
import { api } from "../net/api";
import { anyToken, tokensOf } from "../net/mine";
import type { Table } from "../net/table";
import type { View } from "../net/view";
import { moving, settings } from "../settings";
import type { EventWire } from "../wire";
import { noteSeen, seenOf } from "./memory";
import { Playback, type Speed } from "./playback";
import type { Tokens } from "./vocabulary";

/** Against a clock nobody has time for more than a brisk story. */
function speedAt(table: Table): Speed {
  const { speed } = settings.peek();
  const timed = table.view.peek()?.panels.some((p) => typeof p.timer?.until === "number");
  return timed && speed !== "instant" ? "brisk" : speed;
}

/** The story of a table, as its seat sees it: played as it happens, and what was missed when somebody comes back. */
export function useStory(table: Table): Playback {
  const playback = useMemo(() => new Playback({ speed: () => speedAt(table), moving }), [table]);
  useEffect(() => {
    let seat: number | null = null;
    let opening = false; // setting up is no story: the table stands ready when it is over
    const ends = [
      table.view.subscribe((view) => {
        if (!view) return;
        const seen = seenOf(table.id, view.seat);
        playback.follow(view, !opening);
        opening = view.opening;
        if (seen === undefined) noteSeen(table.id, view.seat, view.events.at(-1)?.at ?? 0);
        // People of one side at one screen have seen it all with other eyes.
        else if (seat === null || (seat !== view.seat && !table.room.peek()?.together))
          void catchUp(table, view, playback, seen, seat === null);
        seat = view.seat;
      }),
      table.deeds.subscribe((n) => n && playback.decided()),
      playback.told.subscribe((told) => {
        const view = table.view.peek();
        const event = view?.events[told - 1];
        if (view && event) noteSeen(table.id, view.seat, event.at);
      }),
    ];
    return () => {
      for (const end of ends) end();
      playback.close();
    };
  }, [playback]);
  return playback;
}

/** Plays what happened since this seat last looked, from the table as it was then, and what happens meanwhile; but who has
 * decided something by then looks at that. */
async function catchUp(table: Table, view: View, playback: Playback, seen: number, first: boolean): Promise<void> {
  const told = view.events.findIndex((e) => e.at > seen);
  if (told < 0) return;
  const deeds = table.deeds.peek();
  const tokens = await tableAt(table, view.seat, seen);
  if (!tokens || table.view.peek()?.seat !== view.seat || table.deeds.peek() !== deeds) return;
  playback.away.value = first;
  playback.from(tokens, told);
}

async function tableAt(table: Table, seat: number, index: number): Promise<Tokens | null> {
  try {
    const state = await api.moment(table.id, index, seat, tokensOf(table.id)[seat] ?? anyToken(table.id));
    return new Map((state.tokens ?? []).map((token) => [token.id, token]));
  } catch {
    return null;
  }
}

/** Shows the table after an event, or leaves it again if it is shown. */
export async function visit(table: Table, playback: Playback, index: number, event: EventWire): Promise<void> {
  if (playback.visiting.peek()?.index === index) return playback.leave();
  const seat = table.view.peek()?.seat;
  const tokens = playback.moment(event) ?? (seat === undefined ? null : await tableAt(table, seat, event.at));
  if (tokens) playback.visit(index, tokens);
}
