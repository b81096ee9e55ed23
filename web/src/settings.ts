import { effect, signal } from "@preact/signals";
import { store, stored } from "./stored";
import type { Speed } from "./story/playback";

/** What a person set on this device. */
export interface Settings {
  theme: "auto" | "dark" | "light" | "contrast";
  motion: boolean;
  speed: Speed; // of the story
  steady: number; // milliseconds in which a new decision takes no answer, so that a double press does not land in it
  labels: boolean; // of the ground
  names: boolean; // of the pieces
  letters: boolean; // on the pieces, instead of silhouettes
  cover: boolean; // hide the table between seats at one screen
  volume: number; // of all sounds, 0 to 100
  name: string;
}

const KEY = "xenotable.settings";
const FINGERS = window.matchMedia("(pointer: coarse)").matches; // phones are silent at first
const FIRST: Settings = {
  theme: "auto",
  motion: true,
  speed: "normal",
  steady: 400,
  labels: false,
  names: window.innerWidth > 900,
  letters: false,
  cover: true,
  volume: FINGERS ? 0 : 40,
  name: "",
};

export const settings = signal<Settings>({ ...FIRST, ...stored<Partial<Settings>>(KEY, {}) });

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  store(KEY, settings.value);
}

const slim = window.matchMedia("(max-width: 520px)");

/** Whether the screen is as narrow as a phone's. */
export const narrow = signal(slim.matches);
slim.addEventListener("change", () => {
  narrow.value = slim.matches;
});

const column = window.matchMedia("(max-width: 900px)");

/** Whether the board stands above what is to be decided, not beside it. */
export const stacked = signal(column.matches);
column.addEventListener("change", () => {
  stacked.value = column.matches;
});

const light = window.matchMedia("(prefers-color-scheme: light)");
const contrast = window.matchMedia("(prefers-contrast: more)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export const moving = (): boolean => settings.value.motion && !still.matches;

function show(): void {
  const { theme, motion } = settings.value;
  const auto = contrast.matches ? "contrast" : light.matches ? "light" : "dark";
  document.documentElement.dataset.theme = theme === "auto" ? auto : theme;
  document.documentElement.dataset.motion = motion ? "on" : "off";
}

effect(show);
light.addEventListener("change", show);
contrast.addEventListener("change", show);
