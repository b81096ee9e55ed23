import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import { RuleLink } from "../ui/parts";
import type { EventWire } from "../wire";
import { Faces } from "./dice";

const SHOWN = 250;

/** What happened, in sentences, the newest last. */
export function Log(props: { events: readonly EventWire[]; game: string }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const last = props.events.length;
  useEffect(() => {
    const el = box.current;
    if (el) el.scrollTop = el.scrollHeight;
  }, [last]);
  const from = Math.max(0, last - SHOWN);
  return (
    <div class="log" ref={box} role="log" aria-label={t.log.title} aria-live="polite" tabIndex={0}>
    <ol>
      {!last && <li class="muted">{t.log.empty}</li>}
      {props.events.slice(from).map((e, i) => (
        <li key={from + i}>
          <p>
            {e.says} <RuleLink game={props.game} rule={e.rule} text="§" />
          </p>
          {(e.dice ?? []).map((d, k) => (
            <p key={k} class="row log-dice">
              <span class="small muted">{t.dice.key(d.key)}</span>
              <Faces faces={d.faces} />
            </p>
          ))}
        </li>
      ))}
    </ol>
    </div>
  );
}
