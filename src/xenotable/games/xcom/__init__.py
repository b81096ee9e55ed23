"""XCOM, the board game: four roles against the clock, and the companion app for the physical game."""

from xenotable.games.xcom import budget, companion_play, setup, timed  # noqa: F401  # bring in every scene
from xenotable.games.xcom.companion import Companion
from xenotable.games.xcom.state import Setup, Xcom

GAME = Xcom
COMPANION = Companion

__all__ = ["COMPANION", "GAME", "Companion", "Setup", "Xcom"]
