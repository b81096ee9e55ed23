"""One token for each unit, with its card and its marks."""

from __future__ import annotations

from xenotable.engine import NOBODY, Mark, Pips, Token, rule
from xenotable.games.rampant.content import content, origin
from xenotable.games.rampant.rules.roster.cards import card_rows
from xenotable.games.rampant.show.figures import figure_of
from xenotable.games.rampant.state import Rampant, passenger

GLYPHS = {
    "elite": "EL",
    "heavy": "HV",
    "light": "LT",
    "support": "SP",
    "berserk": "BK",
    "primitive": "PR",
    "recon": "RC",
    "militia": "ML",
    "greater-xenomorph": "GX",
    "lesser-xenomorph": "LX",
    "fighting-vehicle": "FV",
    "transport-vehicle": "TV",
    "soft-skin-vehicle": "SV",
}
SPELLS = {  # the mark of each power that lasts
    "impel": "aided",
    "calm": "aided",
    "guide-the-shot": "aided",
    "guide-the-blade": "aided",
    "leaden-limbs": "bound",
    "veil": "veiled",
    "barrier": "shielded",
}
KINDS = {"greater-xenomorph": "beast", "lesser-xenomorph": "beast"}


@rule("play.figures")
def tokens(game: Rampant, seat: int) -> list[Token]:
    """One token per unit; its pips are the figures it shows."""
    found = [token(game, unit) for unit in game.units]
    marker = game.now.marker
    if marker is not None:
        found.append(
            Token(
                "envoy",
                "The envoy",
                NOBODY,
                marker,
                0.5,
                "E",
                "marker",
                about=(("Envoy", "Take it home for 5 points."),),
                figure="civilian",
            )
        )
    return found


def token(game: Rampant, unit: str) -> Token:
    row, what = game.units[unit], game.profile[unit]
    at = (row.x, row.y) if row.where in ("table", "inside") else ()
    kind = "vehicle" if what.vehicle else KINDS.get(what.type, "flyer" if "flying" in what.has else "infantry")
    state = "out" if row.where == "gone" else "done" if row.activated and row.seat == game.now.active else "ready"
    return Token(
        unit,
        what.name,
        row.seat,
        at,
        what.radius,
        GLYPHS[what.type],
        kind,
        row.facing if what.vehicle else None,
        Pips(row.strength if row.where != "gone" else 0, what.strength),
        tuple(marks(game, unit)),
        state,
        row.inside,
        tuple(card_rows(what, game, unit)),
        origin("unit", what.type),
        figure_of(what),
    )


def marks(game: Rampant, unit: str) -> list[Mark]:
    row, what = game.units[unit], game.profile[unit]
    found = []
    if what.commander:
        found.append(Mark("C", "Commander", True, "command.model", "leader"))
    if row.suppressed:
        found.append(Mark("S", "Suppressed", False, "suppression.marker", "suppressed"))
    if row.prone:
        found.append(Mark("P", "Prone", True, "specials.prone", "prone"))
    if row.charge == "held":
        found.append(Mark("H", "Held back: may only Move", False, "activation.wild-charge-failure", "bound"))
    if game.now.carrier == unit:
        found.append(Mark("E", "Carries the envoy", True, "scenarios.envoy-carrying", "carrying"))
    if passenger(game, unit):
        found.append(Mark("T", f"Carries {game.name(passenger(game, unit))}", True, "vehicles.board", "carrying"))
    for spell in row.spells:
        power = content().powers[spell.power]
        friend = game.units[spell.source].seat == row.seat
        found.append(Mark(power.name[:2], power.name, friend, power.rule, SPELLS[spell.power]))
    return found
