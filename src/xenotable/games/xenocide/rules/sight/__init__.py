"""Chapter sight: What can be seen, what is hidden."""
