"""Chapter actions: The steps of an activation and the six orders."""
