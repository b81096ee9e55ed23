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
  read: (text: string) => Promise<boolean>; // whether it could be
  complete: () => void;
  surprise: () => void;
  undo: () => void;
  redo: () => void;
  settled: () => Promise<MusterWire | null>; // once everything has been done that was asked for
}

const MOST = 200; // steps that can be taken back

export function useBuilding(game: string): Building {
  const [shown, setShown] = useState<MusterWire | null>(null);
  const [place, setPlace] = useState<Path>([]);
  const [waiting, setWaiting] = useState(0);
  const [fail, setFail] = useState("");
  const [past, setPast] = useState<ArmyList[]>([]);
  const [future, setFuture] = useState<ArmyList[]>([]);
  const newest = useRef<MusterWire | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const moving = useRef(false);
  const left = useRef(false);
  useEffect(
    () => () => {
      left.current = true;
    },
    [],
  );

  // One thing after the other, each done to what the one before has left: whoever is quicker than the server loses nothing.
  const ask = (answer: (now: ArmyList | null) => Promise<MusterWire>, done: (before: ArmyList | undefined) => void) => {
    const one = async (): Promise<boolean> => {
      if (left.current) return false;
      const before = newest.current?.army;
      try {
        const wire = await answer(before ?? null);
        newest.current = wire;
        setShown(wire);
        setFail("");
        done(before);
        return true;
      } catch (e) {
        setFail((e as Error).message);
        return false;
      } finally {
        setWaiting((n) => n - 1);
      }
    };
    setWaiting((n) => n + 1);
    const asked = queue.current.then(one);
    queue.current = asked;
    return asked;
  };
  const step = (answer: (now: ArmyList | null) => Promise<MusterWire>, at: Path) =>
    ask(answer, (before) => {
      setPlace(at);
      setFuture([]);
      if (before) setPast((all) => [...all, before].slice(-MOST));
    });
  const look = (army: ArmyList | null, changes: readonly Changes[], at: Path) =>
    api.muster(game, { army, changes: [...changes], places: at.length ? [[], [...at]] : [[]] });
  // What is taken away or moved gives others another place: until it is done, nobody can say which one is meant.
  const change = (changes: readonly Changes[], at: Path) => {
    if (moving.current) return;
    moving.current = changes.some((c) => c.do === "remove" || c.do === "reorder");
    void step((now) => look(now, changes, at), at).then(() => {
      moving.current = false;
    });
  };
  const back = (from: ArmyList[], setFrom: typeof setPast, setTo: typeof setPast) => {
    const army = from[from.length - 1];
    if (!army || waiting) return; // what is on its way is not there to be taken back yet
    void ask(
      () => look(army, [], []),
      (here) => {
        setPlace([]);
        setFrom(from.slice(0, -1));
        if (here) setTo((all) => [...all, here]);
      },
    );
  };
  return useMemo(
    () => ({
      shown,
      place,
      busy: waiting > 0,
      fail,
      past: past.length,
      future: future.length,
      select: (at) =>
        void ask(
          (now) => look(now, [], at),
          () => setPlace(at),
        ),
      change: (changes, at = place) => change(changes, at),
      open: (army) => void step(() => look(army, [], []), []),
      read: (text) => step(() => api.readList(game, { text }), []),
      complete: () => void step((army) => api.draftList(game, { army, seed: crypto.randomUUID() }), []),
      surprise: () => void step(() => api.draftList(game, { seed: crypto.randomUUID() }), []),
      undo: () => back(past, setPast, setFuture),
      redo: () => back(future, setFuture, setPast),
      settled: () => queue.current.then(() => newest.current),
    }),
    [shown, place, waiting, fail, past, future, game],
  );
}
