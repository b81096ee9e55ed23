import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../ui/parts";
import { book } from "./generator";
import { odds } from "./odds";
import { AtHand, Corrections, Stepper } from "./parts";
import { type Companion, NEXT, type Page } from "./play";
import { put } from "./store";
import { c } from "./strings";

const percent = (p: number): string => `${(100 * p).toFixed(1)} %`;

/** Nothing entered here is kept or reaches the generator. */
function Odds(props: { threat: number }): JSX.Element {
  const [dice, setDice] = useState(3);
  const [need, setNeed] = useState(1);
  const { roll, lost, complete, loss } = odds(dice, need, props.threat);
  const within = (set: (n: number) => void, high: number) => (n: number) => n >= 1 && n <= high && set(Math.round(n));
  const rows = [
    [c.guide.roll, roll],
    [c.guide.lost, lost],
    [c.guide.complete, complete],
    [c.guide.loss, loss],
  ] as const;
  return (
    <details class="co-hand">
      <summary>{c.guide.odds}</summary>
      <div class="stack">
        <Stepper label={c.guide.dice} value={dice} low={1} high={8} onChange={within(setDice, 8)} />
        <Stepper label={c.guide.need} value={need} low={1} high={4} onChange={within(setNeed, 4)} />
        <ul class="co-facts">
          {rows.map(([name, p]) => (
            <li key={name}>
              <span>{name}</span>
              <strong class="mono">{percent(p)}</strong>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function Threat(props: { threat: number; reset: boolean }): JSX.Element {
  const { threat, reset } = props;
  return (
    <div class="co-threat" role="group" aria-label={c.guide.threat}>
      <span>
        {c.guide.threat}{" "}
        <strong class="mono" aria-live="polite">
          {threat}
        </strong>
      </span>
      <Button
        label={c.guide.plus}
        text="+1"
        title={c.guide.plus}
        disabled={threat >= 5}
        onClick={() => put("threat", "+1")}
      />
      {reset && (
        <Button
          label={c.guide.reset}
          text={c.guide.reset}
          disabled={threat === 1}
          onClick={() => put("threat", "reset")}
        />
      )}
    </div>
  );
}

/** What cards of the table do to the next phase; open from the audit until Confirm. */
export function AdjustNext(props: { game: Companion }): JSX.Element {
  const { adjusted } = props.game;
  return (
    <details class="co-hand" open={adjusted.length > 0}>
      <summary>{c.adjust.title}</summary>
      <p class="small muted">{c.adjust.lead}</p>
      <Corrections of={(n) => NEXT.map((e) => (e[0] === "pause" ? ["pause", n] : e))} ahead />
      <ul class="co-facts">
        {adjusted.map((entry, i) => (
          <li key={i}>
            <span>{c.adjust.entry(entry, true)}</span>
            <Button
              icon="undo"
              kind="quiet"
              label={c.adjust.retract(c.adjust.entry(entry, true))}
              onClick={() => put("retract", i)}
            />
          </li>
        ))}
      </ul>
      <AtHand ids={["companion.adjust"]} />
    </details>
  );
}

function Question(props: { asked: string }): JSX.Element {
  const final = props.asked === "completed";
  return (
    <section class="stack co-card" aria-labelledby="co-title">
      <h1 id="co-title" tabIndex={-1}>
        {final ? c.guide.completed : c.guide.destroyed}
      </h1>
      <div class="co-nav">
        <Button label={c.no} text={c.no} onClick={() => put("question", false)} />
        <Button label={c.yes} text={c.yes} onClick={() => put("question", true)} />
      </div>
      <AtHand ids={[final ? "companion.ask-final" : "companion.ask-base"]} />
    </section>
  );
}

export function Guide(props: { game: Companion }): JSX.Element {
  const { game } = props;
  if (game.asked) return <Question asked={game.asked} />;
  const page = game.pages[game.page] as Page;
  return (
    <section class="stack" aria-labelledby="co-title">
      <p class="eyebrow">
        {c.guide.title(game.round)} · {c.guide.page(game.page + 1, game.pages.length)}
      </p>
      <h1 id="co-title" tabIndex={-1}>
        {page.title}
      </h1>
      <div class="co-card stack">
        <p class={`co-role ${book.roles[page.role]?.id}`}>
          <b aria-hidden="true">{book.roles[page.role]?.mark}</b> {book.roles[page.role]?.name}
        </p>
        <p>{page.text}</p>
        {page.task && <Threat threat={game.threat} reset={page.reset} />}
      </div>
      <div class="co-nav">
        <Button
          icon="back"
          label={c.back}
          text={c.back}
          disabled={game.page === 0}
          onClick={() => put("page", "back")}
        />
        <Button label={c.next} text={c.next} kind="primary" onClick={() => put("page", "next")} />
      </div>
      <AtHand ids={page.rules} />
      {page.task && <Odds threat={game.threat} />}
      <AdjustNext game={game} />
    </section>
  );
}
