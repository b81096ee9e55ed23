import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Board, Token } from "../wire";
import { PX } from "./camera";
import type { Box, Pt } from "./geometry";
import { shortName } from "./names";
import { faceOf, figureOn, marksOf, sizeOf } from "./piece";
import { sideOf } from "./sides";
import { nameOf, PictureMark, Plate, type TokenProps } from "./token";
import { badgesOf, clustersOf, hullOf, type Model, type Unit, uncovered, unitsOf } from "./units";
import { Words } from "./words";

/** The badge in its own units: wide, high, and how many pixels one of them is on the screen. */
const BADGE = { w: 5, h: 2.5, name: 1.12, desk: 11.8, phone: 7.4 } as const;

interface UnitProps {
  unit: Unit;
  depth: number;
  line: number; // inches that are a pixel on the screen
  state: TokenProps["state"];
  flip: boolean;
}

const first = (unit: Unit): Token => (unit.models[0] as Unit["models"][number]).token;
const sideClass = (unit: Unit): string => `sided side-${sideOf(first(unit)).name}`;

/** The outline of a unit, below its models. */
function Hull(props: UnitProps): JSX.Element | null {
  const { unit, depth, line, state } = props;
  if (unit.models.length < 2 && !state) return null;
  const seen = (points: readonly Pt[]) => points.map(([x, y]) => `${x.toFixed(2)},${(depth - y).toFixed(2)}`).join(" ");
  const clusters = clustersOf(unit.models);
  const hulls = clusters.map((models) => seen(hullOf(models, 0.12 + 3 * line)));
  return (
    <g class={`hull ${sideClass(unit)} ${state}`} data-token={unit.id} style={{ "--px": line }}>
      {clusters.length > 1 && (
        <polyline class="hull-link" points={seen(clusters.map((models) => (models[0] as Unit["models"][number]).at))} />
      )}
      {hulls.map((points, i) => (
        <g key={i}>
          <polygon class="hull-paper" points={points} />
          <polygon class="hull-line" points={points} />
        </g>
      ))}
    </g>
  );
}

function strengthOf(unit: Unit): { now: number; full: number } {
  const pips = first(unit).pips;
  return { now: pips?.now ?? unit.models.length, full: pips?.full ?? unit.models.length };
}

/** What is pressed and read of a unit, a part without letters: its button if it can be chosen, else a picture with a
 * name. */
function spoken(unit: Unit, state: TokenProps["state"]) {
  const name = nameOf({ ...first(unit), label: shortName(first(unit)) });
  return state === "offered" || state === "chosen" || state === "piece"
    ? { role: "button" as const, tabindex: 0, "aria-label": name, "aria-pressed": state === "chosen" }
    : { role: "img" as const, "aria-label": name };
}

const ROW = 12; // at most so many cells in the row of strength

/** A row of cells: full for those who are left. */
function Row(props: { now: number; full: number }): JSX.Element | null {
  if (props.full > ROW) return null;
  const step = Math.min(0.5, 2.1 / props.full);
  return (
    <>
      {Array.from({ length: props.full }, (_, i) => (
        <rect
          key={i}
          class={`cell ${i < props.now ? "on" : ""}`}
          x={1.08 - (props.full * step) / 2 + i * step + step * 0.1}
          y={0.62}
          width={step * 0.8}
          height={0.34}
          rx={0.06}
        />
      ))}
    </>
  );
}

/** The badge of a unit: emblem, number, row of strength, marks; what stands for it while its models are small. */
function Badge(props: UnitProps & { box: Box; scale: number; named: boolean }): JSX.Element {
  const { unit, box, depth, state, flip, line } = props;
  const token = first(unit);
  const side = sideOf(token);
  const { figure, text } = faceOf(token, false);
  const { now, full } = strengthOf(unit);
  const { pictures, signs } = marksOf(token);
  const scale = props.scale;
  const upper = (BADGE.h / 2) * scale; // the plate stands at the top of its box, the name below it
  const [x, y] = [box.x + box.w / 2, depth - (flip ? box.y + upper : box.y + box.h - upper)];
  const to = (clustersOf(unit.models)[0] as Unit["models"])[0]?.at as Pt;
  return (
    <g class={`badge ${sideClass(unit)} ${state}`} data-token={unit.id}>
      <title>{nameOf(token)}</title>
      <line class="badge-stem" x1={x} y1={y} x2={to[0]} y2={depth - to[1]} stroke-width={1.6 * line} />
      <g transform={`translate(${x} ${y}) scale(${flip ? -scale : scale})`}>
        <ellipse class="cast" cx=".2" cy=".4" rx="2.9" ry="1.7" opacity=".7" />
        <rect class="badge-plate" x={-2.5} y={-1.25} width={5} height={2.5} rx={0.32} {...spoken(unit, state)} />
        <g transform="translate(-1.18 0) scale(1.06)">
          <path d={side.form} class="badge-emblem" fill={`url(#face-${side.name})`} />
          {figure ? (
            <path class="figure" d={figureOn(figure, side, "full")} />
          ) : (
            <Words class="glyph" y={0.36} size={0.9}>
              {text}
            </Words>
          )}
        </g>
        <Words class="badge-count" x={1.08} y={full > ROW ? 0.55 : 0.36} size={1.42}>
          {now}
        </Words>
        <Row now={now} full={full} />
        {pictures.map((of, i) => (
          <PictureMark key={of.name} of={of} x={2.1 - i * 1.15} y={-1.35} scale={1.25} />
        ))}
        {signs.slice(0, 2).map((mark, i) => (
          <Plate
            key={mark.sign}
            sign={mark.sign}
            tone={mark.good ? "good" : "bad"}
            x={2 - (pictures.length + i) * 1.4}
            y={-1.2}
            size={0.8}
          />
        ))}
        {state ? <rect class="badge-ring" x={-2.85} y={-1.6} width={5.7} height={3.2} rx={0.6} /> : null}
        {props.named && (
          <Words class="token-name" y={2.5} size={BADGE.name}>
            {shortName(token)}
          </Words>
        )}
      </g>
    </g>
  );
}

