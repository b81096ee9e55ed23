import { type Signal, useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Desk } from "../asks/desk";
import { standing } from "../asks/draft";
import { kindOf } from "../asks/kinds";
import type { Mark } from "../asks/kinds/kind";
import { type AreaProps, boxOfArea } from "../board/areas";
import { BoardView } from "../board/board";
import type { Camera } from "../board/camera";
import { distance, near, type Pt, within, xy } from "../board/geometry";
import { laidOut, unitOf } from "../board/layout";
import { shortName } from "../board/names";
import { InHand, inches, type Measure, MeasureLine, Reach, Rings, Ways } from "../board/overlay";
import { useTiles } from "../board/tiles";
import type { TokenProps } from "../board/token";
import { pieceOf } from "../board/units";
import { deciding } from "../net/table";
import type { View } from "../net/view";
import { acting, askedOf, Force, forceOf } from "../panels/force";
import { change, settings } from "../settings";
import type { Playback } from "../story/playback";
import { standing as drawn, Stage } from "../story/stage";
import { t } from "../strings";
import { Button } from "../ui/parts";
import type { Area, Board, MoveWire, PlaceWire, Token, Wire } from "../wire";

const TOOLS = [
  ["ruler", "ruler", t.tools.ruler],
  ["sight", "eye", t.tools.sight],
  ["rings", "range", t.tools.ring],
] as const;
export type Tool = "" | (typeof TOOLS)[number][0];

/** Whether the zone of this seat lies at the far edge: then the table is turned, so that everybody sits before their own. */
export function farSide(board: Board, seat: number): boolean {
  const zone = (board.areas ?? []).find((a) => a.kind === "zone" && a.seat === seat);
  if (!zone || board.measured === false) return false;
  const box = boxOfArea(zone);
  return box.y + box.h / 2 > board.depth * 0.55;
}

/** What a line of sight that is blocked runs through. */
function hidingOf(board: Board, measure: Measure | null): Set<string> {
  if (measure?.clear !== false) return new Set();
  const middles = (measure.through ?? []).map(
    (run) =>
      [((run[0]?.[0] ?? 0) + (run.at(-1)?.[0] ?? 0)) / 2, ((run[0]?.[1] ?? 0) + (run.at(-1)?.[1] ?? 0)) / 2] as const,
  );
  const hides = ({ shape: { centre, r = 0, points = [], width = 0 } }: Area) =>
    middles.some((p) =>
      centre
        ? distance(centre, p) <= r
        : width > 0
          ? points.some((q, i) => i > 0 && near(p, points[i - 1] as Pt, q) <= width)
          : within(p, points),
    );
  return new Set(
    (board.areas ?? [])
      .filter((a) => a.kind !== "zone" && a.kind !== "objective" && a.kind !== "road" && hides(a))
      .map((a) => a.id),
  );
}

const piecesOf = (ask: Wire | undefined): MoveWire | PlaceWire | undefined =>
  ask?.type === "move" || ask?.type === "place" ? ask : undefined;

/** What can be chosen and what is, on the board. A piece in hand changes nothing of it: the board is not rendered anew
 * while somebody drags one. */
function useMarks(desk: Desk, ask: Wire | undefined): ReadonlyMap<string, Mark> {
  const draft = ask && kindOf(ask).marks ? desk.draft.value : null;
  return new Map(ask && draft ? kindOf(ask).marks?.(ask, draft, desk.filter.value) : []);
}

/** The pieces that have a way to go: their tokens stand faint where they come from. */
function useLeft(desk: Desk): ReadonlySet<string> {
  const ids = useComputed(() => {
    const { paths = {} } = (desk.ask.value?.type === "move" && desk.draft.value) || {};
    return Object.keys(paths)
      .filter((id) => paths[id]?.length)
      .join("\n");
  });
  return new Set(ids.value.split("\n"));
}

/** Where the chosen piece can stop. */
function Field(props: { desk: Desk; board: Board }): JSX.Element | null {
  const polygons = props.desk.reach.value;
  return polygons.length ? <Reach polygons={polygons} width={props.board.width} depth={props.board.depth} /> : null;
}

/** What a hand does is rendered by itself at every move of it: its ways below, the pieces above them. */
function Hand(props: {
  desk: Desk;
  board: Board;
  tokens: ReadonlyMap<string, Token>;
  flip: boolean;
  draw: "ways" | "pieces";
}): JSX.Element | null {
  const { desk, board } = props;
  const ask = piecesOf(desk.ask.value);
  const draft = desk.draft.value;
  if (!ask || !draft) return null;
  const hand = { ask, draft, piece: desk.piece.value, board, unit: unitOf(board) };
  return props.draw === "ways" ? (
    <Ways {...hand} bad={desk.checks.value.length > 0} outlined={desk.reach.value.length > 0} />
  ) : (
    <InHand {...hand} tokens={props.tokens} flip={props.flip} />
  );
}

