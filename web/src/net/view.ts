import type { DiceWire, EventWire, Panel, Result, State, Token, Update, Waiting, Wire } from "../wire";

/** What one seat sees, folded together from a state and its updates. Tokens that did not change stay the same object. */
export interface View {
  seat: number;
  version: number;
  now: number;
  received: number;
  tokens: Map<string, Token>;
  panels: Panel[];
  events: EventWire[];
  asks: Wire[];
  locked: string[];
  waiting: Waiting[];
  result: Result | null;
  undo: "" | "free" | "ask";
  orders: Record<string, unknown>;
  muted: number[];
  limits: Record<string, number>;
  thinking: number[];
  running: boolean;
  opening: boolean; // a machine sets the table up
}

type Whole = Pick<
  State | Update,
  "asks" | "locked" | "waiting" | "result" | "undo" | "orders" | "muted" | "limits" | "thinking" | "running" | "opening"
>;

function whole(from: Whole) {
  return {
    asks: from.asks ?? [],
    locked: from.locked ?? [],
    waiting: from.waiting ?? [],
    result: from.result ?? null,
    undo: from.undo ?? "",
    orders: from.orders ?? {},
    muted: from.muted ?? [],
    limits: from.limits ?? {},
    thinking: from.thinking ?? [],
    running: from.running ?? true,
    opening: from.opening ?? false,
  } as const;
}

export function viewOf(state: State, before?: View): View {
  // After a broken line only those events are sent that this client has not seen.
  const known =
    before !== undefined && (state.tail || (before.version === state.version && !state.events?.length))
      ? before.events
      : [];
  return {
    ...whole(state),
    seat: state.seat,
    version: state.version,
    now: state.now,
    received: performance.now(),
    tokens: new Map((state.tokens ?? []).map((t) => [t.id, t])),
    panels: state.panels ?? [],
    events: [...known, ...(state.events ?? [])],
  };
}

export function updated(view: View, news: Update): View {
  const tokens = new Map(view.tokens);
  for (const id of news.gone ?? []) tokens.delete(id);
  for (const token of news.tokens ?? []) tokens.set(token.id, token);
  const closed = new Set(news.closed ?? []);
  const panels = view.panels.filter((p) => !closed.has(p.id));
  for (const panel of news.panels ?? []) {
    const at = panels.findIndex((p) => p.id === panel.id);
    if (at < 0) panels.push(panel);
    else panels[at] = panel;
  }
  const back = news.back;
  const kept = back === undefined || back === null ? view.events : view.events.filter((e) => e.at <= back);
  return {
    ...whole(news),
    seat: view.seat,
    version: news.version,
    now: news.now,
    received: performance.now(),
    tokens,
    panels,
    events: [...kept, ...(news.events ?? [])],
  };
}

/** All dice an update brings, in the order they fell. */
export function rolls(news: Update): DiceWire[] {
  const told = (news.events ?? []).flatMap((e) => e.dice ?? []);
  return [...told, ...(news.dice ?? [])].sort((a, b) => a.at - b.at);
}

/** The match clock at this moment. */
export function clock(view: View): number {
  return view.running ? view.now + (performance.now() - view.received) : view.now;
}
