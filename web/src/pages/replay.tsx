import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { BoardView } from "../board/board";
import { api } from "../net/api";
import { anyToken, seated } from "../net/mine";
import { go } from "../router";
import { settings } from "../settings";
import { t } from "../strings";
import { Log } from "../panels/log";
import { Panels } from "../panels/panels";
import { Position, TokenCard } from "../panels/position";
import { Button, RuleLink, SideSign, TopBar } from "../ui/parts";
import { SPECTATOR, type ReplayWire, type State } from "../wire";
import { download } from "./table-parts";

const PACE = 900;

export function ReplayPage(props: { room: string }): JSX.Element {
  const token = anyToken(props.room);
  const [replay, setReplay] = useState<ReplayWire | null>(null);
  const [state, setState] = useState<State | null>(null);
  const [at, setAt] = useState(0);
  const [seat, setSeat] = useState<number>(SPECTATOR);
  const [playing, setPlaying] = useState(false);
  const [says, setSays] = useState("");
  const shown = useSignal("");
  const fail = (e: Error) => setSays(e.message);
  useEffect(() => void api.replay(props.room, token).then(setReplay, fail), [props.room]);

  const stops = replay ? [...new Set([0, ...replay.steps.map((s) => s.index), replay.length])].sort((a, b) => a - b) : [0];
  const index = stops[Math.min(at, stops.length - 1)] ?? 0;
  useEffect(() => {
    if (!replay) return;
    let stale = false;
    api.moment(props.room, index, seat, token).then((s) => !stale && setState(s), fail);
    return () => void (stale = true);
  }, [replay, index, seat]);
  useEffect(() => {
    if (!playing) return;
    if (at >= stops.length - 1) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setAt(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [playing, at, stops.length]);
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test((e.target as HTMLElement).tagName)) return;
      if (e.key === "ArrowRight") setAt((k) => Math.min(stops.length - 1, k + 1));
      else if (e.key === "ArrowLeft") setAt((k) => Math.max(0, k - 1));
      else if (e.key === "Home") setAt(0);
      else if (e.key === "End") setAt(stops.length - 1);
      else if (e.key === " " && !(e.target as HTMLElement).closest("button, a")) setPlaying((p) => !p);
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [stops.length]);

  if (!replay) return <main class="page narrow" aria-busy={!says}><h1>{says ? t.replay.none : t.replay.opening}</h1>{says && <p role="alert">{says}</p>}<p><a href="#/">{t.table.home}</a></p></main>;
  const { room, board } = replay;
  const seatName = (s: number) => room.seats.find((k) => k.seat === s)?.name || room.seats.find((k) => k.seat === s)?.title || t.seat(s);
  const step = replay.steps.findLast((s) => s.index < index);
  const piece = state?.tokens?.find((k) => k.id === shown.value);
  const branch = () =>
    api.branch(room.id, { index, seats: room.seats.map((_, i) => ({ kind: i === Math.max(0, seat) ? ("human" as const) : ("machine" as const), name: settings.peek().name })) }, token).then((answer) => {
      seated(answer);
      go(`/table/${answer.room.id}`);
    }, fail);
  const verify = () => {
    setSays(t.replay.verifying);
    api.verify(room.id, token).then((v) => setSays(v.faults.length ? t.replay.faults(v.faults) : t.replay.honest), fail);
  };
  return (
    <div class="table-page">
      <TopBar>
        <h1>{t.replay.of(room.title)}</h1>
      </TopBar>
      <div class="prompt">
        <p role="status" aria-live="polite">{step ? t.replay.step(seatName(step.seat), step.key, step.says ?? "") : t.replay.start}</p>
      </div>
      <main class="play">
        <section class="board-frame" aria-label={t.board.table}>
          {board.width > 0 && <BoardView board={board} tokens={state?.tokens ?? []} labels={settings.value.labels} names={settings.value.names} onToken={(id) => (shown.value = id)} />}
          <div class="player" role="toolbar" aria-label={t.replay.controls}>
            <Button icon="first" label={t.replay.first} onClick={() => setAt(0)} />
            <Button icon="back" label={t.replay.back} disabled={at === 0} onClick={() => setAt(Math.max(0, at - 1))} />
            <Button icon={playing ? "pause" : "play"} label={playing ? t.replay.pause : t.replay.play} onClick={() => setPlaying(!playing)} />
            <Button icon="forward" label={t.replay.forward} disabled={at >= stops.length - 1} onClick={() => setAt(Math.min(stops.length - 1, at + 1))} />
            <Button icon="last" label={t.replay.last} onClick={() => setAt(stops.length - 1)} />
            <input class="grow" type="range" min={0} max={stops.length - 1} value={at} aria-label={t.replay.moment} onInput={(e) => setAt(e.currentTarget.valueAsNumber)} />
            <span class="mono small">{at} / {stops.length - 1}</span>
          </div>
        </section>
        <div class="side">
          <section class="card stack" aria-label={t.replay.actions}>
            <h2 class="eyebrow">{t.replay.actions}</h2>
            <div class="row" role="group" aria-label={t.replay.eyes}>
              <Button label={t.replay.watcher} pressed={seat === SPECTATOR} onClick={() => setSeat(SPECTATOR)} />
              {room.seats.map((s) => (
                <Button key={s.seat} label={seatName(s.seat)} text={<span class="seat"><SideSign seat={s.seat} /> {seatName(s.seat)}</span>} pressed={seat === s.seat} onClick={() => setSeat(s.seat)} />
              ))}
            </div>
            <div class="row">
              <Button icon="swap" label={t.replay.branch} text={t.replay.branch} kind="primary" onClick={() => void branch()} />
              <Button icon="check" label={t.replay.verify} text={t.replay.verify} onClick={verify} />
              <Button icon="down" label={t.menu.save} text={t.menu.save} onClick={() => download(room.id, room.game).catch(fail)} />
            </div>
            {says && <p role="status">{says}</p>}
            {replay.result && index >= replay.length && <p>{replay.result.says} <RuleLink game={room.game} rule={replay.result.rule} /></p>}
          </section>
          {piece && <TokenCard token={piece} game={room.game} seatName={seatName} onClose={() => (shown.value = "")} />}
          <Log events={state?.events ?? []} game={room.game} />
          <Panels panels={state?.panels ?? []} game={room.game} />
          <details>
            <summary>{t.tabs.position}</summary>
            <Position board={board} tokens={state?.tokens ?? []} seatName={seatName} onShow={(id) => (shown.value = id)} />
          </details>
        </div>
      </main>
    </div>
  );
}
