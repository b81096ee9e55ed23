import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api } from "../net/api";
import { seated } from "../net/mine";
import type { Table } from "../net/table";
import { address } from "../router";
import { settings } from "../settings";
import { t } from "../strings";
import { NameField } from "../ui/fields";
import { LinkToCopy } from "../ui/link-to-copy";
import { Button, Failure, SideSign } from "../ui/parts";
import type { RoomWire } from "../wire";
import { AwayRule } from "./away";
import { ReadingsNote } from "./readings";

/** For those who sit and wait for others: the link to send, and machines instead. */
export function InviteBox(props: {
  table: Table;
  room: RoomWire;
  seatName: (seat: number) => string;
}): JSX.Element | null {
  const { table, room } = props;
  const [says, setSays] = useState("");
  const open = room.seats.filter((s) => s.kind === "open");
  if (!open.length || room.over || !table.held.value.length) return null;
  const shared = address(`/table/${room.id}`);
  return (
    <section class="card stack" aria-label={t.invite.title}>
      <h2>{t.invite.title}</h2>
      <p class="small muted">{t.invite.says}</p>
      <LinkToCopy address={shared} label={t.menu.share} onCopied={setSays} />
      <div class="row">
        {open.map((s) => (
          <Button
            key={s.seat}
            label={t.invite.machine(props.seatName(s.seat))}
            onClick={() => table.replace(s.seat, "tactician")}
          />
        ))}
      </div>
      {says && <p role="status">{says}</p>}
    </section>
  );
}

/** For somebody who came by a link: watch, or take an open seat. */
export function JoinBox(props: { room: RoomWire; onSeated: () => void }): JSX.Element {
  const { room } = props;
  const [fail, setFail] = useState("");
  const open = room.seats.filter((s) => s.kind === "open");
  const sit = (seat: number) =>
    api.join(room.id, { name: settings.peek().name, seat }).then(
      (answer) => {
        seated(answer);
        props.onSeated();
      },
      (e: Error) => setFail(e.message),
    );
  return (
    <section class="card stack" aria-label={t.join.title}>
      <h2>{open.length ? t.join.title : t.join.watching}</h2>
      {open.length > 0 && !room.over && (
        <>
          <NameField />
          <AwayRule room={room} />
          <ReadingsNote game={room.game} readings={room.readings ?? []} />
          <div class="row">
            {open.map((s) => (
              <button key={s.seat} type="button" class="button primary" onClick={() => void sit(s.seat)}>
                <span class="seat">
                  <SideSign seat={s.seat} />
                </span>
                {t.join.as(s.title)}
              </button>
            ))}
          </div>
        </>
      )}
      <Failure says={fail} />
    </section>
  );
}
