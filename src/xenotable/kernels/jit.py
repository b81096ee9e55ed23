"""`@kernel`: one source for the plain and the compiled function.

A table of numbers is a sequence of rows: `for x, y, r in circles` reads tuples in plain code, where they are quickest,
and an array in compiled code. What is called with rows gets arrays once it is compiled.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import chain
from types import FunctionType
from typing import Any, NamedTuple, TypeVar

from xenotable.kernels import cache

Function = TypeVar("Function", bound=Callable[..., Any])


class Kernel(NamedTuple):
    plain: Any  # a function
    signature: str  # what the module's users call it with; "": only other kernels call it


class Rows(tuple[Any, ...]):
    """Rows that are looked at again and again: compiled code gets them as an array that is made once."""

    _array: Any = None
    _first: Rows | None = None  # those to which others were added

    def plus(self, more: Sequence[Any]) -> Rows:
        """These rows and more; the array of these serves for that of all."""
        longer = Rows((*self, *more))
        longer._first = self or None
        return longer

    def array(self, dtype: Any, ndim: int) -> Any:
        if self._array is None:
            first = self._first
            if first is None:
                self._array = _array_of(self, dtype, ndim)
            else:
                import numpy as np

                more = _array_of(self[len(first) :], dtype, ndim)
                self._array = np.concatenate((first.array(dtype, ndim), more))
        return self._array


class RowTables:
    """Mixed into a named tuple of `Rows` that go together: compiled code gets a tuple of arrays that is made once."""

    _arrays: tuple[Any, ...] | None = None

    def arrays(self, kinds: Sequence[tuple[Any, int]]) -> tuple[Any, ...]:
        if self._arrays is None:
            tables: Any = self
            self._arrays = tuple(rows.array(*kind) for rows, kind in zip(tables, kinds, strict=True))
        return self._arrays


def _array_of(rows: tuple[Any, ...] | list[Any], dtype: Any, ndim: int) -> Any:
    import numpy as np

    if ndim == 2 and rows:  # number by number is quicker than row by row
        return np.fromiter(chain.from_iterable(rows), dtype, len(rows) * len(rows[0])).reshape(len(rows), -1)
    made = np.array(rows, dtype)
    return made if made.ndim == ndim else made.reshape((0,) * ndim)  # there are no rows


_kernels: dict[str, dict[str, Kernel]] = {}  # by module and name
_compiled: dict[FunctionType, Any] = {}  # numba's dispatchers by plain function
_loaded: set[str] = set()  # the modules that hold compiled kernels now
_loading = threading.RLock()


def kernel(signature: str = "") -> Callable[[Function], Function]:
    """Marks a function that numba can compile. With a signature it is one that `load` replaces in its module: call it
    as `module.function(...)`, because a name that was imported from there goes on to be the plain one."""

    def register(function: Function) -> Function:
        assert isinstance(function, FunctionType)
        _kernels.setdefault(function.__module__, {})[function.__name__] = Kernel(function, signature)
        return function

    return register


def load(*modules: str) -> None:
    """From now on these modules hold compiled kernels: out of the cache, or compiled here and now."""
    with _loading:
        for module in modules:
            import_module(module)
        _prepare()
        entries = [
            (sys.modules[module], name, _compiled[k.plain], k.signature)
            for module in modules
            for name, k in _kernels[module].items()
            if k.signature
        ]
        for *_, dispatcher, signature in entries:
            if not dispatcher.signatures:
                dispatcher.compile(signature)
                dispatcher.disable_compile()  # other types are converted or refused: no game waits for a compiler
        for holder, name, dispatcher, _ in entries:
            setattr(holder, name, _called_with_rows(dispatcher))
        _loaded.update(modules)


def is_loaded(module: str) -> bool:
    """Does this module hold compiled kernels now?"""
    return module in _loaded


def _called_with_rows(dispatcher: Any) -> Any:
    """Compiled code that is called as its plain source is: rows become arrays on the way."""
    import numpy as np
    from numba import types
    from numba.np.numpy_support import as_dtype

    taken = dispatcher.signatures[0]
    wanted = [(k, as_dtype(t.dtype), t.ndim) for k, t in enumerate(taken) if isinstance(t, types.Array)]
    tables = []
    for k, t in enumerate(taken):
        within: Any = getattr(t, "types", ())  # of a tuple
        if within and all(isinstance(table, types.Array) for table in within):
            tables.append((k, [(as_dtype(table.dtype), table.ndim) for table in within]))
    if not wanted and not tables:
        return dispatcher

    array = np.ndarray

    def call(*given: Any) -> Any:
        arguments = list(given)
        for k, kinds in tables:
            arguments[k] = given[k]._arrays or given[k].arrays(kinds)
        for k, dtype, ndim in wanted:
            value = given[k]
            if type(value) is Rows:
                made = value._array
                arguments[k] = value.array(dtype, ndim) if made is None else made
            elif type(value) is not array:
                arguments[k] = _array_of(value if isinstance(value, (list, tuple)) else [*value], dtype, ndim)
            elif value.ndim != ndim:
                arguments[k] = value.reshape((0,) * ndim)
        return dispatcher(*arguments)

    return call


def _prepare() -> None:
    """A dispatcher for each kernel known by now. It works on a copy of the function whose globals are dispatchers where
    the module has plain kernels, because compiled code can call compiled code alone."""
    import numba

    config: Any = numba.config  # its settings come from the environment, so no type knows them
    config.CACHE_DIR = str(cache.place())
    scopes: list[dict[str, Any]] = []
    for module, kernels in _kernels.items():
        if all(k.plain in _compiled for k in kernels.values()):
            continue
        scope = dict(vars(sys.modules[module]))
        scopes.append(scope)
        for k in kernels.values():
            copy = FunctionType(k.plain.__code__, scope, k.plain.__name__, k.plain.__defaults__)
            copy.__annotations__ = {}
            _compiled[k.plain] = numba.njit(cache=True, nogil=True, error_model="numpy")(copy)
    for scope in scopes:
        for name, value in scope.items():
            function = getattr(value, "__wrapped__", value)  # plain code may remember what compiled code works out
            if isinstance(function, FunctionType) and function in _compiled:
                scope[name] = _compiled[function]


@contextmanager
def report_progress(each: Callable[[int, int], None]) -> Iterator[None]:
    """Tells, each time a kernel has been compiled in here, how many are and how many there are."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, _: Any) -> None: ...

        def on_end(self, _: Any) -> None:
            each(sum(bool(d.signatures) for d in _compiled.values()), len(_compiled))

    with event.install_listener("numba:compile", Listener()):
        yield
