"""Xenotable: a digital tabletop for five science-fiction games that knows their rules."""

import os

__version__ = "0.2.0"

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts sooner, and no matrix here is worth more threads
