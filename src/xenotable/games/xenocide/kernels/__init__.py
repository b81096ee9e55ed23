"""Numbers in, numbers out. These modules import numpy, so they are loaded late."""
