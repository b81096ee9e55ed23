"""Chapter content: what every build must hold: teams, units, weapons, ploys, equipment, terrain, missions."""
