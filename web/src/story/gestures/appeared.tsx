import type { Gesture } from "../vocabulary";
import { Animated, down, Piece, shift } from "./parts";

export const appeared: Gesture<"appeared"> = {
  duration: () => 220,
  hides: (shown) => [shown.token.id],
  draw: (shown, ground) => {
    const spot = ground.after(shown.token.id);
    if (!spot) return null;
    const at = down(spot.at, ground);
    return (
      <Animated
        ms={ground.ms}
        looks={[
          { transform: shift(at, "scale(.8)"), opacity: 0 },
          { transform: shift(at), opacity: 1 },
        ]}
      >
        <Piece spot={spot} ground={ground} />
      </Animated>
    );
  },
};
