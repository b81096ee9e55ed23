"""Makes pictures small: 128 colours are enough for a page, and a third of the bytes."""

import sys
from pathlib import Path

from PIL import Image

for name in sys.argv[1:]:
    picture = Image.open(Path(name)).convert("RGB")
    picture.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(name, optimize=True)
