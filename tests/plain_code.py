"""Goes back to plain code after compiled code was tried: what follows in the same process shall cite its rules."""

from __future__ import annotations

from types import ModuleType

from xenotable.kernels import jit


def use_plain(*modules: ModuleType) -> None:
    """These modules hold the plain functions again."""
    for module in modules:
        jit._loaded.discard(module.__name__)
        for name, kernel in jit._kernels[module.__name__].items():
            setattr(module, name, kernel.plain)
