"""Chapter modifiers: Where modifiers come from, how they add up, and the table of all of them with their sign."""
