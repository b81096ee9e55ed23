import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { PIPS } from "../art/pips";
import { moving } from "../settings";
import { t } from "../strings";
import { SideSign } from "../ui/parts";
import type { DiceWire, EventWire } from "../wire";
import { classOf, type Reading, readingOf } from "./reading";
import "./dice.css";

export function Die(props: { face: number; rolling?: boolean; read?: Reading | undefined }): JSX.Element {
  const pips = PIPS[props.face];
  const needed = props.read?.needed ?? [];
  const rank = classOf(props.face, needed);
  const name = needed.length ? (props.read?.names?.[rank] ?? "") : "";
  const state = `${props.rolling ? "rolling" : ""} ${needed.length && !rank ? "missed" : ""}`;
  return (
    <svg viewBox="0 0 24 24" class={`die ${state}`} role="img" aria-label={`${props.face} ${name}`.trim()}>
      <rect x="1.500" y="1.500" width="21" height="21" rx="4.500" />
      {pips ? (
        pips.map(([x, y]) => <circle key={`${x}${y}`} cx={x} cy={y} r="2.100" />)
      ) : (
        <text x="12" y="16.500">
          {props.face}
        </text>
      )}
    </svg>
  );
}

export function Faces(props: { faces: readonly number[]; rolling?: boolean; read?: Reading | undefined }): JSX.Element {
  return (
    <span class="faces">
      {props.faces.map((f, i) => (
        <Die key={i} face={f} rolling={props.rolling ?? false} read={props.read} />
      ))}
    </span>
  );
}

const LATE = 30; // events among which the last throws are

/** The last rolls. The result stands at once; the tumbling comes after it and means nothing. */
export function DiceTray(props: {
  dice: readonly DiceWire[];
  events: readonly EventWire[];
  seatName: (seat: number) => string;
}): JSX.Element | null {
  const [rolling, setRolling] = useState(false);
  useEffect(() => {
    if (!props.dice.length || !moving()) return;
    setRolling(true);
    const end = setTimeout(() => setRolling(false), 500);
    return () => clearTimeout(end);
  }, [props.dice]);
  if (!props.dice.length) return null;
  const late = props.events.slice(-LATE);
  return (
    <section class="tray" aria-label={t.dice.tray}>
      {props.dice.slice(-4).map((roll, i) => (
        <div key={`${roll.at}-${i}`} class="row">
          {roll.seat >= 0 && (
            <span class="seat" title={props.seatName(roll.seat)}>
              <SideSign seat={roll.seat} />
            </span>
          )}
          <span class="small">{t.dice.key(roll.key)}</span>
          <Faces faces={roll.faces} rolling={rolling} read={readingOf(late, roll)} />
        </div>
      ))}
    </section>
  );
}
