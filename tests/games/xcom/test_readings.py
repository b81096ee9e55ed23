"""Rulings are the players' choice: each rule as we rule, and as a table may read it instead."""
