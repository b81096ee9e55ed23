"""Kill Team 2021: operatives, action points, attack and defence pools; and campaigns of such battles."""
