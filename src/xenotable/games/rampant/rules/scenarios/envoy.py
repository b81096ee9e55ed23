"""The envoy: taking it up, handing it over, bringing it home."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Confirm, Flow, Refusal
from xenotable.games.rampant.rules.play.conventions import circle, distance, to_spot, within
from xenotable.games.rampant.rules.scenarios.scoring import score
from xenotable.games.rampant.rules.xeno.combat import is_flying
from xenotable.games.rampant.state import NOW, Rampant, fielded_units


def carried_home(game: Rampant, unit: str) -> None:
    if game.now.carrier == unit:
        game.battle.set(NOW, carrier="", marker=None)
        score(game, game.units[unit].seat, 5, "bringing the envoy home", "scenarios.the-envoy")


def after_move(game: Rampant, unit: str) -> Flow[None]:
    """Picking the envoy up, handing it over or putting it down, as part of a Move."""
    row = game.units[unit]
    if row.where not in ("table", "inside") or game.profile[unit].vehicle:
        return
    if game.now.carrier == unit:
        yield from hand_over(game, unit)
        return
    marker = game.now.marker
    if marker is None or is_flying(game, unit) or not within(to_spot(game, unit, marker), 1.0):
        return
    yes = yield from Confirm(
        seat=row.seat,
        key="pick-up",
        rule="scenarios.the-envoy",
        prompt="Does {unit} take the envoy along?",
        args={"unit": unit},
        yes="Take the envoy",
        no="Leave it",
    )
    if yes:
        game.battle.set(NOW, marker=None, carrier=unit)
        game.tell("{unit} takes the envoy along.", "scenarios.the-envoy", unit=unit)


def carrier_refusals(game: Rampant, unit: str, friend: str) -> Iterator[Refusal]:
    """Why the envoy cannot be handed to a friend."""
    args, id = {"unit": unit, "f": friend}, "scenarios.envoy-carrying"
    if game.units[friend].where != "table":
        yield Refusal(id, "{f} is not in the open.", args)
    elif game.profile[friend].vehicle or is_flying(game, friend):
        yield Refusal(id, "{f} cannot carry the envoy.", args)
    elif not within(distance(game, friend, unit), 1.0):
        yield Refusal(id, "{f} is not within 1 in of {unit}.", args)


def hand_over(game: Rampant, unit: str) -> Flow[None]:
    """After moving, the carrier may hand the envoy to a friend within 1 in, or put it down."""
    seat = game.units[unit].seat
    friends = [u for u in fielded_units(game, seat) if u != unit]
    who = yield from Choose(
        seat=seat,
        key="hand-over",
        rule="scenarios.envoy-carrying",
        prompt="Who carries the envoy on?",
        among=lambda: (unit, *friends, "down"),
        why_not=lambda u: () if u in (unit, "down") else carrier_refusals(game, unit, u),
        label=lambda u: "Put it down" if u == "down" else game.name(u),
    )
    if who == "down":
        base = circle(game, unit)
        game.battle.set(NOW, carrier="", marker=(base.x, base.y))
        game.tell("{unit} puts the envoy down.", "scenarios.envoy-carrying", unit=unit)
    elif who != unit:
        game.battle.set(NOW, carrier=who)
        game.tell("{a} hands the envoy to {b}.", "scenarios.envoy-carrying", a=unit, b=who)
