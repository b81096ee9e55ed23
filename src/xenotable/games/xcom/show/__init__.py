"""What a screen shows: the board, panels, the debriefing and the pages of the companion."""
