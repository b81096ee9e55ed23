import { Component, type JSX } from "preact";
import { MARKS } from "../art/marks";
import { t } from "../strings";
import type { Mark, Token } from "../wire";
import type { Pt } from "./geometry";
import { NAME, shortName } from "./names";
import { beadsOf, counted, faceOf, figureOn, marksOf, type Picture, type Size } from "./piece";
import { sideNames, sideOf, sideOfSeat } from "./sides";
import { Words } from "./words";
import "./token.css";

export const inkOf = (seat: number) => (seat >= 0 ? `var(--seat${seat % 4})` : "var(--nobody)");
export const formOf = (seat: number) => sideOfSeat(seat).form;

const CARD = "M-.7-.95H.7Q.82-.95.82-.83V.83Q.82.95.7.95H-.7Q-.82.95-.82.83V-.83Q-.82-.95-.7-.95Z";
const FACING = [
  [1.08, -0.34],
  [1.48, 0],
  [1.08, 0.34],
] as const;
const POINTS = "M0-1.520 .17-1.260H-.17ZM0 1.520 .17 1.260H-.17ZM-1.520 0-1.260-.17V.17ZM1.520 0 1.260-.17V.17Z";

/** As large as so many letters can be within a base: they are to be read at 24 pixels. */
const LETTERS = [1, 1.15, 1.04, 0.85];

/** The point of the arrow at the rim, turned by so many degrees. */
function facingAt(degrees: number): string {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const corners = FACING.map(([x, y]) => `${(x * cos - y * sin).toFixed(3)} ${(x * sin + y * cos).toFixed(3)}`);
  return `M${corners.join("L")}Z`;
}

export function nameOf(token: Token): string {
  const parts = [token.label, token.seat >= 0 ? sideNames.value[token.seat] || t.token.side(token.seat) : ""];
  if (token.pips) parts.push(t.token.pips(token.pips.name ?? "strength", token.pips.now, token.pips.full));
  for (const mark of token.marks ?? []) parts.push(mark.name);
  if (token.state) parts.push(t.token.states[token.state as keyof typeof t.token.states] ?? token.state);
  return parts.filter(Boolean).join(", ");
}

export interface TokenProps {
  token: Token;
  at: Pt;
  r: number;
  depth: number;
  state: "" | "offered" | "chosen" | "refused" | "piece" | "left";
  size?: Size;
  letters?: boolean; // instead of a silhouette
  plain?: boolean; // one of many: its unit shows strength and marks
  ghost?: boolean;
  named?: number | undefined; // the unit for the size of its name
  nameAt?: Pt | undefined; // from its middle, right and down; none: no name
  flip?: boolean;
  facing?: number | undefined;
  carrying?: number;
  count?: number;
}

/** The ring around a piece that can be chosen or is chosen, on a line of paper so that it holds on any ground. */
function Halo({ state }: Pick<TokenProps, "state">): JSX.Element {
  return (
    <>
      <circle class="halo-paper" r={1.28} />
      <circle class="halo" r={1.28} />
      {(state === "chosen" || state === "piece") && <path class="halo-points" d={POINTS} />}
    </>
  );
}

/** The part that is pressed and has the name: no letters in it, so that what is read is the name alone. */
function Face(props: TokenProps & { figure: string | undefined }): JSX.Element {
  const { token, state, ghost, figure, size = "full" } = props;
  const side = sideOf(token);
  const facing = props.facing ?? token.facing;
  const choosable = state === "offered" || state === "chosen" || state === "piece";
  const named = choosable
    ? { role: "button" as const, tabindex: 0, "aria-label": nameOf(token), "aria-pressed": state === "chosen" }
    : { role: "img" as const, "aria-label": nameOf(token) };
  return (
    <g class="face" {...(ghost ? {} : named)}>
      {!ghost && <title>{nameOf(token)}</title>}
      {(choosable || state === "refused") && <Halo state={state} />}
      {token.state === "active" && <circle class="activation" r={1.18} />}
      <ellipse class="cast" cx=".12" cy=".2" rx="1.22" ry="1.18" />
      {typeof facing === "number" && <path d={facingAt((props.flip ? 180 : 0) - facing)} class="facing" />}
      {token.kind === "card" ? (
        <path d={CARD} class="base card-base" />
      ) : (
        <use href={`#base-${size}-${side.name}`} class="base" />
      )}
      {figure && size !== "chip" && <path class="figure" d={figureOn(figure, side, size)} />}
    </g>
  );
}

/** Letters on a plate of their own. */
export function Plate(props: {
  sign: string;
  tone?: "good" | "bad" | "plain";
  x: number;
  y: number;
  size?: number;
}): JSX.Element {
  return (
    <Words
      class={`plate ${props.tone ?? "plain"}`}
      x={props.x}
      y={props.y + 0.19}
      size={props.size ?? (props.sign.length > 2 ? 0.42 : 0.5)}
    >
      {props.sign}
    </Words>
  );
}

function Strength(props: { token: Token; size: Size }): JSX.Element | null {
  const { token, size } = props;
  if (!token.pips) return null;
  if (counted(token.pips, size))
    return <Plate sign={`${token.pips.now}`} x={0} y={0.98} size={size === "full" ? 0.46 : 0.66} />;
  if (size !== "full") return null;
  const { live, lost } = beadsOf(token.pips, sideOf(token));
  return (
    <>
      <path class="beads" d={live} />
      <path class="beads lost" d={lost} />
    </>
  );
}

