"""What the table knows of a titan beside its unit and its model: the row, and nothing else (chapter "titans")."""

from __future__ import annotations

from xenotable.engine import Row

DRIVE, PROJECTOR = "drive", "projector"


class Titan(Row, frozen=True):
    """The state of a titan, by the id of its unit. The row stays when the titan is destroyed: it may still strike back
    in the round in which it falls."""

    kind: str
    core: int
    power: int = 0
    layers: int = 0  # of its deflector
    damaged: tuple[str, ...] = ()  # systems: mounts of weapons, the drive, the shield projector
    fired: tuple[str, ...] = ()  # mounts that have fired since its last activation began
    boosted: bool = False  # has boosted its Move in this activation
    dug: bool = False  # has paid for burrowing in this activation
    blades: tuple[tuple[str, int], ...] = ()  # power in close assault weapons, until the end of the assault
