import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../art/icons";
import { type Clock, canPause, UNLIMITED } from "./clock";
import { action, book, funding } from "./generator";
import { AtHand, Corrections, counted, inWords, nameOf } from "./parts";
import type { Companion, Entry } from "./play";
import { box, cue, hear, heard, play } from "./sound";
import { now, put, seen, tick } from "./store";
import { c, LABEL } from "./strings";

const FRAME = 100; // milliseconds between two looks at the clock
const DOUBLE = 350; // milliseconds in which a second tap belongs to the first
const SHAPES: Record<string, string> = {
  xcom: "M12 2 21 6v7c0 5-4 8-9 10-5-2-9-5-9-10V6Z",
  alien: "M12 2 23 22H1Z",
  scrambled: "M12 1 23 12 12 23 1 12Z",
  ending: "M3 3h18v18H3Z",
};
/** Outlines of the continents, and where a mark stands on them. */
const CONTINENT: Record<string, [x: number, y: number, outline: string]> = {
  north_america: [72, 62, "M24 52 58 40 100 42 116 56 96 70 86 90 74 98 58 82 38 72Z"],
  south_america: [98, 124, "M80 104 104 104 120 118 110 138 98 160 90 160 86 134 74 116Z"],
  europe: [160, 56, "M136 52 158 38 182 42 182 60 164 68 146 72 136 64Z"],
  africa: [166, 104, "M138 82 166 76 190 86 196 102 182 120 172 146 160 146 152 118 136 102Z"],
  asia: [230, 62, "M188 44 222 34 264 40 280 54 262 74 244 94 228 98 210 84 194 78 188 62Z"],
  australia: [254, 134, "M232 126 256 114 278 126 274 146 250 152 232 144Z"],
};

export const deeds = (id: string): readonly string[] =>
  (book.deeds as Record<string, string[]>)[id.replace(/_[123]$/, "")] ?? [];
const roleOf = (id: string) => book.roles.find((r) => r.id === action(id).role);

/** Where the UFOs of this action belong, as a picture; the words stand beside it. */
function Globe(props: { places: readonly string[] }): JSX.Element {
  const many = new Map(counted(props.places));
  const spot = (id: string, x: number, y: number) =>
    many.has(id) && (
      <text x={x} y={y + 6} class="co-ufo">
        ▲{(many.get(id) ?? 0) > 1 ? `×${many.get(id)}` : ""}
      </text>
    );
  return (
    <svg class="co-globe" viewBox="0 0 300 176" role="img" aria-label={c.timed.globe(inWords(props.places))}>
      <rect x={1} y={1} width={298} height={174} rx={12} class={many.has("orbit") ? "co-orbit on" : "co-orbit"} />
      <rect x={8} y={28} width={284} height={140} rx={24} class="co-sea" />
      {Object.entries(CONTINENT).map(([id, [x, y, outline]]) => (
        <g key={id}>
          <path d={outline} class={many.has(id) ? "co-land on" : "co-land"} />
          {spot(id, x, y)}
        </g>
      ))}
      {spot("orbit", 150, 15)}
    </svg>
  );
}

function Facts(props: { game: Companion; clock: Clock }): JSX.Element {
  const { clock, game } = props;
  return (
    <>
      {clock.places.length > 0 && (
        <div class="co-places">
          <ul aria-label={c.timed.places}>
            {counted(clock.places).map(([p, n]) => (
              <li key={p}>
                {nameOf(p)} <strong>×{n}</strong>
              </li>
            ))}
          </ul>
          <Globe places={clock.places} />
        </div>
      )}
      {clock.action.startsWith("assign_research") && (
        <p class="co-figure">{c.timed.lab("I".repeat(Number(clock.action.slice(-1))))}</p>
      )}
      {clock.action === "budget" && (
        <p class="co-figure">
          {c.timed.credits(funding(game.setup.difficulty, game.last))} <small>{c.timed.creditsHow}</small>
        </p>
      )}
    </>
  );
}

/** Time left in this action and of the pause, both as they stand now. */
function figures(clock: Clock, at: number): { left: number | null; budget: number } {
  const spent = clock.paused !== null ? at - clock.paused : clock.expired && clock.zero !== null ? at - clock.zero : 0;
  const budget = clock.budget === UNLIMITED ? UNLIMITED : Math.max(0, clock.budget - spent);
  return { left: clock.zero === null ? null : Math.max(0, clock.zero - (clock.paused ?? at)), budget };
}

/** Looks at the clock ten times a second, lets come what is due, and sounds it. */
function useClock(clock: Clock): number {
  const [at, setAt] = useState(now());
  const sounded = useRef("");
  const kept = useRef(0);
  useEffect(() => {
    const look = () => {
      if (tick()) return;
      const time = now();
      setAt(time);
      const due = cue(clock, time);
      const name = `${clock.n} ${due.id} ${due.id === "last-seconds" ? Math.ceil(((clock.zero ?? 0) - time) / 1000) : ""}`;
      if (name !== sounded.current) play(due);
      sounded.current = name;
      if (time - kept.current >= 1000) {
        kept.current = time;
        seen();
      }
    };
    look();
    const timer = setInterval(look, FRAME);
    return () => clearInterval(timer);
  }, [clock]);
  return at;
}

