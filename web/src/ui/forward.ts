/** A card of the side comes to the top, and the keyboard goes there, unless somebody reads or types elsewhere. */
export function bringForward(card: HTMLElement | null): void {
  if (!card) return;
  card.closest(".side")?.scrollTo({ top: 0 });
  if (document.activeElement?.closest("input, textarea, select, dialog, .drawer, .tabs, .tab-panel")) return;
  card.focus({ preventScroll: true });
  // On a phone the page itself is pushed: whoever answers far down a long list is led back to the next question.
  if (card.getBoundingClientRect().top < 0) card.scrollIntoView();
}
