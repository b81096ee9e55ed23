"""Chapter setup: the mission sequence from picking a mission to the first turning point."""
