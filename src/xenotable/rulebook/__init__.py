"""The executable rulebook: catalogues, citations and coverage. Knows no game."""
