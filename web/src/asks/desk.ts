import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { led, middleOf, type Pt, round, snap, xy } from "../board/geometry";
import { pieceOf as pieceOn } from "../board/units";
import { type Table, undecided } from "../net/table";
import { settings } from "../settings";
import { t } from "../strings";
import type { Forecast, MoveWire, PieceWire, PlaceWire, Why, Wire } from "../wire";
import { closed, type Draft, standing } from "./draft";
import { kindOf, makings, newDraft, restored, valueIn } from "./kinds";
import { inOrder, mainOf } from "./order";

const EMPTY: readonly Why[] = [];
const CHECK_AFTER = 140;

/** The decision in front of the person at this screen: which ask, the answer in the making, what is known about it. */
export class Desk {
  readonly wanted = signal("");
  readonly ask: ReadonlySignal<Wire | undefined>;
  readonly draft = signal<Draft | null>(null);
  readonly piece = signal("");
  readonly flip = signal(false); // the table is seen from its far edge, so arrows point the other way
  readonly single = signal(false); // adjust one piece instead of dragging the formation
  readonly waypoint = signal(false); // the next point is one more leg
  readonly filter = signal(""); // only the options on this token
  readonly checks = signal<readonly Why[]>(EMPTY);
  readonly reach = signal<readonly (readonly Pt[])[]>([]);
  readonly odds = signal<{ label: string; forecasts: Forecast[] } | null>(null);
  readonly without = signal<ReadonlySet<number>>(new Set()); // options for which odds were asked, and there are none
  readonly hint = signal("");
  readonly thinking = signal(false);
  readonly judging = signal(false); // whether the table has still to say what it thinks of the answer in the making
  readonly steady = signal(true); // whether the decision has been in sight long enough to be answered
  private settling = 0;
  private made = ""; // what the draft is made of
  private answered = ""; // the ask that was answered last: if it stands open still, it is a new decision
  private checking = 0;
  private towards: { piece: PieceWire; to: Pt } | null = null;
  private towarding = false;
  private retracted = 0; // how often: an answer to an earlier goal comes too late then
  private glanced = ""; // the piece whose odds are shown because somebody points at it
  private pointed: string | null = null; // the piece under the pointer
  private looks = 0; // how often somebody looked for odds: those of an earlier look come too late
  private readonly ends: (() => void)[] = [];

  constructor(readonly table: Table) {
    this.ask = computed(() => {
      const view = table.view.value;
      const asks = view?.asks ?? [];
      const ask = asks.find((a) => a.id === this.wanted.value) ?? mainOf(undecided(view)) ?? asks[0];
      return ask && inOrder(ask, (id) => this.here(id));
    });
    this.ends.push(effect(() => this.opening(this.ask.value)));
  }

  close(): void {
    for (const end of this.ends) end();
    clearTimeout(this.checking);
    clearTimeout(this.settling);
  }

  /** An ask that was put again unchanged keeps its draft. */
  private opening(ask: Wire | undefined): void {
    const made = ask ? makings(ask) : "";
    const again = ask !== undefined && ask.id === this.answered && !this.table.view.peek()?.locked.includes(ask.id);
    if (made === this.made && !again) return;
    this.made = made;
    this.answered = "";
    this.settle(ask);
    batch(() => {
      this.draft.value = ask ? newDraft(ask, (id) => this.here(id)) : null;
      this.checks.value = EMPTY;
      this.table.refusals.value = [];
      this.reach.value = [];
      this.odds.value = null;
      this.without.value = new Set();
      this.hint.value = "";
      this.thinking.value = false; // about what was asked before
      this.judging.value = false;
      this.filter.value = "";
      this.waypoint.value = false;
      this.piece.value = "";
    });
    if (ask?.type === "move" || ask?.type === "place") this.choosePiece(ask.pieces[0]?.on ?? "");
  }

  /** Whether a piece, a unit or a place on the table has this id. */
  here(id: string): boolean {
    const areas = this.table.board.peek()?.areas ?? [];
    const tokens = this.table.view.peek()?.tokens ?? new Map();
    return pieceOn([...tokens.values()], id) !== undefined || areas.some((a) => a.id === id);
  }

  set(change: Partial<Draft>): void {
    const ask = this.ask.peek();
    const draft = this.draft.peek();
    if (!ask || !draft) return;
    this.draft.value = { ...draft, ...change };
    this.table.refusals.value = []; // they were about the answer before
    this.checkLater(ask);
  }

