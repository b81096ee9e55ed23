import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName, Logo } from "../art/icons";
import { sideOfSeat } from "../board/sides";
import { link } from "../router";
import { t } from "../strings";
import type { Why } from "../wire";
import "./tabs.css";
import "./parts.css";

export function Button(props: {
  icon?: IconName;
  label: string;
  text?: ComponentChildren;
  kind?: "primary" | "quiet" | "";
  pressed?: boolean;
  disabled?: boolean;
  title?: string;
  onClick: () => void;
}): JSX.Element {
  const bare = props.text === undefined;
  return (
    <button
      type="button"
      class={`button ${props.kind ?? ""} ${bare && props.icon ? "icon" : ""}`}
      aria-label={bare && props.icon ? props.label : undefined}
      aria-pressed={props.pressed}
      title={props.title ?? (bare ? props.label : undefined)}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.icon && <Icon name={props.icon} />}
      {bare ? (props.icon ? null : props.label) : props.text}
    </button>
  );
}

/** Why something could not be done; nothing while all is well. */
export function Failure(props: { says: string }): JSX.Element | null {
  if (!props.says) return null;
  return (
    <p class="notice bad" role="alert">
      {props.says}
    </p>
  );
}

/** What has just been removed, for whoever pressed the wrong button; nothing without words. */
export function PutBack(props: { says: string | null; onPress: () => void }): JSX.Element | null {
  if (!props.says) return null;
  return (
    <p class="row small" role="status">
      <span class="grow">{props.says}</span>
      <Button label={t.putBack} onClick={props.onPress} />
    </p>
  );
}

/** The sign of a side: its shape, pattern and colour, as on the board. */
export function SideSign(props: { seat: number }): JSX.Element {
  const side = sideOfSeat(props.seat);
  return (
    <svg class={`sided side-${side.name}`} viewBox="-1.3 -1.3 2.6 2.6" aria-hidden>
      <path d={side.form} class="rim" stroke-width={0.14} />
    </svg>
  );
}

/** Which rule the drawer shows; empty: it is shut. */
export const shownRule = signal<{ game: string; rule: string } | null>(null);

/** Ids of the readings on which the table that is shown has agreed. */
export const agreedReadings = signal<readonly string[]>([]);

export function RuleLink(props: { game: string; rule?: string | undefined; text?: string }): JSX.Element | null {
  const { game, rule } = props;
  if (!rule) return null;
  return (
    <button
      type="button"
      class="rule-link"
      onClick={() => (shownRule.value = { game, rule })}
      aria-label={t.rules.linkName(rule)}
    >
      {props.text ?? t.rules.link}
    </button>
  );
}

export function Refusals(props: { game: string; why: readonly Why[] }): JSX.Element | null {
  if (!props.why.length) return null;
  return (
    <ul class="refusals">
      {props.why.map((w, i) => (
        <li key={i}>
          <span>
            {w.says} {w.remedy && <span class="remedy">{w.remedy}</span>} <RuleLink game={props.game} rule={w.rule} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      aria-label={props.title}
      onCancel={props.onClose}
      onClick={(e) => e.target === box.current && props.onClose()}
    >
      <div class="stack">
        <div class="row">
          <h2 class="grow">{props.title}</h2>
          <Button icon="close" label={t.close} kind="quiet" onClick={props.onClose} />
        </div>
        {props.children}
      </div>
    </dialog>
  );
}

/** Tabs with arrow keys; the panel holds whatever belongs to the one that is open. */
export function Tabs<T extends string>(props: {
  tabs: readonly T[];
  now: Signal<T>;
  words: Readonly<Record<T, string>>;
  unread?: Partial<Record<T, number>>;
  children: ComponentChildren;
}): JSX.Element {
  const { tabs, now } = props;
  const step = (e: KeyboardEvent) => {
    const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    now.value = tabs[(tabs.indexOf(now.value) + by + tabs.length) % tabs.length] as T;
    document.getElementById(`tab-${now.value}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={t.tabs.name}>
        {tabs.map((id) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={now.value === id}
            aria-controls="tab-panel"
            tabIndex={now.value === id ? 0 : -1}
            onClick={() => (now.value = id)}
            onKeyDown={step}
          >
            {props.words[id]}
            {props.unread?.[id] ? <span class="unread"> {t.tabs.unread(props.unread[id])}</span> : null}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${now.value}`} tabIndex={0}>
        {props.children}
      </div>
    </>
  );
}

export const helpOpen = signal(false);
export const settingsOpen = signal(false);

export function TopBar(props: { children?: ComponentChildren }): JSX.Element {
  return (
    <header class="top">
      <a class="brand" {...link("/")} aria-label={t.brand}>
        <Logo />
        {props.children ? <span class="wide-only">{t.brand}</span> : t.brand}
      </a>
      {props.children}
      <nav aria-label={t.nav.name}>
        <a class="button quiet" {...link("/rules")}>
          <Icon name="book" />
          <span class="wide-only">{t.nav.rules}</span>
          <span class="hidden-label narrow-only">{t.nav.rules}</span>
        </a>
        <Button icon="gear" label={t.nav.settings} kind="quiet" onClick={() => (settingsOpen.value = true)} />
        <Button icon="help" label={t.nav.help} kind="quiet" onClick={() => (helpOpen.value = true)} />
      </nav>
    </header>
  );
}
