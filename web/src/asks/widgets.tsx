import type { JSX } from "preact";
import { Icon } from "../art/icons";
import { TokenIcon } from "../board/token";
import { pieceOf } from "../board/units";
import { link } from "../router";
import { settings } from "../settings";
import { t } from "../strings";
import { Button, Refusals } from "../ui/parts";
import type {
  ArrangeWire,
  AssignWire,
  ChooseWire,
  ConfirmWire,
  NumberWire,
  OptionWire,
  PickWire,
  PlayWire,
  RollWire,
} from "../wire";
import type { Desk } from "./desk";
import { closed, left } from "./draft";
import { familiesOf } from "./order";

interface Props<A> {
  ask: A;
  desk: Desk;
  game: string;
}

const digit = (i: number) => (i < 9 ? `${i + 1}` : i === 9 ? "0" : "");

function OptionButton(props: {
  i: number;
  option: OptionWire;
  short?: string | undefined;
  chosen: boolean;
  checked?: boolean | undefined;
  signed: boolean;
  desk: Desk;
  game: string;
}): JSX.Element {
  const { i, option, desk } = props;
  const shut = closed(option);
  const token =
    props.signed && option.on ? pieceOf([...(desk.table.view.value?.tokens.values() ?? [])], option.on) : undefined;
  const pick = props.checked !== undefined;
  return (
    <li class={`option ${shut ? "shut" : ""} ${props.chosen ? "chosen" : ""}`}>
      <button
        type="button"
        class="option-main"
        data-option={i}
        role={pick ? "checkbox" : undefined}
        aria-checked={props.checked}
        aria-disabled={shut}
        aria-label={props.short === undefined ? undefined : option.label}
        aria-keyshortcuts={digit(i) || undefined}
        onClick={() => (shut ? desk.set({ choice: i }) : desk.option(i))}
        onMouseEnter={() => void desk.look(i)}
        onFocus={() => void desk.look(i)}
        onMouseLeave={() => void desk.look(null)}
      >
        {props.short === undefined && <kbd aria-hidden>{digit(i) || "·"}</kbd>}
        {pick && (
          <span class="tick" aria-hidden>
            {props.checked && <Icon name="check" />}
          </span>
        )}
        {token && <TokenIcon token={token} letters={settings.value.letters} />}
        <span class="grow">{props.short ?? option.label}</span>
      </button>
      {option.odds && !shut && (
        <button
          type="button"
          class="odds-sign"
          aria-label={t.asks.oddsOf(option.label)}
          onClick={() => void desk.look(i, true)}
        >
          {t.asks.odds}
        </button>
      )}
      {shut && <Refusals game={props.game} why={option.why ?? []} />}
    </li>
  );
}

const MANY = 8;

/** The options as a list; after a click on a piece with several of them, only those. */
function Options({ ask, desk, game }: Props<ChooseWire | PickWire>): JSX.Element {
  const draft = desk.draft.value;
  const on = desk.filter.value;
  const here = on ? ask.options.filter((o) => o.on === on).length : 0;
  const shown = ask.options.map((option, i) => ({ option, i })).filter(({ option }) => here < 2 || option.on === on);
  const many = shown.length > MANY;
  const open = many ? shown.filter(({ option }) => !closed(option)) : shown;
  const shut = many ? shown.filter(({ option }) => closed(option)) : [];
  const signed = new Set(shown.map(({ option }) => option.on)).size > 1; // where all are about one piece, its sign says nothing
  const button = ({ option, i }: (typeof shown)[number], short?: string) => (
    <OptionButton
      key={i}
      i={i}
      option={option}
      short={short}
      chosen={draft?.choice === i}
      checked={ask.type === "pick" ? (draft?.picked.includes(i) ?? false) : undefined}
      signed={signed}
      desk={desk}
      game={game}
    />
  );
  const families = many ? familiesOf(open) : null;
  return (
    <>
      {families ? (
        families.map(({ name, members }) => (
          <div key={name} class="family" role="group" aria-label={name || undefined}>
            {name && <span class="small muted">{name}</span>}
            <ol class="options short">
              {members.map((one) => button(one, one.option.label.slice(name ? name.length + 2 : 0)))}
            </ol>
          </div>
        ))
      ) : (
        <ol class="options">{open.map((one) => button(one))}</ol>
      )}
      {shut.length > 0 && (
        <details class="small">
          <summary>{t.asks.impossible(shut.length)}</summary>
          <ol class="options">{shut.map((one) => button(one))}</ol>
        </details>
      )}
      {here > 1 && <Button label={t.asks.allOptions} kind="quiet" onClick={() => (desk.filter.value = "")} />}
    </>
  );
}

