"""A kernel is the plain function until compiled code is loaded in its place."""

from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

from kernels import sample
from plain_code import use_plain
from xenotable.kernels import Rows, cache, compile_now, jit, load


@pytest.fixture(autouse=True)
def _plain_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(cache.FOLDER, str(tmp_path))
    yield
    use_plain(sample)


def test_the_module_holds_the_plain_function_and_then_the_compiled_one():
    plain = sample.area
    assert type(plain) is FunctionType
    assert plain(1.5, 3) == 6.75
    compile_now("kernels.sample")
    assert sample.area is not plain
    assert type(sample.square) is FunctionType  # only kernels call it
    assert sample.area(1.5, 3) == 6.75
    use_plain(sample)
    assert sample.area is plain


def test_a_compiled_kernel_converts_and_never_compiles_again():
    load("kernels.sample")
    assert sample.area(2, 3) == 12.0
    assert len(sample.area.signatures) == 1
    with pytest.raises(TypeError):
        sample.area("a", 3)


def test_rows_are_tuples_for_plain_and_arrays_for_compiled_code():
    points, kept = [(1.0, 5.0), (2.0, 6.0), (3.0, 7.0)], Rows([(1.0, 5.0), (2.0, 6.0)])
    plain = sample.left_of(points, 2.5), sample.left_of(kept, 1.5), sample.left_of([], 1.0)
    assert plain == ([5.0, 6.0], [5.0], [])
    load("kernels.sample")
    assert (sample.left_of(points, 2.5), sample.left_of(kept, 1.5), sample.left_of([], 1.0)) == plain
    assert kept.array(float, 1) is kept.array(float, 1)  # made once
    assert sample.left_of(np.array(points), 2.5) == [5.0, 6.0]


def test_rows_with_more_behind_them_are_the_array_of_all():
    rows, more = [(1.0, 5.0), (2.0, 6.0)], [(3.0, 7.0)]
    for first in (Rows(rows), Rows()):
        longer = first.plus(more)
        assert longer == (*first, *more)
        assert (longer.array(float, 2) == np.array([*first, *more])).all()


def test_what_was_compiled_is_complete_and_is_loaded_without_compiling(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jit, "_compiled", {})
    seen = []
    assert not cache.complete("kernels.sample")
    with jit.report_progress(lambda done, of: seen.append((done, of))):
        compile_now("kernels.sample")
        assert seen[-1][0] >= 2
        assert cache.complete("kernels.sample")
        seen.clear()
        monkeypatch.setattr(jit, "_compiled", {})  # as in another process
        compile_now("kernels.sample")
    assert sample.area(1.5, 3) == 6.75
    assert sum(sample.area.stats.cache_hits.values()) == 1
    assert not seen
