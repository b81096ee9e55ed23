import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../art/icons";
import { GameScene } from "../art/scenes";
import { api } from "../net/api";
import { forget, type Mine, mine, putBack, remember, seated } from "../net/mine";
import { go, link } from "../router";
import { settings } from "../settings";
import { GAMES, t } from "../strings";
import { Button, PutBack, TopBar } from "../ui/parts";
import type { GameWire } from "../wire";
import { PageLinks } from "./game-pages";
import { PlayNow } from "./play-now";
import "./home.css";

interface Card {
  id: string;
  title: string;
  about: string;
  game?: GameWire | undefined; // once the server has said that it can be played
  alone?: boolean; // a campaign, a companion: nobody to play against
}

const FIVE = Object.keys(GAMES).length;

/** The five games in their order, then whatever else the server offers. */
export function cards(known: readonly GameWire[]): Card[] {
  const five = Object.entries(GAMES).map(([id, words]) => ({
    id,
    ...words,
    game: known.find((g) => g.id === id),
  }));
  const more = known
    .filter((g) => !(g.id in GAMES))
    .map((g) => ({
      id: g.id,
      title: g.title,
      about: g.about,
      game: g,
      alone: g.most < 2 || g.id.includes("-"),
    }));
  return [...five, ...more];
}

function Game(props: { card: Card; small?: boolean; asked?: boolean; onFail: (says: string) => void }): JSX.Element {
  const { card } = props;
  return (
    <li class={`game ${card.game || props.asked ? "" : "absent"} ${props.small ? "small-card" : ""}`}>
      {!props.small && <GameScene game={card.id} />}
      <div class="game-about">
        <h2>{card.title}</h2>
        <p>{card.about}</p>
        {!card.game && <p>{props.asked ? t.home.asked : t.home.absent}</p>}
      </div>
      {card.game && <PlayNow game={card.game} title={card.title} alone={card.alone ?? false} onFail={props.onFail} />}
      {card.game && (
        <div class="row">
          <a class="button" {...link(`/create/${card.id}`)} aria-label={t.home.roomOf(card.title)}>
            {t.home.room}
          </a>
          <PageLinks game={card.game} title={card.title} />
          {card.id === "xcom" && (
            <a class="button quiet" {...link("/companion")} aria-label={t.home.companionOf}>
              {t.home.companion}
            </a>
          )}
        </div>
      )}
    </li>
  );
}

