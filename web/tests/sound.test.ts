import { beforeAll, describe, expect, it, vi } from "vitest";
import type { View } from "../src/net/view";
import type { Token } from "../src/wire";

type Sounds = typeof import("../src/panels/sound");
let sounds: Sounds;

beforeAll(async () => {
  // The settings look at the window when they are loaded.
  const media = { matches: false, addEventListener: () => undefined };
  vi.stubGlobal("window", { innerWidth: 1280, matchMedia: () => media });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  sounds = await import("../src/panels/sound");
});

const token = (now: number, more: Partial<Token> = {}): Token => ({
  id: "a",
  label: "A",
  seat: 0,
  pips: { now, full: 5 },
  ...more,
});
const view = (more: Partial<View> = {}): View =>
  ({ seat: 0, version: 1, events: [], tokens: new Map(), asks: [], result: null, ...more }) as unknown as View;
const having = (...tokens: Token[]) => new Map(tokens.map((k) => [k.id, k]));

describe("what is heard", () => {
  it("are dice, losses and those who fall, each once", () => {
    const before = view({ tokens: having(token(5), { ...token(3), id: "b" }, { ...token(2), id: "c" }) });
    const thrown = { at: 1, says: "Shoots.", dice: [{ at: 1, seat: 0, key: "hit", faces: [6] }] };
    const after = view({ tokens: having(token(4), { ...token(1), id: "b" }), events: [thrown] });
    expect(sounds.soundsOf(before, after)).toEqual(["dice", "hit", "fall"]);
  });

  it("is one's turn when it comes, and not while it lasts", () => {
    const asked = view({ asks: [{}] as unknown as View["asks"] });
    expect(sounds.soundsOf(view(), asked)).toEqual(["turn"]);
    expect(sounds.soundsOf(asked, asked)).toEqual([]);
    const aside = view({ asks: [{ aside: true }] as unknown as View["asks"] });
    expect(sounds.soundsOf(view(), aside)).toEqual([]); // nobody waits for it
    expect(sounds.soundsOf(aside, asked)).toEqual(["turn"]);
  });

  it("is the end, and no turn with it", () => {
    const over = view({ result: {} as View["result"], asks: [{}] as unknown as View["asks"] });
    expect(sounds.soundsOf(view(), over)).toEqual(["victory"]);
  });

  it("is nothing of cards and tracks, and nothing that stays as it was", () => {
    const track = token(5, { kind: "track" });
    expect(
      sounds.soundsOf(
        view({ tokens: having(track) }),
        view({ tokens: having({ ...track, pips: { now: 1, full: 5 } }) }),
      ),
    ).toEqual([]);
    const same = having(token(5));
    expect(sounds.soundsOf(view({ tokens: same }), view({ tokens: same }))).toEqual([]);
  });

  it("ends within two seconds, at tones that a device can play", () => {
    for (const parts of Object.values(sounds.SOUNDS)) {
      for (const { at, long, from, to, loud } of parts) {
        expect(at + long).toBeLessThan(2);
        expect(Math.min(from, to)).toBeGreaterThan(20);
        expect(loud).toBeLessThanOrEqual(1);
      }
    }
  });
});
