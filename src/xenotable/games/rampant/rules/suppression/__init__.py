"""Life under a Suppressed marker and the Rally test."""
