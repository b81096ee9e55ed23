"""Chapter assault: Ten steps per round until no enemies are in contact."""
