import { Words } from "../../board/words";
import type { Gesture } from "../vocabulary";
import { Animated, down, middle, shift } from "./parts";

/** Only marks that come or go take time; that somebody has acted is seen anyway. */
export const became: Gesture<"became"> = {
  duration: (shown) => (shown.gained?.length ? 450 : shown.gone?.length ? 120 : 0),
  draw: (shown, ground) => {
    const names = (shown.gained ?? []).map((mark) => mark.name);
    const spot = middle(shown.pieces, ground.after);
    if (!spot || !names.length) return null;
    const [x, y] = down(spot.at, ground);
    const at = [x, y + (ground.flip ? 1 : -1) * (spot.r * 1.2 + 0.5 * ground.unit)] as const;
    return (
      <Animated
        class={`mark-name ${shown.gained?.every((mark) => mark.good) ? "good" : "bad"}`}
        ms={Math.min(ground.ms, 300)}
        looks={[
          { transform: shift(at, "scale(.6)") },
          { transform: shift(at, "scale(1.1)") },
          { transform: shift(at) },
        ]}
      >
        <Words size={0.85 * ground.unit} y={0}>
          {names.join(", ")}
        </Words>
      </Animated>
    );
  },
};
