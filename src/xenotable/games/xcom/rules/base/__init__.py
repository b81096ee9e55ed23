"""Chapter base: enemies in the base and the damage track."""
