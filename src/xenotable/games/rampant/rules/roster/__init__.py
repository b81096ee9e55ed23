"""What each field of the unit form means and how the card is filled in."""
