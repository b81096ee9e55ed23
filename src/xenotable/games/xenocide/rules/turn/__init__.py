"""Chapter turn: Planning, initiative, alternating company activations and orders."""
