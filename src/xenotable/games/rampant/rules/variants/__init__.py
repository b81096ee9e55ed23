"""Optional rules: table switches that are off unless both players turn them on."""
