import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applied } from "../src/story/applied";
import { beatsOf, joined } from "../src/story/beats";
import { Playback, type Speed } from "../src/story/playback";
import type { Shown, Tokens } from "../src/story/vocabulary";
import type { EventWire, Token } from "../src/wire";

const token = (id: string, x: number, more: Partial<Token> = {}): Token => ({
  id,
  label: id,
  seat: 0,
  at: [x, 0],
  pips: { now: 5, full: 5 },
  ...more,
});
const table = (...tokens: Token[]): Tokens => new Map(tokens.map((t) => [t.id, t]));
const moved: Shown = {
  type: "moved",
  piece: "a",
  path: [
    [0, 0],
    [0, 4],
    [6, 4],
  ],
  at: [6, 4],
};
const lost: Shown = { type: "lost", pieces: ["b"], n: 2, left: 3, of: 5 };
const fell: Shown = { type: "fell", piece: "b" };
const event = (at: number, says: string, ...shows: Shown[]): EventWire => ({ at, says, shows });

describe("a gesture on the table", () => {
  const before = table(token("a", 0, { about: [["Armour", "3"]] }), token("b", 9));
  it("moves a piece and leaves its card as it was", () => {
    const a = applied(before, moved).get("a");
    expect([a?.at, a?.about]).toEqual([[6, 4], [["Armour", "3"]]]);
    expect(before.get("a")?.at).toEqual([0, 0]);
  });
  it("takes strength, marks and pieces away", () => {
    const pinned = { sign: "P", name: "pinned" };
    expect(applied(before, lost).get("b")?.pips?.now).toBe(3);
    const marked = applied(before, { type: "became", pieces: ["a", "b"], gained: [pinned], state: "done" });
    expect([...marked.values()].map((t) => [t.marks, t.state])).toEqual([
      [[pinned], "done"],
      [[pinned], "done"],
    ]);
    expect(applied(marked, { type: "became", pieces: ["a"], gone: [pinned] }).get("a")?.marks).toEqual([]);
    expect([...applied(before, fell).keys()]).toEqual(["a"]);
  });
  it("says nothing about pieces that it does not know", () => {
    expect(applied(before, { type: "lost", pieces: ["ghost"], n: 1, left: 0, of: 1 })).toEqual(before);
  });
});

describe("the moments of an event", () => {
  it("are a shot with its dice, then the loss, then the fall", () => {
    const shot: Shown[] = [
      { type: "aimed", pieces: ["a"], at: ["b"] },
      { type: "threw", seat: 0, key: "hit", dice: [4, 5] },
    ];
    const beats = beatsOf(event(1, "A shoots.", ...shot, lost, fell), 7);
    expect(beats.map((b) => b.shows.map((s) => s.type))).toEqual([["aimed", "threw"], ["lost"], ["fell"]]);
    expect(beats.map((b) => [b.index, b.last])).toEqual([
      [7, false],
      [7, false],
      [7, true],
    ]);
    expect(beats.reduce((sum, b) => sum + b.ms, 0)).toBeLessThan(3200);
  });
  it("give time to read where nothing is seen, and none to what is only noted", () => {
    expect(beatsOf(event(1, "Round 2."), 0)[0]?.ms).toBeGreaterThan(0);
    expect(beatsOf(event(1, "", { type: "became", pieces: ["a"], state: "done" }), 0)[0]?.ms).toBe(0);
  });
});

describe("a way gone step by step", () => {
  const step = (x: number, says = "") =>
    beatsOf(
      event(1, says, {
        type: "moved",
        piece: "a",
        path: [
          [x, 0],
          [x + 1, 0],
        ],
        at: [x + 1, 0],
      }),
      x,
    )[0] as never;
  it("is one way", () => {
    const [one, ...more] = joined([step(0), step(1), step(2, "A moves.")]);
    expect(more).toEqual([]);
    expect(one?.shows).toEqual([
      {
        type: "moved",
        piece: "a",
        path: [
          [0, 0],
          [1, 0],
          [2, 0],
          [3, 0],
        ],
        at: [3, 0],
        was: "",
      },
    ]);
    expect([one?.index, one?.event.says]).toEqual([2, "A moves."]);
  });
  it("ends where something is said", () => {
    expect(joined([step(0, "A moves."), step(1)])).toHaveLength(2);
  });
});

