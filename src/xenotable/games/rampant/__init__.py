"""Xenos Rampant (play sheet): small units on a 48 in table, activation tests, courage."""
