/** Terrain as pictures: which drawing stands for which kind of ground, and all of a table at once, as SVG text. It is made once
 * for a table and a way of looking at it; colours are variables, so it serves every theme. */
import type { Area, Board } from "../../wire";
import { building, bunker, floor, rubble, ruin } from "./buildings";
import { groundOf } from "./ground";
import { barricade, ladder, pipe, rail, road, trench, wall, wire } from "./lines";
import { chasm, crater, hedge, hill, rocks, rough, scrub, water, woods } from "./nature";
import { barrels, container, gantry, scrap, tower } from "./objects";
import type { Form, Point } from "./shapes";

type Draw = (form: Form, seed: string, high: number) => string;

interface Kind {
  draw: Draw;
  layer: number; // lower ones lie below
  edge: "leaf" | "soil" | "water" | "stone"; // the line that the rules know, over whatever grew across it
}

const KINDS: Record<string, Kind> = {
  hill: { draw: hill, layer: 1, edge: "soil" },
  water: { draw: water, layer: 2, edge: "water" },
  road: { draw: road, layer: 3, edge: "soil" },
  crater: { draw: crater, layer: 4, edge: "soil" },
  chasm: { draw: chasm, layer: 4, edge: "soil" },
  trench: { draw: trench, layer: 4, edge: "soil" },
  rough: { draw: rough, layer: 4, edge: "soil" },
  hazard: { draw: chasm, layer: 4, edge: "soil" },
  rubble: { draw: rubble, layer: 4, edge: "stone" },
  rocks: { draw: rocks, layer: 5, edge: "stone" },
  ruin: { draw: ruin, layer: 5, edge: "stone" },
  floor: { draw: floor, layer: 5, edge: "stone" },
  scrap: { draw: scrap, layer: 5, edge: "stone" },
  barrels: { draw: barrels, layer: 5, edge: "stone" },
  pipe: { draw: pipe, layer: 6, edge: "stone" },
  wall: { draw: wall, layer: 6, edge: "stone" },
  barricade: { draw: barricade, layer: 6, edge: "stone" },
  wire: { draw: wire, layer: 6, edge: "stone" },
  container: { draw: container, layer: 7, edge: "stone" },
  building: { draw: building, layer: 7, edge: "stone" },
  bunker: { draw: bunker, layer: 7, edge: "stone" },
  tower: { draw: tower, layer: 7, edge: "stone" },
  gantry: { draw: gantry, layer: 7, edge: "stone" },
  rail: { draw: rail, layer: 8, edge: "stone" },
  ladder: { draw: ladder, layer: 8, edge: "stone" },
  scrub: { draw: scrub, layer: 8, edge: "leaf" },
  hedge: { draw: hedge, layer: 8, edge: "leaf" },
  woods: { draw: woods, layer: 9, edge: "leaf" },
};
/** Other words for the same. */
const ALIKE: Record<string, string> = {
  wood: "woods",
  forest: "woods",
  jungle: "woods",
  swamp: "water",
  river: "water",
  lake: "water",
  slope: "hill",
  ridge: "hill",
  block: "building",
  heavy: "building",
  ruins: "ruin",
  light: "ruin",
  scree: "rough",
  debris: "rubble",
  lava: "hazard",
  impassable: "hazard",
  fence: "wire",
  barrier: "wall",
};
const MARKED = new Set(["zone", "objective", "place"]); // drawn on the ground, no part of it

export function kindOf(kind: string): Kind | null {
  return MARKED.has(kind) ? null : (KINDS[ALIKE[kind] ?? kind] ?? (KINDS.rough as Kind));
}

const ROUND = 28; // points of a circle

/** The form of an area as it is seen: from the far edge everything is turned by half. */
export function formOf(area: Area, board: Board, flip: boolean): Form | null {
  const seen = (x: number, y: number): Point => (flip ? [board.width - x, y] : [x, board.depth - y]);
  const { centre, r = 0, points, width } = area.shape;
  if (centre) {
    const [x, y] = seen(...centre);
    const turn = (i: number) => (i / ROUND) * 2 * Math.PI;
    return {
      circle: { x, y, r },
      points: Array.from({ length: ROUND }, (_, i) => [x + r * Math.cos(turn(i)), y + r * Math.sin(turn(i))]),
    };
  }
  if (!points?.length) return null;
  return { points: points.map(([x, y]) => seen(x, y)), ...(width ? { width } : {}) };
}

/** All terrain of a table, low things first. */
export function terrainOf(board: Board, flip: boolean): string {
  const drawn = (board.areas ?? []).flatMap((area) => {
    const kind = kindOf(area.kind);
    const form = kind && formOf(area, board, flip);
    return kind && form ? [{ area, kind, form }] : [];
  });
  drawn.sort((a, b) => a.kind.layer - b.kind.layer || (a.area.height ?? 0) - (b.area.height ?? 0));
  return (
    groundOf(board.ground ?? "grass", board.width, board.depth) +
    `<g clip-path="url(#table-edge)">${drawn.map(({ area, kind, form }) => kind.draw(form, area.id, area.height || 1.5)).join("")}</g>`
  );
}
