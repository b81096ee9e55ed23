"""Simulations, tournaments, balance, reports and learning environments."""
