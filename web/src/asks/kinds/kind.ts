import type { JSX } from "preact";
import type { Wire } from "../../wire";
import type { Desk } from "../desk";
import type { Draft } from "../draft";

export type AskOf<T extends Wire["type"]> = Extract<Wire, { type: T }>;

export interface WidgetProps<A> {
  ask: A;
  desk: Desk;
  game: string;
}

export type Mark = "chosen" | "refused" | "offered";

/** Everything the table knows about one kind of ask. */
export interface Kind<A extends Wire> {
  /** The fields of the draft that a new ask fills. `here` tells whether a piece or place of that id is on the table:
   * plain words have an `on` too. */
  draft(ask: A, here: (id: string) => boolean): Partial<Draft>;
  /** The value to send; undefined while it is not complete. */
  value(ask: A, draft: Draft): unknown;
  /** A whole answer, such as a hint, put back into the draft. */
  restore(ask: A, draft: Draft, value: unknown): Partial<Draft>;
  Widget(props: WidgetProps<A>): JSX.Element | null;
  /** What an answer is made of: while it stays the same, so does the draft, be the ask put again or not. */
  makings?(ask: A): unknown;
  /** The numbers of the answers that the arrow keys step through, in the order of the list. */
  choices?(ask: A): readonly number[];
  /** What the open decision says about tokens and areas. */
  marks?(ask: A, draft: Draft, filter: string): Iterable<readonly [string, Mark]>;
  direct?: true; // one press decides; the others have a button to send
  checked?: true; // an answer in the making is judged while it is made
  foreseen?: true; // the odds are those of the answer in the making
}
