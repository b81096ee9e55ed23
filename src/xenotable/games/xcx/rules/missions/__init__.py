"""Chapter missions: Common mission rules and the six missions."""
