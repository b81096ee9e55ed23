"""Exact distributions: the steps of an exchange run over all dice. Knows no game."""
