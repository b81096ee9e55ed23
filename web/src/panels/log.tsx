import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import { RuleLink } from "../ui/parts";
import type { EventWire } from "../wire";
import { Faces } from "./dice";

const SHOWN = 250;

interface LogProps {
  events: readonly EventWire[];
  game: string;
  visited?: number | undefined; // the event whose table is shown
  onPoint?: (on: readonly string[]) => void; // somebody points at what an event is about
  onVisit?: (index: number) => void;
}

/** What happened, in sentences, the newest last. */
export function Log(props: LogProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const last = props.events.length;
  useEffect(() => {
    const el = box.current;
    if (el) el.scrollTop = el.scrollHeight;
  }, [last]);
  const from = Math.max(0, last - SHOWN);
  const lines = props.events.map((event, i) => ({ event, i })).slice(from);
  return (
    <div class="log" ref={box} role="log" aria-label={t.log.title} aria-live="polite" tabIndex={0}>
      <ol>
        {!last && <li class="muted">{t.log.empty}</li>}
        {lines.map(({ event, i }) => (event.says ? <Told key={i} event={event} index={i} {...props} /> : null))}
      </ol>
    </div>
  );
}

/** A sentence. Pointing at it lights up its pieces; pressing it shows the table as it was then. */
function Told(props: LogProps & { event: EventWire; index: number }): JSX.Element {
  const { event, index, onPoint, onVisit } = props;
  const point = () => onPoint?.(event.on ?? []);
  const away = () => onPoint?.([]);
  return (
    <li
      aria-current={props.visited === index || undefined}
      onMouseEnter={point}
      onMouseLeave={away}
      onFocusIn={point}
      onFocusOut={away}
    >
      <p>
        {onVisit ? (
          <span
            class="told"
            role="button"
            tabIndex={0}
            title={t.log.visit(event.says)}
            onClick={() => onVisit(index)}
            onKeyDown={(e) => {
              if (e.key !== "Enter" && e.key !== " ") return;
              e.preventDefault();
              onVisit(index);
            }}
          >
            {event.says}
          </span>
        ) : (
          event.says
        )}{" "}
        <RuleLink game={props.game} rule={event.rule} text="§" />
      </p>
      {(event.dice ?? []).map((d, k) => (
        <p key={k} class="row log-dice">
          <span class="small muted">{t.dice.key(d.key)}</span>
          <Faces faces={d.faces} />
        </p>
      ))}
    </li>
  );
}
