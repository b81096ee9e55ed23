"""Chapter setup: From army list to the first turn."""
