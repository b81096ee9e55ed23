"""Removing models: the owner chooses which (rule "shooting.remove-models")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Flow, Pick
from xenotable.games.xenocide.rules.play.units import destroy
from xenotable.games.xenocide.rules.transport.passengers import spill, wrecks
from xenotable.games.xenocide.state import Xenocide


def remove(game: Xenocide, unit: str, among: Sequence[str], n: int, rule: str = "shooting.remove-models") -> Flow[int]:
    """n of these models are removed; the owner is asked where there is a choice. Gives the passengers of the same unit
    that died in wrecks."""
    here = tuple(m for m in among if m in game.models)
    if n <= 0 or not here:
        return 0
    lost: tuple[str, ...] = here
    if n < len(here):
        lost = yield from Pick(
            seat=game.units[unit].seat, key="remove", rule=rule, prompt="Remove {n:model} of {unit}: which?",
            args={"n": n, "unit": unit}, among=lambda: here, least=n, most=n, default=here[-n:],
        )  # fmt: skip
        game.tell("{unit} removes {n:model}.", rule, unit=unit, n=n)
    gone = wrecks(game, lost)
    destroy(game, lost)
    return (yield from spill(game, unit, gone))
