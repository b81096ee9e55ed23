import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardView } from "../board/board";
import { useSideNames } from "../board/sides";
import { useTiles } from "../board/tiles";
import { pieceOf } from "../board/units";
import { api } from "../net/api";
import { anyToken, seated, tokensOf } from "../net/mine";
import { DiceTray } from "../panels/dice";
import { Log } from "../panels/log";
import { Panels } from "../panels/panels";
import { Position, TokenCard } from "../panels/position";
import { address, go } from "../router";
import { moving, settings } from "../settings";
import { Playback, type Speed } from "../story/playback";
import { Stage, standing } from "../story/stage";
import { t } from "../strings";
import { copied } from "../ui/copying";
import { hues } from "../ui/hues";
import { Button, RuleLink, Tabs, TopBar } from "../ui/parts";
import { type Board, type DiceWire, type ReplayWire, SPECTATOR, type State } from "../wire";
import { CampaignState } from "./campaign";
import { useAgreed } from "./readings";
import { Controls, Eyes, FOLLOW, Moments } from "./replay-parts";
import { farSide } from "./table-board";
import { download } from "./table-parts";
import "./replay.css";

const PACE = 900; // milliseconds between two steps
const SPEEDS: Record<number, Speed> = { 1: "normal", 2: "brisk", 4: "instant" };
const NOTHING: Board = { width: 0, depth: 0 };
const TABS = ["moments", "log", "state", "position"] as const;

/** The places of the record where one can stop: before each decision, and the end. */
function stopsOf(replay: ReplayWire | null): number[] {
  return replay ? [...new Set([0, ...replay.steps.map((s) => s.index), replay.length])].sort((a, b) => a - b) : [0];
}

/** What was rolled between two places of the record. */
function rolledSince(state: State | null, from: number): DiceWire[] {
  return [...(state?.events ?? []).flatMap((e) => e.dice ?? []), ...(state?.dice ?? [])].filter((d) => d.at >= from);
}

/** Whoever played looks back from where they sat; watchers, and those who held several seats, from outside. */
function ownSeat(room: string): number {
  const held = Object.keys(tokensOf(room));
  return held.length === 1 ? Number(held[0]) : SPECTATOR;
}

/** Forward by itself, and by keys. */
function usePlaying(at: number, last: number, pace: number, busy: boolean, onGo: (at: number) => void) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing || busy) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onGo(at + 1), PACE / pace);
    return () => clearTimeout(timer);
  }, [playing, at, last, pace, busy]);
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey || document.querySelector("dialog[open]")) return; // Alt and an arrow go back in the browser
      if (
        /^(INPUT|TEXTAREA|SELECT)$/.test((e.target as HTMLElement).tagName) ||
        (e.target as HTMLElement).closest("[role=tab]")
      )
        return;
      if (e.key === "ArrowRight") onGo(Math.min(last, at + 1));
      else if (e.key === "ArrowLeft") onGo(Math.max(0, at - 1));
      else if (e.key === "Home") onGo(0);
      else if (e.key === "End") onGo(last);
      else if (e.key === " " && !(e.target as HTMLElement).closest("button, a")) setPlaying((p) => !p);
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [at, last]);
  return [playing, setPlaying] as const;
}

