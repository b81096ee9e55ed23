import type { JSX } from "preact";
import type { Gesture, Ground, Kind, Shown } from "../vocabulary";
import { aimed } from "./aimed";
import { appeared } from "./appeared";
import { became } from "./became";
import { drew } from "./drew";
import { fell, left } from "./fell";
import { gained, lost } from "./lost";
import { moved } from "./moved";
import { scored } from "./scored";
import { threw } from "./threw";

const GESTURES: { [K in Kind]: Gesture<K> } = {
  moved,
  aimed,
  threw,
  lost,
  gained,
  fell,
  left,
  appeared,
  became,
  drew,
  scored,
};

const of = (shown: Shown) => GESTURES[shown.type] as Gesture<Kind>;

export const durationOf = (shown: Shown): number => of(shown).duration(shown);
export const drawn = (shown: Shown, ground: Ground): JSX.Element | null => of(shown).draw?.(shown, ground) ?? null;
export const traced = (shown: Shown, ground: Ground): JSX.Element | null => of(shown).trace?.(shown, ground) ?? null;
export const hidden = (shown: Shown): readonly string[] => of(shown).hides?.(shown) ?? [];
