"""A module with kernels, as games have them."""

from xenotable.kernels import kernel, load, unload


@kernel()
def square(x: float) -> float:
    return x * x


@kernel("f8(f8, i8)")
def area(x: float, times: int) -> float:
    return square(x) * times


def use_compiled() -> None:
    load(__name__)


def use_plain() -> None:
    unload(__name__)
