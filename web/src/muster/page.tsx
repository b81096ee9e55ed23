import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import { oddsAddress } from "../pages/calculator-values";
import { go } from "../router";
import { GAMES } from "../strings";
import { Button, Failure, RuleLink } from "../ui/parts";
import type { BookWire, MusterWire } from "../wire";
import { type Building, samePath, useBuilding } from "./building";
import { Choices, ProfileTable } from "./choices";
import { MEET } from "./choosing";
import { called, EntryTree, partsAt, standsAlone } from "./entries";
import { adopt, armyOf, keep, keepDraft, latest, lists, pass, readDraft, same, writeDraft } from "./kept";
import { Lists, Versions } from "./lists";
import { Passing } from "./passing";
import { w } from "./strings";
import { Worth } from "./worth";
import "./muster.css";

const PRIVATE = "key."; // before the key of a list that the server keeps
const BUILD = "build"; // instead of a link: for a seat of a table that is set up

/** Where a list that is ready goes, by the seat that it was built for: closed lists that wait for it, or a new table. */
const placeFor = (seat: string, game: string, id: string): string =>
  seat.startsWith(MEET) ? `/meet/${seat.slice(MEET.length)}/${id}` : `/create/${game}/${id}${seat ? `/${seat}` : ""}`;

/** The builder of a game. A link brings its list along (`#/muster/rampant/1.…`), or the key under which the server keeps
 * it (`#/muster/rampant/key.…`); `seat`: for whom a page that sets up a table, or a meeting, wants one. */
export function MusterPage(props: { game: string; link: string; seat: string }): JSX.Element {
  const { game, link } = props;
  const building = useBuilding(game);
  const [book, setBook] = useState<BookWire | null>(null);
  const [fail, setFail] = useState("");
  const [id, setId] = useState(""); // of the list among those that are kept
  const guest = useRef(link !== "" && link !== BUILD); // a list by a link, so far only looked at
  useEffect(() => {
    api.book(game).then(setBook, (e: Error) => setFail(e.message));
    if (!guest.current) openDraft();
    else if (link.startsWith(PRIVATE)) fetchKept(link.slice(PRIVATE.length));
    else readLink();
  }, [game]);
  const openDraft = () => {
    const draft = readDraft(game);
    guest.current = false;
    open(draft?.army ?? null, draft?.id ?? "");
  };
  const astray = (why: string) => {
    setFail(why);
    openDraft();
  };
  const readLink = () => {
    void building.read(link).then((found) => found || astray(w.astray));
  };
  const fetchKept = (key: string) =>
    api.keptList(key).then(
      (found) => {
        const mine = adopt(found);
        open(armyOf(mine), mine);
      },
      (e: Error) => astray(e.message),
    );
  useEffect(() => {
    const { shown, past } = building;
    if (!shown || (guest.current && !past)) return; // who only looks at a list that came by a link goes on with the own one
    if (guest.current) {
      guest.current = false;
      keepDraft(game);
      history.replaceState(null, "", `#/muster/${game}`); // what is made of it now is not what the link brings
    }
    writeDraft({ army: shown.army, id, total: shown.total });
    if (past) setFail("");
  }, [building.shown, id]);
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
      {!shown && <Failure says={building.fail || fail} />}
      {building.busy && !shown && <p role="status">{w.opening}</p>}
      {shown && (
        <>
          <TotalBar
            building={building}
            shown={shown}
            fail={building.fail || fail}
            id={id}
            seat={props.seat}
            onKept={(kept) => {
              setId(kept);
              pass(kept).catch((e: Error) => setFail(w.notPassed(e.message)));
            }}
          />
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

/** What it costs, what is left, whether it may go to the table, and what has just failed; always in view. */
function TotalBar(props: {
  building: Building;
  shown: MusterWire;
  fail: string;
  id: string;
  seat: string;
  onKept: (id: string) => void;
}): JSX.Element {
  const { building, shown } = props;
  const legal = !shown.faults.length;
  const kept = lists.value.find((k) => k.id === props.id);
  const stored = (now: MusterWire) => kept !== undefined && same(latest(kept).army, now.army);
  /** Keeps the list with the last change, be it still on its way. */
  const settle = async () => {
    const now = await building.settled();
    if (!now || stored(now)) return { now, id: props.id };
    const id = keep(props.id, now.army.game, now.army, now.total);
    props.onKept(id);
    return { now, id };
  };
  const play = async () => {
    const { now, id } = await settle();
    if (now && !now.faults.length) go(placeFor(props.seat, now.army.game, id));
  };
  return (
    <div class="muster-bar">
      <Failure says={props.fail} />
      <p class="muster-total" role="status">
        {shown.currency && <b class="mono">{w.total(shown.total, shown.limit, shown.currency)}</b>}
        {shown.left !== null && (
          <span class={shown.left < 0 ? "bad" : "muted"}>{w.left(shown.left, shown.currency)}</span>
        )}
        <span class={legal ? "good" : "bad"}>{legal ? w.legal : w.faults(shown.faults.length)}</span>
      </p>
      <div class="row">
        <Button icon="undo" label={w.undo} disabled={!building.past} onClick={building.undo} />
        <Button icon="turn" label={w.redo} disabled={!building.future} onClick={building.redo} />
        <Button
          icon="check"
          label={w.complete}
          text={<span class="short">{w.complete}</span>}
          onClick={building.complete}
        />
        <Button
          icon="dice"
          label={w.surprise}
          text={<span class="short">{w.surprise}</span>}
          onClick={building.surprise}
        />
        <Button label={stored(shown) ? w.keptNow : w.keep} disabled={stored(shown)} onClick={() => void settle()} />
        <Button
          kind="primary"
          label={props.seat.startsWith(MEET) ? w.toMeeting : w.play}
          disabled={!legal}
          onClick={() => void play()}
        />
      </div>
    </div>
  );
}

function ListHead(props: { building: Building; shown: MusterWire }): JSX.Element {
  const { building, shown } = props;
  const whole = building.place.length === 0;
  const settings = partsAt(shown, []).filter((p) => !standsAlone(p));
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
  const odds = placed?.profile?.odds;
  return (
    <>
      <div class="row">
        <h2 class="grow">{title}</h2>
        {odds && (
          <a
            class="button"
            target="_blank"
            rel="noopener"
            href={`#${oddsAddress(shown.army.game, odds.calculator, odds.values)}`}
            aria-label={w.oddsOf(title)}
          >
            {w.odds}
          </a>
        )}
      </div>
      {named && (
        <label class="field">
          <span>{w.nameOf(title)}</span>
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
