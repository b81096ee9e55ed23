"""Compiled code is kept by what it was made of, and old code is removed."""

import os
import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from xenotable.kernels import cache


def written(package: Path, **texts: str) -> Path:
    package.mkdir(exist_ok=True)
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text)
    return package


def keyed(package: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(cache, "PACKAGE", package)
    return cache.key.__wrapped__()


KERNELS = "from xenotable.numbers import TWO\n\n@kernel()\ndef f(): return TWO\n"


def test_other_code_has_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = written(tmp_path / "xenotable", kernels=KERNELS, numbers="TWO = 2\n", rules="a = 1\n")
    first = keyed(package, monkeypatch)
    written(package, rules="a = 2\n")
    assert keyed(package, monkeypatch) == first
    written(package, numbers="TWO = 3\n")
    second = keyed(package, monkeypatch)
    written(package, kernels=KERNELS.replace("return", "return 1 +"))
    assert len({first, second, keyed(package, monkeypatch)}) == 3


def test_another_compiler_python_or_place_has_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = written(tmp_path / "xenotable", kernels=KERNELS)
    keys = [keyed(package, monkeypatch)]
    with monkeypatch.context() as m:
        m.setattr(cache, "version", lambda name: version(name) + "1")
        keys.append(keyed(package, monkeypatch))
    with monkeypatch.context() as m:
        m.setattr(sys.implementation, "cache_tag", "another")
        keys.append(keyed(package, monkeypatch))
    (tmp_path / "elsewhere").mkdir()
    keys.append(keyed(written(tmp_path / "elsewhere" / "xenotable", kernels=KERNELS), monkeypatch))
    assert len(set(keys)) == 4


def test_all_modules_with_kernels_are_part_of_the_key():
    names = {str(p.relative_to(cache.PACKAGE)) for p in cache.sources(cache.PACKAGE)}
    assert {"table/shortest_paths.py", "table/moving.py", "games/xcx/kernels.py"} <= names


def test_the_folder_is_the_users_or_that_of_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(cache.FOLDER, raising=False)
    if sys.platform not in ("win32", "darwin"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert cache.root() == tmp_path / "xdg" / "xenotable" / "kernels"
    monkeypatch.setenv(cache.FOLDER, str(tmp_path / "mine"))
    assert cache.root() == tmp_path / "mine" / "kernels"
    assert re.fullmatch("[0-9a-f]{16}", cache.place().name)


def test_the_folders_used_last_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(cache.FOLDER, str(tmp_path))
    with cache.lock():
        names = [cache.key(), "b", "c", "d", "e"]
        for age, name in enumerate(names[1:] + names[:1]):  # this code's own is the oldest of all
            (cache.root() / name / "within").mkdir(parents=True)
            os.utime(cache.root() / name, (1000 - age, 1000 - age))
        cache.clean()
    assert {p.name for p in cache.root().iterdir() if p.is_dir()} == {cache.key(), "b", "c"}