  private checkLater(ask: Wire): void {
    clearTimeout(this.checking);
    this.judging.value = kindOf(ask).checked ?? false;
    if (!kindOf(ask).checked) return;
    this.checking = window.setTimeout(async () => {
      const draft = this.draft.peek();
      const value = draft ? valueIn(ask, draft) : undefined;
      if (value === undefined || this.ask.peek()?.id !== ask.id) {
        this.checks.value = EMPTY;
        this.judging.value = false;
        return;
      }
      const found = await this.table.query("check", value, ask.id);
      if (this.draft.peek() !== draft) return;
      this.checks.value = found.refusals ?? EMPTY;
      this.judging.value = false;
      if (kindOf(ask).foreseen && (ask.type === "pick" || ask.type === "assign") && ask.odds)
        void this.foresee(ask, value);
    }, CHECK_AFTER);
  }

  /** Shows the exact odds of what is picked or divided so far, as long as it is allowed. */
  private async foresee(ask: Wire, value: unknown): Promise<void> {
    const draft = this.draft.peek();
    const found = this.checks.peek().length ? { forecasts: [] } : await this.table.query("odds", value, ask.id);
    if (this.draft.peek() === draft)
      this.odds.value = found.forecasts?.length ? { label: t.asks.soFar, forecasts: found.forecasts } : null;
  }

  // ---- answering ----------------------------------------------------------------------------------------------

  private settle(ask: Wire | undefined): void {
    clearTimeout(this.settling);
    this.steady.value = ask === undefined;
    this.settling = window.setTimeout(() => {
      this.steady.value = true;
      this.glance(this.pointed, true);
    }, settings.peek().steady);
  }

  async answer(value?: unknown): Promise<void> {
    const ask = this.ask.peek();
    const draft = this.draft.peek();
    if (!ask || !draft || this.table.busy.peek() || !this.steady.peek()) return;
    const said = value === undefined ? valueIn(ask, draft) : value;
    if (said === undefined) return;
    const ack = await this.table.act(ask, said);
    if (!ack.refusals?.length) {
      this.answered = ask.id;
      this.wanted.value = ""; // it is done; where it stays open, other decisions come first
    } else if (this.draft.peek() !== draft) this.table.refusals.value = []; // another answer is in the making by now
  }

  option(i: number): void {
    const ask = this.ask.peek();
    if (ask?.type === "choose") {
      const option = ask.options[i];
      this.set({ choice: i });
      if (option && !closed(option)) void this.answer(option.value);
    } else if (ask?.type === "confirm") void this.answer(i === 0);
    else if (ask?.type === "pick") this.toggle(i);
    else if (ask?.type === "roll") this.rolled(i + 1);
  }

  /** The next of the real dice shows this; null takes the last one back. */
  rolled(face: number | null): void {
    const ask = this.ask.peek();
    const faces = this.draft.peek()?.faces;
    if (ask?.type !== "roll" || !faces) return;
    const next = faces.indexOf(null);
    const at = face === null ? (next < 0 ? faces.length : next) - 1 : next;
    if (at >= 0 && (face ?? 0) <= (ask.sides ?? 6)) this.set({ faces: faces.with(at, face) });
  }

  toggle(i: number): void {
    const ask = this.ask.peek();
    const draft = this.draft.peek();
    if (ask?.type !== "pick" || !draft) return;
    const has = draft.picked.includes(i);
    const option = ask.options[i];
    if (!has && option && closed(option)) return;
    const rest = draft.picked.filter((k) => k !== i);
    // Where one is wanted, a second click moves the choice.
    this.set({ picked: has ? rest : ask.most === 1 ? [i] : [...rest, i] });
  }

  step(by: number): void {
    const ask = this.ask.peek();
    const draft = this.draft.peek();
    if (!ask || !draft) return;
    const choices = kindOf(ask).choices?.(ask) ?? [];
    const n = choices.length;
    if (n) {
      this.set({ choice: choices[(choices.indexOf(draft.choice) + by + n) % n] ?? 0 });
      void this.look(this.draft.peek()?.choice ?? 0);
    }
  }

  /** Shows the exact odds of an option, unless somebody has looked elsewhere before they come. */
  async look(i: number | null, say = false): Promise<void> {
    const ask = this.ask.peek();
    const look = ++this.looks;
    if (ask && kindOf(ask).foreseen) return; // theirs are those of the whole answer
    if (i === null || !ask || (ask.type !== "choose" && ask.type !== "confirm")) {
      this.odds.value = null;
      return;
    }
    const option =
      ask.type === "choose"
        ? ask.options[i]
        : { value: i === 0, label: i === 0 ? (ask.yes ?? "") : (ask.no ?? ""), odds: ask.odds };
    if (!option?.odds) {
      this.odds.value = null;
      return;
    }
    const found = await this.table.query("odds", option.value, ask.id);
    if (this.ask.peek()?.id !== ask.id) return;
    const refused = found.refusals?.length; // or too late: there may be some all the same
    if (!refused && !found.forecasts?.length) this.without.value = new Set([...this.without.peek(), i]);
    if (this.looks === look && refused && say) this.table.refusals.value = found.refusals ?? [];
    else if (this.looks === look)
      this.odds.value =
        found.forecasts?.length || say ? { label: option.label, forecasts: found.forecasts ?? [] } : null;
  }