export function Choose(props: Props<ChooseWire>): JSX.Element {
  return <Options {...props} />;
}

export function Confirm({ ask, desk }: Props<ConfirmWire>): JSX.Element {
  const draft = desk.draft.value;
  const option = (i: number, label: string) => (
    <button
      type="button"
      class={`button ${draft?.choice === i ? "primary" : ""}`}
      data-option={i}
      onClick={() => desk.option(i)}
      onMouseEnter={() => void desk.look(i)}
      onMouseLeave={() => void desk.look(null)}
      onFocus={() => void desk.look(i)}
    >
      <kbd aria-hidden>{i + 1}</kbd> {label}
    </button>
  );
  return (
    <div class="row answers">
      {option(0, ask.yes ?? t.asks.yes)}
      {option(1, ask.no ?? t.asks.no)}
    </div>
  );
}

export function Pick({ ask, desk, game }: Props<PickWire>): JSX.Element {
  const draft = desk.draft.value;
  const n = draft?.picked.length ?? 0;
  return (
    <>
      <p class="small muted" role="status">
        {t.asks.picked(n, ask.least, ask.most)}
      </p>
      <Options ask={ask} desk={desk} game={game} />
    </>
  );
}

/** A number with buttons either side; typing works too. */
function Stepper(props: {
  label: string;
  value: number;
  low: number;
  high: number;
  onChange: (n: number) => void;
}): JSX.Element {
  const { value, low, high } = props;
  const to = (n: number) => props.onChange(Math.max(low, Math.min(high, n)));
  return (
    <span class="stepper">
      <Button icon="minus" label={t.asks.less(props.label)} disabled={value <= low} onClick={() => to(value - 1)} />
      <input
        type="number"
        inputMode="numeric"
        aria-label={props.label}
        min={low}
        max={high}
        value={value}
        onInput={(e) => Number.isFinite(e.currentTarget.valueAsNumber) && to(Math.round(e.currentTarget.valueAsNumber))}
      />
      <Button icon="plus" label={t.asks.more(props.label)} disabled={value >= high} onClick={() => to(value + 1)} />
    </span>
  );
}

export function NumberAsk({ ask, desk }: Props<NumberWire>): JSX.Element {
  const value = desk.draft.value?.number ?? ask.low;
  return (
    <div class="row">
      <Stepper
        label={t.asks.number(ask.low, ask.high)}
        value={value}
        low={ask.low}
        high={ask.high}
        onChange={(number) => desk.set({ number })}
      />
      <span class="small muted">{t.asks.number(ask.low, ask.high)}</span>
    </div>
  );
}

