"""A small builder: put units on a table, script the dice, answer by key, look at the state.

battle = Skirmish()
rifles, enemy = battle.put(0, "heavy", (24, 10)), battle.put(1, "light", (24, 25))
battle.start(Shooting(rifles)).roll(*hits(4), 6, 6).go(target=enemy, firefight=False)
assert battle.unit(enemy).strength == 3
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from driver import used_up
from xenotable.engine import Ask, Match, Moved, Refusal, Scene, Scripted
from xenotable.engine.wording import render_template
from xenotable.games.rampant.content import NATURES, content
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.rules.terrain.field import lay_out
from xenotable.games.rampant.state import NOW, Battle, Entry, Rampant, Roster, Setup, Side, Unit
from xenotable.rulebook.coverage import import_all

import_all("xenotable.games.rampant")  # every scene is known, wherever a test begins

ROW = set(Unit.__struct_fields__)


class Skirmish:
    """A battle that starts in the middle: only what a test needs stands on the table."""

    def __init__(
        self, scenario: str = "first-blood", *, keep: bool = False, react: bool = False, ask_all: bool = False,
        **setup: Any,
    ) -> None:  # fmt: skip
        self.scenario, self.setup = scenario, setup
        self.unasked = {} if react else {"firefight": False, "counter-charge": False}
        self.unasked |= {} if ask_all else {"throw-again": None, "treat": None}  # None: as the ask suggests
        self.terrain = [scenario] if keep else [scenario, "clear"]
        self.entries: tuple[list[Entry], list[Entry]] = ([], [])
        self.rows: dict[str, dict[str, Any]] = {}
        self.sides: dict[int, dict[str, Any]] = {0: {}, 1: {}}
        self.state: dict[str, Any] = {"round": 1, "phase": "orders"}
        self.traits = ["", ""]
        self.scenes: tuple[Scene, ...] = ()
        self.dice = Scripted()
        self._game: Rampant | None = None
        self._match: Match[Rampant] | None = None

    # ---- before the battle ----------------------------------------------------------------------------------------

    def put(
        self, seat: int, kind: str, at: tuple[float, float] | None = None, *bought: str, kin: str = "terran",
        **more: Any,
    ) -> str:  # fmt: skip
        """A unit with options and xeno rules by their ids; keywords go to its entry or to its row. Gives its id."""
        options = tuple(b for b in bought if b in content().options)
        xeno = tuple(b for b in bought if b not in options)
        natures = [NATURES[x] for x in xeno if x in NATURES]
        uid = f"{'ab'[seat]}{len(self.entries[seat]) + 1}"
        row = {k: more.pop(k) for k in list(more) if k in ROW}
        if at is not None:
            row |= {"where": "table", "x": float(at[0]), "y": float(at[1])}
        name = more.pop("name", f"{content().units[kind].name} {uid}")
        self.entries[seat].append(Entry(name, kind, options, xeno, natures[0] if natures else kin, **more))
        self.rows[uid] = row
        self._game = None
        return uid

    def land(self, kind: str, *numbers: float, name: str = "") -> str:
        """Terrain: a disc (x, y, r), a rectangle or a line (x0, y0, x1, y1). Gives its name."""
        name = name or f"{kind}-{len(self.terrain)}"
        self.terrain.append(f"+{kind} {name} " + " ".join(str(float(n)) for n in numbers))
        self._game = None
        return name

    def face_off(
        self, mine: tuple[str, ...], theirs: tuple[str, ...], gap: float = 12.0, **more: Any
    ) -> tuple[str, str]:
        """Two units north and south of one another, so far apart between their edges."""
        radii = [profile(Entry("", kind, tuple(b for b in more_ if b in content().options))).radius
                 for kind, *more_ in (mine, theirs)]  # fmt: skip
        a = self.put(0, mine[0], (24, 4), *mine[1:], **more)
        return a, self.put(1, theirs[0], (24, 4 + gap + sum(radii)), *theirs[1:])

    def side(self, seat: int, trait: str = "", **more: Any) -> Skirmish:
        self.traits[seat] = trait or self.traits[seat]
        self.sides[seat] |= more
        return self

    def now(self, **more: Any) -> Skirmish:
        self.state |= more
        return self

    @property
    def game(self) -> Rampant:
        if self._game is None:
            self._game = self._built()
        return self._game

    def _built(self) -> Rampant:
        rosters = tuple(Roster(f"Side {seat}", tuple(self.entries[seat]), self.traits[seat]) for seat in (0, 1))
        game = Rampant(Setup(rosters, self.scenario, **self.setup))  # type: ignore[arg-type]  # two of them
        for uid, row in self.rows.items():
            strength = game.profile[uid].strength
            game.units.add(uid, Unit(**{"seat": "ab".index(uid[0]), "strength": strength, **row}))
        for seat, more in self.sides.items():
            points = sum(cost(e) for e in self.entries[seat])
            game.sides.add(seat, Side(**{"trait": self.traits[seat], "total": points, **more}))
        terrain = "\n".join(self.terrain)
        game.battle.add(NOW, Battle(**{"scenario": self.scenario, "terrain": terrain, **self.state}))
        lay_out(game)
        return game

    # ---- the battle -----------------------------------------------------------------------------------------------

    def roll(self, *faces: int) -> Skirmish:
        """The faces that come next, in the order in which dice are thrown."""
        self.dice.faces.extend(faces)
        return self

    def start(self, *scenes: Scene) -> Skirmish:
        """The scenes that are played when `go` is called, the first one first."""
        self.scenes = scenes
        return self

    @property
    def match(self) -> Match[Rampant]:
        if self._match is None:
            self.game.scenes = list(reversed(self.scenes))
            self._match = Match(self.game, self.dice)
        return self._match

    def go(self, **answers: Any) -> Skirmish:
        """Plays until an ask stands open that is not answered here. A list answers one ask after the other. Every die
        must be used, and every answer: by an ask, or because it was the only one allowed. Reactions are declined
        unless they are answered here or the battle was made with `react`; free second chances are taken, unless it
        was made with `ask_all`."""
        left = {k.replace("_", "-"): list(v) if isinstance(v, list) else [v] for k, v in answers.items()}
        begin = 0 if self._match is None else len(self._match.tape)
        match = self.match
        while match.open:
            ask = next((a for a in match.open if left.get(a.key) or a.key in self.unasked), None)
            if ask is None:
                break
            said = left[ask.key].pop(0) if left.get(ask.key) else self.unasked[ask.key]
            said = ask.default if said is None else said
            refusals = match.answer(ask.seat, said, ask.key)
            assert not refusals, [f"{r.rule}: {render_template(r.says, r.args, self.game.name)}" for r in refusals]
            self.dice = match.dice  # type: ignore[assignment]  # still the scripted ones
        forced = [(e.key, e.value) for e in match.tape[begin:] if e.kind == "forced"]
        unused = [(k, v) for k, vs in left.items() for v in vs if (k, v) not in forced]
        assert not unused, f"never asked: {unused}; open: {[a.key for a in match.open]}"
        used_up(self.dice)
        return self

    @property
    def asked(self) -> str:
        """The key of the open ask; nothing when the scenes are over."""
        return self.match.open[0].key if self.match.open else ""

    @property
    def ask(self) -> Ask[Any]:
        return self.match.open[0]

    def options(self) -> list[Any]:
        """The legal answers of the open Choose."""
        return list(self.ask.candidates(50, lambda: 0.5))

    def why_not(self, value: Any) -> set[str]:
        """The rules against an answer to the open ask; the match stays as it was."""
        before = self.match.game.fingerprint()
        _, refusals = self.match.check(self.ask.seat, value, self.ask.key)
        assert self.match.game.fingerprint() == before
        return rules(refusals)

    def unit(self, uid: str) -> Unit:
        return (self._match.game if self._match else self.game).units[uid]

    def of_side(self, seat: int) -> Side:
        return (self._match.game if self._match else self.game).sides[seat]

    @property
    def live(self) -> Rampant:
        """The state as it is now (after a `go`, that of the match)."""
        return self._match.game if self._match else self.game

    def place(self, uid: str) -> tuple[float, float]:
        row = self.unit(uid)
        return row.x, row.y

    def told(self) -> str:
        return "\n".join(e.words(self.live.name) for e in self.match.events)

    def rule_of(self, words: str) -> str:
        """The rule under which something was told."""
        return next(e.rule for e in self.match.events if words in e.words(self.live.name))


def hits(n: int, of: int = 10, face: int = 5, miss: int = 1) -> list[int]:
    """The faces of a throw with so many hits."""
    return [face] * n + [miss] * (of - n)


def claim(rule: str, *values: Any) -> Any:
    """A parameter set that proves a rule; the others show where the rule ends."""
    return pytest.param(*values, marks=pytest.mark.rule(f"rampant.{rule}"))


def rules(refusals: Iterable[Refusal]) -> set[str]:
    return {r.rule for r in refusals}


def way(uid: str, *points: tuple[float, float], mode: str = "") -> Moved:
    return Moved({uid: tuple((float(x), float(y)) for x, y in points)}, mode)
