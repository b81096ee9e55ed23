"""Makes pictures small: 256 colours are enough for a page, and a third of the bytes.

They are chosen by what colours there are, not by how much of each: the colour of a side is on few points."""

import sys
from pathlib import Path

from PIL import Image

for name in sys.argv[1:]:
    picture = Image.open(Path(name)).convert("RGB")
    picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(name, optimize=True)
