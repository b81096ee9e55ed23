"""Chapter setup: from the choice of difficulty to the first timed phase."""
