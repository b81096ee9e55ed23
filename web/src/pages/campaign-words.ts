/** The words of the campaign page, of card draws, bags and charts. */
export const words = {
  page: "The campaign",
  story: "The story so far",
  happened: "What happened",
  nothing: "Nothing is told of it.",
  branch: "Try another way from here",
  branching: "A second campaign begins where this mission began; this one stays as it is.",
  save: "Save to a file",
  watch: "Watch it from the start",
  resume:
    "The campaign is kept here after every step. A file of it can be played on from the start page, years from now.",
  states: { done: "played", next: "next", later: "to come" } as Record<string, string>,
  mission: (state: string, outcome: string) => [state, outcome].filter(Boolean).join(": "),
  history: (n: number) => (n === 1 ? "History: 1 entry" : `History: ${n} entries`),
  noHistory: "No history yet.",
  fallen: "The fallen",
  pips: (name: string, now: number, full: number) => `${now} of ${full} ${name}`,
  carries: "Carries",
  bag: (lines: readonly { label: string; now?: number | null }[]) =>
    `In the bag: ${lines.map((l) => `${l.now ?? 0} of ${l.label}`).join(", ")}.`,
  empty: "The bag is empty.",
  lit: "rolled",
};
