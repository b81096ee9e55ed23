import { computed, signal } from "@preact/signals";
import type { EventWire } from "../wire";
import { applied } from "./applied";
import { type Beat, beatsOf, joined } from "./beats";
import type { Shown, Tokens } from "./vocabulary";

export const SPEEDS = ["instant", "brisk", "normal", "slow"] as const;
export type Speed = (typeof SPEEDS)[number];
const FACTORS: Record<Speed, number> = { instant: 0, brisk: 0.5, normal: 1, slow: 1.9 };
const OWN = 0.6; // the own action is known: it is shown more briefly
const LATE = 30; // events behind which the story hurries
const STILL = 900; // milliseconds for a sentence where nothing moves
const KEPT = { player: 24, watcher: 6 }; // events whose traces stay; who watches has no decision that ends them

/** The story so far, and the table at its end. */
export interface Scene {
  seat: number;
  tokens: Tokens;
  events: readonly EventWire[];
}

/** A gesture that stays visible, with the table on which it happened. */
interface Trace {
  index: number; // of its event
  shown: Shown;
  before: Tokens;
  after: Tokens;
}

/** What is being shown: the gestures of a moment, and for how long they are drawn (0: they stand). */
interface Showing {
  beat: Beat;
  before: Tokens;
  after: Tokens;
  ms: number;
}

interface Pace {
  speed: () => Speed;
  moving: () => boolean; // whether anything may move at all
}

/** Plays what happened, event by event: a queue and a cursor. The table is as of the cursor, the story goes up to it;
 * what is to be decided is not delayed by it. */
export class Playback {
  readonly tokens = signal<Tokens>(new Map());
  readonly told = signal(0); // events up to the cursor
  readonly showing = signal<Showing | null>(null);
  readonly traces = signal<readonly Trace[]>([]);
  readonly lit = signal<readonly string[]>([]); // pieces and places that somebody points at in the story
  readonly visiting = signal<{ index: number; tokens: Tokens } | null>(null); // a moment before the cursor
  readonly paused = signal(false);
  readonly away = signal(false); // what is played happened while nobody looked
  readonly playing = computed(() => this.showing.value !== null);
  readonly table = computed(() => this.visiting.value?.tokens ?? this.tokens.value);
  readonly repeatable = signal(false);

  private scene: Scene | null = null;
  private queue: Beat[] = [];
  private here: Tokens = new Map(); // at the cursor
  private timer: ReturnType<typeof setTimeout> | undefined;
  private own = false;
  private start: { tokens: Tokens; told: number } | null = null; // of what can be played again
  private readonly moments = new WeakMap<EventWire, Tokens>();

  constructor(private readonly pace: Pace) {}

  /** The table has changed, or is seen for the first time. `played`: the story goes on from what was shown last. */
  follow(next: Scene, played = true): void {
    const last = this.scene;
    this.scene = next;
    if (!last || !played || !continues(last, next)) {
      this.jump();
      return;
    }
    const fresh = next.events.slice(last.events.length);
    if (!fresh.length && !this.playing.peek()) {
      this.here = this.tokens.value = next.tokens;
      return;
    }
    this.start ??= { tokens: this.here, told: last.events.length };
    this.add(fresh, last.events.length);
  }

  /** Plays everything after the first events, from the table as it was then. */
  from(tokens: Tokens, told: number): void {
    const scene = this.scene;
    if (!scene) return;
    this.stop();
    this.traces.value = [];
    this.start = { tokens, told };
    this.here = this.tokens.value = tokens;
    this.told.value = told;
    this.add(scene.events.slice(told), told);
  }

  again(): void {
    if (this.start) this.from(this.start.tokens, this.start.told);
  }

  /** Somebody decided: the rest is skipped, traces go, and what comes of it is their own action. */
  decided(): void {
    this.skip();
    this.traces.value = [];
    this.start = null;
    this.repeatable.value = false;
    this.own = true;
  }

  /** To the end at once. */
  skip(): void {
    this.leave();
    if (!this.playing.peek()) return;
    for (const beat of this.stop()) this.settle(beat);
    this.end();
  }

