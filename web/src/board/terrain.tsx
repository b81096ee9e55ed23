import { Component, type JSX } from "preact";
import { terrainOf } from "../art/terrain";
import type { Board } from "../wire";
import { frameOf } from "./camera";
import "./terrain.css";

/** The table and its terrain as one picture. It stays as it is until the ground itself changes: playing draws nothing of it anew. */
export class Terrain extends Component<{ board: Board; flip: boolean }> {
  override shouldComponentUpdate(next: { board: Board; flip: boolean }): boolean {
    return (
      next.flip !== this.props.flip ||
      (next.board !== this.props.board && ground(next.board) !== ground(this.props.board))
    );
  }

  override render(): JSX.Element {
    const { board, flip } = this.props;
    const frame = frameOf(board.width, board.depth);
    return (
      <>
        <rect
          class="table-frame"
          x={-frame}
          y={-frame}
          width={board.width + 2 * frame}
          height={board.depth + 2 * frame}
          rx={frame * 0.7}
          stroke-width={frame * 0.4}
        />
        <g class="terrain" aria-hidden dangerouslySetInnerHTML={{ __html: terrainOf(board, flip) }} />
      </>
    );
  }
}

/** What the picture follows from. */
const ground = (board: Board): string =>
  JSON.stringify([
    board.width,
    board.depth,
    board.ground,
    (board.areas ?? []).map((a) => [a.id, a.kind, a.shape, a.height]),
  ]);
