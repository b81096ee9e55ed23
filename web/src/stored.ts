/** What this browser keeps under a key; the other, a list or a record as well, where that is nothing or damaged. */
export function stored<T extends object>(key: string, otherwise: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (found && typeof found === "object" && Array.isArray(found) === Array.isArray(otherwise)) return found as T;
  } catch {
    // A browser without storage keeps nothing.
  }
  return otherwise;
}

/** Keeps it under a key; in a browser without storage nothing outlasts the page. */
export function store(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is only not found again later.
  }
}