export function TableBoard(props: {
  desk: Desk;
  board: Board;
  view: View;
  tokens: readonly Token[];
  playback: Playback;
  seatName: (seat: number) => string;
  tool: Signal<Tool>;
  shown: Signal<string>;
  onCamera: (c: Camera) => void;
}): JSX.Element {
  const { desk, tool, shown, playback } = props;
  const [board, onShape] = useTiles(props.board);
  const start = useSignal<string | Pt | null>(null);
  const measure = useSignal<(Measure & { notes?: string }) | null>(null);
  const view = useSignal<Camera | null>(null);
  const turned = useSignal<boolean | null>(null);
  const flip = turned.value ?? farSide(board, props.view.seat);
  useEffect(() => {
    desk.flip.value = flip;
  }, [flip]);
  const ask = desk.ask.value;
  const inHand = piecesOf(ask);
  const marks = useMarks(desk, ask);
  const left = useLeft(desk);
  const pieces = new Set(inHand?.pieces.map((p) => p.on));
  const off = laidOut(board, props.tokens).off.filter((k) => !pieces.has(k.id));

  const asked = askedOf(props.tokens, props.view.seat, ask);
  const force = board.measured === false ? [] : forceOf(acting(props.tokens, asked), props.view.seat);

  const measuring = tool.value === "ruler" || tool.value === "sight";
  const tokenState = (id: string): TokenProps["state"] =>
    measuring
      ? start.value === id
        ? "chosen"
        : "offered"
      : left.has(id)
        ? "left"
        : pieces.has(id)
          ? "piece"
          : ((marks.get(id) ?? "") as TokenProps["state"]);
  const hiding = hidingOf(board, tool.value === "sight" ? measure.value : null);
  const areaState = (id: string): AreaProps["state"] =>
    hiding.has(id)
      ? "blocking"
      : playback.lit.value.includes(id)
        ? "lit"
        : (marks.get(id) ?? (inHand?.type === "place" && inHand.zone === id ? "lit" : ""));

  const grab = (at: Pt, slack: number): string | null => {
    const draft = desk.draft.peek();
    if (!inHand || !draft || tool.peek()) return null;
    let best: string | null = null;
    let least = Infinity;
    for (const piece of inHand.pieces) {
      const here = standing(inHand, piece, draft);
      const far = here ? distance(here, at) - (piece.radius ?? 0.5) : Infinity;
      if (far <= slack && far < least) [best, least] = [piece.on, far];
    }
    return best;
  };

  const drag = (id: string, at: Pt, phase: "start" | "move" | "end", more: boolean) => {
    if (phase === "start") {
      desk.choosePiece(id);
      if (more || desk.waypoint.peek()) desk.lead(id, at, true);
    } else desk.lead(id, at);
  };

  const finish = async (to: string | Pt) => {
    const from = start.peek();
    const kind = tool.peek();
    if (from === null || (kind !== "ruler" && kind !== "sight")) {
      start.value = to;
      measure.value = null;
      return;
    }
    start.value = null;
    const a = spot(from);
    const b = spot(to);
    if (!a || !b) return;
    const ends = { kind, from: a, to: b, rims: [rim(from), rim(to)] as const };
    measure.value = { ...ends, text: inches(distance(a, b)) };
    const found = await desk.table.query(kind === "ruler" ? "measure" : "sight", { from, to });
    if (found.refusals?.length)
      measure.value = { ...ends, text: "", notes: found.refusals.map((r) => r.says).join(" ") };
    else if (kind === "ruler")
      measure.value = {
        ...ends,
        text: inches(found.distance ?? distance(a, b)),
        notes: t.tools.apart(inches(found.distance ?? distance(a, b))),
      };
    else {
      const sees = found.visible ?? false;
      const notes = [t.tools.looks(named(from), named(to), sees), ...(found.notes ?? [])].join(" ");
      measure.value = {
        ...ends,
        clear: sees,
        text: sees ? t.tools.clear : t.tools.blocked,
        notes,
        through: found.through ?? [],
      };
    }
  };
  const rim = (end: string | Pt): number => (typeof end === "string" ? (props.view.tokens.get(end)?.radius ?? 0.5) : 0);
  const named = (end: string | Pt): string =>
    typeof end === "string" ? shortName(props.view.tokens.get(end) ?? { id: end, label: end, seat: -1 }) : "";
  const spot = (end: string | Pt): Pt | null => (typeof end === "string" ? xy(props.view.tokens.get(end)?.at) : end);

  const onToken = (id: string) => {
    const piece = pieceOf(props.tokens, id);
    if (tool.peek() === "ruler" || tool.peek() === "sight") return void finish(piece?.id ?? id);
    const unit = piece?.unit ?? "";
    if (!desk.tapOn(marks.has(unit) && !marks.has(id) ? unit : id) || !inHand) shown.value = piece?.id ?? id;
  };
  const onPoint = (at: Pt, more: boolean) => {
    if (tool.peek() === "ruler" || tool.peek() === "sight") return void finish(at);
    if (inHand && desk.piece.peek()) desk.lead(desk.piece.peek(), at, more || desk.waypoint.peek());
    else shown.value = "";
  };
  /** A finger that rests on a piece sees the odds of choosing it; elsewhere it begins to measure from there. */
  const onLong = (at: Pt, id: string | null) => {
    const unit = id ? (pieceOf(props.tokens, id)?.unit ?? "") : "";
    if (id && (desk.glance(id, true) || (unit && desk.glance(unit, true)))) return;
    tool.value = "ruler";
    measure.value = null;
    start.value = id ?? at;
  };
  const take = (next: Tool) => {
    tool.value = tool.value === next ? "" : next;
    start.value = null;
    measure.value = null;
  };
  const ringed = tool.value === "rings" ? props.view.tokens.get(shown.value || desk.piece.value) : undefined;
  const note =
    tool.value === "rings"
      ? ringed
        ? ""
        : t.tools.rings
      : tool.value
        ? (measure.value?.notes ?? (start.value === null ? t.tools.first : t.tools.second))
        : "";
  return (
    <section
      class={`board-frame ${board.depth > 0.8 * board.width ? "square" : ""}`}
      aria-label={t.board.table}
      style={{ "--shape": board.depth / board.width }}
      onPointerDownCapture={(e) => (e.target as Element).closest(".board") && playback.skip()}
    >
      {note && (
        <p class="board-note" role="status">
          {note}
        </p>
      )}
      <div class="board-area">
        <BoardView
          board={board}
          tokens={acting(drawn(playback), asked)}
          labels={settings.value.labels}
          names={settings.value.names}
          letters={settings.value.letters}
          flip={flip}
          awaited={deciding(props.view)}
          onShape={onShape}
          tokenState={tokenState}
          areaState={areaState}
          grab={grab}
          onDrag={drag}
          onToken={onToken}
          onArea={(id) => desk.tapOn(id)}
          onPoint={onPoint}
          onLong={onLong}
          onHover={(_, id) => desk.glance(measuring ? null : id)}
          onFocus={(id) => desk.glance(measuring ? null : id)}
          camera={(c) => {
            view.value = c;
            props.onCamera(c);
          }}
          lifted={<Hand desk={desk} board={board} tokens={props.view.tokens} flip={flip} draw="pieces" />}
          above={(least) => (
            <Stage playback={playback} board={board} flip={flip} least={least} seatName={props.seatName} />
          )}
        >
          <Field desk={desk} board={board} />
          <Hand desk={desk} board={board} tokens={props.view.tokens} flip={flip} draw="ways" />
          {ringed && <Rings token={ringed} depth={board.depth} unit={unitOf(board)} />}
          {measure.value && <MeasureLine measure={measure.value} depth={board.depth} unit={unitOf(board)} />}
        </BoardView>
        <div class="board-tools" role="toolbar" aria-label={t.tools.name} aria-orientation="vertical">
          <Button icon="plus" label={t.tools.in} kind="quiet" onClick={() => view.value?.zoom(1.25)} />
          <Button icon="minus" label={t.tools.out} kind="quiet" onClick={() => view.value?.zoom(0.8)} />
          <Button icon="fit" label={t.tools.fit} kind="quiet" onClick={() => view.value?.fit()} />
          {board.measured !== false && (
            <>
              <Button
                icon="turn"
                label={t.tools.turn}
                kind="quiet"
                pressed={flip}
                onClick={() => (turned.value = !flip)}
              />
              {TOOLS.map(([one, icon, label]) => (
                <Button
                  key={one}
                  icon={icon}
                  label={label}
                  kind="quiet"
                  pressed={tool.value === one}
                  onClick={() => take(one)}
                />
              ))}
            </>
          )}
          <Button
            icon="label"
            label={t.tools.labels}
            kind="quiet"
            pressed={settings.value.labels}
            onClick={() => change({ labels: !settings.value.labels })}
          />
        </div>
        {off.length > 0 && (
          <details class="reserve">
            <summary>{t.board.off(off.length)}</summary>
            <ul class="row">
              {off.map((token) => (
                <li key={token.id}>
                  <Button
                    label={token.label}
                    pressed={marks.get(token.id) === "chosen"}
                    onClick={() => onToken(token.id)}
                  />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {force.length > 0 && <Force members={force} state={tokenState} onPress={onToken} />}
    </section>
  );
}
