import { settings } from "../settings";

let audio: AudioContext | null = null;

/** A short tone, if somebody wants to hear any. Browsers allow none before the first press on the page. */
export function tone(pitch: number, ms = 90): void {
  if (!settings.peek().sound) return;
  audio ??= new AudioContext();
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  const end = audio.currentTime + ms / 1000;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  voice.connect(volume).connect(audio.destination);
  voice.start();
  voice.stop(end);
}
