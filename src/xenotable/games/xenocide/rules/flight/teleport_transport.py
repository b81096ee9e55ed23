"""Teleporting out of transports and into them (chapters "flight" and "transport")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Pick, Piece, Place, Placed, Random, Refusal, Scene, cite, is_legal, rule
from xenotable.games.xenocide.rules.buildings.walls import gap, spread
from xenotable.games.xenocide.rules.flight.special_moves import land, roll_teleport, teleport_odds
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY
from xenotable.games.xenocide.rules.movement.moving import stir
from xenotable.games.xenocide.rules.movement.restrictions import contact_refusals_but
from xenotable.games.xenocide.rules.movement.suppressed import nearing_refusals
from xenotable.games.xenocide.rules.overwatch import reaction
from xenotable.games.xenocide.rules.play.measuring import CONTACT, WITHIN, bases, circle, circles, overlap
from xenotable.games.xenocide.rules.play.models import kind_of, stands_free
from xenotable.games.xenocide.rules.play.units import away_refusals, company_units, on_table, standing_units
from xenotable.games.xenocide.rules.sight.line_of_sight import sight_shape
from xenotable.games.xenocide.rules.titans.systems import is_hampered
from xenotable.games.xenocide.rules.transport.passengers import carriers, mount, room
from xenotable.games.xenocide.rules.transport.riders import unsettled_models
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point

CLIMB = 6.0  # inches that a high transport adds to the distance
Named = tuple[str, ...]


@rule("flight.teleport-transport", neutral=lambda game, carrier: 0.0)
def climb(game: Xenocide, carrier: str) -> float:
    return CLIMB if game.units[game.models[carrier].unit].high else 0.0


def reach(game: Xenocide, model: str) -> float:
    """How far a passenger ports, measured on the table from its transport."""
    return kind_of(game, model).teleport - climb(game, game.models[model].inside)


# ---- out -------------------------------------------------------------------------------------------------------------


def may_port(game: Xenocide, unit: str) -> bool:
    riding = game.units[unit].riding
    return bool(riding) and game.units[unit].on and all(kind_of(game, m).teleport for m in riding)


def port_out(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    """A unit inside transports ports out as its movement action: one test for all of them."""
    seat = game.units[unit].seat
    how = yield from Choose(
        seat=seat, key="port", rule="flight.teleport-transport", prompt="Does {unit} port out of its transports?",
        args={"unit": unit}, among=lambda: ("stay", "teleport", "teleport-assault"),
        why_not=lambda h: way_refusals(game, unit, h), odds=lambda h: None if h == "stay" else teleport_odds(),
    )  # fmt: skip
    if how == "stay":
        return []
    named: Named = ()
    if how == "teleport-assault":
        named = yield from Pick(
            seat=seat, key="named", rule="movement.assault-declare", prompt="Which enemies does {unit} go for?",
            args={"unit": unit}, among=lambda: on_table(game, 1 - seat), least=1,
            why_not=lambda t: prey_refusals(game, unit, t), label=lambda t: game.name(t),
        )  # fmt: skip
    put = yield from Place(
        seat=seat, key="port-out", rule="flight.teleport-transport", prompt="Where does {unit} arrive?",
        args={"unit": unit},
        pieces=[Piece(m, (game.models[m].x, game.models[m].y), kind_of(game, m).radius, reach(game, m))
                for m in game.units[unit].riding],
        legal=lambda p: port_refusals(game, unit, p, named), propose=lambda n, rnd: landings(game, unit, named, rnd),
        optional=True,
    )  # fmt: skip
    if not put.at:
        return []
    return (yield from arrive(game, unit, {m: (at[0], at[1]) for m, at in put.at.items()}, named))


def way_refusals(game: Xenocide, unit: str, how: str) -> Iterator[Refusal]:
    if how != "teleport-assault":
        return
    if is_hampered(game, unit):
        yield Refusal("movement.suppressed-no-assault", "{unit} is suppressed and cannot assault.", {"unit": unit})
    elif not in_reach(game, unit):
        yield Refusal("movement.assault-move", "No enemy is in reach of {unit}.", {"unit": unit})


def in_reach(game: Xenocide, unit: str) -> list[str]:
    mine = [(circle(game, game.models[m].inside), reach(game, m)) for m in game.units[unit].riding]
    foes = standing_units(game, 1 - game.units[unit].seat)
    return [t for t in foes if any(gap(c, e) - far < CONTACT for c, far in mine for e in circles(game, t))]


def prey_refusals(game: Xenocide, unit: str, t: str) -> Iterator[Refusal]:
    away = list(away_refusals(game, t))
    yield from away
    if t not in in_reach(game, unit) and not away:
        says = "{t} is out of reach of {unit}."
        yield Refusal("movement.assault-move", says, {"unit": unit, "t": t}, "Drive nearer to it first.")


def port_refusals(game: Xenocide, unit: str, put: Placed, named: Named) -> Iterator[Refusal]:
    """Within the distance of the transport, on nobody, in coherency; beside the enemy only in a declared assault."""
    args = {"unit": unit}
    here = {m: Circle(at[0], at[1], kind_of(game, m).radius) for m, at in put.at.items()}
    spots = list(here.values())
    if not here:
        return
    if any(gap(c, circle(game, game.models[m].inside)) > reach(game, m) + WITHIN for m, c in here.items()):
        yield Refusal("flight.teleport-transport", "A model of {unit} would port too far.", args)
    taken = bases(game, standing_units(game, 0) + standing_units(game, 1))
    if overlap(spots, taken):
        yield Refusal("play.no-overlap", "A model of {unit} would stand on another.", args)
    if spread([*spots, *circles(game, unit)]) > COHERENCY + WITHIN:
        yield Refusal("movement.coherency-end", "{unit} would be wider than 8 in.", args)
    yield from contact_refusals_but(game, unit, named, spots)
    yield from nearing_refusals(game, unit, [circle(game, m) for m in here], spots)
    for t in named:
        if not any(gap(c, e) < CONTACT for c in circles(game, t) for e in spots):
            yield Refusal(
                "movement.assault-declare", "{unit} would not be in contact with {t}.", {"unit": unit, "t": t}
            )
    if not all(stands_free(game, m, c) for m, c in here.items()):
        yield Refusal("flight.teleport", "A model of {unit} cannot stand there.", args)


def landings(game: Xenocide, unit: str, named: Named, rnd: Random) -> list[Placed]:
    """Some places around a random direction from the transports, or around the first enemy named; and none."""
    riding = game.units[unit].riding
    first = circle(game, game.models[riding[0]].inside)
    far = max(0.0, reach(game, riding[0]) * 0.6)
    way = rnd() * 2 * math.pi
    if named:
        foe = min(circles(game, named[0]), key=lambda c: gap(c, first))
        way = math.atan2(foe.y - first.y, foe.x - first.x)
        far = max(0.0, math.hypot(foe.x - first.x, foe.y - first.y) - 4.5)
    x, y = first.x + far * math.cos(way), first.y + far * math.sin(way)
    at: dict[str, tuple[float, ...]] = {}
    for model in riding:
        step = 2 * kind_of(game, model).radius + 0.125
        ring = [(0.0, 0.0)] + [(step * i, step * k) for i in (-1, 0, 1, -2, 2) for k in (0, -1, 1, -2, 2) if i or k]
        tries = ((round((x + dx) * 1024) / 1024, round((y + dy) * 1024) / 1024) for dx, dy in ring)
        good = next((p for p in tries if is_legal(port_refusals(game, unit, Placed({**at, model: p}), named))), None)
        if good is not None:
            at[model] = good
    return [Placed(at), Placed()] if at else [Placed()]


def arrive(game: Xenocide, unit: str, ends: dict[str, Point], named: Named) -> Flow[list[Scene]]:
    """The test, looking out of the transports; then the models stand there and the enemy may react."""
    eyes = [sight_shape(game, c) for c in dict.fromkeys(game.models[m].inside for m in game.units[unit].riding)]
    if not (yield from roll_teleport(game, unit, eyes, ends)):
        return []
    came = eyes[0][:2]
    for model, at in ends.items():
        row = game.units[unit]
        game.units.set(unit, models=(*row.models, model), riding=tuple(x for x in row.riding if x != model))
        game.models.set(model, inside="", x=at[0], y=at[1])
    game.units.set(unit, moved=True, high=False, came=came)
    stir(game, unit)
    game.tell("{unit} ports out of its transports.", "flight.teleport-transport", unit=unit)
    if named:
        fresh(game, unit)
    yield from land(game, unit, ends)
    return reaction(game, unit, {m: at for m, at in ends.items() if m in game.models}, {})


def fresh(game: Xenocide, unit: str) -> None:
    """Who ports into an assault fights like any other attacker."""
    late = unsettled_models(game.units[unit].models)
    game.units.set(unit, charge="assault" if game.units[unit].order == "assault" else "firing", dropped=late)


# ---- in --------------------------------------------------------------------------------------------------------------


def inward(game: Xenocide, unit: str) -> dict[str, dict[str, str]]:
    """The units whose transports a unit could port into, with who would fit where."""
    found = {}
    for h in company_units(game, game.units[unit].company):
        if (
            h != unit
            and game.units[h].on
            and not game.units[h].burrowed
            and (into := _seats(game, unit, carriers(game, h)))
        ):
            found[h] = into
    return found


def _seats(game: Xenocide, unit: str, cars: Sequence[str]) -> dict[str, str]:
    left = {c: room(game, c) for c in cars}
    found: dict[str, str] = {}
    for model in game.units[unit].models:
        kind, here = kind_of(game, model), circle(game, model)
        for c in left:
            if left[c] >= kind.size and gap(here, circle(game, c)) + climb(game, c) <= kind.teleport + WITHIN:
                found[model] = c
                left[c] -= kind.size
                break
    return found


def in_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    if all(kind_of(game, m).teleport for m in game.units[unit].models) and not inward(game, unit):
        yield Refusal("flight.teleport-transport", "No transport with room is in reach of {unit}.", {"unit": unit})


def port_in(game: Xenocide, unit: str) -> Flow[None]:
    """A unit ports into the transports of another that acts with it, as many of its models as fit."""
    among = inward(game, unit)
    host = yield from Choose(
        seat=game.units[unit].seat, key="host-transport", rule="flight.teleport-transport",
        prompt="Into which transports does {unit} port?", args={"unit": unit}, among=lambda: tuple(among),
        label=lambda h: game.name(h),
    )  # fmt: skip
    seats = inward(game, unit)[host]
    ends = {m: (game.models[c].x, game.models[c].y) for m, c in seats.items()}
    cite("flight.teleport-transport")
    if not (
        yield from roll_teleport(
            game, unit, [sight_shape(game, m) for m in game.units[unit].models], ends, list(seats.values())
        )
    ):
        return
    for model, c in seats.items():
        mount(game, model, c)
    game.units.set(unit, moved=True)
    game.tell("{unit} ports into {h}.", "flight.teleport-transport", unit=unit, h=host)
