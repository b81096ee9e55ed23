"""Chapter flight: Everything that leaves the ground or goes under it."""
