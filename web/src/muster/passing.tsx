import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { address } from "../router";
import { copied } from "../ui/copying";
import { Button } from "../ui/parts";
import type { MusterWire } from "../wire";
import type { Building } from "./building";
import { w } from "./strings";

/** To others and to other programs: a link, text, JSON, paper. */
export function Passing(props: { building: Building; shown: MusterWire }): JSX.Element {
  const { building, shown } = props;
  const [says, setSays] = useState("");
  const [text, setText] = useState<string | null>(null);
  const copy = async (what: string, done: string) => setSays((await copied(what)) ? done : what);
  const download = () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([JSON.stringify(shown.army, null, 1)], { type: "application/json" }));
    a.download = `${shown.army.name || w.untitled}.json`;
    a.click();
    URL.revokeObjectURL(a.href);
  };
  return (
    <section class="card stack" aria-label={w.passing}>
      <h2>{w.passing}</h2>
      <div class="row">
        <Button
          icon="link"
          label={w.share}
          text={w.share}
          disabled={!shown.link}
          title={shown.link ? undefined : w.tooLong}
          onClick={() => copy(address(`/muster/${shown.army.game}/${shown.link}`), w.shared)}
        />
        <Button icon="down" label={w.json} text={w.json} onClick={download} />
      </div>
      <Printing shown={shown} />
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
              onClick={async () => {
                if (text !== null && (await building.read(text))) setText(null); // what could not be read is put right there
              }}
            />
          </div>
        </div>
      </details>
    </section>
  );
}

function Printing(props: { shown: MusterWire }): JSX.Element {
  const { shown } = props;
  const at = `/api/games/${encodeURIComponent(shown.army.game)}/print-link/${encodeURIComponent(shown.link)}`;
  if (shown.faults.length || !shown.link) return <p class="small muted">{w.printNot}</p>;
  return (
    <div class="row">
      {(["a4", "letter"] as const).map((size) => (
        <a key={size} class="button" target="_blank" rel="noopener" href={`${at}?paper=${size}`}>
          {w.print[size]}
        </a>
      ))}
    </div>
  );
}
