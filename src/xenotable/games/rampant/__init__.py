"""Xenos Rampant: small units, activation tests, courage."""
