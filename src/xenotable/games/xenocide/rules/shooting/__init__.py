"""Chapter shooting: Choosing targets, rolling to hit, allocating hits."""
