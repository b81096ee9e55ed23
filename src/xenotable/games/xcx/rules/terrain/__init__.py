"""Chapter terrain: The four forms of terrain and what each does to movement, sight and shooting."""
