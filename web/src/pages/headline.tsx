import type { JSX } from "preact";
import { mainOf, questionOf } from "../asks/order";
import { sideOfSeat } from "../board/sides";
import { actor, isAsked, isIdle, type Table, undecided } from "../net/table";
import type { View } from "../net/view";
import { diceWait } from "../panels/fair";
import { Steps } from "../panels/steps";
import { SecondsLeft, Timer } from "../panels/timer";
import { StoryBar } from "../story/bar";
import type { Playback } from "../story/playback";
import { t } from "../strings";
import { Button } from "../ui/parts";
import type { Line, Panel } from "../wire";
import "./headline.css";

/** One line above the board: who decides what; with a timer above it if there is one. */
export function PromptLine(props: {
  table: Table;
  view: View;
  playback: Playback;
  seatName: (seat: number) => string;
}): JSX.Element {
  const { table, view, seatName } = props;
  const idle = isIdle(view);
  const asked = isAsked(table) ? table.asked.value : null; // that comes first: the others wait for it
  const mine = idle || asked ? undefined : mainOf(undecided(view));
  const others = view.waiting.filter((w) => !w.locked);
  const words = view.result
    ? props.playback.playing.value
      ? t.prompt.goes
      : view.result.says
    : asked
      ? asked.says
      : view.opening
        ? t.prompt.opening
        : idle
          ? t.prompt.idle(seatName(actor(view) ?? view.seat))
          : mine
            ? t.prompt.yours(questionOf(mine.prompt).question)
            : others.length
              ? [...new Map(others.toReversed().map((w) => [w.seat, w])).values()]
                  .map((w) =>
                    view.thinking.includes(w.seat)
                      ? t.prompt.thinks(seatName(w.seat))
                      : t.prompt.theirs(seatName(w.seat), w.prompt ?? ""),
                  )
                  .join(" ")
              : (diceWait(table, seatName) ?? t.prompt.goes);
  const broken = table.line.value === "broken"; // that stands nowhere else, while one's own question stands above the answers
  return (
    <div class={`headline ${mine && !broken ? "mine" : ""}`}>
      <Timer view={view} seatName={seatName} seconds={table.room.value?.options.seconds} />
      {view.panels
        .filter((p) => p.kind === "steps")
        .map((p) => (
          <Steps key={p.id} panel={p} seatName={seatName} />
        ))}
      {!view.result && <Strip panels={view.panels.filter((p) => p.kind === "strip")} view={view} />}
      <div class={`prompt ${mine ? "yours" : ""} ${broken ? "broken" : ""}`}>
        <p role="status" aria-live="polite">
          {broken ? t.prompt.broken : words}
        </p>
        {table.trouble.value && (
          <span class="small row trouble" role="alert">
            {table.trouble.value}{" "}
            <Button icon="close" label={t.close} kind="quiet" onClick={() => (table.trouble.value = "")} />
          </span>
        )}
        <StoryBar playback={props.playback} events={view.events} />
      </div>
    </div>
  );
}

/** Figures that have to be in sight all the time. */
function Strip(props: { panels: readonly Panel[]; view: View }): JSX.Element | null {
  if (!props.panels.length) return null;
  return (
    <div class="strips">
      {props.panels.map((panel) => (
        <section key={panel.id} class="strip" data-panel={panel.id} aria-label={panel.title}>
          <dl>
            {(panel.lines ?? []).filter(isAnybodys).map((line) => (
              <div key={line.label} class={line.value?.startsWith("-") ? "bad" : ""}>
                <dt>{line.label}</dt>{" "}
                <dd>
                  {typeof line.until === "number" ? <SecondsLeft until={line.until} view={props.view} /> : line.value}
                  <Dots line={line} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

const DOTS = 12; // rounds that can be counted at a glance

/** How far a battle is: a dot for each of its rounds. */
function Dots({ line }: { line: Line }): JSX.Element | null {
  const [now, full] = [line.now ?? 0, line.full ?? 0];
  if (!full || full > DOTS) return null;
  return (
    <span class="dots" aria-hidden>
      {Array.from({ length: Math.max(full, now) }, (_, i) => (
        <i key={i} class={i + 1 < now ? "past" : i + 1 === now ? "now" : ""} />
      ))}
    </span>
  );
}

const isAnybodys = (line: Line): boolean => typeof line.seat !== "number"; // points stand beside the sides' names

const pointsOf = (view: View): Line[] =>
  view.panels
    .filter((p) => p.kind === "strip")
    .flatMap((p) => p.lines ?? [])
    .filter((line) => !isAnybodys(line));

/** The points of a side if it ended now, over a bar: what it has already, what it would gain, and how far that is from
 * victory; where nothing says how many points win, from what the best side would have. */
export function Points(props: { view: View; seat: number }): JSX.Element | null {
  const all = pointsOf(props.view);
  const line = all.find((l) => l.seat === props.seat);
  if (!line || props.view.result) return null;
  const then = line.then ?? 0;
  const has = Math.max(0, Math.min(line.now ?? then, then));
  const most = Math.max(1, line.full ?? 0, ...all.map((l) => l.then ?? 0));
  const part = (n: number) => `${(100 * n) / most}%`;
  return (
    <b class="seat-points" title={t.table.points(line.value ?? "", has, line.full ?? 0)}>
      {line.value}
      <span class={`points-bar side-${sideOfSeat(props.seat).name}`} aria-hidden>
        <i style={{ width: part(has) }} />
        <i class="gain" style={{ width: part(Math.max(0, then) - has) }} />
      </span>
    </b>
  );
}
