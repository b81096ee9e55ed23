"""The dice of close assault: split, attack and defence, cancelling (chapter "assault")."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from xenotable.engine import Assign, Bucket, Choose, Flow, Forecast, Roll, cite, rule
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.rules.assault import titan_hits
from xenotable.games.xenocide.rules.assault.casualties import Dice, assign
from xenotable.games.xenocide.rules.assault.dice_count import at_disadvantage, tally
from xenotable.games.xenocide.rules.buildings.effects import behind_walls, between_sections
from xenotable.games.xenocide.rules.buildings.occupants import walls_in_contact
from xenotable.games.xenocide.rules.buildings.structure import batter_section
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.rules.movement.allowances import by_orders
from xenotable.games.xenocide.rules.play.dice import round_down, succeeds
from xenotable.games.xenocide.rules.play.measuring import circle, circles, in_contact
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.units import mounted_models
from xenotable.games.xenocide.rules.saves.cover import cover_in
from xenotable.games.xenocide.rules.stats.specials import EDGES, drawn_dice, edged_dice, guard_dice
from xenotable.games.xenocide.rules.suppression import cad_level
from xenotable.games.xenocide.rules.titans import assault
from xenotable.games.xenocide.rules.transport.riders import dropped_dice, mounted_dice
from xenotable.games.xenocide.state import Xenocide

FIRST_RANK, SECOND_RANK = 4.0 + 0.01, 6.0 + 0.01
FACES = (2, 3, 4, 5, 6)
EVERY = 1000  # more dice than a titan has
Engaged = Mapping[str, Sequence[str]]


@rule("assault.engaged")
def engaged_models(game: Xenocide, unit: str, foes: Sequence[str]) -> list[str]:
    """The models that fight: their unit is in contact, and they are within 6 inches of an enemy of the assault."""
    there = [c for t in foes if game.units[t].models for c in circles(game, t)]
    if not there or not any(in_contact(game, unit, t) for t in foes if game.units[t].models):
        return []
    reach = FIRST_RANK if game.reads("assault.engaged=four") else SECOND_RANK
    return [m for m in game.units[unit].models if any(gap(circle(game, m), c) <= reach for c in there)]


def is_disadvantaged(game: Xenocide, unit: str) -> bool:
    """Suppressed, or having started the assault (or overrun) on firing orders."""
    row = game.units[unit]
    return bool(row.marks and by_suppression()) or (row.charge == "firing" and by_orders(game))


@rule("assault.disadvantage-causes", neutral=lambda: False)
def by_suppression() -> bool:
    return True


def dice_and_limit(n: int, weak: bool) -> tuple[int, int]:
    """The dice that are left of N, and how many of them may defend."""
    return at_disadvantage(n) if weak else (n, third(n))


@rule("assault.defence-split")
def third(n: int) -> int:
    return round_down(n / 3)


@rule("assault.infantry-defence", neutral=lambda game, unit: 0)
def infantry_defence(game: Xenocide, unit: str) -> int:
    return math.ceil(
        sum(kind_of(game, m).infantry for m in (*game.units[unit].models, *mounted_models(game, unit))) / 2
    )


split_odds = Slot[[Xenocide, str, Sequence[str], int, bool, Sequence[str]], Sequence[Forecast]]("xenocide.split_odds")


@rule("assault.declare-split")
def split(game: Xenocide, unit: str, models: Sequence[str], first: bool, foes: Sequence[str]) -> Flow[None]:
    """The owner sets dice aside for defence; the rest attack."""
    if models:
        yield from assault.charge_blades(game, unit, models, first, foes)
    n, most, bonus = count_dice(game, unit, models, first)
    kept = yield from Choose(
        seat=game.units[unit].seat, key="split", rule="assault.declare-split",
        prompt="{unit} has {n} dice; how many defend (beside {b})?", args={"unit": unit, "n": n, "b": bonus},
        among=lambda: range(most + 1), odds=lambda k: split_odds(game, unit, models, k, first, foes),
    )  # fmt: skip
    game.units.set(unit, attack=n - kept, defence=kept + bonus, edged=edges_of(game, unit, models, first))


def edges_of(game: Xenocide, unit: str, models: Sequence[str], first: bool) -> tuple[int, ...]:
    """The dice of a unit that can have Cutter or Shatter: those of its engaged models, and of who rides on them."""
    if is_titan(game, unit):
        flags = assault.specials(game, unit)
        return tuple(EVERY if edge == flags else 0 for edge in EDGES)
    aboard = [m for m in mounted_models(game, unit) if game.models[m].inside in models]
    return edged_dice([(kind_of(game, m), tally(game, unit, (m,), first)) for m in (*models, *aboard)])


def count_dice(game: Xenocide, unit: str, models: Sequence[str], first: bool) -> tuple[int, int, int]:
    """The dice of a unit, how many of them may defend, and the defence dice it has beside them."""
    late = [m for m in models if first and m in game.units[unit].dropped]
    firm = [m for m in models if m not in late]
    n, most = dice_and_limit(tally(game, unit, firm, first), is_disadvantaged(game, unit))
    for more, extra in (mounted_dice(game, unit, models), dropped_dice(game, unit, late)):
        n, most = n + more, most + extra
    return n, most, infantry_defence(game, unit) + guard_dice(game, models)


divided_odds = Slot[[Xenocide, str, Mapping[str, int], bool], Sequence[Forecast]]("xenocide.divided_odds")


@rule("assault.allocate-attacks")
def divide(
    game: Xenocide, unit: str, foes: Sequence[str], everywhere: bool = False, defending: bool = True
) -> Flow[dict[str, int]]:
    """The attack dice of a unit over the enemy units in contact with it."""
    n = game.units[unit].attack
    there = [t for t in foes if game.units[t].models]
    walls = [] if everywhere or not game.units[unit].models else walls_in_contact(game, unit, there)
    near = [t for t in there if in_contact(game, unit, t)] if not everywhere else there
    near = near or there  # who fell, or whose contact fell, still strikes at the assault
    if not n or not near:
        return {}
    if len(near) == 1 and not walls:
        return {near[0]: n}
    return (
        yield from Assign(
            seat=game.units[unit].seat, key="divide", rule="assault.allocate-attacks",
            prompt="Divide {n:attack die|attack dice} of {unit}", args={"n": n, "unit": unit}, total=n,
            buckets=[Bucket(t, game.name(t), on=t) for t in (*near, *walls)],
            odds=lambda parts: divided_odds(game, unit, parts, defending),
        )
    )  # fmt: skip


def strike(game: Xenocide, ours: Sequence[str], theirs: Sequence[str], defending: bool, everywhere: bool) -> Flow[None]:
    """One side rolls its attacks, the other defends and assigns its casualties. `defending`: the side that is struck
    defends the assault, so its position helps it."""
    aimed: dict[str, list[tuple[str, int]]] = {}
    for unit in ours:
        parts = yield from divide(game, unit, theirs, everywhere, defending)
        for t, n in parts.items():
            if n:
                aimed.setdefault(t, []).append((unit, n))
    edged = {u: edges_left(game, u) for u in ours}
    for t, by in aimed.items():
        if t in game.sections:
            yield from at_walls(game, t, by)
        elif not is_wiped_out(game, t):
            yield from strike_unit(game, t, by, defending, edged)


def edges_left(game: Xenocide, unit: str) -> list[int]:
    """As they were counted with the dice, before anybody fell."""
    return list(game.units[unit].edged or edges_of(game, unit, game.units[unit].models, False))


@rule("assault.wiped-dice", neutral=lambda game, t: False)
def is_wiped_out(game: Xenocide, t: str) -> bool:
    """Dice directed at a unit that is gone are lost."""
    return not game.units[t].models


def strike_unit(
    game: Xenocide, t: str, by: Sequence[tuple[str, int]], defending: bool, edged: Mapping[str, list[int]] | None = None
) -> Flow[None]:
    """All attack dice at one unit together, its defence dice once, then the casualties. `edged`: what is left of the
    special dice of each unit."""
    levels = levels_of(game, t, defending)
    least = min(levels.values())
    dice: Dice = {}
    for unit, n in by:
        left = edges_left(game, unit) if edged is None else edged[unit]
        for flags, share in drawn_dice(left, n):
            faces = yield from Roll(
                seat=game.units[unit].seat, key="attack", rule="assault.attack-roll", n=share, cuts=FACES
            )
            for face, count in enumerate(faces, 1):
                if count and succeeds(face, least):
                    dice[face, *flags] = dice.get((face, *flags), 0) + count
    game.tell("{t} is struck {n:time}.", "assault.attack-roll", t=t, n=sum(dice.values()))
    if dice and game.units[t].defence:
        guard = yield from Roll(
            seat=game.units[t].seat, key="defend", rule="assault.defence-roll", n=game.units[t].defence, cuts=FACES
        )
        cite("assault.defence-once")
        dice = cancel_dice(dice, guard)
    if dice and is_titan(game, t):
        yield from titan_hits.wound_titan(game, t, dice, least, 1 - game.units[t].seat)
    elif dice:
        yield from assign(game, t, dice, levels)


@rule("assault.defence-roll", neutral=lambda dice, guard: dice)
def cancel_dice(dice: Dice, guard: Sequence[int]) -> Dice:
    """Each defence die cancels one attack die of equal or lower value: the highest that can be."""
    left, used = dict(dice), 0
    for face, cutter, shatter in sorted(dice, reverse=True):
        free = sum(guard[face - 1 :]) - used
        gone = max(0, min(free, left[face, cutter, shatter]))
        used += gone
        left[face, cutter, shatter] -= gone
    return {k: n for k, n in left.items() if n}


def levels_of(game: Xenocide, t: str, defending: bool) -> dict[str, int]:
    """The effective CAD of each model; a dug-in or fortified defender has one more."""
    dug = game.units[t].dug
    found = {}
    for model in (*game.units[t].models, *mounted_models(game, t)):
        kind, row = kind_of(game, model), game.models[model]
        strong = defending and ((dug and (kind.infantry or kind.entrench)) or cover_in(game, row.x, row.y) >= 3)
        if row.section:
            strong = (defending and behind_walls()) or between_sections(game, t)
        found[model] = cad_level(game, model, strong)
    return found


def at_walls(game: Xenocide, s: str, by: Sequence[tuple[str, int]]) -> Flow[None]:
    if not game.sections[s].down:
        yield from batter_section(game, s, by)


# ---- casualties ------------------------------------------------------------------------------------------------------


# ---- a round without maneuver ----------------------------------------------------------------------------------------


def tallies(game: Xenocide, ours: Sequence[str], theirs: Sequence[str], engaged: Engaged) -> Flow[None]:
    """Everybody counts and divides the dice of his engaged models, those who are attacked first."""
    for unit in (*theirs, *ours):
        foes = ours if unit in theirs else theirs
        yield from split(game, unit, engaged.get(unit, ()), unit in ours, foes)


def clear(game: Xenocide, units: Sequence[str]) -> None:
    """Forgets the assault."""
    for unit in units:
        assault.drop_assault_power(game, unit)
        game.units.set(unit, charge="", fallen=0, fled=False, sally="", attack=0, defence=0, edged=(), dropped=())
