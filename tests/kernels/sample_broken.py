"""A module that cannot be compiled."""


def use_compiled() -> None:
    raise RuntimeError("no")