/** Its marks above and its name and number below its models, once these are large enough to be read themselves. */
function UnitName(props: UnitProps): JSX.Element {
  const { unit, depth, flip, line, state } = props;
  const size = 15 * line;
  const below = flip ? unit.box.y + unit.box.h : unit.box.y;
  const { at, r } = (clustersOf(unit.models)[0] as Unit["models"])[0] as Unit["models"][number]; // who bears the marks
  const corner = flip ? -r * 0.8 : r * 0.8;
  return (
    <g class={`unit-name ${state}`} data-token={unit.id}>
      <rect
        class="unit-hit"
        x={unit.box.x + unit.box.w / 2 - 4 * size}
        y={depth - below + (flip ? -1.7 * size : 0)}
        width={8 * size}
        height={1.7 * size}
        {...spoken(unit, state)}
      />
      {unit.models.length > 1 && (
        <g transform={`translate(${at[0] - corner} ${depth - at[1] - corner}) scale(${(flip ? -22 : 22) * line})`}>
          {marksOf(first(unit)).pictures.map((of, i) => (
            <PictureMark key={of.name} of={of} x={i * 0.9} y={0} />
          ))}
        </g>
      )}
      <Words
        class="token-name"
        x={unit.box.x + unit.box.w / 2}
        y={depth - below + (flip ? -1 : 1) * (size * 0.9 + 6 * line + 0.12)}
        size={size}
      >
        {`${shortName(first(unit))} · ${strengthOf(unit).now}`}
      </Words>
    </g>
  );
}

/** In inches, with its name below it. */
function sizeOfBadge(unit: Unit, scale: number, named: boolean): { w: number; h: number } {
  const name = named ? shortName(first(unit)).length * 0.6 * BADGE.name : 0;
  return { w: Math.max(BADGE.w, name) * scale, h: (BADGE.h + (named ? BADGE.name * 1.2 : 0)) * scale };
}

interface Formations {
  units: readonly Unit[];
  many: ReadonlySet<string>; // units of several models
  badges: ReadonlyMap<string, Box> | null; // while models are too small to be read
  named: ReadonlySet<string>;
  line: number; // inches that are a pixel on the screen
  scale: number; // of badges
  depth: number;
  flip: boolean;
}

/** The units on the table, and how they are shown at this scale. */
export function useFormations(p: {
  spots: readonly Model[];
  board: Board;
  scale: number;
  narrow: boolean;
  names: boolean;
  flip: boolean;
}): Formations {
  const { spots, board, scale, narrow, flip } = p;
  const names = p.names && !narrow; // on phones they would cover the table
  const line = 1 / (PX * scale);
  const unit = (narrow ? BADGE.phone : BADGE.desk) * line;
  const units = useMemo(() => unitsOf(spots), [spots]);
  const many = useMemo(() => new Set(units.filter((u) => u.models.length > 1).map((u) => u.id)), [units]);
  return useMemo(() => {
    const far = units.some((u) => many.has(u.id) && u.models.some((m) => sizeOf((2 * m.r) / line) !== "full"));
    const sizes = new Map(units.map((u) => [u.id, sizeOfBadge(u, unit, names)]));
    const badges = far ? badgesOf(units, sizes, board, flip) : null;
    const named = !names ? new Set<string>() : badges ? uncovered(badges) : new Set(units.map((u) => u.id));
    return { units, many, badges, named, line, scale: unit, depth: board.depth, flip };
  }, [units, many, scale, narrow, names, flip, board.width, board.depth]);
}

interface Layer {
  of: Formations;
  state: ((id: string) => TokenProps["state"]) | undefined;
}

/** What lies below the models. */
export function Hulls({ of, state }: Layer): JSX.Element {
  return (
    <>
      {of.units.map((unit) => (
        <Hull key={unit.id} unit={unit} depth={of.depth} line={of.line} flip={of.flip} state={state?.(unit.id) ?? ""} />
      ))}
    </>
  );
}

/** What stands above them: badges, or names where models are large enough. */
export function Badges({ of, state }: Layer): JSX.Element {
  return (
    <>
      {of.units.map((unit) => {
        const shown = { unit, depth: of.depth, line: of.line, flip: of.flip, state: state?.(unit.id) ?? "" } as const;
        const box = of.badges?.get(unit.id);
        if (box) return <Badge key={unit.id} {...shown} box={box} scale={of.scale} named={of.named.has(unit.id)} />;
        return of.named.has(unit.id) ? <UnitName key={unit.id} {...shown} /> : null;
      })}
    </>
  );
}
