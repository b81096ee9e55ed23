"""Chapter squad: Points, units, factions, Leader, loadouts and legality checks."""
