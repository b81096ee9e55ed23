import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isIdle } from "../net/table";
import { OddsCard } from "../panels/odds";
import { t } from "../strings";
import { bringForward } from "../ui/forward";
import { Button, Refusals, RuleLink } from "../ui/parts";
import type { Wire } from "../wire";
import { Asides } from "./asides";
import type { Desk } from "./desk";
import { kindOf, valueIn } from "./kinds";
import { questionOf } from "./order";
import { Standing } from "./standing";
import "./decision.css";

function primaryName(ask: Wire, desk: Desk): string {
  const draft = desk.draft.value;
  if (ask.type === "move" && draft && !Object.keys(draft.paths).length) return t.asks.stay;
  return t.asks.send[ask.type as keyof typeof t.asks.send] ?? t.asks.done;
}

const pointer = { x: -1, y: -1 };
window.addEventListener("pointermove", (e) => Object.assign(pointer, { x: e.clientX, y: e.clientY }), {
  passive: true,
});

/** A decision may come up under a pointer that rests: the odds of the option there are shown as if it had come. */
function lookUnderPointer(widget: HTMLElement | null, desk: Desk): void {
  const option = document.elementFromPoint(pointer.x, pointer.y)?.closest<HTMLElement>("[data-option]");
  if (option && widget?.contains(option)) void desk.look(Number(option.dataset.option));
}

/** The card of the decision at hand: who, what, why, and the widget for it. */
export function Decision(props: { desk: Desk; game: string; seatName: (seat: number) => string }): JSX.Element | null {
  const { desk, game } = props;
  const view = desk.table.view.value;
  const ask = desk.ask.value;
  const card = useRef<HTMLElement>(null);
  const [shown, setShown] = useState("");
  const widget = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (desk.steady.value) lookUnderPointer(widget.current, desk);
  }, [desk.steady.value]);
  useEffect(() => {
    if (!ask || shown === ask.id) return;
    setShown(ask.id);
    bringForward(card.current);
  }, [ask?.id]);
  if (!view || !ask) return null;
  const { Widget, direct } = kindOf(ask);
  const { question, explained } = questionOf(ask.prompt);
  const locked = view.locked.includes(ask.id);
  const refused = [...desk.table.refusals.value, ...desk.checks.value];
  const ready = desk.draft.value !== null && valueIn(ask, desk.draft.value) !== undefined;
  return (
    <section
      class="decision card"
      ref={card}
      tabIndex={-1}
      aria-label={t.asks.card}
      data-ask={ask.id}
      data-type={ask.type}
      data-key={ask.key}
      data-locked={locked || undefined}
      data-judging={desk.judging.value || undefined}
    >
      <header>
        <p class="row">
          <span class="eyebrow grow">
            {(isIdle(view) ? t.asks.may : t.asks.decides)(props.seatName(ask.seat))}
            {ask.secret ? ` · ${t.asks.secret}` : ""}
          </span>
          <RuleLink game={game} rule={ask.rule} />
        </p>
        <h2>{question}</h2>
        {explained && <p class="small muted">{explained}</p>}
      </header>
      {locked && <p class="notice small">{t.asks.lockedIn}</p>}
      <div class={`widget ${desk.steady.value ? "" : "settling"}`} ref={widget}>
        <Widget key={ask.id} ask={ask} desk={desk} game={game} />
      </div>
      <div role="alert" class="alerts">
        <Refusals game={game} why={refused.filter((w, i) => refused.findIndex((o) => o.says === w.says) === i)} />
      </div>
      {desk.hint.value && (
        <p class="notice small" role="status">
          {desk.hint.value}
        </p>
      )}
      {desk.odds.value && <OddsCard title={desk.odds.value.label} forecasts={desk.odds.value.forecasts} game={game} />}
      <Asides desk={desk} main={ask} />
      <div class={`row actions ${direct ? "" : "sending"}`}>
        {!direct && (
          <button
            type="button"
            class="button primary grow"
            data-primary
            disabled={!ready || desk.table.busy.value || !desk.steady.value}
            onClick={() => void desk.answer()}
          >
            {primaryName(ask, desk)} <kbd aria-hidden>{t.asks.enter}</kbd>
          </button>
        )}
        <Button
          icon="hint"
          label={t.asks.hint}
          text={t.asks.hint}
          kind="quiet"
          disabled={desk.thinking.value}
          onClick={() => void desk.suggest()}
        />
      </div>
      <Standing ask={ask} desk={desk} />
    </section>
  );
}
