// Keeps the built client on the device, so that the companion works without a network. Pages come from the server as
// long as it answers; only then is what is kept renewed. The list of files is the one that the build writes.

const KEPT = "xenotable-shell";
const PAGE = "/";
const LIST = "/shell.json";

async function files() {
  const answer = await fetch(LIST, { cache: "no-cache" });
  if (!answer.ok) throw new Error("no list of files");
  const chunks = Object.values(await answer.json());
  return new Set([
    "/icon.svg",
    ...chunks.flatMap((c) => [c.file, ...(c.css ?? []), ...(c.assets ?? [])]).map((f) => `/${f}`),
  ]);
}

/** New files first, then the page that names them, and only then the old ones go: it can break off anywhere. */
async function renew() {
  const shell = await caches.open(KEPT);
  const wanted = await files();
  const have = new Set((await shell.keys()).map((request) => new URL(request.url).pathname));
  await shell.addAll([...wanted].filter((file) => !have.has(file)));
  const page = await fetch(PAGE, { cache: "no-cache" });
  if (!page.ok) throw new Error("no page");
  await shell.put(PAGE, page);
  await Promise.all([...have].filter((file) => file !== PAGE && !wanted.has(file)).map((file) => shell.delete(file)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(renew().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

async function page(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(renew().catch(() => undefined));
    return answer;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate" && address.pathname === PAGE) event.respondWith(page(event));
  else if (address.pathname.startsWith("/assets/") || address.pathname === "/icon.svg")
    event.respondWith(file(request));
});
