"""What the Kill Team tests share."""

import sys

import pytest

import xenotable.games.killteam.title  # noqa: F401  # loads all chapters, whichever test comes first


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Caches would let a rule act without being cited."""
    for name, module in list(sys.modules.items()):
        if name.startswith("xenotable.games.killteam"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and getattr(value, "__module__", "") == name:
                    value.cache_clear()
