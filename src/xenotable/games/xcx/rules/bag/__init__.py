"""Chapter bag: Dice in, dice out: who acts next, and what kills and special rules do to the dice."""
