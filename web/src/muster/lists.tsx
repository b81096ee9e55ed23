import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { address } from "../router";
import { t } from "../strings";
import { copied } from "../ui/copying";
import { Button, PutBack } from "../ui/parts";
import type { BookWire, Difference, MusterWire } from "../wire";
import { forget, type Kept, latest, lists, listsOf, publish, put, same, withdraw } from "./kept";
import { w } from "./strings";

type Army = MusterWire["army"];

const nameOf = (kept: Kept): string => latest(kept).army.name || w.untitled;

/** Those of this device, and the ready ones. */
export function Lists(props: {
  book: BookWire | null;
  game: string;
  now: string;
  onOpen: (army: Army | null, id: string) => void;
}): JSX.Element {
  const { book, onOpen } = props;
  const own = listsOf(props.game);
  const [gone, setGone] = useState<Kept | null>(null);
  return (
    <section class="card stack" aria-label={w.mine}>
      <h2>{w.mine}</h2>
      {!own.length && <p class="small muted">{w.mineNone}</p>}
      <ul class="muster-lists">
        {own.map((kept) => (
          <OwnList
            key={kept.id}
            kept={kept}
            book={book}
            now={props.now === kept.id}
            onOpen={onOpen}
            onForget={() => {
              forget(kept.id);
              setGone(kept);
            }}
          />
        ))}
      </ul>
      <PutBack
        says={gone && t.removed(nameOf(gone))}
        onPress={() => {
          if (gone) put(gone);
          setGone(null);
        }}
      />
      <Button icon="plus" label={w.begin} text={w.begin} onClick={() => onOpen(null, "")} />
      {book && book.ready.length > 0 && (
        <details>
          <summary>{w.ready}</summary>
          <ul class="muster-lists">
            {book.ready.map((r) => (
              <li key={r.id}>
                <button type="button" class="muster-pick" onClick={() => onOpen(r.army, "")}>
                  <b>{r.army.name}</b>
                  {book.currency && (
                    <span class="small muted">
                      {r.total} {book.currency}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function OwnList(props: {
  kept: Kept;
  book: BookWire | null;
  now: boolean;
  onOpen: (army: Army, id: string) => void;
  onForget: () => void;
}): JSX.Element {
  const { kept, book } = props;
  const { army, total } = latest(kept);
  const name = nameOf(kept);
  const older = book && (army.rules ?? 0) > 0 && (army.rules ?? 0) < (book.rules ?? 1);
  return (
    <li class="row">
      <button
        type="button"
        class="muster-pick grow"
        aria-pressed={props.now}
        onClick={() => props.onOpen(army, kept.id)}
      >
        <b>{name}</b>
        <span class="small muted">
          {book?.currency && `${total} ${book.currency} · `}
          {w.versions(kept.versions.length)}
          {kept.key && ` · ${w.onServer}`}
        </span>
        {older && <span class="chip">{w.older}</span>}
      </button>
      <Button icon="close" label={w.forget(name)} kind="quiet" onClick={props.onForget} />
    </li>
  );
}

/** What was changed since the version that is kept, in words and points. */
export function Versions(props: {
  game: string;
  id: string;
  shown: MusterWire;
  onOpen: (army: Army, id: string) => void;
}): JSX.Element | null {
  const { game, id, shown } = props;
  const kept = lists.value.find((k) => k.id === id);
  const [against, setAgainst] = useState<number | null>(null); // null: the newest version
  const [found, setFound] = useState<Difference[]>([]);
  const number = Math.min(against ?? Number.MAX_SAFE_INTEGER, (kept?.versions.length ?? 1) - 1);
  const old = kept?.versions[number];
  const key = JSON.stringify(shown.army);
  useEffect(() => {
    setFound([]);
    if (!old || same(old.army, shown.army)) return;
    let gone = false;
    api.differences(game, { old: old.army, new: shown.army }).then(
      (d) => !gone && setFound(d.differences),
      () => undefined, // the list itself says what is wrong with it
    );
    return () => {
      gone = true;
    };
  }, [key, old]);
  if (!kept || !old) return null;
  return (
    <section class="card stack" aria-label={w.versions(kept.versions.length)}>
      <h2>{w.since(number + 1)}</h2>
      {!found.length && <p class="small muted">{w.same}</p>}
      <ul class="small muster-differences">
        {found.map((d) => (
          <li key={d.says}>
            {d.says} {d.price !== undefined && <span class="mono">{w.price(d.price)}</span>}
          </li>
        ))}
      </ul>
      {kept.versions.length > 1 && (
        <div class="row">
          <label class="field grow">
            <span>{w.compare}</span>
            <select value={number} onChange={(e) => setAgainst(Number(e.currentTarget.value))}>
              {kept.versions.map((v, i) => (
                <option key={v.at} value={i}>
                  {w.version(i + 1, v.total, new Date(v.at))}
                </option>
              ))}
            </select>
          </label>
          <Button label={w.back(number + 1)} onClick={() => props.onOpen(old.army, id)} />
        </div>
      )}
      <PrivateLink kept={kept} />
    </section>
  );
}

/** The server keeps the list for whoever has its link: for another device, or for a club. */
function PrivateLink(props: { kept: Kept }): JSX.Element {
  const { kept } = props;
  const [says, setSays] = useState("");
  const doing = (work: Promise<void>, done: string) =>
    work.then(
      () => setSays(done),
      (e: Error) => setSays(e.message),
    );
  const shared = kept.key ? address(`/muster/${kept.game}/key.${kept.key}`) : "";
  return (
    <>
      <div class="row">
        {kept.key ? (
          <>
            <Button
              icon="link"
              label={w.privateLink}
              text={w.privateLink}
              onClick={async () => setSays((await copied(shared)) ? w.privateCopied : shared)}
            />
            <Button label={w.withdraw} onClick={() => void doing(withdraw(kept.id), w.withdrawn)} />
          </>
        ) : (
          <Button label={w.publish} title={w.publishAbout} onClick={() => void doing(publish(kept.id), w.published)} />
        )}
      </div>
      <p class="small muted" role="status">
        {says || (kept.key ? w.privateAbout : w.publishAbout)}
      </p>
    </>
  );
}
