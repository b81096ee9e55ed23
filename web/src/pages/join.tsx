import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api } from "../net/api";
import { seated } from "../net/mine";
import { change, settings } from "../settings";
import { t } from "../strings";
import { SideSign } from "../ui/parts";
import type { RoomWire } from "../wire";

/** For somebody who came by a link: watch, or take an open seat. */
export function JoinBox(props: { room: RoomWire; onSeated: () => void }): JSX.Element {
  const { room } = props;
  const [fail, setFail] = useState("");
  const open = room.seats.filter((s) => s.kind === "open");
  const sit = (seat: number) =>
    api.join(room.id, { name: settings.peek().name, seat }).then((answer) => (seated(answer), props.onSeated()), (e: Error) => setFail(e.message));
  return (
    <section class="card stack" aria-label={t.join.title}>
      <h2>{open.length ? t.join.title : t.join.watching}</h2>
      {open.length > 0 && !room.over && (
        <>
          <label class="field">
            <span>{t.settings.name}</span>
            <input type="text" maxLength={40} value={settings.value.name} onInput={(e) => change({ name: e.currentTarget.value })} />
          </label>
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
      {fail && <p class="notice bad" role="alert">{fail}</p>}
    </section>
  );
}
