"""Chapter grid: Every distance, path, sight and cover question answered for square and hexagonal grids."""
