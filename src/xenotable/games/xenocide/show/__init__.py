"""What screens show of a battle."""
