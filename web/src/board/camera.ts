import type { Pt } from "./geometry";

export const PX = 20; // pixels to an inch (or unit) before zooming

/** Inches of the frame around a table. */
export const frameOf = (width: number, depth: number): number => 0.01 * Math.max(width, depth * 1.4);

const MARGIN = 16;
const TOOLS = { beside: 56, above: 52 }; // pixels that they take: they stand beside or above the table, not on it
const FOOT = 14; // names of pieces at the near edge stand below it
const PHONE = 480; // pixels across, up to which names have no foot

/** Pan and zoom by one CSS transform; nothing is drawn anew while it moves. */
export class Camera {
  x = 0;
  y = 0;
  k = 1;
  flip = false; // the table is seen from its far edge
  fitted: (k: number) => void = () => {}; // the whole table is shown, at this scale
  rested: (k: number) => void = () => {}; // the table lies still, at this scale
  shaped: (shape: number) => void = () => {}; // the height of the room for a table, as a part of its width
  private stage: HTMLElement | null = null;
  private frame: HTMLElement | null = null;
  private settle = 0;
  private touched = false;

  constructor(
    private width: number,
    private depth: number,
  ) {}

  attach(frame: HTMLElement, stage: HTMLElement): () => void {
    this.frame = frame;
    this.stage = stage;
    const watch = new ResizeObserver(() => (this.touched ? this.show() : this.fit()));
    watch.observe(frame);
    this.fit();
    return () => watch.disconnect();
  }

  size(width: number, depth: number): void {
    if (width === this.width && depth === this.depth) return;
    this.width = width;
    this.depth = depth;
    this.fit();
  }

  private show(): void {
    if (!this.stage) return;
    this.stage.style.willChange = "transform";
    this.stage.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.k})`;
    clearTimeout(this.settle);
    // Without the hint the browser paints the board sharply again at its new scale.
    this.settle = window.setTimeout(() => {
      if (this.stage) this.stage.style.willChange = "";
      this.rested(this.k);
    }, 180);
  }

  fit(): void {
    if (!this.frame) return;
    const { clientWidth: w, clientHeight: h } = this.frame;
    if (!w || !h) return;
    const frame = 2 * frameOf(this.width, this.depth);
    const [across, down] = [(this.width + frame) * PX, (this.depth + frame) * PX];
    const fitting = (left: number, top: number, foot: number) => ({
      left,
      top,
      foot,
      k: Math.min((w - MARGIN - left) / across, (h - MARGIN - foot - top) / down),
    });
    const ways = this.toolsOver()
      ? [fitting(TOOLS.beside, 0, FOOT), fitting(0, TOOLS.above, FOOT)]
      : [fitting(0, 0, w > PHONE ? FOOT : 0)];
    const best = ways.reduce((a, b) => (b.k > a.k * 1.02 ? b : a));
    this.frame.dataset.tools = best.top ? "above" : "beside";
    this.k = best.k;
    this.x = best.left + (w - best.left - this.width * PX * this.k) / 2;
    this.y = best.top + (h - best.top - best.foot - this.depth * PX * this.k) / 2;
    this.shaped((h - MARGIN - FOOT - TOOLS.above) / (w - MARGIN));
    this.touched = false;
    this.show();
    this.fitted(this.k);
    this.rested(this.k);
  }

  /** Whether the tools stand in the room of the table; in a narrow window they are below it, in a replay there are none. */
  private toolsOver(): boolean {
    const tools = this.frame?.parentElement?.querySelector(":scope > .board-tools");
    return tools ? getComputedStyle(tools).position === "absolute" : false;
  }

  pan(dx: number, dy: number): void {
    this.touched = true;
    this.x += dx;
    this.y += dy;
    this.hold();
    this.show();
  }

  /** The table never leaves its room: there is always some of it in the middle. */
  private hold(): void {
    if (!this.frame) return;
    const held = (at: number, room: number, size: number) =>
      Math.min(room / 2, Math.max(room / 2 - size * PX * this.k, at));
    this.x = held(this.x, this.frame.clientWidth, this.width);
    this.y = held(this.y, this.frame.clientHeight, this.depth);
  }

  /** Zooms about a point of the screen; the middle if none is given. */
  zoom(by: number, clientX?: number, clientY?: number): void {
    if (!this.frame) return;
    const box = this.frame.getBoundingClientRect();
    const px = clientX === undefined ? box.width / 2 : clientX - box.left;
    const py = clientY === undefined ? box.height / 2 : clientY - box.top;
    const k = Math.min(12, Math.max(0.08, this.k * by));
    this.x = px - ((px - this.x) * k) / this.k;
    this.y = py - ((py - this.y) * k) / this.k;
    this.k = k;
    this.touched = true;
    this.hold();
    this.show();
  }

  /** Brings a point of the table into the middle if it is out of sight. */
  reveal(at: Pt): void {
    if (!this.frame) return;
    const { clientWidth: w, clientHeight: h } = this.frame;
    const px = this.x + (this.flip ? this.width - at[0] : at[0]) * PX * this.k;
    const py = this.y + (this.flip ? at[1] : this.depth - at[1]) * PX * this.k;
    if (px > 20 && py > 20 && px < w - 20 && py < h - 20) return;
    this.pan(w / 2 - px, h / 2 - py);
  }

  /** A point of the screen in inches of the table. */
  point(clientX: number, clientY: number): Pt {
    const box = this.frame?.getBoundingClientRect();
    const x = (clientX - (box?.left ?? 0) - this.x) / (this.k * PX);
    const y = (clientY - (box?.top ?? 0) - this.y) / (this.k * PX);
    return this.flip ? [this.width - x, y] : [x, this.depth - y];
  }
}
