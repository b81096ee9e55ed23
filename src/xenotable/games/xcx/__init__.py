"""XCX Enemy Eternal: a skirmish with dice drawn from a bag, AI cards and a campaign."""
