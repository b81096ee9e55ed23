import type { JSX } from "preact";
import type { Pt } from "../board/geometry";
import type { EventWire, Token } from "../wire";

export type Shown = NonNullable<EventWire["shows"]>[number];
export type Kind = Shown["type"];
export type Of<K extends Kind> = Extract<Shown, { type: K }>;
export type Tokens = ReadonlyMap<string, Token>;

/** What a gesture is drawn on: the table before and after it, in the units of the board. */
export interface Ground {
  before: (id: string) => Spot | undefined; // of a piece, or the middle of an area
  after: (id: string) => Spot | undefined;
  width: number;
  depth: number;
  unit: number; // of letters and lines
  flip: boolean;
  ms: number; // for which it is drawn; 0: it stands, because things do not move here
  with: readonly Shown[]; // all gestures of the same moment
  on: readonly string[]; // pieces and places that the sentence speaks of
  seatName: (seat: number) => string;
}

export interface Spot {
  token?: Token;
  at: Pt;
  r: number;
}

/** One module for each gesture. `hides`: pieces that it draws itself while it lasts. `trace`: what stays of it until the
 * next decision. */
export interface Gesture<K extends Kind> {
  duration: (shown: Of<K>) => number; // milliseconds at normal speed
  draw?: (shown: Of<K>, ground: Ground) => JSX.Element | null;
  trace?: (shown: Of<K>, ground: Ground) => JSX.Element | null;
  hides?: (shown: Of<K>) => readonly string[];
}
