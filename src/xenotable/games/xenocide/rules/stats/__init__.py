"""Chapter stats: What every value on a model's data entry means."""
