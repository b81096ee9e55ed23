"""Chapter rewards: Drawing playing cards for weapons, armour, attachments, experience and recruits."""
