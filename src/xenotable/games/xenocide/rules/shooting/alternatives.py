"""Instead of shooting: digging in and overwatch (chapter "shooting")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.xenocide.rules.buildings.effects import no_digging
from xenotable.games.xenocide.rules.command import pay
from xenotable.games.xenocide.rules.overwatch import lose_watch
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.stats.values import entrenches
from xenotable.games.xenocide.state import Xenocide


@rule("shooting.dig-in", neutral=lambda *a: ())
def dig_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    row = game.units[unit]
    args = {"unit": unit}
    if row.order == "assault":
        yield Refusal("turn.assault-order-no-dig", "{unit} is on Assault orders and does not dig.", args)
    if row.dug:
        yield Refusal("shooting.dig-in", "{unit} is dug in already.", args)
    if row.high:
        yield Refusal("flight.high-no-cover", "{unit} is high up.", args)
    able_to = [m for m in row.models if kind_of(game, m).infantry or entrenches(kind_of(game, m))]
    others = [m for m in row.models if m not in able_to and not kind_of(game, m).transport]
    if not able_to or others:
        yield Refusal("shooting.dig-in", "Only infantry and models with Entrench dig in.", args)
    elif any(game.models[m].section for m in able_to) and no_digging():
        yield Refusal("buildings.no-dig", "{unit} is in a building and cannot dig in.", args)
    elif not any(can_dig(game, m) for m in able_to):
        yield Refusal("shooting.dig-in-where", "{unit} stands where nobody can dig.", args)


def can_dig(game: Xenocide, model: str) -> bool:
    """Not in fortified cover (nor in hard cover, if the table reads it so), on roads or in water."""
    row = game.models[model]
    here = [game.field.features[i] for i in game.field.inside(row.x, row.y)]
    most = 1 if game.reads("shooting.dig-in-where=open-or-soft") else 2
    return not any(f.cover > most or f.kind == "road" or f.water for f in here)


def dig_in(game: Xenocide, unit: str) -> None:
    game.units.set(unit, dug=True, shot=True)
    lose_watch(game, unit)
    game.tell("{unit} digs in.", "shooting.dig-in", unit=unit)


def watch_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    row = game.units[unit]
    args = {"unit": unit}
    if row.order == "assault":
        yield Refusal("turn.assault-order-no-dig", "{unit} is on Assault orders.", args)
    if row.marks:
        yield Refusal("overwatch.cannot-suppressed", "{unit} is suppressed.", args, "Rally it first.")
    if not row.models:
        yield Refusal("transport.passengers-no-shooting", "{unit} rides: it does not watch.", args, "Get out first.")
    if row.watch:
        yield Refusal("overwatch.keep", "{unit} is on overwatch already.", args)
    if not game.now.watching and not game.sides[row.seat].points:
        yield Refusal("command.use-overwatch", "Overwatch costs a command point for the company.", args)


def go_on_overwatch(game: Xenocide, unit: str) -> None:
    """One point for the whole company, paid once."""
    if not game.now.watching:
        pay(game, game.units[unit].seat, "command.use-overwatch")
        game.war.set("war", watching=True)
    game.units.set(unit, watch=True, shot=True)
    game.tell("{unit} goes on overwatch.", "overwatch.marker", unit=unit)
