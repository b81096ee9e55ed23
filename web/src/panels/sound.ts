import type { View } from "../net/view";
import { settings } from "../settings";

/** One part of a sound: a tone that glides, or noise through a filter that glides. */
interface Part {
  wave: OscillatorType | "noise";
  from: number; // hertz
  to: number;
  at: number; // seconds after the start
  long: number;
  loud: number; // 0 to 1
}

const part = (wave: Part["wave"], from: number, to: number, at: number, long: number, loud: number): Part => ({
  wave,
  from,
  to,
  at,
  long,
  loud,
});

/** Everything that can be heard at a table, as recipes: there are no recordings. */
export const SOUNDS = {
  dice: [0, 0.07, 0.12, 0.19].map((at, i) => part("noise", 2600 - 300 * i, 1500, at, 0.05, 0.5 - 0.08 * i)),
  shot: [part("noise", 3200, 300, 0, 0.18, 0.6), part("square", 180, 50, 0, 0.09, 0.25)],
  hit: [part("noise", 900, 200, 0, 0.12, 0.6), part("triangle", 150, 70, 0, 0.14, 0.6)],
  fall: [part("sawtooth", 240, 60, 0, 0.4, 0.22), part("noise", 500, 120, 0.26, 0.25, 0.5)],
  turn: [part("sine", 523, 523, 0, 0.12, 0.4), part("sine", 784, 784, 0.11, 0.2, 0.4)],
  victory: [523, 659, 784, 1047].map((hertz, i) =>
    part("triangle", hertz, hertz, i * 0.14, i === 3 ? 0.6 : 0.18, 0.45),
  ),
} as const satisfies Record<string, readonly Part[]>;

export type Sound = keyof typeof SOUNDS;

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A second of noise. */
function noise(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = hiss.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return hiss;
}

function sourceOf(
  context: AudioContext,
  { wave, from, to, long }: Part,
  start: number,
): { source: AudioScheduledSourceNode; end: AudioNode } {
  const glide = (hertz: AudioParam) => {
    hertz.setValueAtTime(from, start);
    hertz.exponentialRampToValueAtTime(to, start + long);
  };
  if (wave !== "noise") {
    const voice = context.createOscillator();
    voice.type = wave;
    glide(voice.frequency);
    return { source: voice, end: voice };
  }
  const [voice, filter] = [context.createBufferSource(), context.createBiquadFilter()];
  voice.buffer = noise(context);
  filter.type = "lowpass";
  glide(filter.frequency);
  return { source: voice, end: voice.connect(filter) };
}

/** Plays parts as loud as somebody set it. Browsers allow none before the first press on the page. */
function sound(parts: readonly Part[]): void {
  const { volume } = settings.peek();
  if (!volume) return;
  audio ??= new AudioContext();
  for (const one of parts) {
    const start = audio.currentTime + one.at;
    const { source, end } = sourceOf(audio, one, start);
    const gain = audio.createGain();
    gain.gain.setValueAtTime((one.loud * 0.4 * volume) / 100, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + one.long);
    end.connect(gain).connect(audio.destination);
    source.start(start);
    source.stop(start + one.long);
  }
}

export const play = (name: Sound): void => sound(SOUNDS[name]);

/** A short tone. */
export const tone = (pitch: number, ms = 90): void => sound([part("sine", pitch, pitch, 0, ms / 1000, 0.6)]);

/** What there is to hear between two views of a seat, each sound once: dice, losses, one's turn, the end. */
export function soundsOf(before: View, after: View): Sound[] {
  const found: Sound[] = [];
  const news = after.events.slice(before.events.length);
  if (news.some((e) => e.dice?.length)) found.push("dice");
  let [hit, fell] = [false, false];
  for (const [id, was] of before.tokens) {
    const is = after.tokens.get(id);
    if (is === was || !was.pips || was.kind === "track" || was.kind === "card") continue;
    if (!is || (is.state === "out" && was.state !== "out")) fell = true;
    else if ((is.pips?.now ?? 0) < was.pips.now) hit = true;
  }
  if (hit) found.push("hit");
  if (fell) found.push("fall");
  if (after.result && !before.result) return [...found, "victory"];
  const asked = (view: typeof after) => view.asks.some((a) => !a.aside);
  if (asked(after) && !asked(before)) found.push("turn");
  return found;
}
