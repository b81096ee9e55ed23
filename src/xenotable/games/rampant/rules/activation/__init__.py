"""The three steps of a turn, activation tests, free actions, failure."""
