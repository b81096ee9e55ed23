"""Operations on units and on the labs."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, Refusal, cite, is_legal
from xenotable.games.xcom.content import CONTINENTS, LABS, Effect
from xenotable.games.xcom.rules.base.enemies import enemy_spaces, wound_enemy
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import one_of, operation
from xenotable.games.xcom.rules.research import advance_research
from xenotable.games.xcom.rules.units.losses import exhaust, lose, pick_units, recruit, room_for_elite
from xenotable.games.xcom.rules.units.unit_locations import (
    alike,
    assign,
    back,
    on_board,
    place_refusals,
    places_for,
    train_refusals,
    unit_refusals,
)
from xenotable.games.xcom.state import CARD, POOL, RESERVE, Xcom


def _those(game: Xcom, kind: str, place: str, exhausted: bool | None = None) -> list[str]:
    return [
        i
        for i, u in game.units.items()
        if u.kind == kind and u.place == place and (exhausted is None or u.exhausted == exhausted)
    ]


# ---- recruiting ------------------------------------------------------------------------------------------------------


def _pool(game: Xcom, kind: str) -> list[str]:
    return _those(game, kind, POOL)


@operation("free_recruit", full=lambda g, e, c: bool(_pool(g, "soldier")))
def free_recruit(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for _ in range(effect.count):
        if not (pool := _pool(game, "soldier")):
            return
        unit: str = yield from one_of(
            game, ctx, "recruit", "effects.free_recruit", "Who is recruited?", alike(game, pool)
        )
        recruit(game, unit, "effects.free_recruit")


@operation("free_build", full=lambda g, e, c: bool(_pool(g, "interceptor")))
def free_build(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for unit in _pool(game, "interceptor")[: effect.count]:
        recruit(game, unit, "effects.free_build")
    yield from ()


# ---- assigning and moving: watch cards, which bring their choices with them ------------------------------------------


def goals(game: Xcom, to: tuple[str, ...] | str) -> list[str]:
    out: list[str] = []
    for place in to:
        out += CONTINENTS if place == "continent" else (place,)
    return out


def assignments(game: Xcom, effect: Effect) -> list[tuple[str, str]]:
    """(unit, place): of each sort as many as the effect may take."""
    left, found = [i for i, u in game.units.items() if u.kind == effect.unit], list[str]()
    for _ in range(effect.count):
        found += alike(game, [u for u in left if u not in found])
    return [(u, p) for u in found for p in goals(game, effect.to)]


def _assignable(game: Xcom, effect: Effect, ctx: Context) -> bool:
    """Whether anybody could go anywhere; cheaper than listing it, because it is asked at every moment of a phase."""
    kind = effect.unit
    if not any(u.kind == kind and u.place == RESERVE and not u.exhausted for u in game.units.values()):
        return False
    return any(is_legal(place_refusals(game, kind, p)) for p in goals(game, effect.to))


@operation("assign_unit", full=_assignable)
def assign_unit(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for unit, place in ctx.given or ():
        assign(game, unit, place)
        game.tell("{unit} is assigned: {p}.", "effects.assign_unit", unit=unit, p=place)
    yield from ()


def assign_refusals(game: Xcom, orders: tuple[tuple[str, str], ...]) -> Iterator[Refusal]:
    """Why these units cannot all be assigned so, one after the other."""
    world = game if len(orders) == 1 else game.copy()
    for unit, place in orders:
        yield from unit_refusals(world, unit)
        yield from place_refusals(world, world.units[unit].kind, place)
        if world is not game:
            assign(world, unit, place)


def possible_moves(game: Xcom) -> list[tuple[str, str]]:
    """(unit, place): assigned units, to another place or back to their reserve. Whether there is room is judged for
    all moves together, one after the other."""
    assigned = [(i, u) for i, u in game.units.items() if on_board(u.place)]
    out = [(i, RESERVE) for i, _ in assigned]
    return out + [(i, p) for i, u in assigned for p in places_for(game, u.kind) if p != u.place]


def unmovable(game: Xcom, unit: str) -> Iterator[Refusal]:
    if game.units[unit].exhausted:
        yield Refusal("effects.move_unit", "{unit} is exhausted and stays where it is.", {"unit": unit})


@operation("move_unit", full=lambda g, e, c: any(on_board(u.place) and not u.exhausted for u in g.units.values()))
def move_unit(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for unit, place in ctx.given or ():
        game.tell("{unit} moves: {p}.", "effects.move_unit", unit=unit, p=place)
        _move(game, unit, place)
    yield from ()


def _move(game: Xcom, unit: str, place: str) -> None:
    if place == RESERVE:
        back(game, unit)
    else:
        assign(game, unit, place)


def move_refusals(game: Xcom, orders: tuple[tuple[str, str], ...]) -> Iterator[Refusal]:
    if len({u for u, _ in orders}) < len(orders):
        yield Refusal("effects.move_unit", "Each unit is moved once.")
        return
    world = game if len(orders) == 1 else game.copy()
    for unit, place in orders:
        if place != RESERVE:
            yield from place_refusals(world, world.units[unit].kind, place)
        if world is not game:
            _move(world, unit, place)


# ---- ready and exhausted ---------------------------------------------------------------------------------------------


def _exhausted_units(game: Xcom, effect: Effect) -> list[str]:
    """Those in the reserve first."""
    tired = [(i, u.place) for i, u in game.units.items() if u.exhausted and u.kind == effect.unit]
    found = [i for i, place in tired if place == RESERVE]
    return found + [i for i, place in tired if on_board(place)] if effect.from_ == "anywhere" else found


@operation("refresh_unit", full=lambda g, e, c: bool(_exhausted_units(g, e)))
def refresh_unit(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    tired = _exhausted_units(game, effect)
    if ctx.given is not None:
        chosen = tired[: effect.count]
    else:
        shut = "{unit} is not exhausted."
        chosen = yield from pick_units(game, tired, effect.count, "Which unit is refreshed?", shut=shut)
    for unit in chosen:
        game.units.set(unit, exhausted=False)
        game.tell("{unit} is ready again.", "effects.refresh_unit", unit=unit)


@operation("exhaust_unit")
def exhaust_unit(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """As many as there are; assigned ones first where the effect says so."""
    reserve = _those(game, effect.unit, RESERVE, exhausted=False)
    n = effect.count
    if effect.from_ == "board_first":
        out = [i for i, u in game.units.items() if u.kind == effect.unit and not u.exhausted and on_board(u.place)]
        for unit in (yield from pick_units(game, out, n, "Which unit is exhausted?", shut="{unit} is exhausted.")):
            exhaust(game, unit, "effects.exhaust_unit")
            n -= 1
    for unit in (yield from pick_units(game, reserve, n, "Which unit is exhausted?", shut="{unit} is exhausted.")):
        exhaust(game, unit, "effects.exhaust_unit")


def _losable(game: Xcom, effect: Effect, ctx: Context) -> bool:
    return sum(u.kind == effect.unit and u.place not in (POOL, CARD) for u in game.units.values()) >= effect.count


@operation("lose_unit", full=_losable)
def lose_unit(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """From the reserve; if there are too few, from the board: soldiers in the base before those on missions."""
    n = effect.count
    for places in _loss_groups(effect.unit):
        there = [u for p in places for u in _those(game, effect.unit, p)]
        for unit in (yield from pick_units(game, there, n, "Who goes to the recruitment pool?", "loss")):
            lose(game, unit, "effects.lose_unit")
            n -= 1


def _loss_groups(kind: str) -> list[tuple[str, ...]]:
    if kind == "soldier":
        return [(RESERVE,), ("base",), ("mission",), ("final",)]
    return [(RESERVE,), CONTINENTS]


# ---- elite soldiers --------------------------------------------------------------------------------------------------


def recruits(game: Xcom) -> list[str]:
    """One soldier of each sort, wherever it is."""
    return alike(game, [i for i, u in game.units.items() if u.kind == "soldier"])


def trainees(game: Xcom) -> list[str]:
    return [u for u in recruits(game) if is_legal(train_refusals(game, u))]


def _trainable(game: Xcom, effect: Effect, ctx: Context) -> bool:
    return any(u.kind == "soldier" and u.place == RESERVE and not u.elite for u in game.units.values())


@operation("train", full=_trainable)
def train(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    cite("units.training")
    unit: str = yield from one_of(game, ctx, "train", "units.training", "Who is trained?", trainees(game))
    game.units.set(unit, place=CARD, action=-1)
    game.tell("{unit} goes to Officer Training.", "units.training", unit=unit)


@operation("make_elite")
def make_elite(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for _ in range(effect.count):
        there = [i for i, u in game.units.items() if u.place == "mission" and not u.elite]
        if not there or not room_for_elite(game):
            return
        unit: str = yield from one_of(
            game, ctx, "elite", "effects.make_elite", "Who becomes elite?", alike(game, there)
        )
        game.units.set(unit, elite=True)
        game.tell("{unit} becomes elite.", "effects.make_elite", unit=unit)


# ---- success tokens --------------------------------------------------------------------------------------------------


def token_targets(game: Xcom, on: str) -> list[str]:
    if on == "base_enemy":
        return enemy_spaces(game)
    labs = [lab for lab in LABS if game.labs[lab].tech]
    return labs if on == "lab" else [lab for lab in labs if any(u.place == lab for u in game.units.values())]


@operation("place_success", full=lambda g, e, c: bool(token_targets(g, e.on)))
def place_success(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """One at a time; completion is checked after each."""
    for _ in range(effect.count):
        if not (targets := token_targets(game, effect.on)):
            return
        where: str = yield from one_of(
            game, ctx, "token", "effects.place_success", "Where does the success token go?", targets
        )
        if effect.on == "base_enemy":
            yield from wound_enemy(game, where, 1, "effects.place_success")
        else:
            advance_research(game, where, 1, "effects.place_success")


@operation("remove_success")
def remove_success(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for lab in LABS:
        row = game.labs[lab]
        if row.tokens:
            lost = min(row.tokens, effect.count)
            game.labs.set(lab, tokens=row.tokens - lost)
            says = "{lab}: {card} loses {n:success token}."
            game.tell(says, "effects.remove_success", lab=lab, card=row.tech, n=lost)
    yield from ()
