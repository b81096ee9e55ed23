"""The Suppressed marker and what it forbids."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, acts, cite, rule
from xenotable.games.rampant.rules.psychic.lasting import end_powers
from xenotable.games.rampant.rules.scenarios.vows import fact
from xenotable.games.rampant.state import Rampant


@rule("suppression.no-reactions", neutral=lambda *a: ())
def reaction_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    if game.units[unit].suppressed and acts("shooting.suppressed"):
        yield Refusal("firefight.suppressed", "{unit} is Suppressed.", {"unit": unit}, "It must rally first.")


@rule("suppression.marker", neutral=lambda *a: None)
def suppress(game: Rampant, unit: str) -> None:
    """One marker, never more; whoever is Suppressed keeps up no powers and does not lie Prone."""
    row = game.units[unit]
    if row.suppressed or row.where == "gone":
        return
    game.units.set(unit, suppressed=True, prone=False)
    end_powers(game, unit)
    game.tell("{unit} is Suppressed.", "suppression.marker", unit=unit)
    if sum(game.units[u].suppressed for u in game.members[row.seat]) >= 3 and acts("scenarios.vow-heads-down"):
        fact(game, 1 - row.seat, "heads-down")


@rule("suppression.no-activation", neutral=lambda *a: ())
def activation_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    cite("suppression.movement")
    cite("suppression.in-own-turn")
    yield Refusal(
        "suppression.no-activation", "{unit} is Suppressed.", {"unit": unit}, "It rallies at the start of a phase."
    )
