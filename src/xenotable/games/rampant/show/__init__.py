"""What a screen shows of a battle."""
