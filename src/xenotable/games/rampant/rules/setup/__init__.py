"""Who attacks, terrain, deployment, reserves, who goes first."""
