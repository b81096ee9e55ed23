import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, Logo } from "../art/icons";
import type { Desk } from "../asks/desk";
import { api } from "../net/api";
import { anyToken, forget } from "../net/mine";
import { actor, deciding, isAsked, type Table } from "../net/table";
import type { View } from "../net/view";
import { isSilent, silence } from "../panels/coach";
import { goalAsked } from "../panels/goal";
import { SecondsLeft } from "../panels/timer";
import { address, go, link } from "../router";
import { change } from "../settings";
import { t } from "../strings";
import { bringForward } from "../ui/forward";
import { LinkToCopy } from "../ui/link-to-copy";
import { Button, Dialog, helpOpen, RuleLink, SideSign, settingsOpen } from "../ui/parts";
import type { Panel, Result, RoomWire } from "../wire";
import { Points } from "./headline";
import { verdict } from "./verdict";
import "./table-parts.css";

/** Saves a game as a file on this device. */
export async function download(room: string, name: string): Promise<void> {
  const save = await api.save(room, anyToken(room));
  const url = URL.createObjectURL(new Blob([JSON.stringify(save)], { type: "application/json" }));
  const a = document.createElement("a");
  a.href = url;
  a.download = `${name}-${room}.json`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

interface BarProps {
  table: Table;
  desk: Desk;
  room: RoomWire;
  view: View;
  seatName: (seat: number) => string;
}

export function TableBar({ table, room, view, seatName }: BarProps): JSX.Element {
  const menu = useSignal(false);
  const mine = table.held.value;
  const turn = actor(view);
  const busy = new Set(turn === undefined ? deciding(view) : [turn]);
  return (
    <header class="top table-bar">
      <a class="brand" {...link("/")} aria-label={t.table.home}>
        <Logo />
      </a>
      <h1>{room.title}</h1>
      {room.parent && (
        <a class="button quiet" {...link(`/table/${room.parent}`)} aria-label={t.table.campaign}>
          <Icon name="back" />
          <span class="wide-only">{t.table.campaign}</span>
        </a>
      )}
      <ul class="seats" aria-label={t.table.seats}>
        {room.seats.map((s) => (
          <li key={s.seat} class={`seat ${busy.has(s.seat) ? "busy" : ""} ${s.seat === view.seat ? "own" : ""}`}>
            <SeatSign
              pressed={mine.length > 1 && mine.includes(s.seat) ? s.seat === view.seat : undefined}
              onPress={() => (table.seat.value = s.seat)}
            >
              <SideSign seat={s.seat} />
              <span class="seat-name">
                {seatName(s.seat)}
                <small>
                  {[
                    seatName(s.seat) === s.title ? (room.together ? s.name : "") : s.title,
                    t.table.seatState(
                      s.kind,
                      s.level ?? "",
                      s.online ?? false,
                      mine.includes(s.seat),
                      view.thinking.includes(s.seat),
                    ),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </span>
              <Points view={view} seat={s.seat} />
            </SeatSign>
          </li>
        ))}
        {(room.unseated ?? []).map(([seat, name]) => (
          <li key={name} class="seat">
            <SideSign seat={seat} />
            <span class="seat-name">
              {name}
              <small>{t.table.itself}</small>
            </span>
            <Points view={view} seat={seat} />
          </li>
        ))}
      </ul>
      <div class="row bar-actions">
        {view.undo && (
          <Button
            icon="undo"
            label={view.undo === "free" ? t.table.undo : t.table.askUndo}
            text={<span class="wide-only">{view.undo === "free" ? t.table.undo : t.table.askUndo}</span>}
            title={view.undo === "free" ? t.table.undo : t.table.askUndo}
            kind="quiet"
            onClick={() => void table.undo()}
          />
        )}
        {view.panels.some((p) => p.kind === "goal") && (
          <Button icon="goal" label={t.goal.show} kind="quiet" onClick={() => (goalAsked.value += 1)} />
        )}
        <span class="roomy">
          <Button icon="help" label={t.nav.help} kind="quiet" onClick={() => (helpOpen.value = true)} />
        </span>
        <Button icon="menu" label={t.table.menu} kind="quiet" onClick={() => (menu.value = true)} />
      </div>
      {menu.value && (
        <Menu table={table} room={room} view={view} seatName={seatName} onClose={() => (menu.value = false)} />
      )}
    </header>
  );
}

/** A seat in the bar. Whoever holds several turns to one of them by pressing it. */
function SeatSign(props: {
  pressed: boolean | undefined;
  onPress: () => void;
  children: ComponentChildren;
}): JSX.Element {
  if (props.pressed === undefined) return <>{props.children}</>;
  return (
    <button type="button" class="seat-sign" aria-pressed={props.pressed} onClick={props.onPress}>
      {props.children}
    </button>
  );
}

function Menu(props: {
  table: Table;
  room: RoomWire;
  view: View;
  seatName: (seat: number) => string;
  onClose: () => void;
}): JSX.Element {
  const { table, room, view, onClose } = props;
  const [says, setSays] = useState("");
  const mine = table.held.value;
  const shared = address(`/table/${room.id}`);
  const idle = room.seats.filter((s) => s.kind === "open");
  return (
    <Dialog title={t.menu.title} onClose={onClose}>
      <label class="field">
        <span>{t.menu.share}</span>
        <LinkToCopy address={shared} onCopied={setSays} />
      </label>
      <div class="row">
        <a class="button" {...link("/")}>
          {t.table.home}
        </a>
        <Button
          icon="down"
          label={t.menu.save}
          text={t.menu.save}
          onClick={() => download(room.id, room.game).catch((e: Error) => setSays(e.message))}
        />
        <Button icon="play" label={t.menu.replay} text={t.menu.replay} onClick={() => go(`/replay/${room.id}`)} />
        <Button icon="book" label={t.nav.rules} text={t.nav.rules} onClick={() => go(`/rules/${room.game}`)} />
        <Button
          icon="help"
          label={t.nav.help}
          text={t.nav.help}
          onClick={() => {
            onClose();
            helpOpen.value = true;
          }}
        />
        <Button
          icon="gear"
          label={t.nav.settings}
          text={t.nav.settings}
          onClick={() => {
            onClose();
            settingsOpen.value = true;
          }}
        />
      </div>
      {isSilent(room.game) && view.panels.some((p) => p.kind === "coach") && (
        <Button
          icon="hint"
          label={t.coach.again}
          text={t.coach.again}
          onClick={() => {
            silence(room.game, room.id, false);
            onClose();
          }}
        />
      )}
      {idle.map((s) => (
        <Button
          key={s.seat}
          label={t.menu.replace(props.seatName(s.seat))}
          onClick={() => {
            table.replace(s.seat, "tactician");
            onClose();
          }}
        />
      ))}
      {mine.length > 0 && !view.result && <WaysOut table={table} room={room} onClose={onClose} onSay={setSays} />}
      {says && <p role="status">{says}</p>}
    </Dialog>
  );
}

/** What cannot be taken back is asked twice: a game that is given up, a seat that is given to others. */
function WaysOut(props: {
  table: Table;
  room: RoomWire;
  onClose: () => void;
  onSay: (says: string) => void;
}): JSX.Element {
  const { table, room } = props;
  const [asked, setAsked] = useState<"" | "concede" | "leave">("");
  const concede = async () => {
    const { refusals = [] } = await table.concede();
    if (refusals.length) props.onSay(refusals.map((no) => `${no.says} ${no.remedy ?? ""}`).join(" "));
    else props.onClose();
  };
  const leave = () => {
    table.leave();
    forget(room.id);
    go("/");
  };
  if (!asked)
    return (
      <div class="row">
        <Button icon="flag" label={t.menu.concede} text={t.menu.concede} onClick={() => setAsked("concede")} />
        <Button label={t.menu.leave} onClick={() => setAsked("leave")} />
      </div>
    );
  return (
    <div class="row">
      <span class="grow">{t.menu.sure[asked]}</span>
      {asked === "concede" ? (
        <Button
          icon="flag"
          label={t.menu.concede}
          text={t.menu.concede}
          kind="primary"
          onClick={() => void concede()}
        />
      ) : (
        <Button label={t.menu.leave} kind="primary" onClick={leave} />
      )}
      <Button label={t.menu.playOn} onClick={() => setAsked("")} />
    </div>
  );
}

/** Between two people at one screen: nothing of the table is in the page, but how long the next one may still take. */
export function HandOver(props: {
  view: View | undefined;
  seat: number;
  name: string;
  onReady: () => void;
}): JSX.Element {
  const { view, seat } = props;
  const until = view?.limits[seat];
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <main class="hand-over" aria-label={t.handOver.title}>
      <div class="stack">
        <span class="big-sign">
          <SideSign seat={seat} />
        </span>
        <h1>{t.handOver.pass(props.name)}</h1>
        <p class="muted">{t.handOver.hidden}</p>
        {view && until !== undefined && (
          <p class="mono">
            {t.handOver.clock} <SecondsLeft until={until} view={view} />
          </p>
        )}
        <button ref={button} type="button" class="button primary" onClick={props.onReady}>
          {t.handOver.ready(props.name)}
        </button>
        <Button
          label={t.handOver.together}
          kind="quiet"
          onClick={() => {
            change({ cover: false });
            props.onReady();
          }}
        />
      </div>
    </main>
  );
}

export function UndoAsked(props: { table: Table }): JSX.Element | null {
  const asked = props.table.asked.value;
  if (!asked) return null;
  return (
    <section class="notice stack" aria-label={t.undo.title}>
      <p>{asked.says}</p>
      {isAsked(props.table) ? (
        <div class="row">
          <Button label={t.undo.yes} kind="primary" onClick={() => props.table.consent(true)} />
          <Button label={t.undo.no} onClick={() => props.table.consent(false)} />
        </div>
      ) : (
        <p class="small muted">{t.undo.waits}</p>
      )}
    </section>
  );
}

export function Outcome(props: {
  table: Table;
  room: RoomWire;
  result: Result;
  story: readonly Panel[];
  seatName: (seat: number) => string;
}): JSX.Element {
  const { table, room, result } = props;
  const card = useRef<HTMLElement>(null);
  useEffect(() => bringForward(card.current), []);
  return (
    <section class="outcome card stack" ref={card} tabIndex={-1} aria-label={t.outcome.title}>
      <span class="eyebrow">{t.outcome.title}</span>
      <h2>{verdict(room, result, table.held.value, props.seatName)}</h2>
      <p>
        {result.says} <RuleLink game={room.game} rule={result.rule} />
      </p>
      {(result.scores?.length ?? 0) > 0 && (
        <ul class="row">
          {(result.scores ?? []).map((score, seat) => (
            <li key={seat} class="seat">
              <SideSign seat={seat} /> {props.seatName(seat)} <b class="mono">{score}</b>
            </li>
          ))}
        </ul>
      )}
      {props.story.map((panel) => (
        <details key={panel.id} class="story" open>
          <summary>{panel.title}</summary>
          <ul>
            {(panel.lines ?? []).map((line, i) => (
              <li key={i}>{line.label}</li>
            ))}
          </ul>
        </details>
      ))}
      <div class="row">
        <Button icon="play" label={t.outcome.replay} text={t.outcome.replay} onClick={() => go(`/replay/${room.id}`)} />
        {room.parent && (
          <a class="button primary" {...link(`/table/${room.parent}`)}>
            {t.table.campaign}
          </a>
        )}
        {table.held.value.length > 0 && !room.next && !room.parent && (
          <Button icon="swap" label={t.outcome.rematch} text={t.outcome.rematch} onClick={() => table.rematch()} />
        )}
        {room.next && (
          <a class="button primary" {...link(`/table/${room.next}`)}>
            {t.outcome.next}
          </a>
        )}
      </div>
    </section>
  );
}
