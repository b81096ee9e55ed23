"""Going, cover, line of sight, obstacles, buildings, wrecks."""
