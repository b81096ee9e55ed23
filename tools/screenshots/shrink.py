"""Makes pictures small: 256 colours are enough for a page, and a third of the bytes.

They are chosen by what colours there are, not by how much of each: the colour of a side is on few points."""

import sys
from pathlib import Path

from PIL import Image

for name in sys.argv[1:]:
    picture = Image.open(Path(name)).convert("RGB")
    small = picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    small.save(name, optimize=True)
