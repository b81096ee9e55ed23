import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import type { EventWire } from "../wire";

const LAST = 12; // sentences that stay for those who read them again

/** The story for those who hear it, while the log is not open: each sentence is read as it is told. However many come at
 * once, such as those that an answer skips, none is left out. */
export function LiveStory(props: { events: readonly EventWire[] }): JSX.Element {
  const told = props.events.map((event, i) => ({ says: event.says, i })).filter(({ says }) => says);
  const heard = useRef(told.length);
  const from = Math.max(0, Math.min(heard.current, told.length - LAST));
  useEffect(() => {
    heard.current = told.length;
  }, [told.length]);
  return (
    <section class="hidden-label" role="log" aria-live="polite" aria-label={t.log.title}>
      {told.slice(from).map(({ says, i }) => (
        <p key={i}>{says}</p>
      ))}
    </section>
  );
}
