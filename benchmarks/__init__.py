"""How fast it is: one command, a table and JSON. Figures are printed, never asserted."""
