"""What everybody sees."""
