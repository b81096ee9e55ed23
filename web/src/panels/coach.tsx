import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../art/icons";
import type { View } from "../net/view";
import { store, stored } from "../stored";
import type { Playback } from "../story/playback";
import { t } from "../strings";
import { Button, RuleLink } from "../ui/parts";
import type { EventWire, Line, Panel, Wire } from "../wire";
import { dueMark, happens, pointedAt } from "./coach-marks";
import "./coach.css";

const KEY = "xenotable.coach";
const NARROW = 900; // pixels: on a phone the words unfold when they are wanted, so that the answers stay in sight
const MOST = 20; // rooms whose words are remembered

interface Kept {
  off?: boolean; // nobody is to say anything any more, in this game
  said?: string[];
}

const kept = signal<Record<string, Kept>>(stored(KEY, {}));

function keep(id: string, part: Kept): void {
  const { [id]: before, ...others } = kept.peek();
  kept.value = Object.fromEntries(Object.entries({ [id]: { ...before, ...part }, ...others }).slice(0, MOST));
  store(KEY, kept.value);
}

/** From now on the coach of this game is silent, or speaks again from the start. */
export function silence(game: string, room: string, off: boolean): void {
  keep(game, { off });
  if (!off) keep(room, { said: [] });
}

export const isSilent = (game: string): boolean => kept.value[game]?.off ?? false;

/** One mark stays beside a decision until that is answered, or somebody has read it; the next comes with the next. */
function useMark(props: {
  room: string;
  panel: Panel | undefined;
  ask: Wire | undefined;
  asks: readonly Wire[];
  told: readonly EventWire[];
  deeds: number;
}) {
  const { room, panel, ask, asks, told, deeds } = props;
  const [now, setNow] = useState<{ ask: string; deeds: number; line: Line | undefined }>({
    ask: "",
    deeds: -1,
    line: undefined,
  });
  const said = kept.value[room]?.said ?? [];
  useEffect(() => {
    // Where others act at the same time, a decision is put anew without anybody here having answered.
    const still = now.ask === ask?.id || (now.deeds === deeds && happens(now.line?.when ?? ":", asks, told));
    if (!ask || (still && said.length)) return;
    const line = dueMark(panel, asks, told, said);
    setNow({ ask: ask.id, deeds, line });
    if (line?.when) keep(room, { said: [...said, line.when] });
  }, [ask?.id, panel, said.length === 0]);
  return {
    line: ask ? now.line : undefined,
    said: said.length,
    read: () => setNow({ ...now, line: undefined }),
  };
}

/** The coach of a first battle: a few words beside the decision that they are about, never in its way. */
export function Coach(props: {
  room: string;
  game: string;
  view: View;
  ask: Wire | undefined;
  told: readonly EventWire[];
  deeds: number;
  playback: Playback;
}): JSX.Element | null {
  const { room, game, view, playback } = props;
  const silent = isSilent(game);
  const panel = silent ? undefined : view.panels.find((p) => p.kind === "coach");
  const { line, said, read } = useMark({ ...props, panel, asks: view.asks });
  const on = pointedAt(line?.on, view.seat, view.tokens.values()).join(" ");
  useEffect(() => {
    if (!on) return;
    playback.lit.value = on.split(" ");
    return () => {
      playback.lit.value = [];
    };
  }, [on]);
  const tried = view.panels.find((p) => p.kind === "lessons");
  if (!panel || !line) return null;
  return (
    <aside class="coach" aria-label={t.coach.name} data-mark={line.when}>
      <details open={window.innerWidth > NARROW}>
        <summary>
          <Icon name="hint" />
          <b class="grow">{line.label}</b>
          <span class="small muted">{t.coach.step(said, panel.lines?.length ?? 0)}</span>
          <Icon name="lower" />
        </summary>
        <p role="status">
          {line.value} <RuleLink game={game} rule={line.rule} />
        </p>
        {tried && <Lessons panel={tried} />}
        <div class="row">
          <Button label={t.coach.read} onClick={read} />
          <Button label={t.coach.skip} kind="quiet" onClick={() => silence(game, room, true)} />
        </div>
      </details>
    </aside>
  );
}

function Lessons(props: { panel: Panel }): JSX.Element {
  const lines = props.panel.lines ?? [];
  const done = (line: Line) => line.value === "done";
  return (
    <details class="lessons small">
      <summary>
        {props.panel.title}: {t.coach.tried(lines.filter(done).length, lines.length)}
      </summary>
      <ul>
        {lines.map((line) => (
          <li key={line.rule} class={done(line) ? "done" : ""}>
            <span class="tick" aria-hidden>
              {done(line) && <Icon name="check" />}
            </span>
            {line.label} {done(line) && <span class="hidden-label">{t.coach.done}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
