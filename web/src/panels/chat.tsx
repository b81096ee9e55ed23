import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../strings";
import { SideSign } from "../ui/parts";
import type { ChatLine } from "../wire";

export function Chat(props: { lines: readonly ChatLine[]; onSay: (says: string) => void }): JSX.Element {
  const [words, setWords] = useState("");
  const send = (e: Event) => {
    e.preventDefault();
    if (!words.trim()) return;
    props.onSay(words.trim());
    setWords("");
  };
  return (
    <div class="stack">
      <div class="log chat" role="log" aria-label={t.chat.title} tabIndex={0}>
      <ol>
        {!props.lines.length && <li class="muted">{t.chat.empty}</li>}
        {props.lines.map((line, i) => (
          <li key={i}>
            <p>
              <b class="seat">
                {(line.seat ?? -1) >= 0 && <SideSign seat={line.seat ?? 0} />}
                {line.name || t.chat.watcher}
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
          <input type="text" maxLength={300} value={words} placeholder={t.chat.say} onInput={(e) => setWords(e.currentTarget.value)} />
        </label>
        <button type="submit" class="button">{t.chat.send}</button>
      </form>
    </div>
  );
}
