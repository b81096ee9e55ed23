"""The dice of tables: new ones wait for those who sit down; what comes from elsewhere loses all that foretells it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from xenotable.engine import Match
from xenotable.engine.asks import UNSET
from xenotable.engine.dice import DiceState
from xenotable.engine.fair import Epoch, Fair, Fairness
from xenotable.engine.saving import Save
from xenotable.server.messages.bodies import Options


def fresh_dice(options: Options) -> Fair:
    """The dice of a new table: they wait for those who sit down."""
    return Fair(Fairness(typed=options.dice == "typed", waiting=True))


def taken_over(saved: Save) -> Save:
    """A record that goes on at another table. What it says about its dice may be anybody's invention, and whoever had
    it may know their seed: from here on they are new."""
    return replace(without_foretelling(saved), fair=_elsewhere(_is_typed(saved)))


def dice_from_here(match: Match[Any]) -> Fair:
    """New dice for a match that branches off: they remember nothing of how the other one went on."""
    return Fair(_elsewhere(match.dice.typed), match.tape)


def without_foretelling(saved: Save) -> Save:
    """Without the seeds and secrets of its dice."""
    frames = [replace(f, dice=DiceState("fair")) for f in saved.frames]
    fair = _elsewhere(_is_typed(saved)) if saved.fair is UNSET else saved.fair.sealed()
    return replace(saved, frames=frames, fair=fair)


def _elsewhere(typed: bool) -> Fairness:
    return Fairness([Epoch()], typed=typed, waiting=True)


def _is_typed(saved: Save) -> bool:
    return saved.fair.typed if saved.fair is not UNSET else any(f.dice.kind == "typed" for f in saved.frames)
