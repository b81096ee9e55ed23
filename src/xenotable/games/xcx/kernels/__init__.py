"""XCX by numbers: sight lines, ways and places, for numba or as arrays; loaded late."""
