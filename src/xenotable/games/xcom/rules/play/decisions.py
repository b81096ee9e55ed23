"""The play area: who decides what."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xcom.content import COMMANDER, LEADER, OFFICER, SCIENTIST
from xenotable.games.xcom.rules.actions.asks import ASKS

EVERYBODY = (COMMANDER, SCIENTIST, OFFICER, LEADER)


@rule("play.decisions-timed", neutral=lambda action: None)
def asked_in_timed_phase(action: str) -> int | None:
    """The role that decides in this action; None where the game does everything by itself."""
    return ASKS[action][0] if action in ASKS else None


@rule("play.decisions-resolution", neutral=dict)
def asked_in_resolution() -> dict[str, tuple[int, ...]]:
    """Which roles may be asked for each decision of the resolution phase, in the order in which they come."""
    return {
        "tie": (COMMANDER,),
        "recruit": (COMMANDER, LEADER),
        "rise": (COMMANDER,),
        "push": (SCIENTIST, OFFICER, COMMANDER),
        "continent": (COMMANDER,),
        "attack": (LEADER,),
        "icon": (LEADER,),
        "survivor": (LEADER,),
        "reward": (LEADER,),
        "card": EVERYBODY,
    }
