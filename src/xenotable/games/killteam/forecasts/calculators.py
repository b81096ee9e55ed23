"""Odds without a battle: an attack or a combat of two datacards, or of free numbers. Behind the odds page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from xenotable.engine import Chance, Forecast
from xenotable.engine.display import Calculator, Field, Group, Preset
from xenotable.faults import Fault, nearest
from xenotable.games.killteam import content
from xenotable.games.killteam.forecasts.exact import FIGHT_POLICIES, SHOOTING_POLICIES
from xenotable.games.killteam.forecasts.situations import Fight, Shoot, fight_answers, read, shoot_answers

Values = Mapping[str, Mapping[str, int | str]]
SHOOTING = (
    "Damage of one attack, not capped at the wounds. Choices: plain re-rolls failed dice only, uses Rending, keeps the "
    "dice for Cover and saves with whatever makes falling less likely; usual always takes an invulnerable save; best "
    "is best play of both sides."
)
FIGHTING = (
    "Who is left with how many wounds; the attacker strikes first. Choices: best looks ahead to the end, strike "
    "strikes with every hit, kill-or-deny plays for the fall of the defender and against it."
)


def arms(kind: str) -> Iterator[Preset]:
    """Every weapon of a kind as each operative has it, with its wounds for a combat; then what can be bought."""
    for team in content.teams().values():
        for unit in content.units_of(team.id):
            owned = (*(unit.ranged if kind == "ranged" else unit.melee), *(w for some in unit.options for w in some))
            life = {"wounds": unit.W} if kind == "melee" else {}
            for weapon in dict.fromkeys(w for w in owned if content.weapons()[w].kind == kind):
                yield from profiles(weapon, f"{unit.name}: ", life, team.name)
    for item in content.items().values():
        if item.weapon and content.weapons()[item.weapon].kind == kind:
            yield from profiles(item.weapon, "", {}, "Equipment")


def profiles(weapon: str, whose: str, more: Mapping[str, int], under: str) -> Iterator[Preset]:
    arm = content.weapons()[weapon]
    for p in arm.profiles:
        name = f"{arm.name} ({p.name})" if p.name and len(arm.profiles) > 1 else arm.name
        normal, critical = p.damage
        values: dict[str, int | str] = {"attacks": p.attacks, "skill": p.skill, "normal": normal, "critical": critical}
        yield Preset(whose + name, {**values, "rules": ", ".join((*p.special, *p.crit)), **more}, under)


def weapon_fields(skill: str) -> tuple[Field, ...]:
    return (
        Field("attacks", "Attack dice", low=0, high=20, value=4),
        Field("skill", skill, low=2, high=6, value=3),
        Field("normal", "Normal damage", low=0, high=40, value=3),
        Field("critical", "Critical damage", low=0, high=40, value=4),
        Field("rules", "Special rules", "words", value=""),
    )


def targets() -> Iterator[Preset]:
    for unit in content.units().values():
        values: dict[str, int | str] = {"defence": unit.DF, "save": unit.SV, "invulnerable": unit.inv, "wounds": unit.W}
        yield Preset(unit.name, values, content.teams()[unit.team].name)


def calculators() -> list[Calculator]:
    target = (
        Field("defence", "Defence dice", low=0, high=12, value=3),
        Field("save", "Save", low=2, high=6, value=4),
        Field("invulnerable", "Invulnerable save (0: none)", low=0, high=6, value=0),
        Field("cover", "Dice retained for cover", low=0, high=12, value=0),
        Field("wounds", "Wounds", low=1, high=200, value=10),
    )
    return [
        Calculator(
            "shoot",
            "A shooting attack",
            SHOOTING,
            (
                Group("weapon", "Weapon", weapon_fields("Ballistic skill"), tuple(arms("ranged"))),
                Group("target", "Target", target, tuple(targets())),
                Group("play", "Choices", (choice(SHOOTING_POLICIES, "plain"),)),
            ),
            "weapon",
        ),
        Calculator(
            "fight",
            "A combat",
            FIGHTING,
            (
                Group("attacker", "Attacker", fighter_fields(), tuple(arms("melee"))),
                Group("defender", "Defender", fighter_fields(), tuple(arms("melee"))),
            ),
            "attacker",
        ),
    ]


def choice(policies: tuple[str, ...], first: str) -> Field:
    return Field("policy", "How choices are made", "choice", value=first, choices=policies)


def fighter_fields() -> tuple[Field, ...]:
    life = Field("wounds", "Wounds", low=1, high=100, value=10)
    return (*weapon_fields("Weapon skill"), life, choice(FIGHT_POLICIES, "best"))


def calculate(id: str, values: Values) -> list[Forecast]:
    known = {"shoot": shot, "fight": combat}
    if id not in known:
        raise Fault(f'There is no calculator "{id}".{nearest(id, known)}')
    return known[id](values)


def weapon_of(said: Mapping[str, int | str]) -> dict[str, Any]:
    rest = {k: v for k, v in said.items() if k not in ("normal", "critical", "rules")}
    rules = [w.strip() for w in str(said.get("rules", "")).split(",") if w.strip()]
    return {**rest, "damage": (said.get("normal", 0), said.get("critical", 0)), "rules": rules}


def shot(values: Values) -> list[Forecast]:
    target: dict[str, Any] = dict(values.get("target", {}))
    target["invulnerable"] = target.get("invulnerable") or None  # 0 stands for none in the form
    given = {**weapon_of(values.get("weapon", {})), **target, **values.get("play", {})}
    situations, _ = read(msgspec.json.encode(given), Shoot)
    answer = shoot_answers(situations)[0]
    chances = (Chance("incapacitated", answer["kill"]),)
    spread = tuple(Chance(d, p) for d, p in answer["damage"].items())
    return [Forecast("Damage", "odds.output-shooting", answer["mean"], "damage", chances, spread)]


def combat(values: Values) -> list[Forecast]:
    given = {side: weapon_of(values.get(side, {})) for side in ("attacker", "defender")}
    situations, _ = read(msgspec.json.encode(given), Fight)
    answer = fight_answers(situations, fast=False)[0]
    out = []
    for i, side, foe in ((0, "attacker", "defender"), (1, "defender", "attacker")):
        left: dict[int, float] = {}
        for pair, p in answer["wounds_left"].items():
            n = int(pair.split(",")[i])
            left[n] = left.get(n, 0.0) + p
        mean = sum(n * p for n, p in left.items())
        spread = tuple(Chance(str(n), p) for n, p in sorted(left.items()))
        falls = (Chance("incapacitated", answer["kills"][foe]),)
        out.append(Forecast(f"Wounds left of the {side}", "odds.output-fight", mean, "wounds", falls, spread))
    return out
