import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { GAMES, t } from "../strings";
import { SelectField } from "../ui/fields";
import { Failure, TopBar } from "../ui/parts";
import type { PrintsWire } from "../wire";
import { GamePages } from "./game-pages";
import "./paper.css";

type Size = keyof typeof t.paper.sizes;

const named = (id: string, names: PrintsWire["names"]): string =>
  id === "blank" ? t.paper.blank : (names?.[id] ?? id.replace(/-/g, " ").replace(/^./, (c) => c.toUpperCase()));

/** What can be printed of a game. The pages come from the server as they are; the browser prints them. */
export function PaperPage(props: { game: string }): JSX.Element {
  const [prints, setPrints] = useState<PrintsWire | null>(null);
  const [fail, setFail] = useState("");
  const [size, setSize] = useState<Size>("a4");
  useEffect(() => void api.prints(props.game).then(setPrints, (e: Error) => setFail(e.message)), [props.game]);
  const lists = prints?.lists;
  return (
    <>
      <TopBar />
      <main class="page">
        <div class="lead">
          <h1>{t.paper.of(GAMES[props.game]?.title ?? props.game)}</h1>
          <p>{t.paper.about}</p>
        </div>
        <GamePages game={props.game} now="paper" />
        <Failure says={fail} />
        {lists && !lists.length && <p>{t.paper.none}</p>}
        {lists && lists.length > 0 && (
          <>
            <SelectField
              label={t.paper.size}
              value={size}
              options={Object.keys(t.paper.sizes) as Size[]}
              words={(s) => t.paper.sizes[s]}
              onTake={setSize}
            />
            <ul class="prints">
              {lists.map((id) => (
                <li key={id}>
                  <a
                    class="button"
                    target="_blank"
                    rel="noopener"
                    href={`/api/games/${encodeURIComponent(props.game)}/print/${encodeURIComponent(id)}?paper=${size}`}
                  >
                    {named(id, prints.names)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </main>
    </>
  );
}
