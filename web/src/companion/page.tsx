import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Dialog } from "../ui/parts";
import { Choose, Ready, SetUp } from "./begin";
import { Guide } from "./guide";
import { offline } from "./offline";
import type { Companion } from "./play";
import { End, Reports } from "./reports";
import { arrive, elsewhere, evening, forget, leave, notice, refusal } from "./store";
import { Story } from "./story";
import { c } from "./strings";
import { Timed } from "./timed";
import "./companion.css";

/** The clock runs while this page is open and seen. */
function usePresence(): void {
  useEffect(() => {
    const seen = () => (document.visibilityState === "visible" ? arrive() : leave());
    seen();
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", seen);
    window.addEventListener("storage", elsewhere);
    return () => {
      leave();
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", seen);
      window.removeEventListener("storage", elsewhere);
    };
  }, []);
}

/** A new page of the companion begins at its heading, for eyes and for screen readers. */
function useHeading(place: string): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    document.getElementById("co-title")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place]);
}

function Part(props: { game: Companion }): JSX.Element | null {
  const { game } = props;
  switch (game.phase) {
    case "ready":
      return game.round === 0 ? <SetUp game={game} /> : <Ready game={game} />;
    case "timed":
      return game.timed ? <Timed game={game} clock={game.timed.clock} /> : null;
    case "guide":
      return <Guide game={game} />;
    case "reports":
      return <Reports game={game} />;
    default:
      return <End game={game} />;
  }
}

function GiveUp(): JSX.Element {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button label={c.forget.button} kind="quiet" onClick={() => setAsking(true)} />
      {asking && (
        <Dialog title={c.forget.sure} onClose={() => setAsking(false)}>
          <div class="row">
            <Button label={c.forget.no} text={c.forget.no} kind="primary" onClick={() => setAsking(false)} />
            <Button label={c.forget.yes} text={c.forget.yes} onClick={forget} />
          </div>
        </Dialog>
      )}
    </>
  );
}

export function CompanionPage(): JSX.Element {
  usePresence();
  const game = evening.value?.game;
  useHeading(game ? `${game.phase} ${game.round} ${game.step} ${game.page} ${game.asked}` : "");
  const told = notice.value === "back" ? c.timed.back : notice.value && c[notice.value];
  return (
    <main class="page narrow companion">
      {told && (
        <p class="notice" role="status">
          {told}
        </p>
      )}
      {refusal.value && (
        <p class="notice bad co-refusal" role="alert">
          {c.says[refusal.value.says]} <code>{refusal.value.rule}</code>
        </p>
      )}
      {game ? <Part game={game} /> : <Choose />}
      {game && game.phase !== "timed" && game.round > 0 && <Story game={game} />}
      {game && game.phase !== "timed" && game.phase !== "over" && <GiveUp />}
      {offline.value && game?.phase !== "timed" && <p class="small muted">{c.offline}</p>}
    </main>
  );
}
