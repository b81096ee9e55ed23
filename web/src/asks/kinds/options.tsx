import type { JSX } from "preact";
import { Icon } from "../../art/icons";
import { TokenIcon } from "../../board/token";
import { pieceOf } from "../../board/units";
import { settings } from "../../settings";
import { t } from "../../strings";
import { Button, Refusals } from "../../ui/parts";
import type { ChooseWire, OptionWire, PickWire } from "../../wire";
import type { Desk } from "../desk";
import { closed } from "../draft";
import { familiesOf, listed } from "../order";
import type { Mark, WidgetProps } from "./kind";
import "./options.css";

const digit = (i: number) => (i < 9 ? `${i + 1}` : i === 9 ? "0" : "");

/** A name that is explained, "Dig In (1 CP): Until the end of …", stands out from what explains it. */
function Label({ text }: { text: string }): JSX.Element {
  const end = text.endsWith(".") ? text.indexOf(": ") + 1 : 0;
  return (
    <>
      {end ? text.slice(0, end) : text}
      {end > 0 && <span class="explained">{text.slice(end)}</span>}
    </>
  );
}

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
  const none = desk.without.value.has(i);
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
        <span class="grow">{props.short ?? <Label text={option.label} />}</span>
      </button>
      {option.odds && !shut && (
        <button
          type="button"
          class={`odds-sign ${none ? "none" : ""}`}
          disabled={none}
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

const MANY = 8; // options that a list shows at once
const FEW = 3; // closed ones whose reasons stand there unasked

/** The options as a list; after a click on a piece with several of them, only those. */
export function Options({ ask, desk, game }: WidgetProps<ChooseWire | PickWire>): JSX.Element {
  const draft = desk.draft.value;
  const on = desk.filter.value;
  const here = on ? ask.options.filter((o) => o.on === on).length : 0;
  const shown = listed(ask.options)
    .map((i) => ({ option: ask.options[i] as OptionWire, i }))
    .filter(({ option }) => here < 2 || option.on === on);
  const many = shown.length > MANY;
  const closedOnes = shown.filter(({ option }) => closed(option));
  const folded = many || (closedOnes.length > FEW && closedOnes.length < shown.length);
  const open = folded ? shown.filter(({ option }) => !closed(option)) : shown;
  const shut = folded ? closedOnes : [];
  const chosenShut = shut.some(({ i }) => draft?.choice === i);
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
        <details class="small" open={chosenShut}>
          <summary>{t.asks.impossible(shut.length)}</summary>
          <ol class="options">{shut.map((one) => button(one))}</ol>
        </details>
      )}
      {here > 1 && <Button label={t.asks.allOptions} kind="quiet" onClick={() => (desk.filter.value = "")} />}
    </>
  );
}

/** What the options say about the pieces and places they are on: chosen before offered, offered before refused. */
export function marksOf(
  options: readonly OptionWire[],
  chosen: (option: OptionWire, i: number) => boolean,
): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  options.forEach((o, i) => {
    if (!o.on) return;
    const mark: Mark = chosen(o, i) ? "chosen" : closed(o) ? "refused" : "offered";
    if (marks.get(o.on) !== "chosen" && (mark !== "refused" || !marks.has(o.on))) marks.set(o.on, mark);
  });
  return marks;
}
