"""Instead of shooting: digging in, overwatch, pop-up attacks (chapters "shooting", "overwatch" and "flight")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.xenocide.buildings import indoors
from xenotable.games.xenocide.command import pay
from xenotable.games.xenocide.play import kind_of
from xenotable.games.xenocide.state import Xenocide
from xenotable.games.xenocide.values import entrenches


@rule("flight.pop-up", neutral=lambda *a: ())
def pop_refusals(game: Xenocide, u: str) -> Iterator[Refusal]:
    """Low hover units on Move and Fire that have not moved may shoot from twelve inches up."""
    unit = game.units[u]
    if not unit.models or not all(kind_of(game, m).hover for m in unit.models) or unit.high:
        yield Refusal("flight.pop-up", "Only low hover units pop up.", {"u": u})
    elif indoors(game, u):
        yield Refusal("flight.pop-up", "{u} is in a building.", {"u": u})
    elif unit.order != "move-and-fire" or unit.moved:
        yield Refusal("flight.pop-up", "{u} has moved, or is not on Move and Fire.", {"u": u})


@rule("shooting.dig-in", neutral=lambda *a: ())
def dig_refusals(game: Xenocide, u: str) -> Iterator[Refusal]:
    unit = game.units[u]
    args = {"u": u}
    if unit.order == "assault":
        yield Refusal("turn.assault-order-no-dig", "{u} is on Assault orders and does not dig.", args)
    if unit.dug:
        yield Refusal("shooting.dig-in", "{u} is dug in already.", args)
    if unit.high:
        yield Refusal("flight.high-no-cover", "{u} is high up.", args)
    able_to = [m for m in unit.models if kind_of(game, m).infantry or entrenches(kind_of(game, m))]
    others = [m for m in unit.models if m not in able_to and not kind_of(game, m).transport]
    if not able_to or others:
        yield Refusal("shooting.dig-in", "Only infantry and models with Entrench dig in.", args)
    elif any(game.models[m].section for m in able_to) and no_digging():
        yield Refusal("buildings.no-dig", "{u} is in a building and cannot dig in.", args)
    elif not any(can_dig(game, m) for m in able_to):
        yield Refusal("shooting.dig-in-where", "{u} stands where nobody can dig.", args)


@rule("buildings.no-dig", neutral=lambda: False)
def no_digging() -> bool:
    return True


def can_dig(game: Xenocide, m: str) -> bool:
    """Not in fortified cover, on roads or in water."""
    row = game.models[m]
    here = [game.field.features[i] for i in game.field.inside(row.x, row.y)]
    return not any(f.cover >= 3 or f.kind == "road" or f.water for f in here)


def dig_in(game: Xenocide, u: str) -> None:
    game.units.set(u, dug=True, shot=True, watch=False)
    game.tell("{u} digs in.", "shooting.dig-in", u=u)


def watch_refusals(game: Xenocide, u: str) -> Iterator[Refusal]:
    unit = game.units[u]
    args = {"u": u}
    if unit.order == "assault":
        yield Refusal("turn.assault-order-no-dig", "{u} is on Assault orders.", args)
    if unit.marks:
        yield Refusal("overwatch.cannot-suppressed", "{u} is suppressed.", args, "Rally it first.")
    if not unit.models:
        yield Refusal("transport.passengers-no-shooting", "{u} rides: it does not watch.", args, "Get out first.")
    if unit.watch:
        yield Refusal("overwatch.keep", "{u} is on overwatch already.", args)
    if not game.war["war"].watching and not game.sides[unit.seat].points:
        yield Refusal("command.use-overwatch", "Overwatch costs a command point for the company.", args)


def go_on_overwatch(game: Xenocide, u: str) -> None:
    """One point for the whole company, paid once."""
    if not game.war["war"].watching:
        pay(game, game.units[u].seat, "command.use-overwatch")
        game.war.set("war", watching=True)
    game.units.set(u, watch=True, shot=True)
    game.tell("{u} goes on overwatch.", "overwatch.marker", u=u)
