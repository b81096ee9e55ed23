/** The colours that a game gives to its seats, as custom properties for whatever is marked by seat. */
export function hues(colours: readonly (string | undefined)[]): Record<string, string> {
  return Object.fromEntries(
    colours.flatMap((colour, seat) => (colour ? [[`--seat${seat % 4}`, `var(--hue-${colour})`]] : [])),
  );
}
