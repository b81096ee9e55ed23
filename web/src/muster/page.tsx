import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import "../style/muster.css";
import { api } from "../net/api";
import { OddsCard } from "../panels/odds";
import { address, go } from "../router";
import { GAMES } from "../strings";
import { Button, RuleLink } from "../ui/parts";
import type { BookWire, Difference, Forecast, MusterWire } from "../wire";
import { type Building, samePath, useBuilding } from "./building";
import { Choices, ProfileTable } from "./choices";
import { called, EntryTree, partsAt } from "./entries";
import { forget, keep, latest, lists, listsOf, same } from "./kept";
import { w } from "./strings";

/** The builder of a game. A link brings its list along: `#/muster/rampant/1.…`. */
export function MusterPage(props: { game: string; link: string }): JSX.Element {
  const { game, link } = props;
  const building = useBuilding(game);
  const [book, setBook] = useState<BookWire | null>(null);
  const [fail, setFail] = useState("");
  const [id, setId] = useState(""); // of the list among those that are kept
  useEffect(() => {
    api.book(game).then(setBook, (e: Error) => setFail(e.message));
    if (link) building.read(link);
    else building.open(null);
  }, [game]);
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      const typing = e.target instanceof HTMLElement && e.target.closest("input, textarea");
      if (typing || !(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "z") return;
      e.preventDefault();
      if (e.shiftKey) building.redo();
      else building.undo();
    };
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, [building]);
  const open = (army: MusterWire["army"] | null, from: string) => {
    setId(from);
    building.open(army);
  };
  const { shown } = building;
  return (
    <main class="page muster" aria-busy={building.busy}>
      <h1>{w.title(GAMES[game]?.title ?? book?.title ?? game)}</h1>
      {(fail || building.fail) && (
        <p class="notice bad" role="alert">
          {fail || building.fail}
        </p>
      )}
      {shown && (
        <>
          <TotalBar building={building} shown={shown} id={id} onKept={setId} />
          <div class="muster-columns">
            <section class="card stack" aria-label={w.list}>
              <ListHead building={building} shown={shown} />
              <EntryTree building={building} />
              <p class="small muted wide-only">{w.keys}</p>
            </section>
            <section class="card stack" id="muster-choices" aria-label={w.choose(chosenName(building, shown))}>
              <PlaceHead building={building} shown={shown} />
              <ProfileTable building={building} />
              <Choices building={building} />
            </section>
            <aside class="stack">
              <Faults building={building} shown={shown} />
              <Lists book={book} game={game} now={id} onOpen={open} />
              <Versions game={game} id={id} shown={shown} onOpen={open} />
              <Passing building={building} shown={shown} />
              <Worth key={shown.link || shown.text} game={game} shown={shown} />
            </aside>
          </div>
        </>
      )}
    </main>
  );
}

function chosenName(building: Building, shown: MusterWire): string {
  const at = building.place;
  const placed = partsAt(shown, at.slice(0, -1)).find((p) => samePath(p.at, at));
  return placed ? called(placed) : w.whole;
}

/** What it costs, what is left, whether it may go to the table; always in view. */
function TotalBar(props: {
  building: Building;
  shown: MusterWire;
  id: string;
  onKept: (id: string) => void;
}): JSX.Element {
  const { building, shown } = props;
  const legal = !shown.faults.length;
  const kept = lists.value.find((k) => k.id === props.id);
  const stored = kept && same(latest(kept).army, shown.army);
  return (
    <div class="muster-bar">
      <p class="muster-total" role="status">
        <b class="mono">{w.total(shown.total, shown.limit, shown.currency)}</b>
        {shown.left !== null && (
          <span class={shown.left < 0 ? "bad" : "muted"}>{w.left(shown.left, shown.currency)}</span>
        )}
        <span class={legal ? "good" : "bad"}>{legal ? w.legal : w.faults(shown.faults.length)}</span>
      </p>
      <div class="row">
        <Button icon="undo" label={w.undo} disabled={!building.past} onClick={building.undo} />
        <Button icon="turn" label={w.redo} disabled={!building.future} onClick={building.redo} />
        <Button label={w.complete} onClick={building.complete} />
        <Button icon="dice" label={w.surprise} text={w.surprise} onClick={building.surprise} />
        <Button
          label={stored ? w.keptNow : w.keep}
          disabled={!!stored}
          onClick={() => props.onKept(keep(props.id, shown.army.game, shown.army, shown.total))}
        />
        <Button
          kind="primary"
          label={w.play}
          disabled={!legal}
          onClick={() => {
            const id = stored ? props.id : keep(props.id, shown.army.game, shown.army, shown.total);
            go(`/create/${shown.army.game}/${id}`);
          }}
        />
      </div>
    </div>
  );
}

