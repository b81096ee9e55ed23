"""Secrets on disk: sealed with a key that is not in the database."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xenotable.faults import Fault
from xenotable.server.log.sealing import KEY, Seal, default_key_file, seal_from

OURS, OTHER = Seal(b"a" * KEY), Seal(b"b" * KEY)


@given(st.binary(max_size=64), st.text(max_size=20))
def test_what_is_sealed_is_opened_in_its_place_only(secret: bytes, place: str):
    sealed = OURS.close(secret, place)
    assert OURS.open(sealed, place) == secret
    assert OURS.close(secret, place) != sealed  # equal secrets do not look equal
    for seal, where in ((OURS, place + "x"), (OTHER, place)):
        with pytest.raises(Fault, match="another key"):
            seal.open(sealed, where)


@pytest.mark.parametrize("damaged", ["", "x", "é", "AAAA", "A" * 80])
def test_what_is_damaged_is_told_in_a_sentence(damaged: str):
    with pytest.raises(Fault, match="another key"):
        OURS.open(damaged, "room")


def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path: Path):
    path = tmp_path / "keys" / "server.key"
    with ThreadPoolExecutor(8) as pool:
        seals = list(pool.map(lambda _: seal_from(path), range(8)))
    sealed = seals[0].close(b"secret", "room")
    assert all(seal.open(sealed, "room") == b"secret" for seal in [*seals, seal_from(path)])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(path.parent.iterdir()) == [path]


def test_a_key_file_that_will_not_do_is_told_in_a_sentence(tmp_path: Path):
    short, words, loose = tmp_path / "short", tmp_path / "words", tmp_path / "loose"
    short.write_text("00")
    words.write_bytes(b"\xff no key")
    loose.write_text("00" * KEY)
    for path, mode in ((short, 0o600), (words, 0o600), (loose, 0o640)):
        path.chmod(mode)
    for path, says in ((short, "64 digits"), (words, "64 digits"), (loose, "chmod 600"), (short / "key", "be used")):
        with pytest.raises(Fault, match=says):
            seal_from(path)


def test_the_key_lies_away_from_the_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert default_key_file() == tmp_path / "xenotable" / "server.key"
