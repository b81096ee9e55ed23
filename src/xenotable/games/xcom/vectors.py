"""Vectors for the offline companion: what generator and clock give here, for its TypeScript copy to be held to.

python -m xenotable.games.xcom.vectors      writes web/src/companion/book.json and web/tests/companion.json
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

import xenotable
from xenotable.engine import Match
from xenotable.games.xcom.companion import Companion, TableSetup
from xenotable.games.xcom.content import CONTINENTS, DIFFICULTIES, book
from xenotable.games.xcom.generator import Brief, Report, funding, invade, opening, sequence

COUNT = 24
MISSIONS = ("completed", "play", "none")


def data() -> dict[str, Any]:
    """What the offline companion needs of the catalogue."""
    plans = [
        {k: getattr(p, k) for k in ("id", "name", "clock", "ufos", "enemies", "crises", "orbit", "setup_panic")}
        for p in book().plans.values()
    ]
    actions = [
        {k: getattr(a, k) for k in ("id", "title", "role", "side", "seconds", "after", "response")}
        for a in book().actions.values()
    ]
    return {
        "difficulties": list(book().difficulties.values()),
        "plans": plans,
        "actions": actions,
        "continents": [{"id": c, "name": book().continents[c].name} for c in CONTINENTS],
        "panic": book().tracks["panic"].spaces,
    }


def vectors() -> dict[str, Any]:
    rnd = random.Random(2015)
    return {
        "dice": [_dice(rnd) for _ in range(4)],
        "openings": [_opening(rnd) for _ in range(COUNT)],
        "rounds": [_round(rnd) for _ in range(COUNT)],
        "phases": [_phase(rnd, n) for n in range(COUNT // 2)],
    }


def _seed(rnd: random.Random) -> str:
    return rnd.randbytes(8).hex()


def _dice(rnd: random.Random) -> dict[str, Any]:
    seed, name = _seed(rnd), f"round {rnd.randint(1, 12)}"
    d = sequence(seed, name)
    sides = [rnd.choice((2, 3, 5, 6, 12, 15, 20, 256, 257, 1000)) for _ in range(20)]
    return {"seed": seed, "name": name, "rolls": [[s, d(s)] for s in sides]}


def _opening(rnd: random.Random) -> dict[str, Any]:
    seed, level = _seed(rnd), rnd.choice(DIFFICULTIES)
    plan, home = rnd.choice(("", *book().plans)), rnd.choice(("", *CONTINENTS))
    out = opening(level, plan, home, sequence(seed, "setup"))
    return {"seed": seed, "difficulty": level, "plan": plan, "headquarters": home, "out": out}


def _report(rnd: random.Random) -> Report:
    colours = tuple(rnd.choice(("yellow", "yellow", "red", "orange")) for _ in CONTINENTS)
    if colours.count("orange") > 1:
        colours = tuple("red" if c == "orange" else c for c in colours)
    return Report(rnd.choice((0, 0, 1, 2, 5, 8)), rnd.choice(MISSIONS), colours)


def _round(rnd: random.Random) -> dict[str, Any]:
    number, seed = rnd.randint(1, 10), _seed(rnd)
    reports = tuple(_report(rnd) for _ in range(number))
    brief = Brief(
        rnd.choice(DIFFICULTIES), rnd.choice(list(book().plans)), number, reports,
        rnd.choice((0, 0, 1, 2)), rnd.choice((0, 0, 1)), rnd.choice((0, 0, 1)),
    )  # fmt: skip
    out = invade(brief, sequence(seed, f"round {number}"))
    return {"seed": seed, "brief": brief, "out": out, "funding": funding(brief.difficulty, brief.last)}


def _phase(rnd: random.Random, n: int) -> dict[str, Any]:
    """The first timed phase at a table: inputs with their times, and the clock after each."""
    setup = TableSetup(DIFFICULTIES[n % 4], ("on", "on", "relaxed")[n % 3], 4, rnd.choice(list(book().plans)))
    match = Match(Companion.new(setup), f"vector {n}")
    now, steps = 1_000, list[dict[str, Any]]()
    match.answer(0, "start", "start", at=now)
    seed = match.game.secret[-1].seed
    while match.game.d.phase == "timed" and len(steps) < 60:
        now += rnd.choice((200, 1_500, 4_000, 9_000, 17_000, 31_000))
        meant = match.game.clock[0].n  # what was on screen when the finger came down: it may be over by now
        match.tick(now)
        key, value = _tap(rnd, meant)
        if match.game.d.phase != "timed" or (key and match.find(0, key) is None):
            key = ""
        refused = match.answer(0, value, key, at=now) if key else []
        clock = match.game.clock[0] if match.game.d.phase == "timed" else None
        steps.append({"at": now, "key": key, "value": value, "refused": bool(refused), "clock": clock})
    return {"seed": seed, "setup": setup, "start": 1_000, "steps": steps}


def _tap(rnd: random.Random, meant: int) -> tuple[str, Any]:
    key = rnd.choice(("done", "done", "done", "pause", "pause", "", "adjust", "resumed"))
    if key == "adjust":
        return key, rnd.choice((("pause", 20), ("pause", -20), ("time", 15)))
    return key, "resumed" if key == "resumed" else meant


def files() -> dict[str, bytes]:
    """What the command writes, by path below the project."""
    return {
        "web/src/companion/book.json": msgspec.json.format(msgspec.json.encode(data()), indent=1) + b"\n",
        "web/tests/companion.json": msgspec.json.encode(vectors()) + b"\n",
    }


def main() -> None:
    root = Path(xenotable.__file__).resolve().parents[2]
    for name, text in files().items():
        (root / name).write_bytes(text)
        print(f"{name}: {len(text)} bytes")


if __name__ == "__main__":
    main()
