"""A server with the teaching game, on a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import Server, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path}/games.db", rate=10_000.0) as running:
        yield running
