import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Table } from "../net/table";
import type { View } from "../net/view";
import { t } from "../strings";
import { useNewest } from "../ui/newest";
import { Button, SideSign } from "../ui/parts";
import { type RoomWire, SPECTATOR } from "../wire";
import "./chat.css";

interface ChatProps {
  table: Table;
  room: RoomWire;
  view: View;
  seatName: (seat: number) => string;
}

export function Chat(props: ChatProps): JSX.Element {
  const { table, view } = props;
  const [words, setWords] = useState("");
  const lines = table.chat.value.filter((line) => !view.muted.includes(line.seat ?? SPECTATOR));
  const box = useNewest(lines.length);
  const send = (e: Event) => {
    e.preventDefault();
    if (!words.trim()) return;
    table.say(words.trim());
    setWords("");
  };
  return (
    <div class="stack">
      <div class="log chat" ref={box} role="log" aria-label={t.chat.title} tabIndex={0}>
        <ol>
          {!lines.length && <li class="muted">{t.chat.empty}</li>}
          {lines.map((line, i) => (
            <li key={i}>
              <p>
                <b class="seat">
                  {(line.seat ?? SPECTATOR) >= 0 && <SideSign seat={line.seat ?? 0} />}
                  {(line.seat ?? SPECTATOR) >= 0 ? props.seatName(line.seat ?? 0) : line.name || t.chat.watcher}
                </b>{" "}
                {line.says}
              </p>
            </li>
          ))}
        </ol>
      </div>
      <form class="row" onSubmit={send}>
        <label class="grow">
          <span class="hidden-label">{t.chat.say}</span>
          <input
            type="text"
            maxLength={300}
            value={words}
            placeholder={t.chat.say}
            onInput={(e) => setWords(e.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          {t.chat.send}
        </button>
      </form>
      {table.held.value.length > 0 && <Muting {...props} />}
    </div>
  );
}

/** Players need not hear everybody. */
function Muting({ table, room, view, seatName }: ChatProps): JSX.Element {
  const others = room.seats
    .filter((s) => s.kind !== "machine" && !table.held.value.includes(s.seat))
    .map((s) => s.seat);
  return (
    <details class="small">
      <summary>{t.chat.whom}</summary>
      <div class="row">
        {[...others, SPECTATOR].map((of) => {
          const who = of === SPECTATOR ? t.chat.watchers : seatName(of);
          const muted = view.muted.includes(of);
          return (
            <Button
              key={of}
              label={muted ? t.chat.hear(who) : t.chat.mute(who)}
              onClick={() => table.mute(of, !muted)}
            />
          );
        })}
      </div>
    </details>
  );
}
