"""What is fixed for one attack, and what becomes of it."""

from __future__ import annotations

from xenotable.engine import Row


class Terms(Row, frozen=True):
    """What is fixed for one attack."""

    value: int
    dice: int = 2  # three with a Magnified Optic: the highest is discarded
    armour: int = 7
    plus: int = 0  # on the dice total of the Armour test: a gun in close combat
    lost: int = 1  # Wounds that a passed Armour test costs
    wounds: int = 1  # Wounds that the target has left
    scatter: bool = False
    shredding: bool = False
    mind: bool = False


class Shot(Row, frozen=True):
    """What the attack has become."""

    hit: bool = False
    scattered: bool = False
    hurt: bool = False
    lost: int = 0
    effect: str = ""
