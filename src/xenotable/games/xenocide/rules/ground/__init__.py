"""Chapter ground: Terrain classes, the terrain table and intrinsic dangers."""
