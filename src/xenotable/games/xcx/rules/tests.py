"""Skill tests (chapter `tests`): 2D6 equal to or under a value."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Flow, Roll, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.state import Xcx
from xenotable.odds import sums

FACES = (2, 3, 4, 5, 6)
UNDER = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)  # ways out of 36 to roll a value or less


@rule("tests.weapon-skill", neutral=lambda game, model, weapon: 0)
def skill_value(game: Xcx, model: str, weapon: content.Weapon) -> int:
    return profile_of(game, model).skill(weapon.skill)


@rule("tests.odds-table", neutral=lambda value: 0.0)
def chance_under(value: int) -> float:
    """The chance of a plain test: 0 for 1 or less, certain from 12 on."""
    return UNDER[max(0, min(value, 12))] / 36


def chance_optic(value: int) -> float:
    """The chance with three dice of which the highest is discarded."""
    return sums(3, lowest=2).at_most(value)


def faces_of(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(face for face, n in enumerate(counts, 1) for _ in range(n))


def dice_words(faces: Sequence[int]) -> str:
    """Dice in the story: `2+3 = 5`; of three with a Magnified Optic the highest, which does not count, in brackets."""
    kept = "+".join(str(f) for f in faces[:2])
    more = f" ({faces[2]} discarded)" if len(faces) > 2 else ""
    return f"{kept}{more} = {sum(faces[:2])}"


@rule("tests.roll-under", neutral=lambda total, value: True)
def under(total: int, value: int) -> bool:
    """Equal or below succeeds; no face succeeds or fails by itself."""
    cite("tests.no-automatic-results")
    return total <= value


def hand(seat: int) -> int:
    """Who rolls: at a real table the first player rolls the dice of the AI as well."""
    return max(seat, 0)


def two_dice(seat: int, key: str, rule_id: str, prompt: str = "Roll 2D6", dice: int = 2) -> Flow[tuple[int, ...]]:
    """The faces that count, lowest first: both, or the lower two of three."""
    counts = yield from Roll(seat=hand(seat), key=key, rule=rule_id, prompt=prompt, n=dice, cuts=FACES)
    kept = faces_of(counts)[:2]
    cite("tests.sum-kept")
    return kept


def d6(seat: int, key: str, rule_id: str, prompt: str = "Roll a D6") -> Flow[int]:
    counts = yield from Roll(seat=hand(seat), key=key, rule=rule_id, prompt=prompt, n=1, cuts=FACES)
    return counts.index(1) + 1


@rule("tests.bracketed-are-skills")
def skill_name(key: str) -> str:
    """What a characteristic is called; those that stand in brackets on the card are skills."""
    return content.skills()[key].name
