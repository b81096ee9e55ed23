"""Chapter content: outlines, names, stories and lessons that the product ships beside its data."""
