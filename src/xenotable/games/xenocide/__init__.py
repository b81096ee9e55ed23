"""Xenocide 0.34: companies, secret orders, suppression and close assault."""
