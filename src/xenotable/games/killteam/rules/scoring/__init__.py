"""Chapter scoring: primary scoring, tac ops, victory points, tie-breaks."""