  /** Shows the odds of the option on this piece while somebody points at it; whether there are some. */
  glance(id: string | null, again = false): boolean {
    this.pointed = id;
    if (id === this.glanced && !again) return Boolean(id);
    const ask = this.ask.peek();
    const among = ask?.type === "choose" ? ask.options : [];
    const i = id ? among.findIndex((o) => o.on === id && o.odds && !closed(o)) : -1;
    if (i >= 0) void this.look(i);
    else if (this.glanced) void this.look(null);
    this.glanced = i >= 0 ? (id ?? "") : "";
    return i >= 0;
  }

  async suggest(): Promise<void> {
    const ask = this.ask.peek();
    if (!ask || this.thinking.peek()) return;
    this.thinking.value = true;
    this.hint.value = "";
    const found = await this.table.query("hint", null, ask.id);
    if (this.ask.peek()?.id !== ask.id) return;
    this.thinking.value = false;
    // Where several things can be decided, the suggestion may be to decide another one first.
    if (found.ask && found.ask !== ask.id) this.wanted.value = found.ask;
    const meant = this.ask.peek();
    const draft = this.draft.peek();
    if (!meant || !draft || (found.ask && found.ask !== meant.id)) return;
    if (found.refusals?.length) this.hint.value = t.asks.noHint(found.refusals.map((r) => r.says).join(" "));
    else {
      if (found.value !== null && found.value !== undefined) this.draft.value = restored(meant, draft, found.value);
      this.hint.value = t.asks.hintSays(found.reason ?? "");
      this.checkLater(meant);
    }
  }

  // ---- pieces on the table ------------------------------------------------------------------------------------

  private get pieces(): MoveWire | PlaceWire | undefined {
    const ask = this.ask.peek();
    return ask?.type === "move" || ask?.type === "place" ? ask : undefined;
  }

  pieceOf(id: string): PieceWire | undefined {
    return this.pieces?.pieces.find((p) => p.on === id);
  }

  choosePiece(id: string): void {
    this.piece.value = id;
    this.reach.value = [];
    void this.askReach();
  }

  nextPiece(by: number): void {
    const pieces = this.pieces?.pieces ?? [];
    const i = pieces.findIndex((p) => p.on === this.piece.peek());
    const next = pieces[(i + by + pieces.length) % pieces.length];
    if (next) this.choosePiece(next.on);
  }

  mode(value: string): void {
    this.set({ mode: value, paths: {} });
    void this.askReach();
  }

  private async askReach(): Promise<void> {
    const ask = this.pieces;
    const piece = this.piece.peek();
    if (ask?.type !== "move" || !ask.reach || !piece) return;
    const found = await this.table.query("reach", { piece, mode: this.draft.peek()?.mode ?? "" }, ask.id);
    if (this.ask.peek()?.id === ask.id && this.piece.peek() === piece)
      this.reach.value = (found.polygons ?? []).map((p) => p.map((q) => xy(q) as Pt));
  }

  /** Leads a piece, or with it the whole formation, to a point. */
  lead(id: string, to: Pt, more = false): void {
    const ask = this.pieces;
    const draft = this.draft.peek();
    const piece = this.pieceOf(id);
    if (!ask || !draft || !piece) return;
    if (ask.type === "place") {
      this.set({ at: { ...draft.at, [id]: snap(to) } });
      return;
    }
    const from = xy(piece.at);
    if (!from) return;
    if (ask.toward && !this.single.peek() && !more && !this.waypoint.peek()) {
      this.towards = { piece, to: snap(to) };
      void this.askToward(ask);
      return;
    }
    const path = led(from, draft.paths[id] ?? [], to, piece.budget ?? 0, more);
    this.set({ paths: { ...draft.paths, [id]: path } });
  }

