"""Chapter movement: Distances, zones of control, coherency and moving to assault."""
