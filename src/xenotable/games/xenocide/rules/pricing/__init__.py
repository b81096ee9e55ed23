"""Chapter pricing: How VP follows from the other statistics; also the custom model designer."""
