"""Puts frames together to an animated picture: `animate.py FOLDER OUT MS`, with the JPEGs of a folder, MS each."""

import sys
from pathlib import Path

from PIL import Image

WIDTH = 480
folder, out, ms = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
frames = []
for name in sorted(folder.glob("*.jpg")):
    frame = Image.open(name).convert("RGB")
    frames.append(frame.resize((WIDTH, round(frame.height * WIDTH / frame.width)), Image.Resampling.LANCZOS))
frames[0].save(
    out, save_all=True, append_images=frames[1:], duration=ms, loop=0, quality=60, method=4, minimize_size=True
)
