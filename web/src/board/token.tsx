import { Component, type JSX } from "preact";
import type { Token } from "../wire";
import { t } from "../strings";
import type { Pt } from "./geometry";
import { Words } from "./words";

/** Sides differ by shape and pattern first, by colour second. Unit radius. */
export const SIDES = [
  "M1 0A1 1 0 1 1-1 0 1 1 0 1 1 1 0Z",
  "M1 0 .5.866-.5.866-1 0-.5-.866.5-.866Z",
  "M-.72-.86h1.440q.14 0 .14.14v1.440q0 .14-.14.14h-1.440q-.14 0-.14-.14v-1.440q0-.14.14-.14Z",
  "M0-1 1 0 0 1-1 0Z",
] as const;

export const sideOf = (seat: number) => (seat >= 0 ? `${seat % 4}` : "nobody");
export const inkOf = (seat: number) => (seat >= 0 ? `var(--seat${seat % 4})` : "var(--nobody)");
export const formOf = (seat: number) => SIDES[seat >= 0 ? seat % 4 : 0] as string;

/** Silhouettes by name, in a box of 2 by 2 around the middle. */
const SILHOUETTES: Record<string, string> = {
  infantry: "M0-.72a.2.2 0 1 1 0 .4.2.2 0 0 1 0-.4ZM-.28.6-.18.05-.3-.22H.3L.62-.1.6.02.24.05.28.6H.1L0 .2-.1.6Z",
  vehicle: "M-.7.1-.5-.15H-.2V-.35H.25L.75-.42V-.3L.3-.22V-.15H.55L.7.1.5.4H-.5Z",
  tank: "M-.7.1-.5-.15H-.2V-.35H.25L.75-.42V-.3L.3-.22V-.15H.55L.7.1.5.4H-.5Z",
  walker: "M-.35-.5H.35L.5-.1.2.1.35.6H.12L0 .15-.12.6H-.35L-.2.1-.5-.1Z",
  titan: "M-.2-.75H.2V-.55H.5L.65 0H.45L.35-.2.25.05.4.7H.12L0 .15-.12.7H-.4L-.25.05-.35-.2-.45 0H-.65L-.5-.55H-.2Z",
  beast: "M-.65.1-.3-.3 0-.35.35-.55.6-.45.45-.2.5.1.35.5H.2L.15.15-.2.2-.25.5H-.4L-.42.15Z",
  flyer: "M0-.7.12-.2.7.2V.35L.12.2V.45L.3.6V.7L0 .6-.3.7V.6L-.12.45V.2L-.7.35V.2L-.12-.2Z",
  ufo: "M-.85.12Q-.8-.06-.42-.12-.34-.52 0-.52T.42-.12Q.8-.06.85.12.55.36 0 .36T-.85.12ZM-.5.5H-.3V.66H-.5ZM-.1.54H.1V.7H-.1ZM.3.5H.5V.66H.3Z",
  interceptor: "M0-.85.12-.35.22-.1.8.42V.58L.22.42.16.56.36.78H-.36L-.16.56-.22.42-.8.58V.42L-.22-.1-.12-.35Z",
  satellite: "M-.2-.28H.2V.22H-.2ZM-.92-.24H-.3V.18H-.92ZM.3-.24H.92V.18H.3ZM-.06.22H.06V.42H-.06ZM-.34.76A.34.34 0 0 1 .34.76Z",
  scientist: "M-.2-.75H.2V-.6H.13V-.2L.62.52Q.68.75.48.75H-.48Q-.68.75-.62.52L-.13-.2V-.6H-.2Z",
  marker: "M-.3.6V-.65L.5-.3-.3.05Z",
};

/** Behind the letters of a token: what sort of thing it is. */
const EMBLEMS: Record<string, string> = {
  soldier: "M-.68.2Q-.72-.72 0-.74T.68.2L.8.3V.46H.52L.46.78H-.46L-.52.46H-.8V.3Z",
  alien: "M0-.9Q.8-.9.76-.2.68.34 0 .92-.68.34-.76-.2-.8-.9 0-.9Z",
};
const CARD = "M-.7-.95H.7Q.82-.95.82-.83V.83Q.82.95.7.95H-.7Q-.82.95-.82.83V-.83Q-.82-.95-.7-.95Z";

export function glyphOf(token: Token): { path?: string; text?: string } {
  const glyph = token.glyph ?? "";
  const path = SILHOUETTES[glyph.toLowerCase()];
  if (path) return { path };
  if (glyph && glyph.length <= 3) return { text: glyph };
  const drawn = SILHOUETTES[token.kind ?? ""];
  if (drawn && !glyph) return { path: drawn };
  return { text: (token.label || token.id).split(/\s+/).map((w) => w[0]).join("").slice(0, 3).toUpperCase() };
}

/** As large as so many letters can be within a base: they are to be read at 24 pixels. */
const LETTERS = [1, 1.15, 1.04, 0.85];

/** "2nd Platoon: Rifleman" is shown as "2nd Platoon". */
export const shortName = (token: Token): string => token.label.split(":")[0] ?? token.label;

export function nameOf(token: Token): string {
  const parts = [token.label, token.seat >= 0 ? t.token.side(token.seat) : ""];
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
  ghost?: boolean;
  named?: number; // the unit for the size of its name; 0: no name
  flip?: boolean;
  facing?: number | undefined;
  carrying?: number;
  count?: number;
}

