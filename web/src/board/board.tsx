import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import type { Area, Board, Token } from "../wire";
import { type AreaProps, AreaShape, labelsOf, namedObjectives } from "./areas";
import { Camera, PX } from "./camera";
import { PieceDefs } from "./defs";
import { Badges, Hulls, useFormations } from "./formation";
import { type Pt, readable } from "./geometry";
import { type Gestures, useGestures } from "./gestures";
import { Grid, Ticks } from "./grid";
import { isFlat, laidOut, placeOf, roomForName, type Spot, unitOf } from "./layout";
import { NAME, namesOf } from "./names";
import { Patterns } from "./patterns";
import { shownAs, sizeOf } from "./piece";
import { PlaceShape, TrackShape, toneOf, WarRoom } from "./places";
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

const ALARMING = new Set(["bad", "end"]); // tones of a track

const byHeight = (a: Area, b: Area) => order(a.kind) - order(b.kind);
const order = (kind: string) =>
  kind === "zone" ? 0 : kind === "road" ? 1 : kind === "hill" ? 2 : kind === "objective" ? 9 : 5;

/** A drawing as large as the table. */
const sheet = (board: Board) => ({
  viewBox: `0 0 ${board.width} ${board.depth}`,
  width: board.width * PX,
  height: board.depth * PX,
  style: { "--u": unitOf(board) },
});

/** The ground that has a name, and the tracks on it. */
function Areas(props: {
  of: BoardProps;
  areas: readonly Area[];
  labels: ReadonlyMap<string, string> | null;
  tracks: readonly Token[];
}): JSX.Element {
  const { areas, labels, tracks } = props;
  const { board, areaState } = props.of;
  return (
    <>
      {areas.map((area) => {
        const shown = {
          area,
          depth: board.depth,
          label: area.kind === "objective" ? (area.label ?? "") : (labels?.get(area.id) ?? ""),
          unit: unitOf(board),
          state: areaState?.(area.id) ?? "",
        } as const;
        return board.measured === false ? (
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
    </>
  );
}

/** All that is drawn as pieces, and where: what lies in places, what stands on the table, who is named. */
function usePieces(props: BoardProps, areas: Area[], scale: number, least: number, narrow: boolean) {
  const { board } = props;
  const places = board.measured === false;
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
    narrow,
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
  return { on, tracks, carried, formations, names, nameUnit };
}

/** Enter and the space bar choose what has the focus. */
function press(e: KeyboardEvent, props: BoardProps): void {
  if (e.key !== "Enter" && e.key !== " ") return;
  const target = e.target as Element;
  const token = target.closest("[data-token]")?.getAttribute("data-token");
  const area = target.getAttribute("data-on");
  if (!token && !area) return;
  e.preventDefault();
  e.stopPropagation();
  if (token) props.onToken?.(token);
  else if (area) props.onArea?.(area);
}

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
  const narrow = (frame.current?.clientWidth ?? 0) < 700;
  const { on, tracks, carried, formations, names, nameUnit } = usePieces(props, areas, scale, least, narrow);
  const turned = props.flip ? `rotate(180 ${board.width / 2} ${board.depth / 2})` : undefined;
  return (
    <div
      class="board"
      ref={frame}
      onKeyDown={(e) => press(e, props)}
      onFocusIn={(e) =>
        props.onFocus?.((e.target as Element).closest("[data-token]")?.getAttribute("data-token") ?? null)
      }
      onFocusOut={() => props.onFocus?.(null)}
    >
      <div class="stage" ref={stage} style={{ width: `${board.width * PX}px`, height: `${board.depth * PX}px` }}>
        <svg {...sheet(board)} class={`cover-${board.ground ?? "grass"}`} role="group" aria-label={t.board.name}>
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
            <Areas of={props} areas={areas} labels={labels} tracks={tracks} />
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
        <svg {...sheet(board)} class="overlay" aria-hidden>
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
          <svg {...sheet(board)} class="above" aria-hidden>
            {props.above(least)}
          </svg>
        )}
      </div>
    </div>
  );
}