/** `index` in the address is a place of the record, so that a link leads to this very action. */
export function ReplayPage(props: { room: string; index: string }): JSX.Element {
  const token = anyToken(props.room);
  const [replay, setReplay] = useState<ReplayWire | null>(null);
  const [state, setState] = useState<State | null>(null);
  const [index, setIndex] = useState(Number.parseInt(props.index, 10) || 0);
  const [eyes, setEyes] = useState<number>(() => ownSeat(props.room));
  const [pace, setPace] = useState(1);
  const [says, setSays] = useState("");
  const tab = useSignal<(typeof TABS)[number]>("moments");
  const shown = useSignal("");
  const fail = (e: Error) => setSays(e.message);
  useEffect(() => void api.replay(props.room, token).then(setReplay, fail), [props.room]);

  useAgreed(replay?.room);
  useSideNames(replay?.room);

  const stops = stopsOf(replay);
  const last = stops.length - 1;
  const after = stops.findIndex((s) => s >= index);
  const at = after < 0 ? last : after;
  const here = stops[at] ?? 0;
  const next = replay?.steps.find((s) => s.index >= here);
  const step = replay?.steps.findLast((s) => s.index < here);
  const seat = eyes === FOLLOW ? Math.max(SPECTATOR, (next ?? step)?.seat ?? SPECTATOR) : eyes;
  const jump = (to: number) => setIndex(stops[Math.max(0, Math.min(last, to))] ?? 0);
  const speed = useRef<Speed>("normal");
  speed.current = SPEEDS[pace] ?? "normal";
  const playback = useMemo(() => new Playback({ speed: () => speed.current, moving }), [props.room]);
  useEffect(() => () => playback.close(), [playback]);
  const [shownAt, setShownAt] = useState(-1);
  const [board, onShape] = useTiles(state?.board ?? replay?.board ?? NOTHING);
  const [playing, setPlaying] = usePlaying(at, last, pace, playback.playing.value, jump);
  useLayoutEffect(() => {
    if (replay) history.replaceState(null, "", `#/replay/${props.room}/${here}`); // before anybody can copy the address
  }, [replay, here]);
  useEffect(() => {
    if (!replay) return;
    let stale = false;
    api.moment(props.room, here, seat === -1 ? SPECTATOR : seat, token).then((s) => {
      if (stale) return;
      setState(s);
      // A step on is played; whoever goes farther wants to be there.
      playback.follow(
        { seat, tokens: new Map((s.tokens ?? []).map((k) => [k.id, k])), events: s.events ?? [] },
        at === shownAt + 1,
      );
      setShownAt(at);
    }, fail);
    return () => {
      stale = true;
    };
  }, [replay, here, seat]);

  if (!replay)
    return (
      <>
        <TopBar />
        <main class="page narrow" aria-busy={!says}>
          <h1>{says ? t.replay.none : t.replay.opening}</h1>
          {says && <p role="alert">{says}</p>}
          <p>
            <a href="#/">{t.table.home}</a>
          </p>
        </main>
      </>
    );
  const { room } = replay;
  const tokens = [...playback.table.value.values()];
  const told = (state?.events ?? []).slice(0, playback.told.value);
  const seatName = (s: number) =>
    room.seats.find((k) => k.seat === s)?.name || room.seats.find((k) => k.seat === s)?.title || t.seat(s);
  const piece = tokens.find((k) => k.id === shown.value);
  const branch = () =>
    api
      .branch(
        room.id,
        {
          index: here,
          seats: room.seats.map((s, i) =>
            i === Math.max(0, seat)
              ? { kind: "human" as const, name: settings.peek().name }
              : { kind: "machine" as const, level: s.level || "tactician" },
          ),
        },
        token,
      )
      .then((answer) => {
        seated(answer);
        go(`/table/${answer.room.id}`);
      }, fail);
  const verify = () => {
    setSays(t.replay.verifying);
    api
      .verify(room.id, token)
      .then((v) => setSays(v.faults.length ? t.replay.faults(v.faults) : t.replay.honest), fail);
  };
  const copy = async () => {
    const link = address(`/replay/${room.id}/${here}`);
    setSays((await copied(link)) ? t.replay.linked : link);
  };
  return (
    <div class="table-page" style={hues(room.seats.map((s) => s.colour))}>
      <TopBar>
        <h1>{t.replay.of(room.title)}</h1>
      </TopBar>
      <div class="prompt">
        <p role="status" aria-live="polite">
          {step ? t.replay.step(seatName(step.seat), step.key, step.chose ?? "", step.says ?? "") : t.replay.start}
        </p>
      </div>
      <main class="play" aria-busy={shownAt !== at}>
        <section class="board-frame" aria-label={t.board.table} style={{ "--shape": board.depth / (board.width || 1) }}>
          {board.width > 0 ? (
            <BoardView
              board={board}
              tokens={standing(playback)}
              labels={settings.value.labels}
              names={settings.value.names}
              letters={settings.value.letters}
              onShape={onShape}
              flip={seat >= 0 && farSide(board, seat)}
              onToken={(id) => (shown.value = pieceOf(tokens, id)?.id ?? id)}
              above={(least) => (
                <Stage
                  playback={playback}
                  board={board}
                  flip={seat >= 0 && farSide(board, seat)}
                  least={least}
                  seatName={seatName}
                />
              )}
            />
          ) : (
            <CampaignState game={room.game} panels={state?.panels ?? []} onBranch={undefined} />
          )}
          <Controls
            at={at}
            last={last}
            playing={playing}
            pace={pace}
            onGo={jump}
            onPlay={setPlaying}
            onPace={setPace}
          />
        </section>
        <div class="side">
          <section class="card stack" aria-label={t.replay.actions}>
            <h2 class="eyebrow">{t.replay.eyes}</h2>
            <Eyes room={room} now={eyes} spectator={SPECTATOR} seatName={seatName} onTake={setEyes} />
            <div class="row">
              <Button
                icon="swap"
                label={t.replay.branch}
                text={t.replay.branch}
                kind="primary"
                onClick={() => void branch()}
              />
              <Button icon="check" label={t.replay.verify} text={t.replay.verify} onClick={verify} />
              <Button icon="link" label={t.replay.link} text={t.replay.link} onClick={() => void copy()} />
              <Button
                icon="down"
                label={t.menu.save}
                text={t.menu.save}
                onClick={() => download(room.id, room.game).catch(fail)}
              />
            </div>
            {says && <p role="status">{says}</p>}
            {replay.result && here >= replay.length && (
              <p>
                {replay.result.says} <RuleLink game={room.game} rule={replay.result.rule} />
              </p>
            )}
          </section>
          <DiceTray dice={rolledSince(state, step?.index ?? 0)} events={told} seatName={seatName} />
          {piece && <TokenCard token={piece} game={room.game} seatName={seatName} onClose={() => (shown.value = "")} />}
          <Tabs tabs={TABS} now={tab} words={{ ...t.tabs, moments: t.replay.moments }}>
            {tab.value === "moments" && (
              <Moments
                steps={replay.steps}
                now={step}
                seatName={seatName}
                onGo={(s) => jump(stops.findIndex((stop) => stop > s.index))}
              />
            )}
            {tab.value === "log" && (
              <Log events={told} tokens={tokens} game={room.game} onPoint={(on) => (playback.lit.value = on)} />
            )}
            {tab.value === "state" && <Panels panels={state?.panels ?? []} game={room.game} />}
            {tab.value === "position" && (
              <Position board={board} tokens={tokens} seatName={seatName} onShow={(id) => (shown.value = id)} />
            )}
          </Tabs>
        </div>
      </main>
    </div>
  );
}
