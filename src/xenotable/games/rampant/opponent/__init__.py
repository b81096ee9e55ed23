"""The computer opponent (chapter "solo"): what it weighs, and what it answers."""
