import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import type { Area, Board, Token } from "../wire";
import { type AreaProps, AreaShape, boxOfArea, labelsOf, namedObjectives } from "./areas";
import { Camera, PX } from "./camera";
import { PieceDefs } from "./defs";
import { Badges, Hulls, useFormations } from "./formation";
import { APART, CLOSE, type Pt, readable, spots, xy } from "./geometry";
import { type Gestures, useGestures } from "./gestures";
import { Grid, Ticks } from "./grid";
import { NAME, namesOf, shortName } from "./names";
import { Patterns } from "./patterns";
import { shownAs, sizeOf } from "./piece";
import { layoutOf, PlaceShape, TrackShape, toneOf, WarRoom } from "./places";
import { Terrain } from "./terrain";
import { type TokenProps, TokenShape } from "./token";
import "./board.css";

const LARGEST = 16; // pixels of a name at most
const SMALLEST = 9.5; // and at least
const READABLE = 15; // pixels: the radius at which all of a piece can be seen while the whole table is shown

interface BoardProps extends Gestures {
  board: Board;
  tokens: readonly Token[];
  labels: boolean;
  names: boolean;
  letters?: boolean; // on the pieces, instead of silhouettes
  flip?: boolean; // seen from the far edge
  awaited?: readonly number[]; // seats that have something to decide
  tokenState?: (id: string) => TokenProps["state"];
  areaState?: (id: string) => AreaProps["state"];
  onFocus?: (token: string | null) => void;
  camera?: (camera: Camera) => void;
  onShape?: (shape: number) => void; // the height of the room for the board, as a part of its width
  children?: ComponentChildren;
  lifted?: ComponentChildren; // what is in hand, above everything: elements of the stage that are only shifted
  above?: (least: number) => ComponentChildren; // what moves: in a drawing of its own, so that the board is not painted anew
}

interface Spot {
  token: Token;
  at: Pt;
  r: number;
  count?: number; // pieces of one kind in a crowded place are drawn as one
}

const CROWD = 6;
const ALARMING = new Set(["bad", "end"]); // tones of a track

/** Pieces of one kind and state together, except those that somebody may choose. */
function heaps(here: readonly Token[], single: (id: string) => boolean): { token: Token; count: number }[] {
  const heaps = new Map<string, { token: Token; count: number }>();
  for (const token of here) {
    const key = single(token.id)
      ? token.id
      : [
          token.seat,
          token.figure,
          token.glyph,
          token.kind,
          token.state,
          ...(token.marks ?? []).map((m) => m.sign),
        ].join();
    const heap = heaps.get(key);
    if (heap) heap.count++;
    else heaps.set(key, { token, count: 1 });
  }
  return [...heaps.values()];
}

/** A single card stands amid the others: its name has most room there. */
function cardAmid(here: readonly Token[]): readonly Token[] {
  const cards = here.filter((k) => k.kind === "card");
  if (cards.length !== 1) return here;
  const others = here.filter((k) => k.kind !== "card");
  const half = Math.floor(others.length / 2);
  return [...others.slice(0, half), ...cards, ...others.slice(half)];
}

/** Where each token is drawn: at its place, or in rows within the area it is in. Others are off the table. */
export function laidOut(
  board: Board,
  tokens: readonly Token[],
  single: (id: string) => boolean = () => true,
): { on: Spot[]; off: Token[]; tracks: Token[]; carried: Map<string, number> } {
  const on: Spot[] = [];
  const off: Token[] = [];
  const tracks: Token[] = [];
  const carried = new Map<string, number>();
  const inside = new Map<string, Token[]>();
  const areas = new Map((board.areas ?? []).map((a) => [a.id, a]));
  for (const token of tokens) {
    const at = xy(token.at);
    if (at) on.push({ token, at, r: token.radius ?? 0.5 });
    else if (token.kind === "track" && areas.has(token.inside ?? "")) tracks.push(token);
    else if (token.inside && areas.has(token.inside))
      inside.set(token.inside, [...(inside.get(token.inside) ?? []), token]);
    else if (token.inside && tokens.some((o) => o.id === token.inside))
      carried.set(token.inside, (carried.get(token.inside) ?? 0) + 1);
    else off.push(token);
  }
  const places = board.measured === false;
  for (const [id, here] of inside) {
    const area = areas.get(id) as Area;
    const box = boxOfArea(area);
    const room = places
      ? layoutOf(
          area,
          unitOf(board),
          tracks.some((k) => k.inside === id),
        ).room
      : { x: box.x + box.w * 0.06, y: box.y + box.h * 0.06, w: box.w * 0.88, h: box.h * 0.88 };
    const drawn =
      places && here.length > CROWD
        ? heaps(here, single)
        : (places ? cardAmid(here) : here).map((token) => ({ token, count: 1 }));
    const { at, r } = spots(
      room,
      drawn.length,
      places ? unitOf(board) * 1.08 : Math.max(0.5, ...here.map((k) => k.radius ?? 0.5)),
      places ? CLOSE : APART,
    );
    on.push(...drawn.map(({ token, count }, i) => ({ token, at: at[i] as Pt, r, count })));
  }
  return { on, off, tracks, carried };
}

