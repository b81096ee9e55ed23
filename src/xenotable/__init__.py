"""Xenotable: a digital tabletop for five science-fiction games that knows their rules."""

__version__ = "0.2.0"
