"""Chapter special: Every special rule of the reference list."""
