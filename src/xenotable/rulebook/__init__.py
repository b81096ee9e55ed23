"""The executable rulebook: catalogues, citations and coverage. Knows no game.

Nothing here imports the engine: the test plugin stands in this package and must switch tracing on before it.
"""

from xenotable.rulebook.catalogue import Catalogue, CatalogueFault, Chapter, Game, Rule, catalogue, games

__all__ = ["Catalogue", "CatalogueFault", "Chapter", "Game", "Rule", "catalogue", "games"]