describe("the story", () => {
  let speed: Speed = "normal";
  let moves = true;
  const first = table(token("a", 0), token("b", 9));
  const after = table(token("a", 6, { at: [6, 4] }), token("b", 9, { pips: { now: 3, full: 5 } }));
  const events = [event(1, "The battle begins."), event(2, "A moves.", moved), event(3, "B loses 2.", lost)];
  const scene = (tokens: Tokens, n: number, seat = 0) => ({ seat, tokens, events: events.slice(0, n) });
  let story: Playback;

  beforeEach(() => {
    vi.useFakeTimers();
    speed = "normal";
    moves = true;
    story = new Playback({ speed: () => speed, moving: () => moves });
    story.follow(scene(first, 1));
  });
  afterEach(() => vi.useRealTimers());

  it("begins with the table as it is", () => {
    expect([story.told.value, story.playing.value, story.tokens.value]).toEqual([1, false, first]);
  });

  it("is played event by event, the table as of the cursor", () => {
    story.follow(scene(after, 3));
    expect([story.told.value, story.playing.value]).toEqual([2, true]);
    expect(story.showing.value?.beat.shows).toEqual([moved]);
    expect(story.tokens.value.get("a")?.at).toEqual([0, 0]);
    vi.advanceTimersByTime(700);
    expect([story.told.value, story.tokens.value.get("a")?.at]).toEqual([3, [6, 4]]);
    expect(story.tokens.value.get("b")?.pips?.now).toBe(5);
    vi.advanceTimersByTime(1000);
    expect([story.playing.value, story.tokens.value]).toEqual([false, after]);
    expect(story.traces.value.map((t) => t.shown.type)).toEqual(["moved", "lost"]);
  });

  it("goes on with what happens meanwhile", () => {
    story.follow(scene(applied(first, moved), 2));
    story.follow(scene(after, 3));
    expect(story.told.value).toBe(2);
    vi.runAllTimers();
    expect([story.told.value, story.tokens.value]).toEqual([3, after]);
  });

  it("is skipped by whoever decides, and leaves no traces then", () => {
    story.follow(scene(after, 3));
    story.decided();
    expect([story.told.value, story.playing.value, story.tokens.value, story.traces.value]).toEqual([
      3,
      false,
      after,
      [],
    ]);
  });

  it("shows the own action more briefly", () => {
    const mine = new Playback({ speed: () => speed, moving: () => moves });
    mine.follow(scene(first, 1));
    mine.decided();
    for (const playback of [story, mine]) playback.follow(scene(applied(first, moved), 2));
    expect(mine.showing.value?.ms).toBeLessThan(story.showing.value?.ms ?? 0);
  });

  it("can be gone through by steps", () => {
    story.follow(scene(after, 3));
    story.step();
    expect([story.told.value, story.tokens.value.get("a")?.at, story.paused.value]).toEqual([3, [6, 4], true]);
    vi.advanceTimersByTime(60_000);
    expect(story.playing.value).toBe(true);
    story.step();
    expect([story.playing.value, story.paused.value, story.tokens.value]).toEqual([false, false, after]);
  });

  it("can be played again", () => {
    story.follow(scene(after, 3));
    vi.runAllTimers();
    expect(story.repeatable.value).toBe(true);
    story.again();
    expect([story.told.value, story.tokens.value.get("a")?.at]).toEqual([2, [0, 0]]);
    vi.runAllTimers();
    expect([story.told.value, story.tokens.value]).toEqual([3, after]);
  });

  it("knows the table after each event", () => {
    story.follow(scene(after, 3));
    story.skip();
    expect(story.moment(events[1] as EventWire)?.get("b")?.pips?.now).toBe(5);
    story.visit(1, story.moment(events[1] as EventWire) as Tokens);
    expect(story.table.value.get("a")?.at).toEqual([6, 4]);
    story.leave();
    expect(story.table.value).toBe(after);
  });

  it("is there at once if somebody wants it so", () => {
    speed = "instant";
    story.follow(scene(after, 3));
    expect([story.playing.value, story.told.value, story.tokens.value]).toEqual([false, 3, after]);
    expect(story.traces.value.length).toBe(2);
  });

  it("is told one sentence at a time where nothing moves", () => {
    moves = false;
    story.follow(scene(after, 3));
    expect([story.told.value, story.showing.value?.ms, story.tokens.value.get("a")?.at]).toEqual([2, 0, [6, 4]]);
    vi.advanceTimersByTime(1000);
    expect(story.told.value).toBe(3);
    vi.runAllTimers();
    expect(story.tokens.value).toEqual(after);
  });

  it("jumps where it does not go on: another seat looks, something is taken back", () => {
    story.follow(scene(after, 3));
    story.follow(scene(first, 3, 1));
    expect([story.playing.value, story.tokens.value]).toEqual([false, first]);
    story.follow({ seat: 1, tokens: after, events: [events[0] as EventWire] });
    expect([story.told.value, story.tokens.value]).toEqual([1, after]);
  });
});
