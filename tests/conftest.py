"""What all tests share."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

# A deadline would make the result of a test depend on how busy the machine is.
settings.register_profile("xenotable", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Of `make prove`: tests are wanted to fail there, so no example is shrunk or remembered.
settings.register_profile(
    "proving", settings.get_profile("xenotable"), phases=[Phase.explicit, Phase.generate], database=None
)
settings.load_profile("xenotable")

# Commands and servers that tests start compile nothing behind their backs; tests of that say otherwise.
os.environ["XENOTABLE_PLAIN"] = "1"

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session", autouse=True)
def settings_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Servers under test keep their key in a folder of the run, not in that of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))
        yield
