/** Sides differ by form and by the pattern of the rim first, by colour third. In radii of a base. */
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { RoomWire, Token } from "../wire";

export interface Side {
  name: string; // of its classes and drawings
  form: string;
  reach: (angle: number) => number; // how far its outline is from the middle in this direction
  rim: string; // the strokes that pattern it: dashes
  rimWidth: number;
  rimEnds: "round" | "butt"; // of the dashes
  room: number; // how much of the usual size a figure can have
}

const round = () => 1;

/** A regular polygon, by the distance and direction of the middle of an edge. */
const polygon =
  (corners: number, across: number, first: number) =>
  (angle: number): number => {
    const step = (2 * Math.PI) / corners;
    return across / Math.cos(angle - first - Math.round((angle - first) / step) * step);
  };

const ROUND = "M1 0A1 1 0 1 1-1 0 1 1 0 1 1 1 0Z";
const SIDES: readonly Side[] = [
  { name: "0", form: ROUND, reach: round, rim: "", rimWidth: 0, rimEnds: "butt", room: 1 },
  {
    name: "1",
    form: "M1.060 0 .53.918-.53.918-1.060 0-.53-.918.53-.918Z",
    reach: polygon(6, 0.918, Math.PI / 6),
    rim: ".1 .13",
    rimWidth: 0.13,
    rimEnds: "butt",
    room: 1,
  },
  {
    name: "2",
    form: "M-.7-.92H.7Q.92-.92.92-.7V.7Q.92.92.7.92H-.7Q-.92.92-.92.7V-.7Q-.92-.92-.7-.92Z",
    reach: (a) => Math.min(polygon(4, 0.92, 0)(a), 1.17),
    rim: "0 .2",
    rimWidth: 0.13,
    rimEnds: "round",
    room: 1.06,
  },
  {
    name: "3",
    form: "M-.7-.94H.7Q.94-.94.94-.7V.02Q.9.74 0 1.140-.9.74-.94.02V-.7Q-.94-.94-.7-.94Z",
    reach: (a) => 0.92 + 0.2 * Math.sin(a) ** 8,
    rim: "none",
    rimWidth: 0.045,
    rimEnds: "butt",
    room: 0.98,
  },
];
const NOBODY: Side = {
  name: "nobody",
  form: ROUND,
  reach: round,
  rim: ".3 .2",
  rimWidth: 0.13,
  rimEnds: "butt",
  room: 1,
};
/** Against everybody: an octagon with spikes. */
const FOE: Side = {
  name: "foe",
  form: "M1.120 0 .8.331.792.792.331.8 0 1.120-.331.8-.792.792-.8.331-1.120 0-.8-.331-.792-.792-.331-.8 0-1.120.331-.8.792-.792.8-.331Z",
  reach: polygon(8, 0.95, 0),
  rim: "",
  rimWidth: 0,
  rimEnds: "butt",
  room: 0.94,
};

export const ALL_SIDES: readonly Side[] = [...SIDES, NOBODY, FOE];

export const sideOfSeat = (seat: number): Side => (seat >= 0 ? (SIDES[seat % SIDES.length] as Side) : NOBODY);
export const sideOf = (token: Pick<Token, "seat" | "hostile">): Side => (token.hostile ? FOE : sideOfSeat(token.seat));

/** What the sides of the table that is shown are called, for whoever cannot see their forms. */
export const sideNames = signal<readonly string[]>([]);

export function useSideNames(room: RoomWire | null | undefined): void {
  const names = (room?.seats ?? []).map((seat) => seat.title);
  useLayoutEffect(() => {
    sideNames.value = names;
    return () => {
      sideNames.value = [];
    };
  }, [names.join("\n")]);
}

/** Figures look to the right; those of every second side to the left, so that sides face each other. */
export const looksLeft = (side: Side): boolean => side.name === "1" || side.name === "3" || side.name === "foe";

export const RIM = 0.905; // where the middle of the rim is

/** How far the middle of the rim is from the middle of the base, in this direction. */
export const rimAt = (side: Side, angle: number): number => RIM * side.reach(angle);
