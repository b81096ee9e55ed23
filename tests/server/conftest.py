"""A server with the teaching game, on a database of its own; and a PostgreSQL for those who need one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.postgresql import postgresql
from server.serving import Server, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path}/games.db", rate=10_000.0) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with postgresql() as address:
        yield address
