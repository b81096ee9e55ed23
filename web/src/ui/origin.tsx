import type { JSX } from "preact";
import { t } from "../strings";
import "./origin.css";

/** Whose a rule or a piece is, in one word that explains itself. */
export function OriginWord(props: { origin: string }): JSX.Element {
  return (
    <abbr class={`origin ${props.origin}`} title={t.rules.origins[props.origin]}>
      {t.rules.origin(props.origin)}
    </abbr>
  );
}

/** What the words for origins mean. */
export function OriginLegend(): JSX.Element {
  return (
    <dl class="origins small">
      {Object.entries(t.rules.origins).map(([origin, meaning]) => (
        <div key={origin}>
          <dt>
            <OriginWord origin={origin} />
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
