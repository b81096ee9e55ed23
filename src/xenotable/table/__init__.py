"""The tabletop: shapes, terrain, sight, cover, moving, grids. Knows no game."""