function ListHead(props: { building: Building; shown: MusterWire }): JSX.Element {
  const { building, shown } = props;
  const whole = building.place.length === 0;
  const settings = partsAt(shown, []).filter(
    (p) => !p.entry.name && !p.entry.parts?.length && !p.profile?.lines?.length,
  );
  return (
    <>
      <label class="field">
        <span>{w.name}</span>
        <input
          type="text"
          maxLength={60}
          value={shown.army.name ?? ""}
          placeholder={w.untitled}
          onChange={(e) => building.change([{ do: "rename", at: [], name: e.currentTarget.value }])}
        />
      </label>
      <button
        type="button"
        class={`muster-pick whole ${whole ? "now" : ""}`}
        aria-pressed={whole}
        onClick={() => building.select([])}
      >
        <b>{w.whole}</b>
        <span class="small muted">{settings.map((p) => called(p)).join(", ") || w.add}</span>
      </button>
    </>
  );
}

function PlaceHead(props: { building: Building; shown: MusterWire }): JSX.Element {
  const { building, shown } = props;
  const at = building.place;
  const title = chosenName(building, shown);
  const placed = partsAt(shown, at.slice(0, -1)).find((p) => samePath(p.at, at));
  const slot = shown.slots.find((s) => samePath(s.at, at.slice(0, -1)) && s.group === placed?.entry.group);
  const named = placed && (placed.entry.name || slot?.named);
  return (
    <>
      <h2>{title}</h2>
      {named && (
        <label class="field">
          <span class="hidden-label">{w.nameOf(title)}</span>
          <input
            type="text"
            maxLength={60}
            value={placed.entry.name ?? ""}
            onChange={(e) => building.change([{ do: "rename", at: [...at], name: e.currentTarget.value }])}
          />
        </label>
      )}
    </>
  );
}

