import { signal } from "@preact/signals";

/** An address that somebody has cut or mistyped may hold a "%" that stands for nothing: then it is meant as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Pages by the part of the address after "#", so that any server of plain files can serve them. Further pages
 * (companion, odds) are one more line in `app.tsx`. */
function here(): string[] {
  return location.hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter(Boolean)
    .map(decoded);
}

export const place = signal<string[]>(here());

function arrived(): void {
  place.value = here();
  window.scrollTo(0, 0);
}

window.addEventListener("hashchange", arrived);

/** `to` as written in the address: "/table/abc". */
export function go(to: string, replace = false): void {
  if (!replace) {
    location.hash = to;
    return;
  }
  history.replaceState(null, "", `#${to}`);
  arrived();
}

export const link = (to: string): { href: string } => ({ href: `#${to}` });

/** The whole address of a page, to give to others. */
export const address = (to: string): string => `${location.origin}${location.pathname}#${to}`;