/** Up to twelve pips as beads on the rim; more as a number. */
function PipBeads(props: { now: number; full: number; ink: string }): JSX.Element {
  const { now, full, ink } = props;
  if (full > 12) {
    return (
      <g class="pip-count">
        <rect x={-0.52} y={0.62} width={1.04} height={0.56} rx={0.2} fill="var(--sunk)" stroke={ink} stroke-width={0.07} />
        <Words y={1.06} size={0.46}>
          {now}
        </Words>
      </g>
    );
  }
  const beads = [];
  const step = Math.min(0.42, 2.6 / full);
  for (let i = 0; i < full; i++) {
    const angle = Math.PI / 2 + (i - (full - 1) / 2) * -step;
    const live = i < now;
    beads.push(<circle key={i} cx={Math.cos(angle) * 1.02} cy={Math.sin(angle) * 1.02} r={Math.min(0.16, step * 0.42)} fill={live ? ink : "var(--sunk)"} stroke={live ? "var(--sunk)" : ink} stroke-width={0.05} />);
  }
  return <g>{beads}</g>;
}

/** The part that is pressed and has the name: no letters in it, so that what is read is the name alone. */
function Face(props: TokenProps & { path: string | undefined }): JSX.Element {
  const { token, state, ghost } = props;
  const ink = inkOf(token.seat);
  const facing = props.facing ?? token.facing;
  const choosable = state === "offered" || state === "chosen" || state === "piece";
  const named = choosable
    ? { role: "button" as const, tabindex: 0, "aria-label": nameOf(token), "aria-pressed": state === "chosen" }
    : { role: "img" as const, "aria-label": nameOf(token) };
  return (
    <g class="face" {...(ghost ? {} : named)}>
      {!ghost && <title>{nameOf(token)}</title>}
      {(choosable || state === "refused") && <circle class="halo" r={1.28} />}
      {token.state === "active" && <circle class="activation" r={1.18} />}
      {typeof facing === "number" && <path d="M1.02-.34 1.42 0 1.02.34Z" fill={ink} transform={`rotate(${(props.flip ? 180 : 0) - facing})`} />}
      <path d={token.kind === "card" ? CARD : formOf(token.seat)} fill={`url(#side-${sideOf(token.seat)})`} stroke={ink} stroke-width={0.12} stroke-dasharray={token.seat < 0 ? ".25 .15" : undefined} class="base" />
      {!props.path && EMBLEMS[token.kind ?? ""] && <path d={EMBLEMS[token.kind ?? ""] as string} class="emblem" fill={ink} transform="scale(.92)" />}
      {props.path && <path d={props.path} class="silhouette" transform="scale(.82)" />}
    </g>
  );
}

function Badge(props: { sign: string; good: boolean; x: number; y: number }): JSX.Element {
  return (
    <g class={`mark ${props.good ? "good" : "bad"}`} transform={`translate(${props.x} ${props.y})`}>
      <rect x={-0.46} y={-0.33} width={0.92} height={0.66} rx={props.good ? 0.33 : 0.08} />
      <Words y={0.19} size={props.sign.length > 2 ? 0.42 : 0.52}>
        {props.sign}
      </Words>
    </g>
  );
}

/** One piece on the board. It is drawn anew only when something about it has changed. */
export class TokenShape extends Component<TokenProps> {
  override shouldComponentUpdate(next: TokenProps): boolean {
    const now = this.props;
    return (
      next.token !== now.token || next.at[0] !== now.at[0] || next.at[1] !== now.at[1] || next.r !== now.r || next.depth !== now.depth ||
      next.state !== now.state || next.ghost !== now.ghost || next.named !== now.named || next.facing !== now.facing || next.carrying !== now.carrying || next.flip !== now.flip || next.count !== now.count
    );
  }

  override render(): JSX.Element {
    const { token, at, r, depth, state, ghost, carrying, named, flip, count } = this.props;
    const glyph = glyphOf(token);
    const marks = (token.marks ?? []).slice(0, 3);
    return (
      <g class={`token ${state} ${token.state ?? ""} ${ghost ? "ghost" : ""}`} data-token={ghost ? undefined : token.id} style={`transform:translate(${at[0]}px,${depth - at[1]}px) scale(${flip ? -r : r})`}>
        <Face {...this.props} path={glyph.path} />
        <g class="signs" aria-hidden>
          {glyph.text && (
            <Words class="glyph" y={0.36} size={LETTERS[glyph.text.length] ?? 0.85}>
              {glyph.text}
            </Words>
          )}
          {token.state === "done" && <path class="spent" d="M-.5-.5.5.5" />}
          {token.state === "out" && <path class="struck" d="M-.7-.7.7.7M.7-.7-.7.7" />}
          {token.pips && <PipBeads now={token.pips.now} full={token.pips.full} ink={inkOf(token.seat)} />}
          {marks.map((mark, i) => (
            <Badge key={mark.sign} sign={mark.sign} good={mark.good ?? false} x={(i - (marks.length - 1) / 2) * 0.98} y={-1.16} />
          ))}
          {count && count > 1 ? <Badge sign={`×${count}`} good x={0.9} y={-0.9} /> : null}
          {carrying ? <Badge sign={`+${carrying}`} good x={0.95} y={0.9} /> : null}
          {named ? (
            <Words class="token-name" y={1.28 + (0.62 * named) / r} size={(0.62 * named) / r}>
              {shortName(token)}
            </Words>
          ) : null}
        </g>
      </g>
    );
  }
}
