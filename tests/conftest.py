"""What all tests share."""

from hypothesis import HealthCheck, Phase, settings

# A deadline would make the result of a test depend on how busy the machine is.
settings.register_profile("xenotable", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Of `make prove`: tests are wanted to fail there, so no example is shrunk or remembered.
settings.register_profile(
    "proving", settings.get_profile("xenotable"), phases=[Phase.explicit, Phase.generate], database=None
)
settings.load_profile("xenotable")

pytest_plugins = ["pytester"]
