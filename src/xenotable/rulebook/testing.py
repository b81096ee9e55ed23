"""The pytest plugin: a test that claims a rule fails unless the engine cited it while the test ran."""

import os

os.environ["XENOTABLE_TRACE"] = "1"  # before any game is imported: without it `@rule` returns the bare function

import pytest  # noqa: E402


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", 'rule("game.chapter.slug", ...): the rules of a rulebook that this test proves')
