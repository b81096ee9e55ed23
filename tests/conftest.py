"""What all tests share."""

from hypothesis import HealthCheck, settings

# A deadline would make the result of a test depend on how busy the machine is.
settings.register_profile("xenotable", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("xenotable")

pytest_plugins = ["pytester"]
