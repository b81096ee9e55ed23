import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { TopBar } from "../ui/parts";

/** The companion is fetched when somebody goes there: the first visit to the tables stays light. */
export function CompanionDoor(props: { loading: string; failed: string }): JSX.Element {
  const [Page, setPage] = useState<ComponentType | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    import("./page").then(
      (m) => setPage(() => m.CompanionPage),
      () => setFailed(true),
    );
  }, []);
  return (
    <>
      <TopBar />
      {Page ? (
        <Page />
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
