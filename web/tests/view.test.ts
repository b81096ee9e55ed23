import { describe, expect, it } from "vitest";
import { viewOf } from "../src/net/view";
import type { EventWire, State } from "../src/wire";

const told = (n: number): EventWire => ({ at: n, says: `Event ${n}.` });
const state = (version: number, events: EventWire[], more: Partial<State> = {}): State => ({
  type: "state",
  seat: 0,
  version,
  now: 0,
  events,
  ...more,
});

describe("a view after a broken line", () => {
  const before = viewOf(state(4, [told(1), told(2)]));
  it("keeps the story that was known and adds what was missed", () => {
    expect(viewOf(state(6, [told(3)], { tail: true }), before).events).toEqual([told(1), told(2), told(3)]);
    expect(viewOf(state(4, []), before).events).toEqual([told(1), told(2)]);
  });
  it("takes a whole story as it is", () => {
    expect(viewOf(state(6, [told(1)]), before).events).toEqual([told(1)]);
  });
});