function JoinDoor(): JSX.Element {
  const [address, setAddress] = useState("");
  const open = (e: Event) => {
    e.preventDefault();
    const [room = "", page] = address.trim().split("#"); // a link may lead to closed lists or a replay as well
    if (page || room) go(page || `/table/${room}`);
  };
  return (
    <section class="door">
      <h2>{t.home.join}</h2>
      <form class="row" onSubmit={open}>
        <label class="grow">
          <span class="hidden-label">{t.home.joinHow}</span>
          <input
            type="text"
            value={address}
            placeholder={t.home.joinHow}
            onInput={(e) => setAddress(e.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          {t.home.open}
        </button>
      </form>
    </section>
  );
}

function SaveDoor(props: { onFail: (says: string) => void }): JSX.Element {
  const open = async (file: File | undefined, how: "watch" | "resume") => {
    if (!file) return;
    try {
      let save: unknown;
      try {
        save = JSON.parse(await file.text());
      } catch {
        throw new Error(t.home.notASave);
      }
      if (how === "watch") {
        const room = await api.watch({ save });
        remember(room);
        go(`/replay/${room.id}`);
      } else {
        const answer = await api.resume({ save });
        seated(answer);
        go(`/table/${answer.room.id}`);
      }
    } catch (e) {
      props.onFail((e as Error).message);
    }
  };
  const door = (how: "watch" | "resume", label: string) => (
    <label class="button">
      <Icon name="up" />
      {label}
      <input
        class="hidden-label"
        type="file"
        accept="application/json,.json"
        onChange={(e) => void open(e.currentTarget.files?.[0], how)}
      />
    </label>
  );
  return (
    <section class="door">
      <h2>{t.home.saves}</h2>
      <p class="small muted">{t.home.savesAbout}</p>
      <div class="row">
        {door("watch", t.home.watch)}
        {door("resume", t.home.resume)}
      </div>
    </section>
  );
}

/** Games that are not over, where somebody who comes back looks first. */
function GoOn(): JSX.Element | null {
  const open = mine.value.filter((g) => !g.over && Object.keys(g.tokens).length).slice(0, 3);
  if (!open.length) return null;
  return (
    <nav class="row go-on" aria-label={t.home.goOn}>
      <span class="eyebrow">{t.home.goOn}</span>
      {open.map((g) => (
        <a key={g.room} class="button" {...link(`/table/${g.room}`)}>
          <Icon name="play" />
          {g.title} <small class="muted">{new Date(g.at).toLocaleDateString()}</small>
        </a>
      ))}
    </nav>
  );
}

const FEW = 8; // of my games, as many as are shown at once

function MyGames(): JSX.Element {
  const [best, setBest] = useState(false);
  const [all, setAll] = useState(false);
  const [gone, setGone] = useState<Mine | null>(null);
  const scored = mine.value.filter((g) => g.score !== undefined);
  const games = best ? [...scored].sort((a, b) => (b.score ?? 0) - (a.score ?? 0)) : mine.value;
  return (
    <section class="door wide">
      <h2>{t.home.mine}</h2>
      {scored.length > 1 && (
        <label class="small">
          <input type="checkbox" checked={best} onChange={() => setBest(!best)} /> {t.home.byScore}
        </label>
      )}
      {!games.length && <p class="small muted">{t.home.mineNone}</p>}
      <ul class="list">
        {games.slice(0, all ? games.length : FEW).map((g) => (
          <li key={g.room}>
            <span class="grow">
              <a {...link(g.over ? `/replay/${g.room}` : `/table/${g.room}`)}>{g.title}</a>
              <br />
              <span class="small muted">
                {new Date(g.at).toLocaleString()} {g.over ? `· ${t.home.over}` : ""}
                {g.score === undefined ? "" : ` · ${t.home.score(g.score)}`}
              </span>
            </span>
            <Button
              icon="close"
              label={t.home.forget(g.title)}
              kind="quiet"
              onClick={() => {
                forget(g.room);
                setGone(g);
              }}
            />
          </li>
        ))}
      </ul>
      <PutBack
        says={gone && t.removed(gone.title)}
        onPress={() => {
          if (gone) putBack(gone);
          setGone(null);
        }}
      />
      {!all && games.length > FEW && <Button label={t.home.mineAll(games.length)} onClick={() => setAll(true)} />}
    </section>
  );
}

export function HomePage(): JSX.Element {
  const [games, setGames] = useState<GameWire[] | null>(null);
  const [fail, setFail] = useState("");
  const ask = () => {
    setGames(null);
    setFail("");
    api.games().then(setGames, (e: Error) => {
      setGames([]);
      setFail(e.message);
    });
  };
  useEffect(ask, []);
  const name = settings.value.name;
  const shown = cards(games ?? []);
  return (
    <>
      <TopBar />
      <main class="page">
        <div class="lead">
          <h1>{name ? t.home.welcome(name) : t.home.title}</h1>
          <p>{t.home.lead}</p>
        </div>
        {fail && (
          <p class="notice bad" role="alert">
            {fail} {games?.length === 0 && <Button label={t.home.retry} kind="quiet" onClick={ask} />}
          </p>
        )}
        <GoOn />
        <ul class="games" aria-label={t.home.games} aria-busy={games === null}>
          {shown
            .filter((card) => card.id in GAMES)
            .map((card) => (
              <Game key={card.id} card={card} asked={games === null} onFail={setFail} />
            ))}
        </ul>
        {shown.length > FIVE && (
          <ul class="games more" aria-label={t.home.more}>
            {shown
              .filter((card) => !(card.id in GAMES))
              .map((card) => (
                <Game key={card.id} card={card} small onFail={setFail} />
              ))}
          </ul>
        )}
        <div class="doors">
          <MyGames />
          <section class="door">
            <h2>{t.home.create}</h2>
            <p class="small muted">{t.home.createAbout}</p>
            <a class="button" {...link("/create")}>
              {t.home.create}
            </a>
          </section>
          <JoinDoor />
          <SaveDoor onFail={setFail} />
          <section class="door">
            <h2>{t.lab.title}</h2>
            <p class="small muted">{t.lab.lead}</p>
            <a class="button" {...link("/lab")}>
              {t.lab.open}
            </a>
          </section>
        </div>
      </main>
    </>
  );
}
