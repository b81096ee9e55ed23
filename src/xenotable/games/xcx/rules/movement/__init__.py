"""Chapter movement: How far, along which path, how close to others, and where a model may end."""
