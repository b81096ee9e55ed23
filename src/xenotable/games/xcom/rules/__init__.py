"""The rules, one module or package per chapter of the book."""
