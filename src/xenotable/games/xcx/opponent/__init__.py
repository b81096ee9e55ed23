"""A worthy opponent, who plays with what a player may know."""
