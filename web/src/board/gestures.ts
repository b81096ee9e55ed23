import { useEffect } from "preact/hooks";
import type { Camera } from "./camera";
import { PX } from "./camera";
import type { Pt } from "./geometry";

const MOVED = 6; // pixels before a press becomes a drag
const LONG = 450; // milliseconds after which a finger that rests asks instead of answering

/** What hands do to a board. */
export interface Gestures {
  /** The piece that a press at this point takes hold of, with that much slack for fingers. */
  grab?: (at: Pt, slack: number) => string | null;
  onDrag?: (id: string, at: Pt, phase: "start" | "move" | "end", more: boolean) => void;
  onToken?: (id: string) => void;
  onArea?: (id: string) => void;
  onPoint?: (at: Pt, more: boolean) => void;
  onHover?: (at: Pt, token: string | null) => void;
  onLong?: (at: Pt, token: string | null) => void; // a finger rests here
}

/** Drag a piece, drag the table, pinch, wheel, tap, rest. */
export function useGestures(frame: { current: HTMLDivElement | null }, camera: Camera, live: { current: Gestures }) {
  useEffect(() => {
    const el = frame.current;
    if (!el) return;
    const fingers = new Map<number, { x: number; y: number }>();
    let grabbed: string | null = null;
    let moved = false;
    let resting = 0; // the timer of a finger that has not moved
    let rested = false;
    let start = { x: 0, y: 0 };
    let target: Element | null = null;
    let hadTwo = false;

    const down = (e: PointerEvent) => {
      if (e.button > 0 && e.button !== 1) return;
      if ((e.target as Element).closest(".board-tools")) return;
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      el.setPointerCapture(e.pointerId);
      if (fingers.size > 1) {
        grabbed = null;
        hadTwo = true;
        return;
      }
      hadTwo = moved = false;
      start = { x: e.clientX, y: e.clientY };
      target = e.target as Element;
      const slack = (e.pointerType === "mouse" ? 4 : 18) / (camera.k * PX);
      grabbed = e.button === 1 ? null : (live.current.grab?.(camera.point(e.clientX, e.clientY), slack) ?? null);
      rest(e);
    };

    const rest = (e: PointerEvent) => {
      clearTimeout(resting);
      rested = false;
      if (e.pointerType === "mouse" || fingers.size > 1) return;
      resting = window.setTimeout(() => {
        if (moved || fingers.size !== 1) return;
        rested = true;
        const token = target?.closest("[data-token]")?.getAttribute("data-token") ?? grabbed;
        live.current.onLong?.(camera.point(e.clientX, e.clientY), token);
      }, LONG);
    };

    const move = (e: PointerEvent) => {
      const at = fingers.get(e.pointerId);
      if (!at) {
        if (e.pointerType === "mouse" && live.current.onHover) {
          const on = (e.target as Element).closest("[data-token]");
          live.current.onHover(camera.point(e.clientX, e.clientY), on?.getAttribute("data-token") ?? null);
        }
        return;
      }
      const dx = e.clientX - at.x;
      const dy = e.clientY - at.y;
      if (fingers.size === 2) {
        const other = [...fingers.entries()].find(([id]) => id !== e.pointerId)?.[1];
        if (other) {
          const before = Math.hypot(at.x - other.x, at.y - other.y) || 1;
          const after = Math.hypot(e.clientX - other.x, e.clientY - other.y) || 1;
          camera.pan(dx / 2, dy / 2);
          camera.zoom(after / before, (e.clientX + other.x) / 2, (e.clientY + other.y) / 2);
        }
      } else {
        if (!moved && Math.hypot(e.clientX - start.x, e.clientY - start.y) > MOVED) {
          moved = true;
          el.toggleAttribute("data-pushed", !grabbed);
          if (grabbed) live.current.onDrag?.(grabbed, camera.point(start.x, start.y), "start", e.shiftKey);
        }
        if (moved && grabbed) live.current.onDrag?.(grabbed, camera.point(e.clientX, e.clientY), "move", e.shiftKey);
        else if (moved) camera.pan(dx, dy);
      }
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    };

    const leave = (e: PointerEvent) => live.current.onHover?.(camera.point(e.clientX, e.clientY), null);

    const up = (e: PointerEvent) => {
      clearTimeout(resting);
      el.removeAttribute("data-pushed");
      if (!fingers.delete(e.pointerId) || fingers.size || hadTwo || rested) return;
      const at = camera.point(e.clientX, e.clientY);
      if (moved) {
        if (grabbed) live.current.onDrag?.(grabbed, at, "end", e.shiftKey);
      } else {
        const token = target?.closest("[data-token]")?.getAttribute("data-token");
        const area = target?.closest("[data-on]")?.getAttribute("data-on");
        if (token) live.current.onToken?.(token);
        else if (grabbed) live.current.onToken?.(grabbed);
        else if (area) live.current.onArea?.(area);
        else live.current.onPoint?.(at, e.shiftKey);
      }
      grabbed = null;
    };

    const wheel = (e: WheelEvent) => {
      e.preventDefault();
      camera.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), e.clientX, e.clientY);
    };

    el.addEventListener("pointerdown", down);
    el.addEventListener("pointermove", move);
    el.addEventListener("pointerup", up);
    el.addEventListener("pointercancel", up);
    el.addEventListener("pointerleave", leave);
    el.addEventListener("wheel", wheel, { passive: false });
    return () => {
      clearTimeout(resting);
      el.removeEventListener("pointerdown", down);
      el.removeEventListener("pointermove", move);
      el.removeEventListener("pointerup", up);
      el.removeEventListener("pointercancel", up);
      el.removeEventListener("pointerleave", leave);
      el.removeEventListener("wheel", wheel);
    };
  }, [camera]);
}
