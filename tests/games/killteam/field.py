"""Builders for tests: a killzone with the terrain and operatives a test wants, dice scripted, answers given by key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from driver import used_up
from xenotable.engine import Forecast, Match, Moved, Placed, Roll, Scripted
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Feature, parse_rule
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.rules.fighting.blows import BLOWS
from xenotable.games.killteam.rules.setup.sequence import begin
from xenotable.games.killteam.rules.shooting.terms import ATTACK, POOL, Shot, Terms
from xenotable.games.killteam.rules.specials.dice import with_reroll_order
from xenotable.games.killteam.rules.terrain.features import pieces_of
from xenotable.games.killteam.state import Battle, BattleSetup, KillTeam, Marker, Operative, Side, card
from xenotable.odds import resolve
from xenotable.table import Ground

MISSING = object()
WOUNDS = {  # what the tests count with, whatever is tuned in the catalogue
    unit: wounds
    for wounds, some in (
        (6, "cb-scuttler cb-winged"),
        (7, "cw-warden cw-deadeye cw-mortarist cw-burner cw-lancer cw-signaller cw-sapper cw-skirmisher"),
        (7, "cb-spitter cb-stinger"),
        (8, "vc-courtier vc-thornbow vc-prismcaster vc-starlancer vc-seer vc-masque"),
        (9, "cw-captain fp-penitent fp-shieldbearer fp-rotorist fp-ruin-gunner fp-null-cantor fp-reliquarist"),
        (9, "vc-duelist"),
        (10, "fp-hammerer cb-spore-beast"),
        (11, "vc-regent"),
        (12, "fp-abbot"),
        (14, "cb-matron"),
        (15, "cb-hulk"),
    )
    for unit in some.split()
}


def faces(shown: str, weapon: str, profile: int = 0) -> str:
    """All attack dice of a weapon: these faces, and 1s for the rest."""
    n = content.weapons()[weapon].profiles[profile].attacks
    return " ".join((shown.split() + ["1"] * n)[:n])


def rule(*ids: str, exercises: Sequence[str] = ()) -> Any:
    """Claims rules of the Kill Team catalogue; those that follow from others with the rules that the test exercises."""
    return pytest.mark.rule(*(f"killteam.{id}" for id in ids), exercises=exercises)


def rules(text: str) -> tuple[tuple[str, int], ...]:
    return tuple(parse_rule(t) for t in text.split(",") if t.strip())


# ---- exchanges


def run(flow: Any, faces: list[int], answers: dict[str, Any], log: list[Any] | None = None) -> Any:
    """Runs a flow with these dice and answers; every die must be used."""
    left, value = list(faces), None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            assert not left, f"dice never rolled: {left}"
            return end.value
        if log is not None:
            log.append((ask.key, ask.seat))
        if isinstance(ask, Roll):
            assert len(left) >= ask.n, f"{ask.n} dice are rolled, {left} are scripted"
            value, left = ask.counts(left[: ask.n]), left[ask.n :]
        else:
            value = answer(ask, answers)


def answer(ask: Any, answers: dict[str, Any]) -> Any:
    said = answers.get(ask.key, MISSING)
    if isinstance(said, list):
        said = said.pop(0) if said else MISSING
    if callable(said):
        said = said(ask)
    if said is MISSING:
        if forced := ask.only():
            return forced[0]
        from xenotable.engine import UNSET

        assert ask.default is not UNSET, f"no answer to {ask.key}: {ask}"
        return ask.default
    refused = list(ask.check(ask.shape(said)))
    assert not refused, f"{ask.key}={said!r}: {[str(r) for r in refused]}"
    return ask.settle(ask.shape(said))


def shoot(dice: str, special: str = "", log: list[Any] | None = None, **k: Any) -> Shot:
    """One shooting attack as the live game makes it: attack dice and defence dice as faces."""
    answers = {key: k.pop(key) for key in list(k) if key not in Terms.__struct_fields__}
    answers |= {"save": answers.pop("by", "save")}
    own = with_reroll_order(rules(special))
    terms = Terms(k.pop("attacks", 4), k.pop("skill", 4), k.pop("normal", 3), k.pop("critical", 4), own, **k)
    steps = ATTACK.compiled(name for name, _ in terms.rules)
    return run(resolve(steps, terms, Shot()), [int(d) for d in dice.split()], answers, log)


def pool(dice: str, special: str = "", **k: Any) -> Shot:
    """One side's attack dice of a combat."""
    answers = {key: k.pop(key) for key in list(k) if key not in Terms.__struct_fields__}
    terms = Terms(k.pop("attacks", 4), k.pop("skill", 4), 3, 4, rules(special), **k)
    steps = POOL.compiled(name for name, _ in terms.rules)
    return run(resolve(steps, terms, Shot()), [int(d) for d in dice.split()], answers)


def blows(melee: Any, bout: Any, *said: str) -> Any:
    """The blows of a combat, in this order."""
    return run(resolve(BLOWS.compiled(), melee, bout), [], {"blow": list(said)})


# ---- battles


