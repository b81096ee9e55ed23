"""Victory points, vows, the end of the battle and the seven battles."""
