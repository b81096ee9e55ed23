"""Chapter scenarios: The four missions, their set-up, scoring and victory."""
