"""The numbers of a card as they count in play: points, free actions, Shoot Value, Courage."""

from __future__ import annotations

from xenotable.engine import acts, memoize, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.command import leading_commander, truly_near
from xenotable.games.rampant.rules.detachment.points import floor_of
from xenotable.games.rampant.rules.play.conventions import above_half
from xenotable.games.rampant.rules.xeno.purchases import first_alone, xeno_cost
from xenotable.games.rampant.state import Entry, Rampant


def cost(entry: Entry) -> int:
    """Type plus options plus xeno rules, at least 1."""
    return cost_of(entry.type, entry.options, entry.xeno)


@rule("roster.name-and-points")
@memoize(16384)
def cost_of(unit: str, options: tuple[str, ...], xeno: tuple[str, ...]) -> int:
    c = content()
    total = c.units[unit].points + sum(c.options[o].cost.get(unit, 0) for o in options)
    return floor_of(total + sum(xeno_cost(x) for x in xeno))


@rule("roster.bare-six", neutral=lambda n: n)
def clamp_value(value: int) -> int:
    """No value gets better than 2+ or worse than 6+; a dash stays a dash."""
    return 0 if value == 0 else max(2, min(6, value))


@rule("roster.activation-column", neutral=lambda *a: False)
def free_action(game: Rampant, unit: str, action: str) -> bool:
    """Does the unit do this without a test?"""
    if action == "drop":
        return first_alone(game, unit)
    return action in named_free(game, unit) and keeps_free_actions(game, unit)


def named_free(game: Rampant, unit: str) -> tuple[str, ...]:
    """The free actions of a unit: those of its card, and what a Commander named who turned out to be Seasoned."""
    what = game.profile[unit]
    named = game.sides[game.units[unit].seat].seasoned_free if what.commander else ""
    return (*what.free, named) if named else what.free


def keeps_free_actions(game: Rampant, unit: str) -> bool:
    """Not after a Rally, when even a free action is tested, and not as a worn Machine."""
    if game.units[unit].rallied and acts("specials.rebound"):
        return False
    worn = "machine" in game.profile[unit].has and not above_half(game, unit)
    return not (worn and acts("xeno.machine-worn"))


@rule("roster.values-column")
def shoot_value(game: Rampant, unit: str, way: str, spotted: bool) -> int:
    """The value on the card; 6+ while skirmishing without Old Scouts, 3+ with a spotter."""
    what = game.profile[unit]
    if spotted and acts("specials.spotted-fire"):
        return 3
    if way == "skirmish" and not ("old-scouts" in what.has and acts("options.old-scouts")):
        return 6
    return what.shoot_value


@rule("roster.courage-armour-move-strength")
def courage_score(game: Rampant, unit: str) -> int:
    """The total needed; an Overmind unit truly near its Commander needs 0."""
    chief = leading_commander(game, game.units[unit].seat)
    if "overmind" in game.profile[unit].has and chief and truly_near(game, unit, chief) and acts("xeno.overmind"):
        return 0
    return game.profile[unit].courage
