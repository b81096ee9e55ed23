import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import type { ArmyList, Changes, MusterWire } from "../wire";

export type Path = readonly number[];

export const samePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((n, i) => n === b[i]);

/** The list that is being built, with what may be done to it, and the way back. The server's book says everything. */
export interface Building {
  shown: MusterWire | null;
  place: Path; // whose choices are shown
  busy: boolean;
  fail: string;
  past: number;
  future: number;
  select: (place: Path) => void;
  change: (changes: readonly Changes[], place?: Path) => void;
  open: (army: ArmyList | null) => void;
  read: (text: string) => void;
  complete: () => void;
  surprise: () => void;
  undo: () => void;
  redo: () => void;
}

const MOST = 200; // steps that can be taken back

export function useBuilding(game: string): Building {
  const [shown, setShown] = useState<MusterWire | null>(null);
  const [place, setPlace] = useState<Path>([]);
  const [busy, setBusy] = useState(false);
  const [fail, setFail] = useState("");
  const [past, setPast] = useState<ArmyList[]>([]);
  const [future, setFuture] = useState<ArmyList[]>([]);
  const asked = useRef(0);
  useEffect(() => () => void asked.current++, []);

  const ask = (answer: Promise<MusterWire>, done: (wire: MusterWire) => void) => {
    const n = ++asked.current;
    setBusy(true);
    setFail("");
    answer.then(
      (wire) => {
        if (n !== asked.current) return;
        setBusy(false);
        setShown(wire);
        done(wire);
      },
      (e: Error) => {
        if (n !== asked.current) return;
        setBusy(false);
        setFail(e.message);
      },
    );
  };
  const step = (answer: Promise<MusterWire>, at: Path) => {
    const before = shown?.army;
    ask(answer, () => {
      setPlace(at);
      setFuture([]);
      if (before) setPast([...past, before].slice(-MOST));
    });
  };
  const look = (army: ArmyList | null, changes: readonly Changes[], at: Path) =>
    api.muster(game, { army, changes: [...changes], places: at.length ? [[], [...at]] : [[]] });
  const go = (from: ArmyList[], to: ArmyList[], back: boolean) => {
    const army = from[from.length - 1];
    const here = shown?.army;
    if (!army || !here) return;
    ask(look(army, [], []), () => {
      setPlace([]);
      setPast(back ? from.slice(0, -1) : [...to, here]);
      setFuture(back ? [...to, here] : from.slice(0, -1));
    });
  };
  return useMemo(
    () => ({
      shown,
      place,
      busy,
      fail,
      past: past.length,
      future: future.length,
      select: (at) => ask(look(shown?.army ?? null, [], at), () => setPlace(at)),
      change: (changes, at = place) => step(look(shown?.army ?? null, changes, at), at),
      open: (army) => step(look(army, [], []), []),
      read: (text) => step(api.readList(game, { text }), []),
      complete: () => step(api.draftList(game, { army: shown?.army, seed: crypto.randomUUID() }), []),
      surprise: () => step(api.draftList(game, { seed: crypto.randomUUID() }), []),
      undo: () => go(past, future, true),
      redo: () => go(future, past, false),
    }),
    [shown, place, busy, fail, past, future, game],
  );
}
