"""XCOM, the board game: four roles against the clock, and the companion app for the physical game."""
