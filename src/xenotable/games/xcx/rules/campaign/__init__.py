"""Chapter campaign: Six missions in a row with persistent Squads, casualties, recovery, supplies and experience."""
