import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { undecided } from "../net/table";
import { clock, type View } from "../net/view";
import { t } from "../strings";
import type { Countdown } from "../wire";
import { tone } from "./sound";
import "./timer.css";

const SOON = 10_000; // milliseconds left from which it hurries
const BEEPS = 5; // the last seconds that can be heard

/** States differ by shape and word as well as by colour. */
const SHAPES: Record<string, string> = {
  calm: "M0-.9A.9.9 0 1 1 0 .9.9.9 0 1 1 0-.9Z",
  alarm: "M0-.95 1 .8H-1ZM-.12-.3-.07.3H.07L.12-.3ZM-.1.42H.1V.62H-.1Z",
  warn: "M0-1 1 0 0 1-1 0ZM-.1-.5-.06.15H.06L.1-.5ZM-.1.28H.1V.48H-.1Z",
  late: "M-.4-.95H.4L.95-.4V.4L.4.95H-.4L-.95.4V-.4ZM-.45-.3-.15 0-.45.3-.3.45 0 .15.3.45.45.3.15 0 .45-.3.3-.45 0-.15-.3-.45Z",
  halt: "M-.75-.85H-.2V.85H-.75ZM.2-.85H.75V.85H.2Z",
};

interface Shown extends Countdown {
  title: string;
  who: string;
  plain?: boolean; // the time of a decision: calm until it hurries
}

interface Clocked {
  view: View;
  seatName: (seat: number) => string;
  seconds?: number | null | undefined; // for a decision, at this table
}

/** The timer that a game shows, or else the moment until which somebody has to decide. */
function timerOf({ view, seatName, seconds }: Clocked): Shown | null {
  if (view.result) return null;
  const panel = view.panels.find((p) => p.timer);
  if (panel?.timer) {
    const [first, ...more] = panel.lines ?? [];
    const places = more.filter((line) => line.on).map((line) => line.value);
    return { ...panel.timer, title: [first?.label ?? panel.title, ...places].join(" · "), who: first?.value ?? "" };
  }
  const mine = undecided(view)[0];
  const other = view.waiting.find((w) => !w.locked);
  const until = mine ? (mine.until ?? view.limits[view.seat]) : (other?.until ?? view.limits[other?.seat ?? -1]);
  if (typeof until !== "number") return null;
  return {
    word: t.timer.word,
    tone: "calm",
    until,
    full: 1000 * (seconds ?? 0),
    title: seatName(mine?.seat ?? other?.seat ?? view.seat),
    who: "",
    plain: true,
  };
}

/** A figure that runs down by itself. */
export function SecondsLeft(props: { until: number; view: View }): JSX.Element {
  const left = useLeft(props.view, props);
  return (
    <>
      {Math.ceil(left / 1000)} {t.timer.unit}
    </>
  );
}

/** Milliseconds left, told several times a second. */
function useLeft(view: View, shown: { until?: number | null; left?: number } | null): number {
  const until = shown?.until;
  const leftNow = () => (typeof until === "number" ? Math.max(0, until - clock(view)) : (shown?.left ?? 0));
  const [, tick] = useState(0);
  useEffect(() => {
    if (typeof until !== "number" || !view.running) return;
    const timer = setInterval(() => tick((n) => n + 1), 200);
    return () => clearInterval(timer);
  }, [until, view.running]);
  return leftNow();
}

export function Timer(props: Clocked): JSX.Element | null {
  const shown = timerOf(props);
  const left = useLeft(props.view, shown);
  const first = useRef({ until: 0, left: 1 });
  const seconds = Math.ceil(left / 1000);
  const running = typeof shown?.until === "number";
  useEffect(() => {
    if (running && seconds <= BEEPS) tone(seconds ? 660 : 330, seconds ? 70 : 300);
  }, [running, seconds]);
  useEffect(() => {
    if (shown) tone({ alarm: 220, late: 160, warn: 330 }[shown.tone ?? ""] ?? 440, 160);
  }, [shown?.word, shown?.title]);
  if (!shown) return null;
  if (running && first.current.until !== shown.until)
    first.current = { until: shown.until as number, left: Math.max(1, left) };
  const full = shown.full || first.current.left;
  const timed = running || Boolean(shown.full);
  const hurry = running && left < SOON;
  const look = shown.plain && hurry ? "alarm" : (shown.tone ?? "calm");
  return (
    <section class={`timer ${look} ${hurry ? "hurry" : ""}`} aria-label={t.timer.name}>
      <span class="timer-state">
        <svg viewBox="-1.1 -1.1 2.2 2.2" aria-hidden>
          <path d={SHAPES[look] ?? SHAPES.calm} fill-rule="evenodd" />
        </svg>
        {shown.word}
      </span>
      <span class="timer-title">
        <b>{shown.title}</b>
        {shown.who && <small>{shown.who}</small>}
      </span>
      {timed && (
        <span class="timer-left mono" role="timer" aria-label={t.timer.left(seconds)}>
          {seconds < 100 ? seconds : t.prompt.clock(seconds)}
          <small aria-hidden>{seconds < 100 ? t.timer.unit : ""}</small>
        </span>
      )}
      {timed && <span class="timer-bar" style={{ transform: `scaleX(${Math.min(1, left / full)})` }} aria-hidden />}
    </section>
  );
}
