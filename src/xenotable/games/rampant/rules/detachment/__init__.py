"""Points, limits, legality, and the order in which purchases change a profile."""
