"""Chapter datacards: characteristics of operatives and weapons and how they are modified."""
