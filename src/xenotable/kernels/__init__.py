"""Numeric functions that numba can compile, and how nobody waits for the compiler.

    jit         `@kernel`: a plain function until compiled code is loaded in its place; `Rows`: tables of numbers
    cache       where compiled code is kept between runs, and which of it is complete
    background  compiling in a process of its own, and loading what it has made while the game goes on

A game names in `kernels` the modules that hold or call compiled code. Each has a function `use_compiled()` that loads
it and from then on hands questions on to it. Plain and compiled code give the same answers to the last bit, so it does
not matter when a game changes from one to the other. Importing this package imports neither numpy
nor numba.
"""

from xenotable.kernels.background import compile_in_background, compile_now, load_when_ready
from xenotable.kernels.jit import Rows, RowTables, is_loaded, kernel, load

__all__ = [
    "RowTables",
    "Rows",
    "compile_in_background",
    "compile_now",
    "is_loaded",
    "kernel",
    "load",
    "load_when_ready",
]
