"""Odds without a game: interception, research, missions and the defence of the base, roll by roll and pushed on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from xenotable.engine import Forecast
from xenotable.engine.display import Preset
from xenotable.games.xcom.content import Card, book
from xenotable.games.xcom.forecasts.asks import task_forecasts
from xenotable.games.xcom.forecasts.dice import ufos_left
from xenotable.odds import Odds
from xenotable.odds.calculators import Calculating, Calculators, Part, Situation, in_numbers, named, number

Threat = Annotated[int, number("Threat", 1, 5)]
Extra = Annotated[int, number("Dice added by cards", 0, 8)]


def task_odds(dice: int, need: int, threat: int, armor: int = 0, minus: int = 0, exact: bool = False) -> list[Forecast]:
    """This roll, and every way of pushing on."""
    first, *rest = task_forecasts(dice, need, threat, armor, minus, exact)
    return [in_numbers(first), *rest]


class Track(Part, frozen=True):
    threat: Threat = 1


ThreatTrack = Annotated[Track, named("Threat track")]


class DiceModifiers(Part, frozen=True):
    more: Extra = 0


# ---- interception ----------------------------------------------------------------------------------------------------


class Squadron(Part, frozen=True):
    units: Annotated[int, number("Interceptors or satellites", 1, 12)] = 2


class Swarm(Part, frozen=True):
    ufos: Annotated[int, number("UFOs", 1, 12)] = 2


class Interception(Situation, frozen=True):
    squadron: Squadron = Squadron()
    ufos: Annotated[Swarm, named("UFOs")] = Swarm()
    track: ThreatTrack = Track()
    modifiers: DiceModifiers = DiceModifiers()


def interception(s: Interception, exact: bool = False) -> list[Forecast]:
    """This roll, every way of pushing on, and the UFOs that are left when nobody stops."""
    dice, ufos, threat = s.squadron.units + s.modifiers.more, s.ufos.ufos, s.track.threat
    spread: dict[int, Any] = dict(enumerate(ufos_left(dice, ufos, threat)))
    left = Odds(spread if exact else {n: float(p) for n, p in spread.items()})
    none = [("none left", left[0])]
    title = "UFOs left, pushing until done or lost"
    return [*task_odds(dice, ufos, threat, exact=exact),
            left.forecast(title, "UFOs", "odds.panic-forecast", none)]  # fmt: skip


# ---- research --------------------------------------------------------------------------------------------------------


class Laboratory(Part, frozen=True):
    scientists: Annotated[int, number("Scientists", 1, 8)] = 2


class Technology(Part, frozen=True):
    need: Annotated[int, number("Successes needed", 1, 12)] = 2

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        for c in book().cards.values():
            if c.research:
                yield Preset(c.name, {"need": c.research}, "Technologies")


class Research(Situation, frozen=True):
    laboratory: Laboratory = Laboratory()
    technology: Technology = Technology()
    track: ThreatTrack = Track()
    modifiers: DiceModifiers = DiceModifiers()


def research(s: Research, exact: bool = False) -> list[Forecast]:
    """Completing a technology; a loss exhausts the scientists."""
    dice = s.laboratory.scientists + s.modifiers.more
    return task_odds(dice, s.technology.need, s.track.threat, exact=exact)


# ---- soldiers --------------------------------------------------------------------------------------------------------


class Squad(Part, frozen=True):
    soldiers: Annotated[int, number("Soldiers", 1, 6)] = 2


class SoldierModifiers(Part, frozen=True):
    gold: Annotated[int, number("Specialised dice (gold icons matched)", 0, 6)] = 0
    elite: Annotated[int, number("Elite soldiers", 0, 6)] = 0
    more: Extra = 0


class Enemy(Part, frozen=True):
    need: Annotated[int, number("Successes needed", 1, 12)] = 1
    armor: Annotated[int, number("Armour: successes ignored in each roll", 0, 4)] = 0
    minus: Annotated[int, number("Taken from the alien die", 0, 4)] = 0

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        for c in book().cards.values():
            if c.health:
                yield Preset(c.name, enemy_values(c), "Bosses" if c.deck == "boss" else "Enemies")


class Attack(Situation, frozen=True):
    squad: Annotated[Squad, named("Soldiers")] = Squad()
    enemy: Annotated[Enemy, named("Enemy or task")] = Enemy()
    track: ThreatTrack = Track()
    modifiers: SoldierModifiers = SoldierModifiers()


def attack(s: Attack, exact: bool = False) -> list[Forecast]:
    """Soldiers against an enemy or a task, on a mission or in the base."""
    m, foe = s.modifiers, s.enemy
    dice = s.squad.soldiers + m.gold + m.elite + m.more
    return task_odds(dice, foe.need, s.track.threat, foe.armor, foe.minus, exact)


def enemy_values(c: Card) -> dict[str, bool | int | str]:
    def passive(what: str) -> int:
        return sum(e.count for e in c.passive if e.do == what)

    return {"need": c.health, "armor": passive("armor"), "minus": passive("alien_minus")}


CALCULATORS = Calculators(
    Calculating(
        "interception",
        "Interception",
        "Interceptors over a continent, or satellites in orbit, against UFOs. Each die succeeds on 5 or 6.",
        Interception,
        interception,
        "squadron",
    ),
    Calculating(
        "research",
        "Research",
        "Successes towards a technology; a loss exhausts the scientists.",
        Research,
        research,
        "laboratory",
    ),
    Calculating(
        "attack",
        "Mission and base defence",
        "Soldiers against an enemy or a task of a mission; a loss kills soldiers.",
        Attack,
        attack,
        "squad",
    ),
)
