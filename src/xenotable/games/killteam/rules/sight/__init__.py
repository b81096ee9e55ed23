"""Chapter sight: visibility lines, cover lines and what they decide."""
