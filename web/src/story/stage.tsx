import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { boxOfArea } from "../board/areas";
import { laidOut, unitOf } from "../board/board";
import type { Board, Token } from "../wire";
import { drawn, hidden, traced } from "./gestures";
import type { Playback } from "./playback";
import type { Ground, Spot, Tokens } from "./vocabulary";

/** The pieces that the board draws: not those that a gesture carries about, but those that it has yet to bring or take. */
export function standing(playback: Playback): Token[] {
  const showing = playback.showing.value;
  const table = playback.table.value;
  if (!showing?.ms || playback.visiting.value) return [...table.values()];
  const carried = new Set(showing.beat.shows.flatMap(hidden));
  return [...table.values()].filter((token) => !carried.has(token.id));
}

function finder(board: Board, tokens: Tokens, least: number): (id: string) => Spot | undefined {
  let spots: Map<string, Spot> | null = null;
  const areas = () => (board.areas ?? []).map((area) => [area.id, boxOfArea(area)] as const);
  return (id) => {
    spots ??= new Map([
      ...areas().map(([area, box]) => [area, { at: [box.x + box.w / 2, box.y + box.h / 2], r: Math.min(box.w, box.h) / 4 }] as [string, Spot]),
      ...laidOut(board, [...tokens.values()]).on.map((s) => [s.token.id, { ...s, r: board.measured === false ? s.r : Math.max(s.r, Math.min(least, s.r * 1.6)) }] as [string, Spot]),
    ]);
    return spots.get(id);
  };
}

interface StageProps {
  playback: Playback;
  board: Board;
  flip: boolean;
  least: number; // the radius below which pieces are drawn larger
  seatName: (seat: number) => string;
}

/** What moves, above the board: traces of what happened, the gestures of this moment, and what somebody points at. */
export function Stage(props: StageProps): JSX.Element {
  const { playback, board, flip, least } = props;
  const showing = playback.showing.value;
  const visiting = playback.visiting.value;
  const ground = (before: Tokens, after: Tokens, ms: number, more: Partial<Ground> = {}): Ground => ({
    before: finder(board, before, least),
    after: finder(board, after, least),
    width: board.width,
    depth: board.depth,
    unit: unitOf(board),
    flip,
    ms,
    with: [],
    on: [],
    seatName: props.seatName,
    ...more,
  });
  const traces = playback.traces.value;
  const left = useMemo(() => traces.map(({ shown, before, after }, i) => <g key={i}>{traced(shown, ground(before, after, 0))}</g>), [traces, board, flip, least]);
  const now = showing && !visiting ? ground(showing.before, showing.after, showing.ms, { with: showing.beat.shows, on: showing.beat.event.on ?? [] }) : null;
  const find = finder(board, playback.table.value, least);
  return (
    <g class={flip ? "flipped story" : "story"} transform={flip ? `rotate(180 ${board.width / 2} ${board.depth / 2})` : undefined} aria-hidden>
      {!visiting && left}
      {now && showing && <g key={`${showing.beat.index} ${showing.beat.shows[0]?.type} ${showing.ms}`} data-gesture={showing.beat.shows[0]?.type ?? "words"}>{showing.beat.shows.map((shown, i) => <g key={i}>{drawn(shown, now)}</g>)}</g>}
      {playback.lit.value.map((id) => {
        const spot = find(id);
        return spot && <circle key={id} class="pointed" data-lit={id} cx={spot.at[0]} cy={board.depth - spot.at[1]} r={spot.r * 1.35} stroke-width={0.2 * unitOf(board)} />;
      })}
    </g>
  );
}
