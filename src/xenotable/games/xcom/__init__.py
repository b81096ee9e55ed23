"""XCOM, the board game: four roles against the clock."""

from xenotable.games.xcom import budget, setup, timed  # noqa: F401  # bring in every scene
from xenotable.games.xcom.state import Setup, Xcom

GAME = Xcom

__all__ = ["GAME", "Setup", "Xcom"]
