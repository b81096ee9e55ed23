import type { JSX } from "preact";
import { distance, type Pt } from "../../board/geometry";
import { inkOf } from "../../board/token";
import type { Gesture, Ground, Of } from "../vocabulary";
import { Animated, between, down, middle } from "./parts";

/** Where the line of a shot runs: between the rims of who aims and what is aimed at. */
export function lineOf(shown: Of<"aimed">, ground: Ground): [Pt, Pt] | null {
  const from = middle(shown.pieces, ground.before);
  const to = middle(shown.at, ground.before);
  const within = shown.pieces.every((id) => shown.at.includes(ground.before(id)?.token?.inside || " ")); // they stand in what they aim at
  return from && to && !within && distance(from.at, to.at) > 0 ? between(from, to) : null;
}

function Arrow(props: { shown: Of<"aimed">; ground: Ground; faint: boolean }): JSX.Element | null {
  const { shown, ground } = props;
  const line = lineOf(shown, ground);
  if (!line) return null;
  const [[x1, y1], [x2, y2]] = [down(line[0], ground), down(line[1], ground)];
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const seat = ground.before(shown.pieces[0] ?? "")?.token?.seat ?? -1;
  const u = ground.unit;
  return (
    <g class={`aim ${shown.how ?? "shot"} ${props.faint ? "faint" : ""}`} style={{ color: inkOf(seat) }}>
      <line class="aim-edge" x1={x1} y1={y1} x2={x2} y2={y2} stroke-width={0.34 * u} />
      <line
        x1={x1}
        y1={y1}
        x2={x2}
        y2={y2}
        stroke-width={0.17 * u}
        stroke-dasharray={shown.how === "fight" ? undefined : `${0.6 * u} ${0.3 * u}`}
      />
      <path d="M0 0-1.1-.5-.8 0-1.1.5Z" transform={`translate(${x2} ${y2}) rotate(${turn}) scale(${0.9 * u})`} />
    </g>
  );
}

export const aimed: Gesture<"aimed"> = {
  duration: () => 180,
  draw: (shown, ground) => {
    const target = middle(shown.at, ground.before);
    const hit = ground.with.some((other) => other.type === "threw");
    return (
      <>
        <Animated looks={[{ opacity: 0 }, { opacity: 1 }]} ms={Math.min(180, ground.ms)}>
          <Arrow shown={shown} ground={ground} faint={false} />
        </Animated>
        {target && hit && (
          <Animated
            class="flash"
            looks={[
              { opacity: 0, offset: 0 },
              { opacity: 0, offset: 0.62 },
              { opacity: 0.9, offset: 0.72 },
              { opacity: 0, offset: 1 },
            ]}
            ms={ground.ms}
          >
            <circle cx={target.at[0]} cy={ground.depth - target.at[1]} r={target.r * 1.5} />
          </Animated>
        )}
      </>
    );
  },
  trace: (shown, ground) => <Arrow shown={shown} ground={ground} faint />,
};
