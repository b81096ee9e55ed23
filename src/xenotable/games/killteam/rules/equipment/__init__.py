"""Chapter equipment: equipment points, how items are assigned, and what they do."""