/** Everything that is wrong, and one click that puts it right. */
function Faults(props: { building: Building; shown: MusterWire }): JSX.Element | null {
  const { building, shown } = props;
  if (!shown.faults.length && !shown.notes?.length) return null;
  return (
    <section class="card stack" aria-label={w.faultsTitle}>
      <h2>{w.faultsTitle}</h2>
      {(shown.notes ?? []).map((n) => (
        <p key={n} class="notice">
          {n}
        </p>
      ))}
      <ul class="stack">
        {shown.faults.map((fault, i) => (
          <li key={i} class="muster-fault">
            <p>
              {fault.says} <RuleLink game={shown.army.game} rule={fault.rule} />
            </p>
            {(fault.repairs ?? []).slice(0, 3).map((repair) => (
              <button
                key={repair.says}
                type="button"
                class="button"
                onClick={() => building.change(repair.changes, [])}
              >
                {repair.says} <span class="mono">{w.price(repair.price ?? 0)}</span>
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lists(props: {
  book: BookWire | null;
  game: string;
  now: string;
  onOpen: (army: MusterWire["army"] | null, id: string) => void;
}): JSX.Element {
  const { book, onOpen } = props;
  const own = listsOf(props.game);
  return (
    <section class="card stack" aria-label={w.mine}>
      <h2>{w.mine}</h2>
      {!own.length && <p class="small muted">{w.mineNone}</p>}
      <ul class="muster-lists">
        {own.map((kept) => {
          const { army, total } = latest(kept);
          const name = army.name || w.untitled;
          return (
            <li key={kept.id} class="row">
              <button
                type="button"
                class="muster-pick grow"
                aria-pressed={props.now === kept.id}
                onClick={() => onOpen(army, kept.id)}
              >
                <b>{name}</b>
                <span class="small muted">
                  {total} · {w.versions(kept.versions.length)}
                </span>
              </button>
              <Button icon="close" label={w.forget(name)} kind="quiet" onClick={() => forget(kept.id)} />
            </li>
          );
        })}
      </ul>
      <Button icon="plus" label={w.begin} text={w.begin} onClick={() => onOpen(null, "")} />
      {book && book.ready.length > 0 && (
        <details>
          <summary>{w.ready}</summary>
          <ul class="muster-lists">
            {book.ready.map((r) => (
              <li key={r.id}>
                <button type="button" class="muster-pick" onClick={() => onOpen(r.army, "")}>
                  <b>{r.army.name}</b>
                  <span class="small muted">
                    {r.total} {book.currency}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** What was changed since the version that is kept, in words and points. */
function Versions(props: {
  game: string;
  id: string;
  shown: MusterWire;
  onOpen: (army: MusterWire["army"], id: string) => void;
}): JSX.Element | null {
  const { game, id, shown } = props;
  const kept = lists.value.find((k) => k.id === id);
  const [found, setFound] = useState<Difference[]>([]);
  const newest = kept && latest(kept);
  const key = JSON.stringify(shown.army);
  useEffect(() => {
    setFound([]);
    if (!newest || same(newest.army, shown.army)) return;
    let gone = false;
    api.differences(game, { old: newest.army, new: shown.army }).then(
      (d) => !gone && setFound(d.differences),
      () => undefined, // the list itself says what is wrong with it
    );
    return () => {
      gone = true;
    };
  }, [key, newest]);
  if (!kept || !newest) return null;
  return (
    <section class="card stack" aria-label={w.versions(kept.versions.length)}>
      <h2>{w.since(kept.versions.length)}</h2>
      {!found.length && <p class="small muted">{w.same}</p>}
      <ul class="small">
        {found.map((d) => (
          <li key={d.says}>
            {d.says} {d.price !== undefined && <span class="mono">{w.price(d.price)}</span>}
          </li>
        ))}
      </ul>
      {kept.versions.length > 1 && (
        <details>
          <summary>{w.versions(kept.versions.length)}</summary>
          <ul class="stack">
            {kept.versions.map((v, i) => (
              <li key={v.at}>
                <button type="button" class="button quiet" onClick={() => props.onOpen(v.army, id)}>
                  {w.back(i + 1)}: {v.total}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Passing(props: { building: Building; shown: MusterWire }): JSX.Element {
  const { building, shown } = props;
  const [says, setSays] = useState("");
  const [text, setText] = useState<string | null>(null);
  const copy = (what: string, done: string) =>
    navigator.clipboard.writeText(what).then(
      () => setSays(done),
      () => setSays(what),
    );
  const download = () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([JSON.stringify(shown.army, null, 1)], { type: "application/json" }));
    a.download = `${shown.army.name || w.untitled}.json`;
    a.click();
    URL.revokeObjectURL(a.href);
  };
  return (
    <section class="card stack" aria-label={w.share}>
      <div class="row">
        <Button
          icon="link"
          label={w.share}
          text={w.share}
          disabled={!shown.link}
          title={shown.link ? undefined : w.tooLong}
          onClick={() => copy(address(`/muster/${shown.army.game}/${shown.link}`), w.shared)}
        />
        <Button label={w.json} onClick={download} />
      </div>
      <p class="small muted" role="status">
        {says || (shown.link ? "" : w.tooLong)}
      </p>
      <details>
        <summary>{w.text}</summary>
        <div class="stack">
          <p class="small muted">{w.textAbout}</p>
          <textarea
            class="mono small"
            rows={10}
            aria-label={w.text}
            value={text ?? shown.text}
            onInput={(e) => setText(e.currentTarget.value)}
          />
          <div class="row">
            <Button label={w.copy} onClick={() => copy(shown.text, w.copied)} />
            <Button
              label={w.read}
              disabled={text === null}
              onClick={() => {
                if (text !== null) building.read(text);
                setText(null);
              }}
            />
          </div>
        </div>
      </details>
    </section>
  );
}

/** Odds against typical targets, when somebody wants to know. */
function Worth(props: { game: string; shown: MusterWire }): JSX.Element {
  const [found, setFound] = useState<Forecast[] | null>(null);
  const [fail, setFail] = useState("");
  const ask = () =>
    api.worth(props.game, { army: props.shown.army }).then(
      (f) => setFound(f.forecasts),
      (e: Error) => setFail(e.message),
    );
  return (
    <section class="card stack" aria-label={w.worth}>
      <Button label={w.worth} title={w.worthAbout} onClick={ask} />
      {fail && <p class="notice bad">{fail}</p>}
      {found && <OddsCard title={w.worthAbout} forecasts={found} game={props.game} />}
    </section>
  );
}
