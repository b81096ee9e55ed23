import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { TopBar } from "./parts";

/** A page that is fetched when somebody goes there: the first visit to the tables stays light. */
export function Later<P extends object>(props: {
  load: () => Promise<ComponentType<P>>;
  given: P;
  loading: string;
  failed: string;
}): JSX.Element {
  const [Page, setPage] = useState<ComponentType<P> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    props.load().then(
      (page) => setPage(() => page),
      () => setFailed(true),
    );
  }, []);
  return (
    <>
      <TopBar />
      {Page ? (
        <Page {...props.given} />
      ) : (
        <main class="page narrow">
          <h1 class="hidden-label">{props.loading}</h1>
          <p class={failed ? "notice bad" : "muted"} role="status">
            {failed ? props.failed : props.loading}
          </p>
        </main>
      )}
    </>
  );
}
