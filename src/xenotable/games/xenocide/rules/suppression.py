"""Suppression: what fire counts, the test, the marker (chapter "suppression")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Choose, Flow, Forecast, Roll, Scene, Then, rule, scene
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.rules.assault.levels import lower, raise_level
from xenotable.games.xenocide.rules.buildings.effects import bonus_die, steadied
from xenotable.games.xenocide.rules.command import pay
from xenotable.games.xenocide.rules.play.measuring import circle
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.units import strength
from xenotable.games.xenocide.rules.saves.cover import cover_behind, cover_in
from xenotable.games.xenocide.rules.shooting.hits import effective
from xenotable.games.xenocide.rules.stats.specials import suppression_weapons
from xenotable.games.xenocide.rules.titans import cover, frame
from xenotable.games.xenocide.scenes import Pool, Suppression, Volley
from xenotable.games.xenocide.state import Fire, Xenocide

START, SURE = 3, 11
MANY, OVERWHELMING, AREA, GREAT_AREA = 4, 10, 2, 5


# ---- what counts -----------------------------------------------------------------------------------------------------


@rule("suppression.extra-markers")
def is_suppressed(game: Xenocide, unit: str) -> bool:
    """Further markers make nothing worse but rallying."""
    return game.units[unit].marks > 0


@rule("suppression.could-hurt", neutral=lambda v: True)
def could_hurt(v: Volley) -> bool:
    """Can a shot cause a casualty: accuracy -2 or better, and an armour save that can fail, for some model?"""
    return any(_hurts(v, p) for p in v.pools)


def _hurts(v: Volley, p: Pool) -> bool:
    accuracy = effective(v)[0] if v.weapon.aoe else v.accuracy + p.aspect
    return accuracy >= -2 and p.saves[2] <= 5


def note_dice(game: Xenocide, unit: str, shooter: str, v: Volley) -> None:
    """The dice rolled at a unit, hit or miss, for its test at the end of the phase."""
    if unit not in game.fire:
        game.fire.add(unit, Fire(strength(game, unit)))
    fire, hurts = game.fire[unit], could_hurt(v)
    units = fire.units if shooter in fire.units or not hurts else (*fire.units, shooter)
    game.fire.set(unit, shots=fire.shots + (v.dice if hurts else 0), area=fire.area + area_total(v), units=units)


def note_hits(game: Xenocide, unit: str, v: Volley, hits: int, guns: int) -> None:
    """The hits on a unit itself, for the same test."""
    fire = game.fire[unit]
    weapons = suppression_weapons(guns) if "suppression" in v.weapon.special else 0
    game.fire.set(unit, hit=fire.hit or (could_hurt(v) and hits > 0), weapons=fire.weapons + weapons)


@rule("suppression.shots-counted", neutral=lambda v: 0)
def area_total(v: Volley) -> int:
    return v.dice * v.weapon.aoe


@rule("suppression.threshold", neutral=lambda fire: True)
def must_test(fire: Fire) -> bool:
    return fire.shots >= min(MANY, fire.models) or fire.area >= AREA


# ---- the target number -----------------------------------------------------------------------------------------------


@rule("suppression.worked-example")
def target_number(game: Xenocide, unit: str, fire: Fire) -> int:
    """3, plus everything that speaks against the unit."""
    return target_of(game, unit, fire, below_half(game, unit))


def target_of(game: Xenocide, unit: str, fire: Fire, halved: int) -> int:
    n = START + by_units(fire) + overwhelming_modifier(fire) + was_hit(fire) + had_casualty(fire)
    return n + halved + by_weapons(fire) - in_good_cover(game, unit, (fire.nearest[0], fire.nearest[1]))


@rule("suppression.mod-units", neutral=lambda fire: 0)
def by_units(fire: Fire) -> int:
    return len(fire.units)


@rule("suppression.mod-overwhelming", neutral=lambda fire: 0)
def overwhelming_modifier(fire: Fire) -> int:
    return int(fire.shots >= OVERWHELMING or fire.area >= GREAT_AREA)


@rule("suppression.mod-hit", neutral=lambda fire: 0)
def was_hit(fire: Fire) -> int:
    return int(fire.hit)


@rule("suppression.mod-casualty", neutral=lambda fire: 0)
def had_casualty(fire: Fire) -> int:
    return int(fire.casualty)


@rule("suppression.mod-half", neutral=lambda game, unit: 0)
def below_half(game: Xenocide, unit: str) -> int:
    return int(frame.below_half(game, unit))


@rule("suppression.mod-suppression-weapons", neutral=lambda fire: 0)
def by_weapons(fire: Fire) -> int:
    return fire.weapons


@rule("suppression.mod-cover", neutral=lambda game, unit, shooter: 0)
def in_good_cover(game: Xenocide, unit: str, shooter: tuple[float, float] | None) -> int:
    """1 if the unit is dug in, or more than half of its models are in hard cover or better (or behind it)."""
    unit_row = game.units[unit]
    if unit_row.dug:
        return 1
    if unit_row.high:
        return 0
    if is_titan(game, unit):
        return int(shooter is not None and cover.sheltered_from(game, unit, shooter))
    good = 0
    for model in unit_row.models:
        row = game.models[model]
        behind = cover_behind(game, circle(game, model), shooter) if shooter is not None else 0
        good += max(cover_in(game, row.x, row.y), behind) >= 2
    return int(good * 2 > len(unit_row.models))


# ---- the test --------------------------------------------------------------------------------------------------------


@scene
@rule("suppression.timing")
def tests(game: Xenocide, at: Suppression) -> Then:
    """One unit tests, then the next: everything fired at it in the phase counts once."""
    if not at.left:
        for unit in list(game.fire):
            game.fire.remove(unit)
        return []
    unit, *rest = at.left
    if eligible(game, unit) and must_test(game.fire[unit]):
        return test_unit(game, unit, rest)
    return [Suppression(tuple(rest))]


def test_unit(game: Xenocide, unit: str, rest: Sequence[str]) -> Flow[list[Scene]]:
    yield from test(game, unit, target_number(game, unit, game.fire[unit]), "suppression.test")
    return [Suppression(tuple(rest))]


@rule("suppression.eliminated-no-test", neutral=lambda game, unit: unit in game.fire)
def eligible(game: Xenocide, unit: str) -> bool:
    return unit in game.fire and bool(game.units[unit].models)


another_die_odds = Slot[[Xenocide, str, int, int, bool], Forecast]("xenocide.another_die_odds")


def test(game: Xenocide, unit: str, target: int, rule_id: str) -> Flow[bool]:
    """2d6 against the target; a command point adds a die after a failure; a marker if it still fails."""
    seat = game.units[unit].seat
    faces = yield from Roll(
        seat=seat, key="nerve", rule=rule_id, n=nerves(game, unit), prompt="{unit} must roll {n}",
        args={"unit": unit, "n": target},
    )  # fmt: skip
    total = best_two(faces)
    if not passes(total, target) and game.sides[seat].points:
        again = yield from Choose(
            seat=seat, key="steady", rule="command.use-suppression-die",
            prompt="{unit} rolled {a}, it needs {n}: another die for a command point?",
            args={"unit": unit, "a": total, "n": target}, among=lambda: (False, True), default=False,
            label=lambda yes: "Roll another die (1 point)" if yes else "Leave it",
            odds=lambda yes: another_die_odds(game, unit, target, total, yes),
        )  # fmt: skip
        if again:
            pay(game, seat, "command.use-suppression-die")
            more = yield from Roll(seat=seat, key="nerve-more", rule="command.use-suppression-die", n=1)
            total += sum_faces(more)
    if passes(total, target):
        game.tell("{unit} passes its suppression test: {a} against {n}.", rule_id, unit=unit, a=total, n=target)
        return True
    game.tell("{unit} fails its suppression test: {a} against {n}.", rule_id, unit=unit, a=total, n=target)
    mark(game, unit)
    return False


def sum_faces(counts: tuple[int, ...]) -> int:
    return sum(face * n for face, n in enumerate(counts, 1))


def nerves(game: Xenocide, unit: str) -> int:
    """How many dice a unit rolls for its test; the two highest count."""
    return (titan_nerves() if is_titan(game, unit) else 2) + bonus_die(game, unit)


@rule("suppression.titan-dice", neutral=lambda: 2)
def titan_nerves() -> int:
    return 3


def best_two(counts: tuple[int, ...]) -> int:
    faces = [face for face, n in enumerate(counts, 1) for _ in range(n)]
    return sum(faces[-2:])


def passes(total: int, target: int) -> bool:
    return total >= target or (total >= SURE and always())


@rule("suppression.always-pass", neutral=lambda: False)
def always() -> bool:
    return True


@rule("suppression.markers")
def mark(game: Xenocide, unit: str) -> None:
    row = game.units[unit]
    watches = row.watch and not watch_lost()
    game.units.set(unit, marks=row.marks + 1, watch=watches)
    game.tell("{unit} is suppressed ({n}).", "suppression.markers", unit=unit, n=row.marks + 1)
    if row.watch and not watches:
        game.tell("{unit} is no longer on overwatch.", "suppression.loses-overwatch", unit=unit)


@rule("suppression.loses-overwatch", neutral=lambda: False)
def watch_lost() -> bool:
    return True


@rule("suppression.effects")
def cad_level(game: Xenocide, model: str, bonus: bool) -> int:
    """The effective CAD of a model: printed, +1 (not above 6) for a good position, one level less if suppressed."""
    level = kind_of(game, model).cad
    lowered = bool(game.units[game.models[model].unit].marks)
    if bonus and lowered:
        return level if steadied(game, model) else net_level(level)
    if bonus:
        return raise_level(level)
    return lower(level) if lowered else level


def net_level(level: int) -> int:
    """Bonus and penalty cancel each other; a multi-six value has no bonus to cancel with."""
    return level if level <= 6 else lower(level)


@rule("suppression.titan-effects", neutral=lambda: False)
def is_unhampered() -> bool:
    """A suppressed titan moves freely and may assault; accuracy, dice and CAD suffer as for everybody."""
    return True
