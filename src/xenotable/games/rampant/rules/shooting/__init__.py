"""Targets, ranges, dice, Armour, losses; and Bombardment."""