/** Keeps the screen awake during the phase where the device lets us; it lets go whenever the page is hidden. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const ask = () => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock?.request("screen").then(
        (got) => {
          if (over) void got.release();
          else lock = got;
        },
        () => undefined,
      );
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, []);
}

function Senses(): JSX.Element {
  const { sound, buzz } = heard.value;
  return (
    <div class="row small">
      <label class="co-tick">
        <input type="checkbox" checked={sound} onChange={() => hear({ sound: !sound })} /> {c.timed.sound}
      </label>
      <label class="co-tick">
        <input type="checkbox" checked={buzz} onChange={() => hear({ buzz: !buzz })} /> {c.timed.buzz}
      </label>
      <span class="muted wide-only">{c.timed.keys}</span>
    </div>
  );
}

function Adjust(): JSX.Element {
  const entries = (n: number): Entry[] => [
    ["pause", n],
    ["pause", -n],
    ["time", n],
  ];
  return (
    <details class="co-hand">
      <summary>{c.timed.adjust}</summary>
      <Corrections of={entries} />
    </details>
  );
}

/** What a screen reader says when the action changes, expires, or comes to its last five seconds. */
function Said(props: { clock: Clock; left: number | null }): JSX.Element {
  const { clock, left } = props;
  const row = action(clock.action);
  const begun = c.timed.announce(
    LABEL[box(clock)] ?? "",
    row.title,
    roleOf(clock.action)?.name ?? c.timed.all,
    inWords(clock.places),
  );
  const soon = left !== null && left > 0 && left <= 5000 && clock.paused === null;
  return (
    <p class="hidden-label" role="status" aria-live="assertive">
      {clock.expired ? `${LABEL.expired}: ${row.title}` : soon ? c.timed.secondsLeft(5) : begun}
    </p>
  );
}

/** A double tap ends one action, not two. */
function done(clock: Clock): void {
  if (now() - clock.began >= DOUBLE) put("done", clock.n);
}

function useKeys(clock: Clock, pausing: boolean): void {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (
        e.ctrlKey ||
        e.metaKey ||
        e.altKey ||
        e.repeat ||
        (e.target as HTMLElement).closest("input[type=number], dialog")
      )
        return;
      if (e.key === "d" || e.key === "D") done(clock);
      if ((e.key === "p" || e.key === "P") && pausing) put("pause", clock.n);
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [clock, pausing]);
}

/** The timer with what became of it, big enough to be read across a table. */
function Countdown(props: { clock: Clock; left: number | null }): JSX.Element {
  const { clock, left } = props;
  const shown = left === null ? "–" : String(Math.ceil(left / 1000));
  const soon = left !== null && left <= 5000 && !clock.expired && clock.paused === null;
  return (
    <p
      class={`co-time mono ${soon ? "soon" : ""}`}
      role="timer"
      aria-label={left === null ? c.timed.noTimer : `${c.timed.left}: ${shown} s`}
    >
      {clock.expired ? (
        <strong class="co-expired">{LABEL.expired}</strong>
      ) : left === null ? (
        <small>{c.timed.noTimer}</small>
      ) : (
        shown
      )}
      {clock.paused !== null && <small>{c.timed.paused}</small>}
    </p>
  );
}

export function Timed(props: { game: Companion; clock: Clock }): JSX.Element {
  const { game, clock } = props;
  const at = useClock(clock);
  useAwake();
  useEffect(() => window.scrollTo(0, 0), [clock.n]); // each action is read from its name on
  const [reading, setReading] = useState(-1); // the action whose instructions are open
  const { left, budget } = figures(clock, at);
  const against = canPause(clock);
  const paused = clock.paused !== null;
  const clocked = clock.zero !== null;
  useKeys(clock, clocked && (paused || !against));
  const role = roleOf(clock.action);
  const kind = box(clock);
  const open = game.lesson !== (reading === clock.n) && (paused || !clocked); // in the lesson unless it was shut
  const read = () => {
    if (open) setReading(game.lesson ? clock.n : -1);
    else if (paused || !clocked || put("pause", clock.n)) setReading(clock.n);
  };
  return (
    <section class="stack co-timed" aria-labelledby="co-title">
      <p class="eyebrow">{c.timed.title(game.round)}</p>
      <div class={`co-box ${kind} ${clock.expired ? "expired" : ""}`}>
        <div class="co-kind">
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d={SHAPES[kind]} />
          </svg>
          {LABEL[kind]}
        </div>
        <h1 id="co-title" tabIndex={-1}>
          {action(clock.action).title}
        </h1>
        <p class={`co-role ${role?.id ?? "all"}`}>
          {role && <b aria-hidden="true">{role.mark}</b>} {role?.name ?? c.timed.all}
        </p>
        <Countdown clock={clock} left={left} />
        <Facts game={game} clock={clock} />
      </div>
      <Said clock={clock} left={left} />
      <div class="co-controls">
        <button type="button" class="button primary co-done" onClick={() => done(clock)}>
          {c.timed.done}
        </button>
        {clocked && (
          <div class="co-nav">
            <button
              type="button"
              class="button"
              disabled={!paused && against !== ""}
              onClick={() => put("pause", clock.n)}
            >
              <Icon name={paused ? "play" : "pause"} />
              {paused ? c.timed.resume : c.timed.pause}
            </button>
            <span class="mono">{c.timed.budget(budget)}</span>
          </div>
        )}
      </div>
      {clock.expired && <p class="notice bad">{budget === UNLIMITED ? c.timed.priceEasy : c.timed.price}</p>}
      {clocked && !paused && c.timed.noPause[against] && <p class="small muted">{c.timed.noPause[against]}</p>}
      <button
        type="button"
        class="button quiet"
        aria-expanded={open}
        disabled={clocked && !paused && against !== ""}
        onClick={read}
      >
        <Icon name="book" />
        {open ? c.timed.shut : clocked && !paused ? c.timed.instructions : c.timed.instructionsFree}
      </button>
      {open && <AtHand open ids={deeds(clock.action)} />}
      {clocked && <Adjust />}
      <Senses />
    </section>
  );
}
