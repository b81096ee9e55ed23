import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { GameScene } from "../art/scenes";
import { api } from "../net/api";
import { link } from "../router";
import { GAMES, t } from "../strings";
import { TopBar } from "../ui/parts";
import type { GameWire } from "../wire";
import "./game-pages.css";

/** The pages that a game may have, by the first part of their address. */
const PAGES = {
  rules: { name: t.nav.rules, of: t.home.rulesOf, has: () => true },
  odds: { name: t.home.odds, of: t.home.oddsOf, has: (game: GameWire) => game.odds },
  paper: { name: t.home.paper, of: t.home.paperOf, has: (game: GameWire) => game.odds },
  muster: { name: t.home.muster, of: t.home.musterOf, has: (game: GameWire) => game.muster },
};
type PageName = keyof typeof PAGES;

/** Links to the pages of a game; `now` is the one that is open. */
export function PageLinks(props: { game: GameWire; title: string; now?: PageName }): JSX.Element {
  return (
    <>
      {Object.entries(PAGES)
        .filter(([, { has }]) => has(props.game))
        .map(([page, { name, of }]) => (
          <a
            key={page}
            class="button quiet"
            {...link(`/${page}/${props.game.id}`)}
            aria-label={of(props.title)}
            aria-current={page === props.now ? "page" : undefined}
          >
            {name}
          </a>
        ))}
    </>
  );
}

const useGames = (): GameWire[] => {
  const [games, setGames] = useState<GameWire[]>([]);
  useEffect(() => void api.games().then(setGames, () => setGames([])), []);
  return games;
};

/** Above a page of a game: the way to its other pages and to a table of it. */
export function GamePages(props: { game: string; now: PageName }): JSX.Element | null {
  const game = useGames().find((g) => g.id === props.game);
  if (!game) return null;
  const title = GAMES[game.id]?.title ?? game.title;
  return (
    <nav class="row game-pages" aria-label={t.home.pagesOf(title)}>
      <PageLinks game={game} title={title} now={props.now} />
      <a class="button quiet" {...link(`/create/${game.id}`)} aria-label={t.home.roomOf(title)}>
        {t.home.room}
      </a>
    </nav>
  );
}

/** Where the address names a page and no game: the games that have such a page. */
export function GamesWith(props: { page: PageName; title: string; lead: string }): JSX.Element {
  const known = useGames().filter(PAGES[props.page].has);
  const inOrder = [...known.filter((g) => g.id in GAMES), ...known.filter((g) => !(g.id in GAMES))];
  return (
    <>
      <TopBar />
      <main class="page">
        <div class="lead">
          <h1>{props.title}</h1>
          <p>{props.lead}</p>
        </div>
        <ul class="games">
          {inOrder.map((game) => (
            <li key={game.id} class="game">
              <GameScene game={game.id} />
              <div class="game-about">
                <h2>
                  <a {...link(`/${props.page}/${game.id}`)}>{GAMES[game.id]?.title ?? game.title}</a>
                </h2>
                <p>{GAMES[game.id]?.about ?? game.about}</p>
              </div>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}
