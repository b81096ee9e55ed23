"""Who can sit in a seat: random, tactician, searcher, remote human."""
