import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { TokenIcon } from "../board/token";
import { settings } from "../settings";
import { t } from "../strings";
import { useNewest } from "../ui/newest";
import { RuleLink } from "../ui/parts";
import type { EventWire, Token } from "../wire";
import { Faces } from "./dice";
import { readingOf } from "./reading";
import "./log.css";

const SHOWN = 250;

interface LogProps {
  events: readonly EventWire[];
  tokens?: readonly Token[]; // on the table now
  game: string;
  visited?: number | undefined; // the event whose table is shown
  onPoint?: (on: readonly string[]) => void; // somebody points at what an event is about
  onVisit?: (index: number) => void;
}

/** The pieces of sides that an event is about; those that are gone by now too. */
function useSubjects(tokens: readonly Token[]): (event: EventWire) => Token[] {
  const known = useRef(new Map<string, Token>());
  useMemo(() => {
    for (const token of tokens)
      for (const id of [token.id, token.unit ?? ""])
        if (id && token.seat >= 0 && token.kind !== "track" && !known.current.has(id)) known.current.set(id, token);
  }, [tokens]);
  return (event) => (event.on ?? []).flatMap((id) => known.current.get(id) ?? []);
}

/** A sentence in parts: every second one is the name of a piece that it is about. */
export function partsOf(says: string, about: readonly Pick<Token, "label">[]): string[] {
  const names = [...new Set(about.map((token) => token.label))].filter(Boolean).sort((a, b) => b.length - a.length);
  const plain = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return plain.length ? says.split(new RegExp(`(${plain.join("|")})`)) : [says];
}

const NONE: readonly Token[] = [];

/** What happened, in sentences, the newest last. */
export function Log(props: LogProps): JSX.Element {
  const subject = useSubjects(props.tokens ?? NONE);
  const last = props.events.length;
  const box = useNewest(last);
  const from = Math.max(0, last - SHOWN);
  const lines = props.events.map((event, i) => ({ event, i })).slice(from);
  return (
    <div class="log" ref={box} role="log" aria-label={t.log.title} aria-live="polite" tabIndex={0}>
      <ol>
        {!last && <li class="muted">{t.log.empty}</li>}
        {lines.map(({ event, i }) =>
          event.says ? <Told key={i} event={event} index={i} about={subject(event)} {...props} /> : null,
        )}
      </ol>
    </div>
  );
}

/** A sentence. Pointing at it lights up its pieces; pressing it shows the table as it was then. */
function Told(props: LogProps & { event: EventWire; index: number; about: readonly Token[] }): JSX.Element {
  const { event, index, onPoint, onVisit } = props;
  const [first] = props.about;
  const words = partsOf(event.says, props.about).map((part, i) => (i % 2 ? <b key={i}>{part}</b> : part));
  const point = () => onPoint?.(event.on ?? []);
  const away = () => onPoint?.([]);
  return (
    <li
      class={first ? "signed" : ""}
      aria-current={props.visited === index || undefined}
      onMouseEnter={point}
      onMouseLeave={away}
      onFocusIn={point}
      onFocusOut={away}
    >
      {first && <TokenIcon token={first} letters={settings.value.letters} />}
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
            {words}
          </span>
        ) : (
          words
        )}{" "}
        <RuleLink game={props.game} rule={event.rule} text="§" />
        {(event.readings ?? []).map((id) => (
          <RuleLink key={id} game={props.game} rule={id.split("=")[0]} text={t.readings.mark} />
        ))}
      </p>
      {(event.dice ?? []).map((d, k) => (
        <p key={k} class="row log-dice">
          <span class="small muted">{t.dice.key(d.key)}</span>
          <Faces faces={d.faces} read={readingOf([event], d)} />
        </p>
      ))}
    </li>
  );
}
