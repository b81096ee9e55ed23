"""Exact odds (chapter odds): beside the asks of the rules, on the odds page and for `xenotable odds`."""
