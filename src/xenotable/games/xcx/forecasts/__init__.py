"""What the dice may bring: exact odds at the asks of the rules, by the very steps that resolve them."""
