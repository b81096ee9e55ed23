"""Xenocide: companies, titans and buildings in a mass battle."""
