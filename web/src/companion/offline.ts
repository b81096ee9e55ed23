// The companion has to work where there is no network: a worker keeps the built files (see public/sw.js).

import { signal } from "@preact/signals";

/** Whether the files are kept on this device. */
export const offline = signal(false);

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").then(
    () => navigator.serviceWorker.ready.then(() => (offline.value = true)),
    () => undefined, // refused by the browser, as in some private windows: the page works with its server
  );
}
