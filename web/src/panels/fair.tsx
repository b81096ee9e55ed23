import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { proof, type SavedMatch } from "../fair/proof";
import { type Proving, prove, type Step } from "../fair/prover";
import { awaited, compared, lost } from "../fair/shares";
import { api } from "../net/api";
import { anyToken } from "../net/mine";
import type { Table } from "../net/table";
import { t } from "../strings";
import { Button, Failure } from "../ui/parts";
import type { EpochWire, RoomWire } from "../wire";
import "./fair.css";

type SeatName = (seat: number) => string;

/** Why there are no dice now, in a sentence; null when there are. */
export function diceWait(table: Table, seatName: SeatName): string | null {
  const wait = awaited(table.room.value?.fair);
  if (!wait) return null;
  const says = t.fair[wait.what](wait.seats.map(seatName).join(", "));
  return wait.what === "come" && table.held.value.length ? `${says} ${t.fair.instead}` : says; // who only looks in seats nobody
}

/** Who has a hand in the dice, and the proof of it when the match is over. */
export function FairDice(props: { table: Table; room: RoomWire; seatName: SeatName }): JSX.Element | null {
  const { table, room, seatName } = props;
  const { fair } = room;
  if (!fair) return null;
  const epochs = fair.epochs.some((e) => e.secret);
  const state = fair.next ? "waits" : epochs ? "open" : fair.epochs.some((e) => e.commitment) ? "sealed" : "old";
  const wait = room.over ? null : diceWait(table, seatName);
  return (
    <details class="fair">
      <summary>
        {t.fair.title} <span class="small">· {t.fair.states[state]}</span>
      </summary>
      <div class="stack">
        <p class="small">{t.fair.lead}</p>
        {wait && <p class="notice">{wait}</p>}
        {lost(room, table.held.value).map((seat) => (
          <div key={seat} class="notice stack">
            <p>{t.fair.lost(seatName(seat))}</p>
            <Button label={t.fair.anew} onClick={() => table.newShare(seat)} />
          </div>
        ))}
        {room.over && epochs && <Check room={room.id} />}
        {fair.epochs.map((epoch, i) => (
          <Epoch key={i} title={t.fair.epoch(i + 1)} epoch={epoch} seatName={seatName} />
        ))}
        {fair.next && <Epoch title={t.fair.coming} epoch={fair.next} seatName={seatName} />}
      </div>
    </details>
  );
}

function Epoch(props: { title: string; epoch: EpochWire; seatName: SeatName }): JSX.Element {
  const { epoch, seatName } = props;
  const shares = epoch.shares ?? [];
  return (
    <section class="stack epoch" aria-label={props.title}>
      <h3>{props.title}</h3>
      {!epoch.commitment ? (
        <p class="small">{t.fair.elsewhere}</p>
      ) : (
        <>
          {(epoch.attempt ?? 1) > 1 && <p class="small">{t.fair.attempt(epoch.attempt ?? 1)}</p>}
          <dl class="hashes small">
            <div>
              <dt>{t.fair.commitment}</dt>
              <dd>
                <code>{epoch.commitment}</code>
              </dd>
            </div>
            {shares.map((share) => (
              <div key={share.seat}>
                <dt>{t.fair.shareOf(seatName(share.seat))}</dt>
                <dd>
                  <code>{share.value || t.fair.hashed(share.commitment)}</code>
                </dd>
              </div>
            ))}
            <div>
              <dt>{t.fair.secret}</dt>
              <dd>{epoch.secret ? <code>{epoch.secret}</code> : t.fair.later}</dd>
            </div>
          </dl>
          {!shares.length && <p class="small">{t.fair.nobody}</p>}
        </>
      )}
    </section>
  );
}

interface Finding {
  good: boolean;
  says: string[];
}

/** Works the proof out in this page, from the record alone. */
function found(room: string, record: SavedMatch): Finding {
  const { faults, secrets, shares, dice, unproven } = proof(record);
  const { promised, broken } = compared(room, record);
  const says = [
    secrets > 0 && faults === 0 && t.fair.commitments(secrets, shares),
    dice > 0 && faults === 0 && t.fair.dice(dice),
    faults > 0 && t.fair.faults(faults),
    promised > 0 && broken === 0 && t.fair.promised(promised),
    broken > 0 && t.fair.broken(broken),
    unproven > 0 && t.fair.unproven(unproven),
  ];
  return { good: faults === 0 && broken === 0, says: says.filter((s): s is string => typeof s === "string") };
}

function Check(props: { room: string }): JSX.Element {
  const state = useSignal<Finding | "" | "checking">("");
  const record = useSignal<Uint8Array<ArrayBuffer> | null>(null);
  const fail = useSignal("");
  const check = () => {
    state.value = "checking";
    record.value = null; // what was found about it before is about another one, perhaps
    fail.value = "";
    api.record(props.room, anyToken(props.room)).then(
      (data) => {
        record.value = data;
        state.value = found(props.room, JSON.parse(new TextDecoder().decode(data)) as SavedMatch);
      },
      (e: Error) => {
        fail.value = e.message;
        state.value = "";
      },
    );
  };
  const now = state.value;
  return (
    <section class="stack" aria-label={t.fair.check}>
      <div class="row">
        <Button label={t.fair.check} kind="primary" disabled={now === "checking"} onClick={check} />
        <span class="small muted">{now === "checking" ? t.fair.checking : t.fair.how}</span>
      </div>
      <div role="status">{typeof now === "object" && <Found {...now} />}</div>
      <Failure says={fail.value} />
      {record.value && <Rules room={props.room} record={record.value} />}
    </section>
  );
}

function Found(props: Finding): JSX.Element {
  return (
    <div class={`notice stack ${props.good ? "" : "bad"}`}>
      <p>
        <b>{props.good ? t.fair.good : t.fair.bad}</b>
      </p>
      <ul class="findings">
        {props.says.map((says) => (
          <li key={says}>{says}</li>
        ))}
      </ul>
    </div>
  );
}

/** Plays the record from its set-up by the rules, in this page; else says how to do it elsewhere. */
function Rules(props: { room: string; record: Uint8Array<ArrayBuffer> }): JSX.Element {
  const state = useSignal<Finding | Step | "">("");
  const fail = useSignal("");
  const proving = useSignal<Proving | null>(null);
  useEffect(() => () => proving.value?.stop(), [proving]);
  const check = () => {
    state.value = "python";
    fail.value = "";
    proving.value = prove(props.record, (step) => (state.value = step));
    proving.value.faults.then(
      (faults) => (state.value = { good: !faults.length, says: faults.length ? faults : [t.fair.follows] }),
      (e: Error) => {
        fail.value = t.fair.unable(e.message);
        state.value = "";
      },
    );
  };
  const stop = () => {
    proving.value?.stop();
    state.value = "";
  };
  const now = state.value;
  const busy = typeof now === "string" && now !== "";
  return (
    <section class="stack" aria-label={t.fair.rules}>
      <div class="row">
        <Button label={t.fair.rules} disabled={busy} onClick={check} />
        {busy && <Button label={t.fair.stop} onClick={stop} />}
      </div>
      <p class="small muted" role="status">
        {typeof now === "string" && now ? t.fair.steps[now] : t.fair.weight}
      </p>
      <div role="status">{typeof now === "object" && <Found {...now} />}</div>
      <Failure says={fail.value} />
      <p class="small">
        {t.fair.elsewise} <code>xenotable verify {props.room}.xenotable.json</code>
      </p>
    </section>
  );
}
