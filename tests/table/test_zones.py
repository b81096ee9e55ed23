from xenotable.table import bounds, disc, rectangle


def test_bounds():
    assert bounds(rectangle("south", 0, 0, 24, 8)) == (0, 0, 24, 8)
    assert bounds(disc("d", 4, 4, 2)) == (2, 2, 6, 6)