  /** To the end of this event; the next one waits for another step. */
  step(): void {
    this.leave();
    this.paused.value = true;
    const now = this.showing.peek();
    if (!now) return;
    clearTimeout(this.timer);
    let beat: Beat | undefined = now.beat;
    for (; beat; beat = this.queue.shift()) {
      this.settle(beat);
      if (beat.last) break;
    }
    this.next(true);
  }

  resume(): void {
    this.paused.value = false;
    const now = this.showing.peek();
    if (now) this.show(now.beat);
  }

  /** The table as it was after an event; null if that is not known here. */
  moment(event: EventWire): Tokens | null {
    return this.moments.get(event) ?? null;
  }

  visit(index: number, tokens: Tokens): void {
    this.visiting.value = { index, tokens };
  }

  leave(): void {
    this.visiting.value = null;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private add(fresh: readonly EventWire[], from: number): void {
    const idle = !this.playing.peek();
    this.queue = joined([...this.queue, ...fresh.flatMap((event, i) => beatsOf(event, from + i))]);
    this.repeatable.value = this.start !== null;
    if (idle) this.next();
  }

  private next(waiting = false): void {
    const beat = this.queue.shift();
    if (beat) this.show(beat, waiting);
    else this.end();
  }

  private show(beat: Beat, waiting = false): void {
    const speed = this.pace.speed();
    if (speed === "instant") {
      this.settle(beat);
      for (const later of this.stop()) this.settle(later);
      this.end();
      return;
    }
    const moves = this.pace.moving();
    const base = moves ? beat.ms : beat.last && (beat.event.says || beat.ms) ? STILL : 0;
    const late = Math.max(1, this.queue.length / LATE);
    const ms = (base * FACTORS[speed] * (this.own ? OWN : 1)) / late;
    if (!ms && !waiting) {
      this.settle(beat);
      this.next();
      return;
    }
    this.told.value = beat.index + 1;
    const before = this.here;
    const after = beat.shows.reduce(applied, before);
    this.showing.value = { beat, before, after, ms: moves && !waiting ? ms : 0 };
    this.tokens.value = moves ? before : after;
    if (waiting || this.paused.peek()) return;
    this.timer = setTimeout(() => {
      this.settle(beat);
      this.next();
    }, ms);
  }

  /** The end of a moment, seen or skipped. */
  private settle(beat: Beat): void {
    const before = this.here;
    this.here = beat.shows.reduce(applied, before);
    const stays = beat.shows.filter(
      (s) => s.type === "moved" || s.type === "aimed" || s.type === "fell" || s.type === "lost",
    );
    const oldest = beat.index - ((this.scene?.seat ?? -1) < 0 ? KEPT.watcher : KEPT.player);
    if (stays.length)
      this.traces.value = [
        ...this.traces.peek().filter((t) => t.index > oldest),
        ...stays.map((shown) => ({ index: beat.index, shown, before, after: this.here })),
      ];
    this.told.value = beat.index + 1;
    this.tokens.value = this.here;
    if (beat.last) this.moments.set(beat.event, this.here);
  }

  /** What was not shown to its end. */
  private stop(): Beat[] {
    clearTimeout(this.timer);
    const now = this.showing.peek();
    const rest = now ? [now.beat, ...this.queue] : this.queue;
    this.queue = [];
    this.showing.value = null;
    return rest;
  }

  private end(): void {
    const scene = this.scene;
    this.showing.value = null;
    this.own = false;
    this.paused.value = false;
    this.away.value = false;
    if (!scene) return;
    this.here = this.tokens.value = scene.tokens;
    this.told.value = scene.events.length;
    const last = scene.events.at(-1);
    if (last) this.moments.set(last, scene.tokens);
  }

  /** To the table as it is, without a story: another seat looks, or something was taken back. */
  private jump(): void {
    this.stop();
    this.traces.value = [];
    this.start = null;
    this.repeatable.value = false;
    this.leave();
    this.end();
  }
}

function continues(last: Scene, next: Scene): boolean {
  const n = last.events.length;
  const [a, b] = [last.events[n - 1], next.events[n - 1]];
  return last.seat === next.seat && next.events.length >= n && a?.at === b?.at && a?.says === b?.says;
}
