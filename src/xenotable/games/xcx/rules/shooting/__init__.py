"""Chapter shooting: Legal targets, range bands, the to-hit modifiers and the order of steps of a ranged attack."""
