import type { JSX } from "preact";
import { t } from "../strings";
import type { EventWire } from "../wire";

const LAST = 12; // sentences that may come at once

/** The story for those who hear it, while the log is not open: each sentence is read as it is told. */
export function LiveStory(props: { events: readonly EventWire[] }): JSX.Element {
  const told = props.events.map((event, i) => ({ says: event.says, i })).filter(({ says }) => says);
  return (
    <section class="hidden-label" role="log" aria-live="polite" aria-label={t.log.title}>
      {told.slice(-LAST).map(({ says, i }) => (
        <p key={i}>{says}</p>
      ))}
    </section>
  );
}
