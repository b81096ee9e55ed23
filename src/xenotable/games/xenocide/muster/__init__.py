"""Armies as lists, for the builder: the army itself, and models of one's own design."""
