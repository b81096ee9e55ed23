import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import { Button, SideSign } from "../ui/parts";
import type { RoomWire, Step } from "../wire";

const PACES = [1, 2, 4] as const;
export const FOLLOW = -3; // through the eyes of whoever decides next

interface Player {
  at: number;
  last: number;
  playing: boolean;
  pace: number;
  onGo: (at: number) => void;
  onPlay: (playing: boolean) => void;
  onPace: (pace: number) => void;
}

/** The buttons below the board. */
export function Controls({ at, last, playing, pace, onGo, onPlay, onPace }: Player): JSX.Element {
  return (
    <div class="player" role="toolbar" aria-label={t.replay.controls}>
      <Button icon="first" label={t.replay.first} onClick={() => onGo(0)} />
      <Button icon="back" label={t.replay.back} disabled={at === 0} onClick={() => onGo(at - 1)} />
      <Button
        icon={playing ? "pause" : "play"}
        label={playing ? t.replay.pause : t.replay.play}
        onClick={() => onPlay(!playing)}
      />
      <Button icon="forward" label={t.replay.forward} disabled={at >= last} onClick={() => onGo(at + 1)} />
      <Button icon="last" label={t.replay.last} onClick={() => onGo(last)} />
      <input
        class="grow"
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t.replay.moment}
        onInput={(e) => onGo(e.currentTarget.valueAsNumber)}
      />
      <span class="mono small">
        {at} / {last}
      </span>
      <button
        type="button"
        class="button quiet mono"
        aria-label={t.replay.pace(pace)}
        onClick={() => onPace(PACES[(PACES.indexOf(pace as 1) + 1) % PACES.length] ?? 1)}
      >
        {pace}×
      </button>
    </div>
  );
}

/** All decisions; a click goes to the moment after one. */
export function Moments(props: {
  steps: readonly Step[];
  now: Step | undefined;
  seatName: (seat: number) => string;
  onGo: (step: Step) => void;
}): JSX.Element {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const room = box.current?.parentElement;
    if (!room) return;
    const reveal = () => {
      const line = box.current?.querySelector("[aria-current=true]")?.getBoundingClientRect();
      if (!line) return;
      const { top, bottom } = room.getBoundingClientRect(); // within the list alone: the board must not leave a phone
      room.scrollTop += Math.min(0, line.top - top) || Math.max(0, line.bottom - bottom);
    };
    reveal();
    const watch = new ResizeObserver(reveal); // the dice of that moment, which come a little later, take some of its room
    watch.observe(room);
    return () => watch.disconnect();
  }, [props.now]);
  return (
    <ol class="moments" ref={box}>
      {props.steps.map((step) => (
        <li key={step.index}>
          <button type="button" aria-current={step === props.now} onClick={() => props.onGo(step)}>
            <span class="seat">{step.seat >= 0 && <SideSign seat={step.seat} />}</span>
            <span class="hidden-label">{props.seatName(step.seat)}</span>
            <span class="grow">{t.replay.deed(step.key, step.chose ?? "", step.says ?? "")}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

export function Eyes(props: {
  room: RoomWire;
  now: number;
  spectator: number;
  seatName: (seat: number) => string;
  onTake: (eyes: number) => void;
}): JSX.Element {
  const { room, now, onTake } = props;
  return (
    <div class="row" role="group" aria-label={t.replay.eyes}>
      <Button label={t.replay.watcher} pressed={now === props.spectator} onClick={() => onTake(props.spectator)} />
      {room.seats.map((s) => (
        <Button
          key={s.seat}
          label={props.seatName(s.seat)}
          text={
            <span class="seat">
              <SideSign seat={s.seat} /> {props.seatName(s.seat)}
            </span>
          }
          pressed={now === s.seat}
          onClick={() => onTake(s.seat)}
        />
      ))}
      {room.seats.length > 1 && (
        <Button label={t.replay.follow} pressed={now === FOLLOW} onClick={() => onTake(FOLLOW)} />
      )}
    </div>
  );
}
