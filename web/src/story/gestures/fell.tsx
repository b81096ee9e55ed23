import type { JSX } from "preact";
import type { Gesture, Ground } from "../vocabulary";
import { Animated, down, Piece, shift } from "./parts";

function Toppled(props: { piece: string; ground: Ground }): JSX.Element | null {
  const { ground } = props;
  const spot = ground.before(props.piece);
  if (!spot) return null;
  const at = down(spot.at, ground);
  return (
    <>
      <Animated
        ms={ground.ms}
        looks={[
          { transform: shift(at), opacity: 1, offset: 0 },
          { transform: shift(at, `rotate(38deg) translate(0, ${spot.r * 0.2}px)`), opacity: 1, offset: 0.45 },
          { transform: shift(at, `rotate(38deg) translate(0, ${spot.r * 0.2}px)`), opacity: 0.42, offset: 1 },
        ]}
      >
        <Piece spot={spot} ground={ground} />
      </Animated>
      <Animated
        class="dust"
        ms={ground.ms}
        looks={[
          { transform: shift(at, "scale(.4)"), opacity: 0, offset: 0 },
          { opacity: 0.7, offset: 0.45 },
          { transform: shift(at, "scale(1.7)"), opacity: 0, offset: 1 },
        ]}
      >
        <circle r={spot.r} />
      </Animated>
    </>
  );
}

/** Where somebody fell. */
function Cross(props: { piece: string; ground: Ground }): JSX.Element | null {
  const spot = props.ground.before(props.piece);
  if (!spot) return null;
  const [x, y] = down(spot.at, props.ground);
  return (
    <g class="fallen" transform={`translate(${x} ${y}) scale(${spot.r})`}>
      <g class="fallen-piece">
        <Piece spot={{ ...spot, r: 1 }} ground={props.ground} />
      </g>
      <path d="M-.8-.8.8.8M.8-.8-.8.8" />
    </g>
  );
}

export const fell: Gesture<"fell"> = {
  duration: () => 900,
  hides: (shown) => [shown.piece],
  draw: (shown, ground) => <Toppled piece={shown.piece} ground={ground} />,
  trace: (shown, ground) => <Cross piece={shown.piece} ground={ground} />,
};

export const left: Gesture<"left"> = {
  duration: () => 300,
  hides: (shown) => [shown.piece],
  draw: (shown, ground) => {
    const spot = ground.before(shown.piece);
    if (!spot) return null;
    const at = down(spot.at, ground);
    return (
      <Animated
        ms={ground.ms}
        looks={[
          { transform: shift(at), opacity: 1 },
          { transform: shift(at, "scale(.7)"), opacity: 0 },
        ]}
      >
        <Piece spot={spot} ground={ground} />
      </Animated>
    );
  },
};
