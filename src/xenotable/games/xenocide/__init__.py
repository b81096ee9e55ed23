"""Xenocide 0.34: companies, secret orders, suppression and close assault; one module per chapter of the book."""

from xenotable.games.xenocide import setup as _scenes  # noqa: F401  # every scene of the game is known once it is imported
from xenotable.games.xenocide.state import Xenocide

GAME = Xenocide
