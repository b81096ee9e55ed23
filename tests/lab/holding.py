"""Work for a process of a pool that shows whether it still runs."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

from xenotable.lab.working import Job

HELD: list[IO[str]] = []


def hold(job: Job, path: Path) -> None:
    """Takes a lock that goes when this process does."""
    HELD.append(path.open("w"))
    fcntl.flock(HELD[-1], fcntl.LOCK_EX)
