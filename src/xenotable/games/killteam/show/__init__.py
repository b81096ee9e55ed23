"""What a screen shows of a battle and of a campaign."""
