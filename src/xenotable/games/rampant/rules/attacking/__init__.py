"""Close combat from declaration to the final retreat."""