const isFlat = ({ token }: Spot): boolean => token.kind === "marker";

const placeOf = (board: Board, { token }: Spot) => {
  const area = board.areas?.find((a) => a.id === token.inside);
  return area && boxOfArea(area);
};

/** In a place: single pieces whose name fits between its walls and above its floor. */
function roomForName(board: Board, spot: Spot): boolean {
  if ((spot.count ?? 1) > 1) return false;
  const place = placeOf(board, spot);
  if (!place) return true;
  const wide = shortName(spot.token).length * NAME * 0.58 * unitOf(board);
  return spot.at[1] - 1.28 * spot.r - 0.6 * unitOf(board) > place.y && wide < place.w;
}

/** Lines and letters are as thick on a small table as on a large one; of a board that stands upright on a phone they must
 * be larger to be read. */
export const unitOf = (board: Board): number =>
  board.measured === false && board.depth > board.width
    ? board.width / 26
    : Math.max(0.3, Math.max(board.width, board.depth * 1.4) / 52);

const byHeight = (a: Area, b: Area) => order(a.kind) - order(b.kind);
const order = (kind: string) =>
  kind === "zone" ? 0 : kind === "road" ? 1 : kind === "hill" ? 2 : kind === "objective" ? 9 : 5;

export function BoardView(props: BoardProps): JSX.Element {
  const { board } = props;
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const camera = useMemo(() => new Camera(board.width, board.depth), []);
  const live = useRef(props);
  live.current = props;
  camera.flip = props.flip ?? false;
  const [least, setLeast] = useState(0);
  const [scale, setScale] = useState(1);
  camera.fitted = (k) => setLeast(Math.ceil((READABLE / (k * PX)) * 20) / 20);
  camera.rested = setScale;
  camera.shaped = (shape) => props.onShape?.(shape);
  useGestures(frame, camera, live);
  const defs = useMemo(() => <PieceDefs />, []); // they never change
  useEffect(() => {
    props.camera?.(camera);
    return frame.current && stage.current ? camera.attach(frame.current, stage.current) : undefined;
  }, [camera]);
  useEffect(() => camera.size(board.width, board.depth), [board.width, board.depth]);

  const places = board.measured === false;
  const areas = useMemo(() => [...(board.areas ?? [])].sort(byHeight), [board]);
  const labels = useMemo(() => (props.labels ? labelsOf(areas, unitOf(board)) : null), [areas, props.labels]);
  const choosable = places
    ? props.tokens
        .filter((k) => props.tokenState?.(k.id))
        .map((k) => k.id)
        .join()
    : "";
  const {
    on: bases,
    tracks,
    carried,
  } = useMemo(
    () => laidOut(board, props.tokens, (id) => Boolean(props.tokenState?.(id))),
    [board, props.tokens, choosable],
  );
  const formations = useFormations({
    spots: places ? [] : bases,
    board,
    scale,
    narrow: (frame.current?.clientWidth ?? 0) < 700,
    names: props.names,
    flip: props.flip ?? false,
  });
  const on = useMemo(
    () => (places ? bases : readable(bases, least, ({ token }) => !formations.many.has(token.unit ?? ""), isFlat)),
    [bases, least, formations.many],
  );
  const pixels = NAME * PX * scale;
  const nameUnit = Math.max(SMALLEST / pixels, Math.min(unitOf(board), LARGEST / pixels)); // near by as large as words beside the board
  const names = useMemo(
    () =>
      props.names
        ? namesOf(
            on,
            {
              width: board.width,
              depth: board.depth,
              unit: nameUnit,
              flip: props.flip ?? false,
              words: places ? [] : namedObjectives(areas, unitOf(board)),
              ...(places && { within: (spot: Spot) => placeOf(board, spot) ?? { x: 0, y: 0, w: board.width, h: 0 } }),
            },
            (spot) => (places ? roomForName(board, spot) : !spot.token.unit),
          )
        : new Map<string, Pt>(),
    [on, props.names, props.flip, nameUnit],
  );
  const turned = props.flip ? `rotate(180 ${board.width / 2} ${board.depth / 2})` : undefined;
  const press = (e: KeyboardEvent) => {
    if (e.key !== "Enter" && e.key !== " ") return;
    const target = e.target as Element;
    const token = target.closest("[data-token]")?.getAttribute("data-token");
    const area = target.getAttribute("data-on");
    if (!token && !area) return;
    e.preventDefault();
    e.stopPropagation();
    if (token) props.onToken?.(token);
    else if (area) props.onArea?.(area);
  };
  return (
    <div
      class="board"
      ref={frame}
      onKeyDown={press}
      onFocusIn={(e) =>
        props.onFocus?.((e.target as Element).closest("[data-token]")?.getAttribute("data-token") ?? null)
      }
      onFocusOut={() => props.onFocus?.(null)}
    >
      <div class="stage" ref={stage} style={{ width: `${board.width * PX}px`, height: `${board.depth * PX}px` }}>
        <svg
          viewBox={`0 0 ${board.width} ${board.depth}`}
          width={board.width * PX}
          height={board.depth * PX}
          class={`cover-${board.ground ?? "grass"}`}
          role="group"
          aria-label={t.board.name}
          style={{ "--u": unitOf(board) }}
        >
          <Patterns width={board.width} depth={board.depth} flip={props.flip ?? false} />
          {defs}
          {!places && <Terrain board={board} flip={props.flip ?? false} />}
          <g class={props.flip ? "flipped" : ""} transform={turned}>
            <rect
              class={places ? "ground places" : "ground"}
              width={board.width}
              height={board.depth}
              rx={places ? 1 : 0.15}
            />
            <Grid board={board} />
            {places && <WarRoom board={board} unit={unitOf(board)} awaited={props.awaited ?? []} />}
            {areas.map((area) => {
              const shown = {
                area,
                depth: board.depth,
                label: area.kind === "objective" ? (area.label ?? "") : (labels?.get(area.id) ?? ""),
                unit: unitOf(board),
                state: props.areaState?.(area.id) ?? "",
              } as const;
              return places ? (
                <PlaceShape
                  key={area.id}
                  {...shown}
                  tracked={tracks.some((k) => k.inside === area.id)}
                  alarm={ALARMING.has(toneOf(tracks.find((k) => k.inside === area.id)))}
                />
              ) : (
                <AreaShape key={area.id} {...shown} />
              );
            })}
            {tracks.map((token) => (
              <TrackShape
                key={token.id}
                token={token}
                area={areas.find((a) => a.id === token.inside) as Area}
                depth={board.depth}
                unit={unitOf(board)}
              />
            ))}
            {!places && <Ticks board={board} unit={unitOf(board)} />}
            {formations.units.length > 0 && <Hulls of={formations} state={props.tokenState} />}
            {on.map(({ token, at, r, count }) => (
              <TokenShape
                key={token.id}
                token={token}
                at={at}
                r={r}
                depth={board.depth}
                state={props.tokenState?.(token.id) ?? ""}
                size={shownAs(sizeOf(2 * r * PX * scale), formations.many.has(token.unit ?? ""))}
                letters={props.letters ?? false}
                plain={formations.many.has(token.unit ?? "")}
                named={names.has(token.id) ? nameUnit : undefined}
                nameAt={names.get(token.id)}
                flip={props.flip ?? false}
                carrying={carried.get(token.id) ?? 0}
                count={count ?? 1}
              />
            ))}
            {formations.units.length > 0 && <Badges of={formations} state={props.tokenState} />}
          </g>
        </svg>
        {/* What moves with a hand has a layer of its own: the drawing below is not painted anew. */}
        <svg
          class="overlay"
          viewBox={`0 0 ${board.width} ${board.depth}`}
          width={board.width * PX}
          height={board.depth * PX}
          style={{ "--u": unitOf(board) }}
          aria-hidden
        >
          <g class={props.flip ? "flipped" : ""} transform={turned}>
            {props.children}
          </g>
        </svg>
        {props.lifted && (
          <div class="in-hand" aria-hidden key={scale}>
            {props.lifted}
          </div>
        )}
        {props.above && (
          <svg
            class="above"
            viewBox={`0 0 ${board.width} ${board.depth}`}
            width={board.width * PX}
            height={board.depth * PX}
            aria-hidden
            style={{ "--u": unitOf(board) }}
          >
            {props.above(least)}
          </svg>
        )}
      </div>
    </div>
  );
}
