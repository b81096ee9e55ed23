"""A record proves itself on the command line, or says in a sentence what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xenotable.cli import main
from xenotable.engine import Match, save
from xenotable.engine.fair import Fair, lone_epoch
from xenotable.games import game

DUEL = "docs/duel.py"


def record(tmp_path: Path, fair: bool, over: bool = True) -> Path:
    title = game(DUEL)
    match = Match(title.new(title.offers()[0].setup), Fair() if fair else 7)
    if fair:
        match.begin_epoch(lone_epoch())
    if over:
        match.concede(0)
    file = tmp_path / "record.json"
    file.write_bytes(save(match))
    return file


def verify(file: Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(file), "--game", DUEL])
    code = ended.value.code
    assert isinstance(code, int)
    return code


def test_a_good_record_is_proved_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert verify(record(tmp_path, fair=True)) == 0
    said = capsys.readouterr().out
    assert "The commitments match (1 of the server, 0 of people)" in said
    assert "Every state follows" in said
    assert verify(record(tmp_path, fair=False)) == 0
    assert "Whoever made the seed" in capsys.readouterr().out
    assert verify(record(tmp_path, fair=True, over=False)) == 0
    assert "not over" in capsys.readouterr().out


def test_a_forged_record_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = record(tmp_path, fair=True)
    plain = json.loads(file.read_text())
    plain["fair"]["epochs"][0]["secret"] = "00" * 32
    file.write_text(json.dumps(plain))
    assert verify(file) == 1
    assert "FAULT  Epoch 1: the secret" in capsys.readouterr().out


def test_what_is_no_record_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "x.json"
    assert verify(file) == 2
    assert "cannot be read: No such file" in capsys.readouterr().err
    file.write_text("{}")
    assert verify(file) == 2
    assert "not a saved match" in capsys.readouterr().err
