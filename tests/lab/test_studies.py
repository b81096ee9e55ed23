"""The studies that come along: each can be played, and its command stands in their README."""

from __future__ import annotations

from pathlib import Path

import pytest

from xenotable.lab.playing import Item, games_in, play_pair
from xenotable.lab.scoring import pair_score
from xenotable.lab.study import EVERY, WrittenStudy, make_study, read_study, rules_hash
from xenotable.lab.working import Job, Worker, play_item

FOLDER = Path(__file__).parents[2] / "benchmarks" / "studies"
STUDIES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("file", STUDIES, ids=[file.stem for file in STUDIES])
def test_a_study_can_be_played(file: Path):
    study = make_study(read_study(file))
    assert f"`xenotable lab run benchmarks/studies/{file.name} --jobs 2`" in (FOLDER / "README.md").read_text()
    worker = Worker(Job(study, rules_hash(study.game)), ())
    arm = study.arms[-1]
    try:
        pair = worker.do(play_item, arm.name, Item(arm.name, 0))
    finally:
        worker.close()
    assert len(pair.rows) == games_in(arm)
    assert not any(row.fault for row in pair.rows)
    assert pair_score(pair.rows) is not None


@pytest.mark.parametrize(("name", "pairings"), [("killteam", 6), ("rampant", 15), ("xcx", 8), ("xenocide", 39)])
def test_all_ready_lists_of_one_size_meet(name: str, pairings: int):
    studies = [make_study(read_study(file)) for file in STUDIES if file.stem.startswith(f"balance-{name}")]
    met = [frozenset(arm.lists) for study in studies for arm in study.arms]
    every = make_study(WrittenStudy(game=name, lists=EVERY))
    assert len(met) == pairings
    assert {*met} == {frozenset(arm.lists) for arm in every.arms}


def test_the_teaching_game_gives_rows_at_once():
    study = make_study(read_study(FOLDER / "duel.toml"))
    rows = [row for arm in study.arms for row in play_pair(study, Item(arm.name, 0)).rows]
    assert {row.scenario for row in rows} == {"duel"}
