"""Chapter fighting: target, weapons, attack dice, alternating strikes and parries, combat support."""
