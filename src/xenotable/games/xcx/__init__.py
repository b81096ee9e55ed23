"""XCX Enemy Eternal: squads, a bag of dice, AI cards and a campaign."""
