"""What the game can tell before a decision: odds in exact figures, and simulation."""
