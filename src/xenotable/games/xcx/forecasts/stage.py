"""A table for two models: what a calculator is told becomes a real position, and the rules say what counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from xenotable.engine.display import Preset
from xenotable.faults import Fault, nearest
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.squad.profiles import join, profile_of
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.forms import FORMS
from xenotable.games.xcx.rules.terrain.ground import lay_out
from xenotable.games.xcx.state import DEAD, TABLE, Battle, BattleSetup, Recruit, Side, Squad, Xcx
from xenotable.odds.calculators import Part, named
from xenotable.table import Ground, rectangle

MINE, YOURS = "a1", "b1"
BODY = "volunteer"  # the card whose numbers are replaced
SIZE = 48.0
NUMBERS = ("aim", "fight", "psi", "mindspin_range", "armour", "wounds", "will", "search", "interact", "computer_use")
Rules = Annotated[tuple[str, ...], named("Special rules")]


class Card(Part, frozen=True):
    """Base of the models that can be filled in: numbers by the names of the card."""

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        """Every unit of the book, by faction; with the first weapon that a form asks for."""
        for unit in content.units().values():
            yield Preset(unit.name, values_of(unit, cls), unit.faction)


def model_rules() -> list[str]:
    return sorted({r for u in content.units().values() for r in u.rules})


def checked(rules: tuple[str, ...]) -> frozenset[str]:
    """Special rules as cards write them."""
    known = {r.lower(): r for r in model_rules()}
    for r in rules:
        if r.lower() not in known:
            raise Fault(f'The situation, field rules: there is no special rule "{r}".{nearest(r, model_rules())}')
    return frozenset(known[r.lower()] for r in rules)


def stage(
    cards: tuple[Card, Card | None], far: float = 1.0, cover: str = "", fitted: tuple[str, ...] = (), weapon: str = "",
    xcx: bool = False,
) -> Xcx:  # fmt: skip
    """One model or two on an open table, so far apart between their bases; the cover stands before the second.
    `fitted` is on the weapon of the first, `xcx`: the second has the XCX keyword."""
    sides = (Side((Squad("ADVENT", (Recruit(BODY),)),)), Side((Squad("XCX" if xcx else "ADVENT", (Recruit(BODY),)),)))
    game = Xcx(BattleSetup(sides=sides), 2)
    game.battle.add("now", Battle(round=1))
    y = 2.0
    for side, card in enumerate(cards):
        if card is None:
            continue
        items = tuple((i, weapon) for i in fitted) if not side else ()
        id = join(game, side, 1, Recruit(BODY, items=items), sides[side].faction, side)
        wear(game, id, card)
        y += 1.0 + far if side else 0.0
        game.models.set(id, x=8.0, y=y, state=TABLE)
    pieces = (rectangle("cover", 6.0, y - 0.9, 10.0, y - 0.6, FORMS[cover]),) if cover else ()
    lay_out(game, Field("inches", Ground.of(pieces, SIZE, SIZE), ()))
    return game


def wear(game: Xcx, id: str, card: Card) -> None:
    """The numbers of the card instead of those that the model came with. Its AIM is the skill for its gun."""
    plain = profile_of(game, id)
    numbers = {f: getattr(card, f) for f in NUMBERS if hasattr(card, f)}
    if hasattr(card, "weapon"):
        numbers.setdefault(weapon_named(card.weapon).skill, numbers["aim"])
    points = {t: getattr(card, "points", 0) for t in content.TYPES}
    unit = replace(plain.unit, armour_points=points, **numbers)
    skills = {s: numbers.get(s, plain.skills[s]) for s in content.SKILLS}
    rules = checked(getattr(card, "rules", ()))
    own = replace(plain, unit=unit, skills=skills, will=unit.will, wounds=unit.wounds, rules=rules, worn=None)
    game.profiles[id] = (game.kits[id], own)
    game.models.set(id, wounds=unit.wounds, full=unit.wounds)


def weapon_named(name: str) -> content.Weapon:
    return next(w for w in content.weapons().values() if w.name == name)


def bury_leader(game: Xcx, side: int) -> None:
    """The Leader of the Squad has fallen."""
    id = join(game, side, 2, Recruit(BODY, leader=True), "ADVENT", side)
    game.models.set(id, state=DEAD)


def values_of(unit: content.Unit, kind: type[Card]) -> dict[str, bool | int | str]:
    fields = kind.__struct_fields__
    found: dict[str, bool | int | str] = {f: getattr(unit, f) for f in NUMBERS if f in fields}
    if "points" in fields:
        found["points"] = unit.armour_points.get("physical", 0)
    if "weapon" in fields:
        close = "fight" in fields
        arms = [content.weapons()[w] for w in unit.loadout]
        arms = [w for w in arms if (w.range == 0) == close] or ([content.weapons()[content.UNARMED]] if close else [])
        if arms:
            found["weapon"] = arms[0].name
            found["aim"] = found["aim"] if close else getattr(unit, arms[0].skill)
    return {**found, "rules": ", ".join(unit.rules)} if "rules" in fields else found
