"""The table and its conventions: measuring, dice, turns, who plays and what is hidden."""
