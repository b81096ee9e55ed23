/** Puts words on the clipboard; whether it could be done. */
export async function copied(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words); // there is none on a page that came over plain HTTP, as at home
    return true;
  } catch {
    return copiedFromField(words);
  }
}

/** The old way, which every page has: what is chosen in a field is copied. A dialog lets nobody choose outside of it. */
function copiedFromField(words: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = words;
  field.style.cssText = "position: fixed; opacity: 0";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
