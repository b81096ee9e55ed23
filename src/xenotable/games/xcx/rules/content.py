"""Ready set-ups: versus, alone, together, and the guided first battle."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import cite, rule
from xenotable.games.xcx.rules.ai.squads import ai_squad, ready
from xenotable.games.xcx.rules.squad.validation import squad_cost
from xenotable.games.xcx.state import BattleSetup, Side, Squad


def versus(mission: str, limit: int, mode: str = "inches", layout: str = "", levy: bool = False) -> BattleSetup:
    sides = (Side((ai_squad("XCX", limit),)), Side((ai_squad("ADVENT", limit),)))
    return BattleSetup(mission, limit, mode, layout, sides, levy)


def solo(
    mission: str, limit: int, difficulty: str = "classic", mode: str = "inches", tutorial: bool = False
) -> BattleSetup:
    cite("ai.modes")
    sides = (Side((ai_squad("XCX", limit),)), Side((ai_squad("ADVENT", limit),), True, difficulty))
    return BattleSetup(mission, limit, mode, "", sides, tutorial=tutorial)


def coop(mission: str, limit: int, mode: str = "inches") -> BattleSetup:
    """Two players with half the limit each, against an AI Squad of the whole."""
    half = limit // 2
    one, two = ai_squad("XCX", half), random_free("XCX", half)
    return BattleSetup(mission, limit, mode, "", (Side((one, two)), Side((ai_squad("ADVENT", limit),), True)))


def random_free(faction: str, limit: int) -> Squad:
    """A second Squad for a partner: the hired one if it fits."""
    hired = ready("xcx-500-hired") if faction == "XCX" else ready("advent-500-steel")
    return hired if squad_cost(hired) <= limit else ai_squad(faction, limit)


@rule("content.tutorial", neutral=lambda: solo("open-line", 750))
def tutorial() -> BattleSetup:
    """The guided first battle: Attrition on Foundry Row, the ready-made Squads, the AI on Easy."""
    return replace(solo("attrition", 500, "easy", tutorial=True), layout="foundry-row")


def hired_battle() -> BattleSetup:
    sides = (Side((ready("xcx-500-hired"),)), Side((ready("advent-500-steel"),)))
    return BattleSetup("attrition", 500, sides=sides, pick_leaders=True)
