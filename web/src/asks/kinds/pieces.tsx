import type { JSX } from "preact";
import { length, within, xy } from "../../board/geometry";
import { inches } from "../../board/overlay";
import { t } from "../../strings";
import { Button, Refusals } from "../../ui/parts";
import type { MoveWire, PlaceWire } from "../../wire";
import type { Desk } from "../desk";
import { closed, standing } from "../draft";
import "./pieces.css";

/** Where a game has heights: on which floor the chosen piece stops. */
function Levels(props: { ask: MoveWire | PlaceWire; desk: Desk }): JSX.Element | null {
  const { ask, desk } = props;
  const draft = desk.draft.value;
  const piece = ask.pieces.find((p) => p.on === desk.piece.value);
  const at = piece && draft ? standing(ask, piece, draft) : null;
  if (!piece || !draft || !at || (piece.at?.length ?? 0) < 3) return null;
  if (ask.type === "move" && !draft.paths[piece.on]?.length) return null;
  const under = (desk.table.board.value?.areas ?? []).filter((a) => a.height && within(at, a.shape.points ?? []));
  const heights = [...new Set([0, ...under.map((a) => a.height as number)])].sort((a, b) => a - b);
  if (heights.length < 2) return null;
  return (
    <div class="row" role="group" aria-label={t.pieces.level}>
      <span class="small muted">{t.pieces.level}</span>
      <Button label={t.pieces.anyLevel} pressed={at.length < 3} onClick={() => desk.level(null)} />
      {heights.map((z) => (
        <Button key={z} label={z ? inches(z) : t.pieces.ground} pressed={at[2] === z} onClick={() => desk.level(z)} />
      ))}
    </div>
  );
}

/** Move and Place: the pieces in hand, their ways, and buttons for all that a mouse can do. */
export function Pieces(props: { ask: MoveWire | PlaceWire; desk: Desk; game: string }): JSX.Element | null {
  const { ask, desk } = props;
  const draft = desk.draft.value;
  const chosen = desk.piece.value;
  if (!draft) return null;
  const turns = ask.pieces.find((p) => p.on === chosen)?.turns;
  const step = (dx: number, dy: number, label: string, sign: string) => (
    <button type="button" class="button" aria-label={label} onClick={() => desk.nudge(dx, dy, desk.waypoint.value)}>
      {sign}
    </button>
  );
  return (
    <>
      {ask.type === "move" && (ask.modes?.length ?? 0) > 1 && (
        <div class="row" role="group" aria-label={t.pieces.modes}>
          {(ask.modes ?? []).map((mode) => (
            <button
              key={String(mode.value)}
              type="button"
              class="button"
              aria-pressed={draft.mode === mode.value}
              aria-disabled={closed(mode)}
              onClick={() => !closed(mode) && desk.mode(mode.value as string)}
            >
              {mode.label}
            </button>
          ))}
        </div>
      )}
      {ask.type === "move" &&
        (ask.modes ?? []).filter(closed).map((mode) => (
          <details key={String(mode.value)} class="small">
            <summary>{t.pieces.whyNot(mode.label)}</summary>
            <Refusals game={props.game} why={mode.why ?? []} />
          </details>
        ))}
      <p class="small muted">
        {ask.type === "place" ? t.pieces.placeHow : t.pieces.moveHow}{" "}
        {ask.type === "move" && <span class="with-keys">{t.pieces.moveKeys}</span>}
      </p>
      <ul class="pieces" aria-label={t.pieces.list}>
        {ask.pieces.map((piece) => {
          const from = xy(piece.at);
          const at = standing(ask, piece, draft);
          const way = from ? length(from, draft.paths[piece.on] ?? []) : 0;
          return (
            <li key={piece.on}>
              <button
                type="button"
                class="option-main"
                aria-pressed={chosen === piece.on}
                onClick={() => desk.choosePiece(piece.on)}
              >
                <span class="grow">{piece.label}</span>
                <span class="mono small muted">
                  {ask.type === "move"
                    ? piece.budget
                      ? t.pieces.went(inches(way), inches(piece.budget))
                      : inches(way)
                    : at
                      ? t.pieces.placed
                      : t.pieces.notYet}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <Levels ask={ask} desk={desk} />
      <details class="by-buttons">
        <summary>{t.pieces.buttons}</summary>
        <div class="pad" role="group" aria-label={t.pieces.buttons}>
          <span />
          {step(0, 0.5, t.pieces.north, "↑")}
          <span />
          {step(-0.5, 0, t.pieces.west, "←")}
          {turns ? <Button icon="turn" label={t.pieces.turnLeft} onClick={() => desk.turn(15)} /> : <span />}
          {step(0.5, 0, t.pieces.east, "→")}
          <span />
          {step(0, -0.5, t.pieces.south, "↓")}
          {turns ? <Button icon="undo" label={t.pieces.turnRight} onClick={() => desk.turn(-15)} /> : <span />}
        </div>
      </details>
      <div class="row">
        {ask.type === "move" && (
          <Button
            label={t.pieces.waypoint}
            pressed={desk.waypoint.value}
            onClick={() => (desk.waypoint.value = !desk.waypoint.value)}
          />
        )}
        {ask.type === "move" && ask.toward && ask.pieces.length > 1 && (
          <Button
            label={t.pieces.single}
            pressed={desk.single.value}
            onClick={() => (desk.single.value = !desk.single.value)}
          />
        )}
        <Button label={t.pieces.back} onClick={() => desk.retract(false)} />
        <Button label={t.pieces.reset} onClick={() => desk.retract(true)} />
      </div>
    </>
  );
}
