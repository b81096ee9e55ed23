"""XCOM, the board game: four roles against the clock."""
