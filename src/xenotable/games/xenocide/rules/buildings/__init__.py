"""Chapter buildings: Garrisons, structure, collapse and fighting for sections."""
