import { batch, computed, signal } from "@preact/signals";
import { isFormality } from "../asks/order";
import { makeAnew, takePart } from "../fair/shares";
import { go } from "../router";
import { t } from "../strings";
import type {
  Ack,
  Act,
  Board,
  ChatLine,
  Claim,
  Concede,
  DiceWire,
  Order,
  Query,
  QueryAnswer,
  RoomWire,
  ToClient,
  ToServer,
  Undo,
  UndoAsked,
  Why,
  Wire,
} from "../wire";
import { SPECTATOR } from "../wire";
import { api } from "./api";
import { bestScore, forget, remember, tokensOf } from "./mine";
import { rolls, updated, type View, viewOf } from "./view";

type Deed = Act | Undo | Order | Concede | Claim;
type Question = Query["query"];
const LATER = [250, 500, 1000, 2000, 4000, 8000];
const SILENT = 5000; // milliseconds without an answer after which a line counts as broken

let made = 0;
const deedId = () => `${Date.now().toString(36)}${(made++).toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** One room over one socket: what each seat of this screen sees, and the ways to act. */
export class Table {
  readonly room = signal<RoomWire | null>(null);
  readonly board = signal<Board | null>(null);
  readonly views = signal<Record<number, View>>({});
  readonly seat = signal<number>(SPECTATOR);
  readonly line = signal<"connecting" | "open" | "broken">("connecting");
  readonly trouble = signal("");
  readonly refusals = signal<Why[]>([]);
  readonly busy = signal(false);
  readonly chat = signal<ChatLine[]>([]);
  readonly asked = signal<UndoAsked | null>(null);
  readonly dice = signal<DiceWire[]>([]);
  readonly view = computed<View | undefined>(() => this.views.value[this.seat.value]);
  readonly held = computed(() =>
    Object.keys(this.views.value)
      .map(Number)
      .filter((s) => s >= 0),
  );

  /** How often somebody at this screen has decided something. */
  readonly deeds = signal(0);

  /** When the server last said who sits where, on the clock of this page. */
  seen = 0;

  private socket: WebSocket | null = null;
  private closed = false;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private n = 0;
  private leaving = false; // for the rematch
  private conceding = false; // at the next moment when that is allowed
  private readonly settled = new Set<string>(); // formalities that were answered
  private readonly pending = new Map<string, { deed: Deed; done: (ack: Ack) => void }>();
  private readonly waiting = new Map<number, (found: QueryAnswer) => void>();

  constructor(readonly id: string) {}

  /** Calls the server; nothing is heard before. */
  open(): void {
    this.closed = false;
    this.connect();
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
  }

  /** Somebody looks at the page again, or the net is back: a line that broke meanwhile may not know it yet. */
  private readonly wake = (): void => {
    if (this.closed || document.visibilityState !== "visible") return;
    if (this.line.value === "broken" && this.socket?.readyState === WebSocket.CLOSED) this.connect();
    if (this.line.value !== "open") return;
    this.send({ type: "ping" });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.line.value = "broken";
      this.hangUp();
      this.connect();
    }, SILENT);
  };

  /** What may still come over the old line is not heard. */
  private hangUp(): void {
    const old = this.socket;
    this.socket = null;
    clearTimeout(this.silence);
    old?.close();
  }

  private connect(): void {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${encodeURIComponent(this.id)}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const view = this.view.value;
      socket.send(
        JSON.stringify({
          type: "hello",
          tokens: Object.values(tokensOf(this.id)),
          version: view?.version ?? 0,
          fair: true,
        }),
      );
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      clearTimeout(this.silence);
      this.hear(JSON.parse(message.data as string) as ToClient);
    };
    socket.onclose = (why) => {
      if (this.socket !== socket || this.closed) return;
      this.line.value = "broken";
      if (why.reason) this.trouble.value = why.reason;
      const wait = LATER[Math.min(this.tries++, LATER.length - 1)] ?? 8000;
      clearTimeout(this.silence);
      this.retry = setTimeout(() => !this.closed && this.connect(), wait);
    };
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    this.hangUp();
  }

  /** After a change of tokens (joined, left): greet again. */
  again(): void {
    this.hangUp();
    this.views.value = {};
    this.connect();
  }

  private hear(said: ToClient): void {
    switch (said.type) {
      case "welcome": {
        this.tries = 0;
        this.line.value = "open";
        this.trouble.value = "";
        this.see(said.room);
        this.board.value = said.board;
        this.chat.value = said.chat ?? [];
        this.asked.value = said.asked ?? null;
        const before = this.views.value;
        const seats = said.states.map((s) => s.seat);
        batch(() => {
          // Both at once: in between nobody would seem to be at the screen.
          this.views.value = Object.fromEntries(
            said.states.map((s) => [s.seat, this.worthAsking(viewOf(s, before[s.seat]))]),
          );
          if (!seats.includes(this.seat.value)) this.seat.value = this.firstToMove(seats);
        });
        remember(said.room, {}, bestScore(said.states.find((s) => s.result)?.result, this.held.value));
        this.related(said.room);
        takePart(said.room, this.held.value, (message) => this.send(message));
        for (const { deed } of this.pending.values()) this.send(deed);
        return;
      }
      case "state":
        this.views.value = { ...this.views.value, [said.seat]: this.worthAsking(viewOf(said)) };
        return;
      case "update": {
        const view = this.views.value[said.seat];
        if (!view) return;
        if (said.board) this.board.value = said.board;
        this.views.value = { ...this.views.value, [said.seat]: this.worthAsking(updated(view, said)) };
        if (said.result && this.room.value && !view.result)
          remember({ ...this.room.value, over: true }, {}, bestScore(said.result, this.held.value));
        const fresh = rolls(said);
        if (fresh.length && said.seat === this.seat.value) this.dice.value = fresh;
        return;
      }
      case "ack":
        this.pending.get(said.do)?.done(said);
        this.pending.delete(said.do);
        this.busy.value = this.acting();
        this.refusals.value = said.refusals ?? [];
        if (!said.refusals?.length) this.trouble.value = ""; // it has been got over
        return;
      case "answer":
        this.waiting.get(said.n)?.(said);
        this.waiting.delete(said.n);
        return;
      case "room":
        this.see(said.room);
        this.related(said.room);
        takePart(said.room, this.held.value, (message) => this.send(message));
        if (this.leaving && said.room.next) go(`/table/${said.room.next}`);
        return;
      case "chat":
        this.chat.value = [...this.chat.value, said];
        return;
      case "undo":
        this.asked.value = said.asked ?? null;
        for (const [id, { deed }] of this.pending) if (deed.type === "undo") this.pending.delete(id);
        if (said.says) this.trouble.value = said.says;
        return;
      case "error":
        this.trouble.value = said.says;
        if (said.code !== "stuck" && said.code !== "late") this.drop(said.says); // those answer nothing that was sent
        if (said.code === "unknown") this.closed = true;
        // Not let in: a seat that somebody else has by now. One can still watch.
        if (said.code === "token" && this.line.value !== "open" && Object.keys(tokensOf(this.id)).length) {
          forget(this.id);
          this.again();
        }
        return;
      case "pong":
        return;
    }
  }

  /** Answers what is a formality, and shows the rest; not to somebody who wants to give up and may do so only then. */
  private worthAsking(view: View): View {
    const formal = this.conceding ? [] : view.asks.filter(isFormality);
    for (const ask of formal) {
      if (this.settled.has(ask.id) || view.locked.includes(ask.id)) continue;
      this.settled.add(ask.id);
      void this.deed({ type: "act", seat: view.seat, ask: ask.id, do: deedId(), value: ask.default });
    }
    return formal.length ? { ...view, asks: view.asks.filter((a) => !isFormality(a)) } : view;
  }

  /** Seconds in it, such as those for which a seat is kept, count from now. */
  private see(room: RoomWire): void {
    this.seen = performance.now();
    this.room.value = room;
  }

  /** What was not understood is not sent again after the next break of the line. */
  private drop(says: string): void {
    for (const { deed, done } of this.pending.values())
      done({ type: "ack", seat: deed.seat, do: deed.do, version: 0, refusals: [{ rule: "", says }] });
    this.pending.clear();
    this.busy.value = false;
  }

  /** The tokens of this room are good in its rematch and in the battles of its campaign. */
  private related(room: RoomWire): void {
    for (const id of [room.next, room.battle]) {
      if (!id || Object.keys(tokensOf(id)).length) continue;
      remember({ ...room, id, over: false, next: "", battle: "" }, tokensOf(this.id));
      api.room(id).then(
        (there) => remember(there),
        () => undefined,
      ); // a battle is another game, under another title
    }
  }

  /** An undo that waits for the consent of others holds nobody up. */
  private acting(): boolean {
    return [...this.pending.values()].some((p) => p.deed.type !== "undo");
  }

  private firstToMove(seats: number[]): number {
    const views = this.views.value;
    return seats.find((s) => undecided(views[s]).length > 0) ?? seats[0] ?? SPECTATOR;
  }

  private send(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private deed(deed: Deed): Promise<Ack> {
    this.refusals.value = [];
    return new Promise((done) => {
      this.pending.set(deed.do, { deed, done });
      this.busy.value = this.acting();
      this.send(deed);
    });
  }

  /** Dice of a machine or of chance are typed in by the person who was asked to. */
  act(ask: Wire, value: unknown): Promise<Ack> {
    const seat = this.held.value.includes(ask.seat) ? ask.seat : this.seat.value;
    this.deeds.value++;
    return this.deed({ type: "act", seat, ask: ask.id, do: deedId(), value });
  }

  undo(): Promise<Ack> {
    return this.deed({ type: "undo", seat: this.seat.value, do: deedId() });
  }

  order(key: string, order?: unknown): Promise<Ack> {
    const deed: Order = { type: "order", seat: this.seat.value, do: deedId(), key };
    return this.deed(order === undefined ? deed : { ...deed, order });
  }

  async concede(): Promise<Ack> {
    const ack = await this.deed({ type: "concede", seat: this.seat.value, do: deedId() });
    this.conceding = Boolean(ack.refusals?.length);
    return ack;
  }

  claim(draw: boolean): Promise<Ack> {
    return this.deed({ type: "claim", seat: this.seat.value, do: deedId(), draw });
  }

  mute(of: number, yes: boolean): void {
    this.send({ type: "mute", seat: this.seat.value, of, yes });
  }

  say(says: string): void {
    this.send({ type: "chat", says });
  }

  consent(yes: boolean): void {
    const asked = this.asked.value;
    if (asked) this.send({ type: "consent", seat: this.seat.value, undo: asked.n, yes });
  }

  leave(): void {
    for (const seat of this.held.value) this.send({ type: "leave", seat });
  }

  replace(seat: number, level: string): void {
    this.send({ type: "replace", seat, level });
  }

  /** A new share of the dice for a seat whose share is on another device. */
  newShare(seat: number): void {
    if (this.room.value) makeAnew(this.room.value, seat, (message) => this.send(message));
  }

  /** A new game with the same people; whoever asks for it goes there at once. */
  rematch(): void {
    this.leaving = true;
    this.send({ type: "rematch" });
  }

  query(query: Question, value: unknown, ask = ""): Promise<QueryAnswer> {
    const n = ++this.n;
    return new Promise((done) => {
      const late = setTimeout(() => {
        this.waiting.delete(n);
        done({ type: "answer", n, refusals: [{ rule: "", says: t.errors.late }] });
      }, 15000);
      this.waiting.set(n, (found) => {
        clearTimeout(late);
        done(found);
      });
      this.send({ type: "query", seat: this.seat.value, n, query, ask, value });
    });
  }
}

/** The asks of a view that still need an answer. */
/** Where everybody may act at any time but one has the turn: who that is. */
export function actor(view: View | undefined): number | undefined {
  const seat = view?.panels.find((p) => p.timer)?.timer?.seat ?? -1;
  return seat < 0 ? undefined : seat;
}

/** Whether another has the turn: what this seat might do meanwhile is no decision that anybody waits for. */
export const isIdle = (view: View): boolean => (actor(view) ?? view.seat) !== view.seat;

/** Somebody waits for this seat to let a decision be taken back. */
export const isAsked = (table: Table): boolean => table.asked.value?.wanted.includes(table.seat.value) ?? false;

export function undecided(view: View | undefined): Wire[] {
  return view ? view.asks.filter((a) => !a.aside && !view.locked.includes(a.id)) : [];
}

/** The seats that have something to decide. */
export const deciding = (view: View): number[] => [
  ...view.waiting.filter((w) => !w.locked).map((w) => w.seat),
  ...(undecided(view).length ? [view.seat] : []),
];
