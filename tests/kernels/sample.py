"""A module with kernels, as games have them."""

from collections.abc import Iterable

from xenotable.kernels import kernel, load


@kernel()
def square(x: float) -> float:
    return x * x


@kernel("f8(f8, i8)")
def area(x: float, times: int) -> float:
    return square(x) * times


@kernel("(f8[:,::1], f8)")
def left_of(points: Iterable[tuple[float, float]], x: float) -> list[float]:
    """The heights of the points left of x."""
    return [v for u, v in points if u < x]


def use_compiled() -> None:
    load(__name__)
