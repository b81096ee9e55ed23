import type { JSX } from "preact";
import { distance, length, type Pt, xy } from "../../board/geometry";
import { inches } from "../../board/overlay";
import { inkOf } from "../../board/token";
import { Words } from "../../board/words";
import type { Gesture, Ground, Of } from "../vocabulary";
import { Animated, down, Piece, shift } from "./parts";

const pathOf = (shown: Of<"moved">): Pt[] => (shown.path ?? []).map((p) => xy(p)).filter((p): p is Pt => p !== null);
const far = (path: readonly Pt[]): number => (path[0] ? length(path[0], path.slice(1)) : 0);

/** The way on the board: the path, or from one place to the other. */
function wayOf(shown: Of<"moved">, ground: Ground): Pt[] {
  const path = pathOf(shown);
  const ends = [ground.before(shown.piece)?.at, ground.after(shown.piece)?.at].filter((p): p is Pt => p !== undefined);
  if (path.length > 1) return path;
  const carrier = ground.after(shown.inside || shown.was || "")?.at;
  if (ends.length === 2) return ends;
  const end = ends[0] ?? path[0];
  return end && carrier ? (shown.at?.length ? [carrier, end] : [end, carrier]) : end ? [end] : [];
}

/** Keyframes at even speed along the path. */
function looksOf(way: readonly Pt[], ground: Ground): Keyframe[] {
  const all = far(way) || 1;
  let gone = 0;
  return way.map((at, i) => {
    gone += i ? distance(way[i - 1] as Pt, at) : 0;
    return { transform: shift(down(at, ground)), offset: Math.min(1, gone / all) };
  });
}

function Trail(props: { way: readonly Pt[]; shown: Of<"moved">; ground: Ground; faint: boolean }): JSX.Element | null {
  const { way, ground } = props;
  const start = ground.before(props.shown.piece) ?? ground.after(props.shown.piece);
  const first = way[0];
  if (!first || way.length < 2) return null;
  return (
    <g class={`trail ${props.faint ? "faint" : ""}`} style={{ color: inkOf(start?.token?.seat ?? -1) }}>
      {start?.token && (
        <g class="trail-ghost" transform={`translate(${down(first, ground).join(" ")})`}>
          <Piece spot={start} ground={ground} />
        </g>
      )}
      <polyline
        points={way.map((p) => down(p, ground).join(",")).join(" ")}
        stroke-width={0.14 * ground.unit}
        stroke-dasharray={`${0.02 * ground.unit} ${0.34 * ground.unit}`}
      />
    </g>
  );
}

export const moved: Gesture<"moved"> = {
  duration: (shown) => {
    const way = far(pathOf(shown));
    return way || shown.was || shown.inside ? Math.min(700, 260 + 25 * way) : 0;
  },
  hides: (shown) => [shown.piece],
  draw: (shown, ground) => {
    const way = wayOf(shown, ground);
    const spot = ground.before(shown.piece) ?? ground.after(shown.piece);
    if (!spot || !way.length) return null;
    const end = way.at(-1) as Pt;
    return (
      <>
        <Trail way={way} shown={shown} ground={ground} faint={false} />
        <Animated
          looks={
            way.length > 1
              ? looksOf(way, ground)
              : [{ transform: shift(down(end, ground)) }, { transform: shift(down(end, ground)) }]
          }
          ms={ground.ms}
        >
          <Piece spot={spot} ground={ground} />
        </Animated>
        {pathOf(shown).length > 1 && ground.with.length === 1 && (
          <Words
            class="trail-length"
            size={0.8 * ground.unit}
            x={end[0]}
            y={ground.depth - end[1] - (ground.flip ? -1 : 1) * (spot.r + 1.1 * ground.unit)}
          >
            {inches(far(way))}
          </Words>
        )}
      </>
    );
  },
  trace: (shown, ground) => <Trail way={wayOf(shown, ground)} shown={shown} ground={ground} faint />,
};
