"""Kill Team 2021: operatives, action points, attack and defence pools."""

from xenotable.games.killteam import setup as _setup  # noqa: F401  # brings in the scenes of every chapter
from xenotable.games.killteam.state import KillTeam

GAME = KillTeam