export function Assign({ ask, desk }: Props<AssignWire>): JSX.Element {
  const counts = desk.draft.value?.counts ?? {};
  const rest = left(ask.total, counts);
  return (
    <>
      <p class="small" role="status">
        {t.asks.left(rest, ask.total, ask.unit)}
      </p>
      <ul class="buckets">
        {ask.buckets.map((bucket) => {
          const value = counts[bucket.value] ?? 0;
          const high = Math.min(bucket.max ?? ask.total, value + rest);
          return (
            <li key={bucket.value}>
              <span class="grow">{bucket.label}</span>
              <Stepper
                label={bucket.label}
                value={value}
                low={bucket.min ?? 0}
                high={high}
                onChange={(n) => desk.set({ counts: { ...counts, [bucket.value]: n } })}
              />
              <Button
                label={t.asks.all}
                disabled={high <= value}
                onClick={() => desk.set({ counts: { ...counts, [bucket.value]: high } })}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function Arrange({ ask, desk }: Props<ArrangeWire>): JSX.Element {
  const order = desk.draft.value?.order ?? [];
  const locked = new Set(ask.locked ?? []);
  const free = order.map((_, i) => i).filter((i) => !locked.has(i));
  const swap = (i: number, by: number) => {
    const j = free[free.indexOf(i) + by];
    if (j === undefined) return;
    const next = [...order];
    [next[i], next[j]] = [next[j] as number, next[i] as number];
    desk.set({ order: next });
  };
  return (
    <ol class="arrange">
      {order.map((item, i) => {
        const label = ask.items[item]?.label ?? "";
        return (
          <li key={item}>
            <span class="mono muted">{i + 1}</span>
            <span class="grow">{label}</span>
            {locked.has(i) ? (
              <span class="small muted">{t.asks.locked}</span>
            ) : (
              <>
                <Button icon="up" label={t.asks.up(label)} disabled={free[0] === i} onClick={() => swap(i, -1)} />
                <Button
                  icon="down"
                  label={t.asks.down(label)}
                  disabled={free.at(-1) === i}
                  onClick={() => swap(i, 1)}
                />
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Real dice: each face typed or tapped. */
export function TypedRoll({ ask, desk }: Props<RollWire>): JSX.Element {
  const faces = desk.draft.value?.faces ?? [];
  const sides = ask.sides ?? 6;
  const put = (i: number, face: number | null) => desk.set({ faces: faces.map((f, k) => (k === i ? face : f)) });
  const next = faces.findIndex((f) => f === null);
  const name = (face: number | null) =>
    ask.classes?.find((c) => face !== null && face >= c.low && face <= c.high)?.name ?? "";
  return (
    <>
      <p class="small muted">{t.asks.rollHow(ask.dice, sides)}</p>
      <ol class="typed-dice">
        {faces.map((face, i) => (
          <li key={i}>
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={sides}
              value={face ?? ""}
              aria-label={t.asks.die(i + 1)}
              onInput={(e) => {
                const v = e.currentTarget.valueAsNumber;
                put(i, Number.isInteger(v) && v >= 1 && v <= sides ? v : null);
              }}
            />
            <span class="small muted">{name(face)}</span>
          </li>
        ))}
      </ol>
      {sides <= 12 && (
        <div class="row" role="group" aria-label={t.asks.faces}>
          {Array.from({ length: sides }, (_, k) => (
            <Button key={k} label={`${k + 1}`} disabled={next < 0} onClick={() => put(next, k + 1)} />
          ))}
          <Button icon="undo" label={t.asks.lastDie} onClick={() => put((next < 0 ? faces.length : next) - 1, null)} />
        </div>
      )}
    </>
  );
}

/** A battle within a campaign: the result as the server wants it. */
export function PlayBattle({ ask, desk }: Props<PlayWire>): JSX.Element {
  const battle = desk.table.room.value?.battle;
  return (
    <>
      <p>
        {t.asks.battle(ask.game)} {battle && t.asks.comesBack}
      </p>
      {battle && (
        <a class="button primary" {...link(`/table/${battle}`)}>
          {t.asks.toBattle}
        </a>
      )}
      <details open={!battle}>
        <summary>{t.asks.battleResult}</summary>
        <label class="field">
          <span>{t.asks.battleResult}</span>
          <textarea
            rows={5}
            value={desk.draft.value?.text ?? ""}
            onInput={(e) => desk.set({ text: e.currentTarget.value })}
          />
        </label>
      </details>
    </>
  );
}
