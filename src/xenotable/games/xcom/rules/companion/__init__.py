"""Chapter companion: the app for the physical game."""
