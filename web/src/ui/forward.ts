/** A card of the side comes to the top, and the keyboard goes there, unless somebody reads or types elsewhere. */
export function bringForward(card: HTMLElement | null): void {
  card?.closest(".side")?.scrollTo({ top: 0 });
  if (!document.activeElement?.closest("input, textarea, select, dialog, .drawer, .tabs, .tab-panel"))
    card?.focus({ preventScroll: true });
}
