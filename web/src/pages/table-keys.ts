import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Desk } from "../asks/desk";
import { kindOf } from "../asks/kinds";
import type { Camera } from "../board/camera";
import { goalAsked } from "../panels/goal";
import { change, settings } from "../settings";
import type { Playback } from "../story/playback";
import { helpOpen, shownRule } from "../ui/parts";
import type { Tab } from "./table";
import type { Tool } from "./table-board";

interface Desks {
  desk: Desk;
  tab: Signal<Tab>;
  tool: Signal<Tool>;
  shown: Signal<string>;
  camera: Signal<Camera | null>;
  covered: Signal<number | null>;
  playback: Playback;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const TABS: Record<string, Tab> = { l: "log", g: "state", t: "position", c: "chat" };

function typing(e: KeyboardEvent): boolean {
  const at = e.target as HTMLElement;
  return at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName);
}

/** A number is typed and sent, as in any form; what else Enter does in a field is the field's. */
const sends = (e: KeyboardEvent): boolean =>
  e.key === "Enter" && (e.target as HTMLElement).matches(".decision input[type=number]");

function arrows({ desk, camera }: Desks, e: KeyboardEvent): boolean {
  const way = ARROWS[e.key];
  if (!way) return false;
  const ask = desk.ask.peek();
  if (e.altKey) camera.peek()?.pan(-way[0] * 60, way[1] * 60);
  else if (ask?.type === "move" || ask?.type === "place") {
    const far = e.shiftKey ? 0.25 : 1;
    desk.nudge(way[0] * far, way[1] * far, desk.waypoint.peek());
    desk.waypoint.value = false;
  } else if (ask && way[1]) desk.step(-way[1]);
  else camera.peek()?.pan(-way[0] * 60, way[1] * 60);
  return true;
}

function press(desks: Desks, e: KeyboardEvent): boolean {
  const { desk, camera, tool, tab, playback } = desks;
  const ask = desk.ask.peek();
  const pieces = ask?.type === "move" || ask?.type === "place";
  if (arrows(desks, e)) return true;
  if (/^[0-9]$/.test(e.key) && ask) {
    if (desk.steady.peek()) desk.option(e.key === "0" ? 9 : Number(e.key) - 1);
    return true;
  }
  switch (e.key) {
    case "Enter":
      if (!e.repeat && desk.steady.peek()) {
        if (ask && kindOf(ask).direct) desk.option(desk.draft.peek()?.choice ?? 0);
        else void desk.answer();
      }
      return true;
    case " ":
      if (playback.playing.peek()) {
        playback.skip();
        return true;
      }
      if (ask?.type === "pick") desk.toggle(desk.draft.peek()?.choice ?? 0);
      return ask?.type === "pick";
    case ".":
      playback.step();
      return true;
    case "a":
      playback.again();
      return true;
    case "Escape":
      playback.leave();
      tool.value = "";
      desks.shown.value = "";
      desk.filter.value = "";
      if (pieces) desk.retract(true);
      return true;
    case "Backspace":
      if (pieces) desk.retract(false);
      else desk.rolled(null);
      return pieces || ask?.type === "roll";
    case "n":
    case "p":
      if (pieces) desk.nextPiece(e.key === "n" ? 1 : -1);
      return pieces;
    case "w":
      desk.waypoint.value = !desk.waypoint.peek();
      return true;
    case "x":
      desk.single.value = !desk.single.peek();
      return true;
    case "q":
    case "e":
      desk.turn(e.key === "q" ? 15 : -15);
      return true;
    case "h":
      void desk.suggest();
      return true;
    case "o":
      goalAsked.value += 1;
      return true;
    case "u":
      if (desk.table.view.peek()?.undo) void desk.table.undo();
      return true;
    case "r":
      if (ask?.rule) shownRule.value = { game: desk.table.room.peek()?.game ?? "", rule: ask.rule };
      return true;
    case "m":
      tool.value = tool.peek() === "ruler" ? "" : "ruler";
      return true;
    case "v":
      tool.value = tool.peek() === "sight" ? "" : "sight";
      return true;
    case "b":
      change({ labels: !settings.peek().labels });
      return true;
    case "+":
    case "=":
      camera.peek()?.zoom(1.25);
      return true;
    case "-":
      camera.peek()?.zoom(0.8);
      return true;
    case "f":
      camera.peek()?.fit();
      return true;
    case "d":
      document.querySelector<HTMLElement>(".decision")?.focus();
      return true;
    case "?":
      helpOpen.value = true;
      return true;
  }
  const next = TABS[e.key];
  if (next) tab.value = next;
  return next !== undefined;
}

/** All keys of the table. A focused button keeps Enter and Space to itself, a field keeps everything but the Enter that sends
 * a number. */
export function useTableKeys(desks: Desks): void {
  useEffect(() => {
    const hear = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.ctrlKey || e.metaKey || (typing(e) && !sends(e))) return;
      if (desks.covered.peek() !== null || shownRule.peek() || document.querySelector("dialog[open]")) return;
      const at = e.target as HTMLElement;
      if ((e.key === "Enter" || e.key === " ") && at.closest("button, a, summary, [role=button]")) return;
      if (e.key.startsWith("Arrow") && at.closest("[role=tab], .tab-panel")) return;
      if (press(desks, e)) e.preventDefault();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [desks.desk]);
}
