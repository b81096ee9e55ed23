"""Chapter saves: Cover, shields and armour, in that order."""