/** A picture of a state; how many of it there are, unless it is one. */
export function PictureMark(props: { of: Picture; x: number; y: number; scale?: number }): JSX.Element {
  const { of, x, y, scale = 1 } = props;
  return (
    <>
      <use href={`#mark-${of.name}`} transform={`translate(${x} ${y}) scale(${scale})`} />
      {of.count && of.count !== "1" && (
        <Plate sign={of.count} x={x + 0.3 * scale} y={y + 0.28 * scale} size={0.42 * scale} />
      )}
    </>
  );
}

const SHOWN = 3; // marks in the row above a piece

/** Pictures at their hours; those that have none, and letters, in a row above. */
function Marks(props: { pictures: readonly Picture[]; signs: readonly Mark[] }): JSX.Element {
  const hours = props.pictures.filter(({ name }) => MARKS[name]?.at);
  const row = [...props.pictures.filter(({ name }) => !MARKS[name]?.at), ...props.signs].slice(0, SHOWN);
  const highest = Math.min(0, ...hours.map(({ name }) => MARKS[name]?.at?.[1] ?? 0));
  const y = highest < -1 ? -1.68 : highest < -0.5 ? -1.44 : -1.2;
  return (
    <>
      {hours.map((of) => {
        const [x, at] = MARKS[of.name]?.at ?? [0, 0];
        return <PictureMark key={of.name} of={of} x={x} y={at} />;
      })}
      {row.map((mark, i) => {
        const x = (i - (row.length - 1) / 2) * 0.94;
        return "sign" in mark ? (
          <Plate key={mark.sign} sign={mark.sign} tone={mark.good ? "good" : "bad"} x={x} y={y} />
        ) : (
          <PictureMark key={mark.name} of={mark} x={x} y={y} />
        );
      })}
    </>
  );
}

/** One piece on the board. It is drawn anew only when something about it has changed. */
export class TokenShape extends Component<TokenProps> {
  override shouldComponentUpdate(next: TokenProps): boolean {
    const now = this.props;
    return (
      next.token !== now.token ||
      next.at[0] !== now.at[0] ||
      next.at[1] !== now.at[1] ||
      next.r !== now.r ||
      next.depth !== now.depth ||
      next.size !== now.size ||
      next.letters !== now.letters ||
      next.plain !== now.plain ||
      next.state !== now.state ||
      next.ghost !== now.ghost ||
      next.named !== now.named ||
      next.nameAt?.[0] !== now.nameAt?.[0] ||
      next.nameAt?.[1] !== now.nameAt?.[1] ||
      next.facing !== now.facing ||
      next.carrying !== now.carrying ||
      next.flip !== now.flip ||
      next.count !== now.count
    );
  }

  override render(): JSX.Element {
    const { token, at, r, depth, state, ghost, carrying, nameAt, flip, count, size = "full" } = this.props;
    const letter = NAME * (this.props.named ?? 1);
    const { figure, text } = faceOf(token, this.props.letters ?? false);
    const { pictures, signs } = marksOf(token);
    const concealed = pictures.some(({ name }) => name === "concealed");
    const shown = size !== "chip" && !this.props.plain;
    return (
      <g
        class={`token sided side-${sideOf(token).name} ${size} ${state} ${token.state ?? ""} ${concealed ? "concealed" : ""} ${ghost ? "ghost" : ""}`}
        data-token={ghost ? undefined : token.id}
        style={`transform:translate(${at[0]}px,${depth - at[1]}px) scale(${flip ? -r : r})`}
      >
        {concealed && <path class="veil" d={sideOf(token).form} />}
        <Face {...this.props} figure={figure} />
        <g class="signs" aria-hidden>
          {text && size !== "chip" && (
            <Words class="glyph" y={0.36} size={LETTERS[text.length] ?? 0.85}>
              {text}
            </Words>
          )}
          {token.state === "out" && <path class="struck" d="M-.7-.7.7.7M.7-.7-.7.7" />}
          {shown && <Strength token={token} size={size} />}
          {shown && <Marks pictures={pictures} signs={signs} />}
          {count && count > 1 ? <Plate sign={`×${count}`} x={0.95} y={-0.9} size={0.62} /> : null}
          {carrying && size !== "chip" ? <Plate sign={`+${carrying}`} x={0.95} y={0.9} size={0.56} /> : null}
          {nameAt && (
            <Words class="token-name" x={nameAt[0] / r} y={(nameAt[1] + 0.4 * letter) / r} size={letter / r}>
              {shortName(token)}
            </Words>
          )}
        </g>
      </g>
    );
  }
}

/** A piece in a list or beside a sentence: the same form, colour and silhouette. */
export function TokenIcon(props: { token: Token; letters?: boolean }): JSX.Element {
  const side = sideOf(props.token);
  const { figure, text } = faceOf(props.token, props.letters ?? false);
  return (
    <svg class={`token-icon sided side-${side.name}`} viewBox="-1.24 -1.24 2.48 2.48" aria-hidden>
      <path d={side.form} class="rim" stroke-width=".1" />
      <path d={side.form} class="base-plain" transform="scale(.84)" />
      {figure ? (
        <path d={figureOn(figure, side, "small")} class="figure" />
      ) : (
        <text class="icon-letters" y=".3" font-size={0.9}>
          {text}
        </text>
      )}
    </svg>
  );
}
