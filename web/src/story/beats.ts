import type { EventWire } from "../wire";
import { durationOf } from "./gestures";
import type { Kind, Of, Shown } from "./vocabulary";

/** A moment of the story: gestures that are seen at once. The first one of an event brings its sentence. */
export interface Beat {
  event: EventWire;
  index: number; // of the event
  shows: readonly Shown[];
  last: boolean; // of its event
  ms: number; // at normal speed
}

const READING = 420; // milliseconds for a sentence that nothing is seen of

/** What belongs together: a shot is aimed and thrown in one go, a unit loses and falls as one. */
const ACTS: Record<Kind, string> = {
  aimed: "shot",
  threw: "shot",
  moved: "move",
  lost: "loss",
  gained: "loss",
  fell: "fall",
  left: "fall",
  appeared: "change",
  became: "change",
  drew: "card",
  scored: "score",
};

export function beatsOf(event: EventWire, index: number): Beat[] {
  const groups: Shown[][] = [];
  for (const shown of event.shows ?? []) {
    const last = groups.at(-1);
    if (last?.[0] && ACTS[last[0].type] === ACTS[shown.type]) last.push(shown);
    else groups.push([shown]);
  }
  if (!groups.length) groups.push([]);
  const lengths = groups.map((shows) => lengthOf(shows));
  const seen = lengths.some((ms) => ms > 0);
  return groups.map((shows, i) => ({
    event,
    index,
    shows,
    last: i === groups.length - 1,
    ms: seen || !event.says || i > 0 ? (lengths[i] ?? 0) : READING,
  }));
}

/** A way that was gone step by step, without a word between, is one way. */
export function joined(beats: readonly Beat[]): Beat[] {
  const out: Beat[] = [];
  for (const beat of beats) {
    const last = out.at(-1);
    const [a, b] = [sole(last), sole(beat)];
    if (last && a && b && a.piece === b.piece && !last.event.says) {
      const way: Shown = { ...b, path: [...(a.path ?? []), ...(b.path ?? []).slice(1)], was: a.was ?? "" };
      out[out.length - 1] = { ...beat, shows: [way], ms: durationOf(way) };
    } else out.push(beat);
  }
  return out;
}

function sole(beat: Beat | undefined): Of<"moved"> | undefined {
  const [only, more] = beat?.shows ?? [];
  return only?.type === "moved" && !more ? only : undefined;
}

/** A throw comes after the aim; everything else of a moment happens at the same time. */
function lengthOf(shows: readonly Shown[]): number {
  const longest = (list: readonly Shown[]) => Math.max(0, ...list.map(durationOf));
  return longest(shows.filter((s) => s.type === "aimed")) + longest(shows.filter((s) => s.type !== "aimed"));
}
