import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Table } from "../net/table";
import { t } from "../strings";
import { Button } from "../ui/parts";
import type { RoomWire } from "../wire";

/** What whoever sits down should know beforehand. */
export function AwayRule(props: { room: Pick<RoomWire, "options" | "together"> }): JSX.Element {
  const { options, together } = props.room;
  return (
    <p class="small muted">
      {options.seconds ? `${t.away.time(options.seconds)} ` : ""}
      {t.away.rule(together ? 0 : (options.grace ?? 0), (options.claim ?? true) && !together)}
    </p>
  );
}

/** Players who lost their line: how long their seats are kept, and what the others may do afterwards. */
export function AwayBox(props: {
  table: Table;
  room: RoomWire;
  seatName: (seat: number) => string;
}): JSX.Element | null {
  const { table, room, seatName } = props;
  const mine = table.held.value;
  const away = room.seats.filter((s) => typeof s.kept === "number" && !mine.includes(s.seat));
  const [, tick] = useState(0);
  useEffect(() => {
    if (!away.length) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [away.length]);
  if (!away.length || room.over) return null;
  const left = (kept: number) => Math.max(0, Math.ceil(kept - (performance.now() - table.seen) / 1000));
  const others = room.seats.filter((s) => s.kind === "human" && !mine.includes(s.seat));
  const may = mine.length > 0 && others.every((s) => typeof s.kept === "number" && !left(s.kept));
  const claims = may && (room.options.claim ?? true) && !room.together;
  return (
    <section class="notice stack" aria-label={t.away.title}>
      {away.map((s) => (
        <div key={s.seat} class="row">
          <span class="grow" role="timer">
            {t.away.says(seatName(s.seat), left(s.kept ?? 0))}
          </span>
          {mine.length > 0 && !left(s.kept ?? 0) && (
            <Button label={t.menu.replace(seatName(s.seat))} onClick={() => table.replace(s.seat, "tactician")} />
          )}
        </div>
      ))}
      {claims && (
        <div class="row">
          <Button label={t.away.claim} kind="primary" onClick={() => void table.claim(false)} />
          <Button label={t.away.draw} onClick={() => void table.claim(true)} />
        </div>
      )}
    </section>
  );
}
