// Sounds and buzzes beside the words; both can be switched off (companion.sound).

import { signal } from "@preact/signals";
import { store, stored } from "../stored";
import type { Clock } from "./clock";
import { action } from "./generator";

interface Cue {
  id: "expired" | "last-seconds" | "ending" | "scrambled" | "alien" | "xcom";
  tone: number[]; // hertz, one after the other
}

/** What the device sounds and shows at this moment of an action. */
export function cue(clock: Clock, now: number): Cue {
  if (clock.expired) return { id: "expired", tone: [220, 220, 220] };
  const left = clock.zero === null ? 0 : clock.zero - now;
  if (clock.paused === null && left > 0 && left <= 5000) return { id: "last-seconds", tone: [880] };
  return {
    id: box(clock),
    tone: { ending: [523, 392, 262], scrambled: [440, 466, 440], alien: [330, 262], xcom: [523, 659] }[box(clock)],
  };
}

/** The box of the action: its colour, shape and word. */
export function box(clock: Clock): "ending" | "scrambled" | "alien" | "xcom" {
  const side = action(clock.action).side;
  if (side === "all") return "ending";
  if (clock.scrambled) return "scrambled";
  return side === "alien" ? "alien" : "xcom";
}

const KEY = "xenotable.companion.senses";
export const heard = signal({ sound: false, buzz: true, ...stored(KEY, {}) });

export function hear(part: Partial<{ sound: boolean; buzz: boolean }>): void {
  heard.value = { ...heard.value, ...part };
  store(KEY, heard.value);
}

let audio: AudioContext | null = null;
const LENGTH = 0.14; // seconds of one tone

export function play({ id, tone }: Cue): void {
  if (heard.value.buzz && "vibrate" in navigator)
    navigator.vibrate(id === "last-seconds" ? 30 : tone.flatMap(() => [90, 50]));
  if (!heard.value.sound) return;
  audio ??= new AudioContext();
  for (const [i, hertz] of tone.entries()) {
    const [voice, loud] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + i * LENGTH;
    voice.frequency.value = hertz;
    loud.gain.setValueAtTime(0.2, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
    voice.connect(loud).connect(audio.destination);
    voice.start(at);
    voice.stop(at + LENGTH);
  }
}
