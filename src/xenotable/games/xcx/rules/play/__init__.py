"""Chapter play: the frame that every other chapter relies on."""
