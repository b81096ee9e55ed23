import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import { OddsCard, percent } from "../panels/odds";
import { Button } from "../ui/parts";
import type { Forecast, MusterWire, TrialWire } from "../wire";
import { w } from "./strings";

/** What a list is worth, when somebody wants to know: exact odds against typical targets, and battles. */
export function Worth(props: { game: string; shown: MusterWire }): JSX.Element {
  const [found, setFound] = useState<Forecast[] | null>(null);
  const [fail, setFail] = useState("");
  const ask = () =>
    api.worth(props.game, { army: props.shown.army }).then(
      (f) => setFound(f.forecasts),
      (e: Error) => setFail(e.message),
    );
  return (
    <section class="card stack" aria-label={w.worth}>
      <h2>{w.worth}</h2>
      {props.shown.currency && <Button label={w.worthAsk} title={w.worthAbout} onClick={ask} />}
      {fail && <p class="notice bad">{fail}</p>}
      {found && <OddsCard title={w.worthAbout} forecasts={found} game={props.game} />}
      <Trial {...props} />
    </section>
  );
}

const ENOUGH = 400; // battles: the interval is ten points wide

/** Battles one after the other while the page is open; the interval grows narrower. Who leaves hangs up. */
function Trial(props: { game: string; shown: MusterWire }): JSX.Element {
  const { game, shown } = props;
  const [tally, setTally] = useState<TrialWire | null>(null);
  const [running, setRunning] = useState(false);
  const [fail, setFail] = useState("");
  const line = useRef<AbortController | null>(null);
  const seed = useRef(crypto.randomUUID());
  useEffect(() => () => line.current?.abort(), []);
  const stop = () => {
    line.current?.abort();
    setRunning(false);
  };
  const start = async () => {
    const mine = new AbortController();
    line.current = mine;
    setRunning(true);
    setFail("");
    let now = tally;
    try {
      while (!mine.signal.aborted && (now?.games ?? 0) < ENOUGH) {
        const { wins = 0, draws = 0, games = 0 } = now ?? {};
        const ask = { army: shown.army, seed: seed.current, wins, draws, games };
        now = await api.tryList(game, ask, mine.signal);
        if (!mine.signal.aborted) setTally(now);
      }
    } catch (e) {
      if (!mine.signal.aborted) setFail((e as Error).message);
    }
    if (!mine.signal.aborted) setRunning(false);
  };
  return (
    <div class="stack">
      <Button
        label={running ? w.trialStop : tally ? w.trialMore : shown.currency ? w.trial : w.trialAlone}
        title={w.trialAbout}
        disabled={!running && shown.faults.length > 0}
        onClick={() => (running ? stop() : void start())}
      />
      {running && !tally && (
        <p class="small muted" role="status">
          {w.trialFirst}
        </p>
      )}
      {fail && <p class="notice bad">{fail}</p>}
      {tally && (
        <div class="muster-trial">
          <p>
            <b class="mono">{percent(tally.rate)}</b> {w.trialSays(tally)}
          </p>
          <div class="muster-interval" aria-hidden>
            <span style={{ left: `${tally.low * 100}%`, right: `${(1 - tally.high) * 100}%` }} />
            <i style={{ left: `${tally.rate * 100}%` }} />
          </div>
          <p class="small muted">{w.trialLast(tally)}</p>
        </div>
      )}
    </div>
  );
}
