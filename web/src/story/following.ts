import { useEffect, useMemo } from "preact/hooks";
import { api } from "../net/api";
import { anyToken, tokensOf } from "../net/mine";
import type { Table } from "../net/table";
import type { View } from "../net/view";
import { moving, settings } from "../settings";
import type { EventWire } from "../wire";
import { noteSeen, seenOf } from "./memory";
import { Playback } from "./playback";
import type { Tokens } from "./vocabulary";

export const newPlayback = () => new Playback({ speed: () => settings.peek().speed, moving });

/** The story of a table, as its seat sees it: played as it happens, and what was missed when somebody comes back. */
export function useStory(table: Table): Playback {
  const playback = useMemo(newPlayback, [table]);
  useEffect(() => {
    let seat: number | null = null;
    const ends = [
      table.view.subscribe((view) => {
        if (!view) return;
        playback.follow(view);
        if (seat !== view.seat) void catchUp(table, view, playback);
        seat = view.seat;
      }),
      table.deeds.subscribe((n) => n && playback.decided()),
      playback.told.subscribe((told) => {
        const view = table.view.peek();
        const event = view?.events[told - 1];
        if (view && event && !playback.away.peek()) noteSeen(table.id, view.seat, event.at);
      }),
    ];
    return () => {
      for (const end of ends) end();
      playback.close();
    };
  }, [playback]);
  return playback;
}

/** Plays what happened since this seat last looked, from the table as it was then. */
async function catchUp(table: Table, view: View, playback: Playback): Promise<void> {
  const seen = seenOf(table.id, view.seat);
  if (seen === undefined) return noteSeen(table.id, view.seat, view.events.at(-1)?.at ?? 0);
  const told = view.events.findIndex((e) => e.at > seen);
  if (told < 0) return;
  playback.away.value = true;
  const tokens = await tableAt(table, view.seat, seen);
  playback.away.value = tokens !== null;
  if (tokens && table.view.peek()?.seat === view.seat && !playback.playing.peek()) playback.from(tokens, told);
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
