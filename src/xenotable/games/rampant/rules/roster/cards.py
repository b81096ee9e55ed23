"""Roster cards: what a unit is, on one card, as text and as a sheet to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from xenotable.engine import cite, rule
from xenotable.games.rampant.content import ACTIONS, content
from xenotable.games.rampant.rules.courage.courage_test import courage_dice
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.roster.numbers import named_free
from xenotable.games.rampant.rules.shooting.dice import combat_dice
from xenotable.games.rampant.rules.xeno.purchases import tier
from xenotable.games.rampant.state import Entry, Profile, Rampant, Roster, entry_of

PER_SHEET = 6
DASH = "-"
PAIRS = (  # the two columns, row by row
    ("Unit name", "Points"),
    ("Attack", "Attack Value"),
    ("Move", "Defence Value"),
    ("Shoot", "Shoot Value / Range"),
    ("Courage", "Maximum Movement"),
    ("Armour", "Strength Points"),
)
ROWS = ("Special rules", "Options", "Xeno rules")
MARKERS = (("suppressed", "Suppressed"), ("prone", "Prone"), ("activated", "activated"), ("targeted", "shot at"))


class Card(NamedTuple):
    """The texts of a card by the names of its fields, and which of them differ from the unit type."""

    fields: dict[str, str]
    changed: frozenset[str]


BLANK = Card({}, frozenset())


@rule("roster.card")
def card(entry: Entry, seasoned: bool = False, named: dict[str, str] | None = None) -> Card:
    """The card of a unit. `named` gives the kin that Sworn Foe and Grudge are turned on, once they are known."""
    mine = profile(entry, seasoned)
    plain = numbers(profile(Entry("", entry.type), False))
    fields = numbers(mine)
    changed = frozenset(f for f, text in fields.items() if text != plain[f] and f != "Points")
    return Card({"Unit name": entry.name, **fields, **text_rows(entry, mine, named or {})}, final(changed))


@rule("roster.final-numbers", neutral=lambda changed: frozenset())
def final(changed: frozenset[str]) -> frozenset[str]:
    """The numbers are those after all purchases; those that are not the unit type's are marked."""
    return changed


def numbers(what: Profile) -> dict[str, str]:
    """The numbers as printed."""
    reach = f" / {what.shoot_range}" if what.shoot_range else ""
    return {
        "Points": str(what.points),
        **{action.title(): activation(what, action) for action in ACTIONS},
        "Attack Value": score(what.attack_value),
        "Defence Value": score(what.defence_value),
        "Shoot Value / Range": score(what.shoot_value) + reach,
        "Courage": f"{what.courage}+",
        "Maximum Movement": str(what.max_move),
        "Armour": str(what.armour),
        "Strength Points": str(what.strength),
    }


@rule("roster.dash", neutral=lambda value: f"{value}+")
def score(value: int) -> str:
    """What a die or two must show; a dash where the unit can never do it."""
    return f"{value}+" if value else DASH


@rule("roster.activation-column", neutral=lambda *a: "")
def activation(what: Profile, action: str) -> str:
    """The total for an order, and whether it is done without a test."""
    text = score(getattr(what, action))
    return f"Free ({text})" if action in what.free else text


@rule("roster.text-rows")
def text_rows(entry: Entry, what: Profile, named: dict[str, str]) -> dict[str, str]:
    c = content()
    xeno = [f"kin {what.kin}", *(xeno_text(entry, bought, named) for bought in entry.xeno)]
    return {
        "Special rules": ", ".join(c.specials[s].name for s in what.specials),
        "Options": ", ".join(c.options[o].name for o in entry.options),
        "Xeno rules": ", ".join(xeno),
    }


def xeno_text(entry: Entry, bought: str, named: dict[str, str]) -> str:
    """A xeno rule with its tier and what was chosen for it."""
    id, n = tier(bought)
    xeno = content().xeno[id]
    cite(xeno.rule)
    text = f"{xeno.name} {n}" if xeno.tiers else xeno.name
    chosen = [content().powers[p].name for p in entry.powers] if id == "psychic" else []
    chosen += [f"{entry.machine_free.title()} free"] if id == "machine" and entry.machine_free else []
    chosen += [named[id]] if named.get(id) else []
    return f"{text} ({', '.join(chosen)})" if chosen else text


@rule("roster.six-per-sheet", neutral=lambda cards: [cards])
def sheets(cards: Sequence[Card]) -> list[list[Card]]:
    """Six cards on a sheet; the last one is filled up with blank forms, and there is always one sheet."""
    blank = [BLANK] * (-len(cards) % PER_SHEET or (0 if cards else PER_SHEET))
    filled = [*cards, *blank]
    return [filled[i : i + PER_SHEET] for i in range(0, len(filled), PER_SHEET)]


def cards(roster: Roster) -> list[Card]:
    return [card(entry, roster.trait == "seasoned") for entry in roster.units]


# ---- during play -----------------------------------------------------------------------------------------------------


@rule("roster.live-card")
def live(game: Rampant, unit: str) -> Iterator[tuple[str, str]]:
    """What the card shows during play: Strength Points, the dice the unit throws, its markers."""
    row = game.units[unit]
    yield "Strength", f"{row.strength}/{game.profile[unit].strength}"
    yield "Combat dice", str(combat_dice(game, unit))
    yield "Courage dice", str(courage_dice(game, unit))
    markers = [word for field, word in MARKERS if getattr(row, field)]
    markers += [content().powers[s.power].name for s in row.spells]
    yield "Markers", ", ".join(markers) or "none"


def card_rows(what: Profile, game: Rampant, unit: str) -> Iterator[tuple[str, str]]:
    """The card behind a token, open to both players: as it is now, then the printed numbers and all that was bought."""
    cite("play.open-information")
    yield from live(game, unit)
    of = numbers(replace(what, free=named_free(game, unit)))
    yield "Points", of["Points"]
    yield from ((field, of[field]) for pair in PAIRS[1:] for field in pair)
    yield "Type", what.title
    side = game.sides[game.units[unit].seat]
    rows = text_rows(entry_of(game, unit), what, {"sworn-foe": side.foe, "grudge": side.grudge})
    yield from ((row, rows[row] or "none") for row in ROWS)
