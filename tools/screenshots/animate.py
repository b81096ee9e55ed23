"""Puts frames together to an animated picture: `animate.py FOLDER OUT`; the folder holds JPEGs and times.json."""

import json
import sys
from itertools import pairwise
from pathlib import Path

from PIL import Image

WIDTH = 560
folder, out = Path(sys.argv[1]), Path(sys.argv[2])
times = json.loads((folder / "times.json").read_text())
frames = []
for name in sorted(folder.glob("*.jpg")):
    frame = Image.open(name).convert("RGB")
    frames.append(frame.resize((WIDTH, round(frame.height * WIDTH / frame.width)), Image.Resampling.LANCZOS))
lasts = [b - a for a, b in pairwise(times)]
frames[0].save(
    out, save_all=True, append_images=frames[1:], duration=lasts, loop=0, quality=62, method=4, minimize_size=True
)
