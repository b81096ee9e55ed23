"""Chapter units: the four kinds of units, exhaustion, the pool and elite soldiers."""
