"""Chapter damage: The Armour test, Armour points by damage type, Wounds and removal."""
