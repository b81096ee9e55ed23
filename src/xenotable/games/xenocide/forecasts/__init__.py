"""Exact odds, from the position on the table: at every ask that rolls dice."""