  /** One question at a time: while one is under way only the newest goal is kept. */
  private async askToward(ask: MoveWire): Promise<void> {
    if (this.towarding) return;
    this.towarding = true;
    this.judging.value = true;
    while (this.towards) {
      const { piece, to } = this.towards;
      this.towards = null;
      const before = this.retracted;
      const found = await this.table.query(
        "toward",
        { piece: piece.on, to, mode: this.draft.peek()?.mode ?? "" },
        ask.id,
      );
      const draft = this.draft.peek();
      if (this.ask.peek()?.id !== ask.id || !draft) break;
      if (this.retracted !== before) continue;
      if (found.value) this.set({ ...restored(ask, draft, found.value), mode: draft.mode });
      else {
        this.checks.value = found.refusals ?? EMPTY;
        this.judging.value = false;
      }
    }
    this.towarding = false;
  }

  nudge(dx: number, dy: number, more = false): void {
    const ask = this.pieces;
    const piece = this.pieceOf(this.piece.peek());
    const draft = this.draft.peek();
    if (!ask || !piece || !draft) return;
    const at = standing(ask, piece, draft) ?? middleOf(this.table.board.peek(), ask.type === "place" ? ask.zone : "");
    const way = this.flip.peek() ? -1 : 1;
    this.lead(piece.on, [at[0] + dx * way, at[1] + dy * way], more);
  }

  /** The height at which the chosen piece stops; null leaves it to the game. */
  level(z: number | null): void {
    const ask = this.pieces;
    const draft = this.draft.peek();
    const piece = this.pieceOf(this.piece.peek());
    const at = ask && draft && piece ? standing(ask, piece, draft) : null;
    if (!ask || !draft || !piece || !at) return;
    const to: Pt = z === null ? [at[0], at[1]] : [at[0], at[1], z];
    if (ask.type === "place") this.set({ at: { ...draft.at, [piece.on]: to } });
    else this.set({ paths: { ...draft.paths, [piece.on]: [...(draft.paths[piece.on] ?? [to]).slice(0, -1), to] } });
  }

  turn(by: number): void {
    const draft = this.draft.peek();
    const piece = this.pieceOf(this.piece.peek());
    if (!draft || !piece?.turns) return;
    const now = draft.facing[piece.on] ?? this.table.view.peek()?.tokens.get(piece.on)?.facing ?? 90;
    this.set({ facing: { ...draft.facing, [piece.on]: (round(now + by) + 360) % 360 } });
  }

  /** Takes the last leg of the chosen piece back, or the whole of it. */
  retract(all: boolean): void {
    const draft = this.draft.peek();
    const id = this.piece.peek();
    if (!draft) return;
    this.towards = null;
    this.retracted += 1;
    if (all) this.set({ paths: {}, facing: {}, ...(this.pieces?.type === "place" ? { at: {} } : {}) });
    else {
      const { [id]: path, ...rest } = draft.paths;
      const { [id]: _, ...at } = draft.at;
      this.set({
        paths: path && path.length > 1 ? { ...rest, [id]: path.slice(0, -1) } : rest,
        ...(this.pieces?.type === "place" ? { at } : {}),
      });
    }
  }

  // ---- clicks on the board ------------------------------------------------------------------------------------

  /** Whether it is a piece of one's own on the table: who clicks it wants to do something with it. */
  private mine(id: string): boolean {
    const view = this.table.view.peek();
    if (!view || this.table.board.peek()?.measured === false) return false;
    return pieceOn([...view.tokens.values()], id)?.seat === view.seat;
  }

  /** A click on a token or area that some option is on: on one's own it is the answer, elsewhere the first click shows
   * what it would bring and the second takes it. */
  tapOn(id: string): boolean {
    const ask = this.ask.peek();
    const draft = this.draft.peek();
    if (!ask || !draft) return false;
    if (ask.type === "move" || ask.type === "place") {
      if (!this.pieceOf(id)) return false;
      this.choosePiece(id);
      return true;
    }
    if (ask.type === "assign") {
      const bucket = ask.buckets.find((b) => b.on === id);
      if (bucket)
        this.set({
          counts: {
            ...draft.counts,
            [bucket.value]: Math.min(bucket.max ?? ask.total, (draft.counts[bucket.value] ?? 0) + 1),
          },
        });
      return bucket !== undefined;
    }
    if (ask.type !== "choose" && ask.type !== "pick") return false;
    if (!this.steady.peek()) return true;
    const here = ask.options.flatMap((o, i) => (o.on === id ? [i] : []));
    const first = here[0];
    if (first === undefined) return false;
    if (here.length > 1) this.filter.value = id;
    else if (ask.type === "pick") this.toggle(first);
    else if (this.mine(id) || (draft.choice === first && this.filter.peek() === id)) this.option(first);
    else {
      this.filter.value = id;
      this.set({ choice: first });
      void this.look(first);
    }
    return true;
  }
}
