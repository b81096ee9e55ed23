"""Chapter play: the board, information and all decisions in order."""
