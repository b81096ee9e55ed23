"""Chapter movement: increments, bases, engagement range, traverse, climb, drop, jump, flying."""
