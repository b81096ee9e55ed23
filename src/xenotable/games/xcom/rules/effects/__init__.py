"""Chapter effects: every card effect is data, and each operation a function."""
