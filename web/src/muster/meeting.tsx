import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { seatsOf, sitDown } from "../net/meetings";
import { seated } from "../net/mine";
import { AwayRule } from "../pages/away";
import { ReadingsNote } from "../pages/readings";
import { address, go, link } from "../router";
import { settings } from "../settings";
import { NameField } from "../ui/fields";
import { LinkToCopy } from "../ui/link-to-copy";
import { Button, Failure, SideSign } from "../ui/parts";
import type { BookWire, MeetingSeat, MeetingWire } from "../wire";
import { chosenArmy, ListChoice, MEET } from "./choosing";
import { w } from "./strings";
import "./muster.css";

const EVERY = 2000; // milliseconds between two looks at who is ready

/** People who hand in lists that stay closed until everybody is ready. `list`: one of this device that was built for it. */
export function MeetingPage(props: { id: string; list: string }): JSX.Element {
  const { id, list } = props;
  const [met, setMet] = useState<MeetingWire | null>(null);
  const [book, setBook] = useState<BookWire | null>(null);
  const [fail, setFail] = useState("");
  const failed = (e: Error) => setFail(e.message);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) api.meeting(id).then(setMet, failed);
    };
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [id]);
  useEffect(() => {
    if (met) api.book(met.game).then(setBook, failed);
  }, [met?.game]);
  useEffect(() => {
    if (!met?.room) return;
    api.room(met.room).then((room) => {
      seated({ room, tokens: seatsOf(id) });
      go(`/table/${room.id}`, true);
    }, failed);
  }, [met?.room]);
  return (
    <main class="page narrow meeting">
      <h1>{w.meet.title(met?.title ?? "")}</h1>
      <Failure says={fail} />
      {met && (
        <>
          <p>{met.battle}</p>
          <p class="muted">{met.room ? w.meet.opening : w.meet.about}</p>
          <ReadingsNote game={met.game} readings={met.readings ?? []} />
          <section class="card stack" aria-label={w.meet.who}>
            <ul class="stack">
              {met.seats.map((seat) => (
                <SeatRow
                  key={seat.seat}
                  met={met}
                  seat={seat}
                  book={book}
                  built={list}
                  onDone={(now) => {
                    setFail("");
                    setMet(now);
                  }}
                  onFail={failed}
                />
              ))}
            </ul>
          </section>
          {met.seats.some((s) => s.kind === "open") && <Invite id={id} />}
        </>
      )}
    </main>
  );
}

function stateOf(seat: MeetingSeat, mine: boolean): string {
  if (seat.kind === "open") return w.meet.nobody;
  if (seat.kind === "machine") return w.meet.machine;
  return !seat.ready ? w.meet.choosing : mine ? w.meet.readyMine : w.meet.ready;
}

function SeatRow(props: {
  met: MeetingWire;
  seat: MeetingSeat;
  book: BookWire | null;
  built: string;
  onDone: (met: MeetingWire) => void;
  onFail: (e: Error) => void;
}): JSX.Element {
  const { met, seat, book } = props;
  const [list, setList] = useState(props.built);
  const mine = seatsOf(met.id);
  const token = mine[String(seat.seat)];
  const hand = () =>
    api.bring(met.id, { seat: seat.seat, army: chosenArmy(book, list) }, token ?? "").then(props.onDone, props.onFail);
  const back = () => api.takeBack(met.id, { seat: seat.seat }, token ?? "").then(props.onDone, props.onFail);
  const sit = () =>
    api.joinMeeting(met.id, { name: settings.peek().name, seat: seat.seat }).then((answer) => {
      sitDown(answer);
      props.onDone(answer.meeting);
    }, props.onFail);
  return (
    <li class="stack">
      <p class="row">
        <span class="seat">
          <SideSign seat={seat.seat} /> <b>{seat.title}</b>
        </span>
        {seat.name}
        <span class={seat.ready ? "good" : "muted"}>{stateOf(seat, !!token)}</span>
      </p>
      {seat.kind === "open" && !Object.keys(mine).length && (
        <>
          <NameField />
          <AwayRule room={met} />
          <Button kind="primary" label={w.meet.sit(seat.title)} onClick={() => void sit()} />
        </>
      )}
      {token && !met.room && seat.ready && <Button label={w.meet.back} onClick={() => void back()} />}
      {token && !seat.ready && (
        <>
          <p class="small muted">{w.meet.size(seat.total ?? 0, seat.limit, met.currency)}</p>
          <div class="row">
            <ListChoice
              game={met.game}
              book={book}
              label={w.meet.list(seat.title)}
              words={{ asIs: w.meet.asIs, mine: w.meet.mine, ready: w.meet.readyLists }}
              now={list}
              onTake={setList}
            />
            <Button kind="primary" label={w.meet.hand} onClick={() => void hand()} />
          </div>
          <a {...link(`/muster/${met.game}/build/${MEET}${met.id}`)}>{w.meet.build}</a>
        </>
      )}
    </li>
  );
}

function Invite(props: { id: string }): JSX.Element {
  const [says, setSays] = useState("");
  const shared = address(`/meet/${props.id}`);
  return (
    <section class="card stack" aria-label={w.meet.invite}>
      <h2>{w.meet.invite}</h2>
      <LinkToCopy address={shared} label={w.meet.invite} words={w.meet} onCopied={setSays} />
      <p role="status">{says}</p>
    </section>
  );
}
