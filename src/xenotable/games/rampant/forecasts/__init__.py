"""Exact odds: what is shown at an ask, and what the opponent counts with."""
