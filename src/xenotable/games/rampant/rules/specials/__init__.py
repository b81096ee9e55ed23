"""Abilities printed on unit profiles or granted by options."""