class Field:
    """A battle in the middle of turning point 2, without terrain unless a test puts some down."""

    def __init__(
        self, teams: tuple[str, str] = ("cinder-wardens", "ferric-penitents"), scenario: str = "relay-ground", **k: Any
    ):
        both = tuple(rosters.default_roster(t) for t in teams)
        self.game = KillTeam(BattleSetup(scenario, both, **k))  # type: ignore[arg-type]  # options of the set-up by name
        self.game.battle.add("now", Battle(scenario, turn=2, initiative=0, step="firefight"))
        for seat in (0, 1):
            role = ("attacker", "defender")[seat]
            self.game.sides.add(seat, Side(teams[seat], 3, role, seat, size=content.teams()[teams[seat]].size))
        self.match: Match[KillTeam] | None = None
        self.terrain()

    def terrain(self, *features: tuple[Any, ...]) -> Field:
        """Features as (type, x, y, rotation); they replace the mission's."""
        found = []
        for n, (kind, x, y, *rot) in enumerate(features, 1):
            found += pieces_of(f"{kind}-{n}", Feature(kind, x, y, rot[0] if rot else 0.0))
        self.game.built = (self.game.now.scenario, 0, Ground.of(found, 30, 22))
        return self

    def operative(self, id: str, unit: str, x: float, y: float, z: float = 0.0, **fields: Any) -> Field:
        """An operative; ids that start with a belong to seat 0, with b to seat 1."""
        u = content.units()[unit]
        options = [content.weapons()[o[0]] for o in u.options]
        ranged = (*u.ranged, *(w.id for w in options if w.kind == "ranged"))
        wounds = WOUNDS[unit]
        row = Operative("ab".index(id[0]), unit, f"{u.name} {id}", ranged, u.melee, wounds, wounds, x, y, z, True)
        self.game.operatives.add(id, row)
        if fields:
            self.game.operatives.set(id, **fields)
        return self

    def marker(self, id: str, x: float, y: float) -> Field:
        self.game.markers.add(id, Marker(x, y))
        return self

    def active(self, id: str, ap: int = 2, **fields: Any) -> Field:
        self.game.operatives.set(id, active=True, ap=ap, **fields)
        return self

    def cp(self, *points: int) -> Field:
        for seat, n in enumerate(points):
            self.game.sides.set(seat, cp=n)
        return self

    def __getitem__(self, id: str) -> Operative:
        return self.game.operatives[id]

    def gap(self, a: str, b: str) -> float:
        from xenotable.games.killteam.rules.play.measuring import between

        return between(self.game, a, b)

    def play(self, *scenes: Any, dice: str = "", stop: str = "", draws: tuple[Any, ...] = (), **answers: Any) -> Field:
        """Plays these scenes; `stop` leaves the match open at the ask of this key, once the answers to it are used."""
        self.game.scenes = list(reversed(scenes))
        said = {k.replace("_", "-"): v for k, v in answers.items()}
        source = Scripted([int(d) for d in dice.split()], draws)
        self.match = match = Match(self.game, source)
        while not match.over:
            ask = match.open[[i not in match.held for i in range(len(match.open))].index(True)]
            if ask.key == stop and not said.get(stop):
                return self
            value = answer(ask, said)
            refused = match.answer(ask.seat, plain(value), match.id(ask))
            assert not refused, f"{ask.key}: {[str(r) for r in refused]}"
        used_up(match.dice)
        self.game = match.game
        return self

    def act(self, id: str, *actions: str, dice: str = "", ap: int = 2, stop: str = "", **answers: Any) -> Field:
        """The activation of an operative from its first action on."""
        from xenotable.games.killteam.scenes import Act

        if not self.game.operatives[id].active:
            self.active(id, ap)
        rest = () if stop == "action" else ("pass", "pass")
        return self.play(Act(id), dice=dice, stop=stop, action=[*actions, *rest], **answers)

    @property
    def story(self) -> list[str]:
        assert self.match is not None
        return [e.words(self.game.name) for e in self.match.events]

    def why(self, seat: int, value: Any) -> list[str]:
        """The rules that refuse an answer to the open ask; the match must stay as it was."""
        assert self.match is not None
        before = self.match.game.encoded()
        _, found = self.match.check(seat, value)
        assert self.match.game.encoded() == before
        return [r.rule for r in found]


def plain(value: Any) -> Any:
    if isinstance(value, Moved):
        return {"paths": value.paths, "mode": value.mode} if value.mode else {"paths": value.paths}
    if isinstance(value, Placed):
        return {"at": value.at, "facing": value.facing}
    return value


def path(id: str, *points: tuple[float, ...]) -> Any:
    """The answer to a Move along these points."""
    return lambda ask: Moved({id: tuple(points)}, ask.modes[0].value)


def refused(found: Any) -> list[str]:
    return [r.rule for r in found]


def chances(forecast: Forecast) -> dict[str, float]:
    """What a forecast shows, by its labels."""
    return {c.label: c.p for c in forecast.chances}


def radius(unit: str) -> float:
    return card(unit).r


def fresh(scenario="relay-ground", **k):
    """A battle before its first decision, in the hands of the builder."""
    field = Field(scenario=scenario)
    field.game = begin(
        BattleSetup(scenario, tuple(rosters.default_roster(t) for t in ("cinder-wardens", "ferric-penitents")), **k)
    )
    return field
