"""Manifesting, keeping and ending powers."""
