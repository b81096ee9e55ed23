import type { JSX } from "preact";
import { Words } from "../../board/words";
import type { Gesture, Ground, Of } from "../vocabulary";
import { Animated, down, middle, shift } from "./parts";

const RISE = 2.4; // inches on a table of the usual size

function Rising(props: { shown: Of<"lost" | "gained">; ground: Ground }): JSX.Element | null {
  const { shown, ground } = props;
  const spot = middle(shown.pieces, ground.before) ?? middle(shown.pieces, ground.after);
  if (!spot || !shown.n) return null;
  const [x, y] = down(spot.at, ground);
  const up = ground.flip ? 1 : -1;
  const from = y + up * spot.r;
  const to = from + up * RISE * ground.unit;
  return (
    <Animated
      class={spot.token?.kind === "track" ? "count" : shown.type === "lost" ? "loss" : "gain"}
      ms={ground.ms}
      looks={[
        { transform: shift([x, from]), opacity: 0, offset: 0 },
        { opacity: 1, offset: 0.15 },
        { opacity: 1, offset: 0.75 },
        { transform: shift([x, to]), opacity: ground.ms ? 0 : 1, offset: 1 },
      ]}
    >
      <Words size={1.7 * ground.unit} y={0}>
        {`${shown.type === "lost" ? "−" : "+"}${shown.n}`}
      </Words>
    </Animated>
  );
}

/** What stays: the number beside the piece. */
function NumberLost(props: { shown: Of<"lost">; ground: Ground }): JSX.Element | null {
  const { shown, ground } = props;
  const spot = middle(shown.pieces, ground.after);
  if (!spot || !shown.n) return null;
  const [x, y] = down(spot.at, ground);
  return (
    <g class="loss stays">
      <Words size={0.95 * ground.unit} x={x + (ground.flip ? -1 : 1) * (spot.r + 0.5 * ground.unit)} y={y}>
        {`−${shown.n}`}
      </Words>
    </g>
  );
}

export const lost: Gesture<"lost"> = {
  duration: (shown) => (shown.n ? 900 : 0),
  draw: (shown, ground) => <Rising shown={shown} ground={ground} />,
  trace: (shown, ground) => <NumberLost shown={shown} ground={ground} />,
};

export const gained: Gesture<"gained"> = {
  duration: (shown) => (shown.n ? 700 : 0),
  draw: (shown, ground) => <Rising shown={shown} ground={ground} />,
};
