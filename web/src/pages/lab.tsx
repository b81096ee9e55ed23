import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { remember } from "../net/mine";
import { go } from "../router";
import { t } from "../strings";
import { Button } from "../ui/parts";
import type { ReportWire } from "../wire";
import "./lab.css";

/** Reports of studies in the data folder of the server. A report is a page of its own; its strangest games can be watched here. */
export function LabPage(): JSX.Element {
  const [reports, setReports] = useState<ReportWire[] | null>(null);
  const [fail, setFail] = useState("");
  useEffect(() => void api.reports().then(setReports, (e: Error) => setFail(e.message)), []);
  return (
    <main class="page narrow">
      <div class="lead">
        <h1>{t.lab.title}</h1>
        <p>{t.lab.lead}</p>
      </div>
      {fail && (
        <p role="alert" class="fault">
          {fail}
        </p>
      )}
      {!reports && !fail && <p role="status">{t.lab.loading}</p>}
      {reports?.length === 0 && (
        <>
          <p>{t.lab.none}</p>
          <pre class="lab-command">
            <code>{t.lab.command}</code>
          </pre>
        </>
      )}
      {reports?.map((report) => (
        <Report key={report.id} report={report} onFail={setFail} />
      ))}
    </main>
  );
}

function Report(props: { report: ReportWire; onFail: (says: string) => void }): JSX.Element {
  const { id, name, title, games, arms, made, watch = [] } = props.report;
  const see = async (file: string) => {
    try {
      const room = await api.watch({ save: await api.studied(`${id}.records`, file) });
      remember(room);
      go(`/replay/${room.id}`);
    } catch (e) {
      props.onFail((e as Error).message);
    }
  };
  return (
    <article class="card study">
      <h2>{name}</h2>
      <p>
        {t.lab.about(title, games, arms)} ·{" "}
        <time dateTime={new Date(made * 1000).toISOString()}>{new Date(made * 1000).toLocaleDateString()}</time>
      </p>
      <p>
        <a class="button primary" href={`/api/lab/${id}.html`} target="_blank" rel="noopener">
          {t.lab.report}
        </a>
      </p>
      {watch.length > 0 && (
        <details>
          <summary>{t.lab.strange(watch.length)}</summary>
          <ul>
            {watch.map((game) => (
              <li key={game.file + game.why}>
                <p>
                  <strong>{game.arm}.</strong> {game.why}
                </p>
                <Button
                  label={t.lab.watch}
                  text={
                    <>
                      {t.lab.watch}
                      <span class="hidden-label"> {t.lab.gameOf(game.arm)}</span>
                    </>
                  }
                  onClick={() => void see(game.file)}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}
