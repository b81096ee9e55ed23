"""Chapter mission: how missions are laid out and resolved."""
