import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { boxOfArea } from "../board/areas";
import type { Box } from "../board/geometry";
import { laidOut, unitOf } from "../board/layout";
import { layoutOf } from "../board/places";
import { unitsOf } from "../board/units";
import type { Board, Token } from "../wire";
import { drawn, hidden, traced } from "./gestures";
import { middle } from "./gestures/parts";
import type { Playback } from "./playback";
import type { Ground, Spot, Tokens } from "./vocabulary";
import "./story.css";

/** The pieces that the board draws: not those that a gesture carries about, but those that it has yet to bring or take. */
export function standing(playback: Playback): Token[] {
  const showing = playback.showing.value;
  const table = playback.table.value;
  if (!showing?.ms || playback.visiting.value) return [...table.values()];
  const carried = new Set(showing.beat.shows.flatMap(hidden));
  return [...table.values()].filter((token) => !carried.has(token.id));
}

type Spots = Map<string, Spot>;

const inBox = ({ x, y, w, h }: Box): Spot => ({ at: [x + w / 2, y + h / 2], r: Math.min(w, h) / 4 });

/** Where everything is: areas, tracks in them, and pieces as large as the board draws them. */
function spotsOf(board: Board, tokens: Tokens, least: number): Spots {
  const areas = board.areas ?? [];
  const { on, tracks } = laidOut(board, [...tokens.values()]);
  const spots: Spots = new Map(areas.map((area) => [area.id, inBox(boxOfArea(area))]));
  for (const token of tracks) {
    const area = areas.find((a) => a.id === token.inside);
    if (area) spots.set(token.id, { ...inBox(layoutOf(area, unitOf(board), true).track), token });
  }
  const many = new Set(unitsOf(on).flatMap((unit) => (unit.models.length > 1 ? [unit.id] : [])));
  for (const spot of on) {
    const exact = board.measured === false || many.has(spot.token.unit ?? "");
    spots.set(spot.token.id, { ...spot, r: exact ? spot.r : Math.max(spot.r, Math.min(least, spot.r * 1.6)) });
  }
  // Sentences speak of units, tables show their models: a unit is where the one in its middle is.
  for (const unit of new Set(on.map((spot) => spot.token.unit).filter((id): id is string => Boolean(id)))) {
    const here = middle(
      on.filter((spot) => spot.token.unit === unit).map((spot) => spot.token.id),
      (id) => spots.get(id),
    );
    if (here) spots.set(unit, here);
  }
  return spots;
}

/** Finds things on a table; each table is looked at once. */
function useFinder(board: Board, least: number): (tokens: Tokens) => (id: string) => Spot | undefined {
  const known = useMemo(() => new WeakMap<Tokens, Spots>(), [board, least]);
  return (tokens) => (id) => {
    const spots = known.get(tokens) ?? spotsOf(board, tokens, least);
    known.set(tokens, spots);
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
  const finder = useFinder(board, least);
  const ground = (before: Tokens, after: Tokens, ms: number, more: Partial<Ground> = {}): Ground => ({
    before: finder(before),
    after: finder(after),
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
  const left = useMemo(
    () => traces.map(({ shown, before, after }, i) => <g key={i}>{traced(shown, ground(before, after, 0))}</g>),
    [traces, board, flip, least],
  );
  const now =
    showing && !visiting
      ? ground(showing.before, showing.after, showing.ms, { with: showing.beat.shows, on: showing.beat.event.on ?? [] })
      : null;
  const find = finder(playback.table.value);
  return (
    <g
      class={flip ? "flipped story" : "story"}
      transform={flip ? `rotate(180 ${board.width / 2} ${board.depth / 2})` : undefined}
      aria-hidden
    >
      {!visiting && left}
      {now && showing && (
        <g
          key={`${showing.beat.index} ${showing.beat.shows[0]?.type} ${showing.ms}`}
          data-gesture={showing.beat.shows[0]?.type ?? "words"}
        >
          {showing.beat.shows.map((shown, i) => (
            <g key={i}>{drawn(shown, now)}</g>
          ))}
        </g>
      )}
      {playback.lit.value.map((id) => {
        const spot = find(id);
        return (
          spot && (
            <circle
              key={id}
              class="pointed"
              data-lit={id}
              cx={spot.at[0]}
              cy={board.depth - spot.at[1]}
              r={spot.r * 1.35}
              stroke-width={0.2 * unitOf(board)}
            />
          )
        );
      })}
    </g>
  );
}
