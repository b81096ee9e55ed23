"""A module that never gets compiled: its process says who it is, and works on until somebody ends it."""

import os
import threading
from pathlib import Path


def use_compiled() -> None:
    note = Path(os.environ["NOTE"])
    note.with_suffix(".new").write_text(str(os.getpid()))
    note.with_suffix(".new").replace(note)
    threading.Event().wait()
