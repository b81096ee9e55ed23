"""Psychic rules of units: Psi-Kin, Psi-Null and the backlash."""

from __future__ import annotations

from xenotable.engine import Flow, Roll, Scene, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.courage.losses import suffer
from xenotable.games.rampant.rules.roster.numbers import keeps_free_actions
from xenotable.games.rampant.rules.xeno.combat import treat_losses
from xenotable.games.rampant.state import Rampant


@rule("xeno.psi-kin", neutral=lambda *a: False)
def power_free(game: Rampant, unit: str, action: str) -> bool:
    """Psi-Kin manifest easy powers without a test."""
    tier = game.profile[unit].psi_kin
    if not tier or not action.startswith("manifest:") or not keeps_free_actions(game, unit):
        return False
    return content().powers[action[9:]].difficulty <= 5 + tier or tier == 3


@rule("xeno.backlash", neutral=lambda *a: [])
def backlash(game: Rampant, unit: str, double: int) -> Flow[list[Scene]]:
    """A double when manifesting costs Strength Points, whether or not the power succeeds."""
    if not double or "backlash" not in game.profile[unit].has or game.units[unit].where == "gone":
        return []
    lost = yield from treat_losses(game, unit, double)
    return suffer(game, unit, lost, "xeno.backlash", says="The power lashes back at {unit}: {n} lost.") or []


@rule("xeno.psi-null", neutral=lambda *a: False)
def roll_psi_null(game: Rampant, target: str) -> Flow[bool]:
    """A Psi-Null shrugs a power off on 4 or more."""
    if "psi-null" not in game.profile[target].has:
        return False
    _, off = yield from Roll(
        seat=game.units[target].seat,
        key="psi-null",
        rule="xeno.psi-null",
        prompt="{t} resists the power",
        args={"t": target},
        n=1,
        cuts=(4,),
        names=("works", "no effect"),
    )
    return bool(off)
