"""Who stands, who rides, who is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xenotable.engine import Refusal
from xenotable.engine.memory import until_it_moved
from xenotable.games.xenocide.rules.scenarios.losses import eliminate_unit
from xenotable.games.xenocide.state import Xenocide


def kinds_in(game: Xenocide, unit: str) -> set[str]:
    return {game.models[m].kind for m in game.units[unit].models}


def alive(game: Xenocide, unit: str) -> bool:
    return bool(game.units[unit].models)


@until_it_moved
def standing_units(game: Xenocide, seat: int) -> list[str]:
    """The units of a side that stand on the ground: not burrowed, not high, not off the table."""
    return [
        id for id, u in game.units.items() if u.seat == seat and u.on and u.models and not u.burrowed and not u.high
    ]


@until_it_moved
def above_ground(game: Xenocide, seat: int) -> list[str]:
    """The units of a side that can be seen: on the ground or high above it."""
    return [id for id, u in game.units.items() if u.seat == seat and u.on and u.models and not u.burrowed]


def on_table(game: Xenocide, seat: int) -> list[str]:
    """The units of a side on, above or below the table."""
    return [id for id, u in game.units.items() if u.seat == seat and u.on and u.models]


def away_refusals(game: Xenocide, t: str) -> Iterator[Refusal]:
    """Why nobody can come into contact with a unit."""
    if game.units[t].burrowed:
        yield Refusal("flight.burrow-move", "{t} is underground.", {"t": t}, "Wait until it comes up.")
    elif game.units[t].high:
        yield Refusal("flight.high-no-cover", "{t} is high up: nobody reaches it.", {"t": t}, "Shoot at it.")


def company_units(game: Xenocide, company: str) -> Sequence[str]:
    """The units that act with a company this turn and still exist, those inside transports too."""
    return units_by_company(game, game.companies[company].seat).get(company, ())


@until_it_moved
def units_by_company(game: Xenocide, seat: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit, row in game.units.items():
        if row.seat == seat and (row.models or row.riding):
            found.setdefault(row.company, []).append(unit)
    return found


def company_first(game: Xenocide, company: str, seat: int) -> list[str]:
    """The units that act with a company, then the others of its side on the table."""
    others = [id for id in on_table(game, seat) if game.units[id].company != company]
    return [*company_units(game, company), *others]


def company_refusals(game: Xenocide, unit: str, company: str) -> Iterator[Refusal]:
    if game.units[unit].company != company:
        args = {"unit": unit, "c": game.units[unit].company}
        says = "{unit} acts with {c}, which is not active."
        yield Refusal("turn.whole-company", says, args, "Go on with the active company.")


def put(game: Xenocide, model: str, at: tuple[float, float]) -> None:
    """A model stands somewhere else, and whoever rides in it."""
    row = game.models.set(model, x=at[0], y=at[1], section="", door="")
    if game.kinds[row.kind].transport:
        for rider in aboard(game, model):
            game.models.set(rider, x=at[0], y=at[1])


def aboard(game: Xenocide, carrier: str) -> list[str]:
    """Who rides in a transport: models of its own unit or of others of its side."""
    return [m for u in game.units.values() for m in u.riding if game.models[m].inside == carrier]


def riders(game: Xenocide, unit: str) -> list[str]:
    """The models of a unit that ride in open transports: they shoot and fight from there."""
    found = []
    for model in game.units[unit].riding:
        carrier = game.models.get(game.models[model].inside)
        if carrier is not None and game.kinds[carrier.kind].open_transport:
            found.append(model)
    return found


def mounted_models(game: Xenocide, unit: str) -> list[str]:
    """Who rides in the open transports of a unit, its own models or guests: area hits and close assault reach them."""
    return [
        m for c in game.units[unit].models if game.kinds[game.models[c].kind].open_transport for m in aboard(game, c)
    ]


def strength(game: Xenocide, unit: str) -> int:
    """All models of a unit, those in transports too."""
    return len(game.units[unit].models) + len(game.units[unit].riding)


def destroy(game: Xenocide, lost: Iterable[str]) -> None:
    """Models leave the battle; a unit without models is eliminated and its full price is lost."""
    for model in lost:
        unit = game.models[model].unit
        game.models.remove(model)
        left = tuple(x for x in game.units[unit].models if x != model)
        riding = tuple(x for x in game.units[unit].riding if x != model)
        game.units.set(unit, models=left, riding=riding)
        if not left and not riding:
            eliminate_unit(game, unit)
