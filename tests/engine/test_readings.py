"""Rulings are the players' choice: readings in a set-up, in the rules, in the story and in records."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from xenotable.engine import Match, Play, load, save
from xenotable.engine.readings import agree, chosen_readings, named_readings, setup_refusals
from xenotable.engine.saving import verify
from xenotable.engine.showing import Sight
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.lab.playing import battle_of
from xenotable.lab.study import WrittenArm, WrittenStudy, make_study
from xenotable.players import play_out, player

RAMPANT = game("rampant")
FAN = "retreat.fan=straight-only"


def setup(*readings: str):
    return agree(RAMPANT.offers()[0].setup, readings)


def refused(*readings: str) -> list[str]:
    return [str(refusal) for refusal in setup_refusals(RAMPANT, setup(*readings))]


def test_a_set_up_names_readings_of_its_game_one_for_each_rule() -> None:
    assert refused(FAN) == []
    assert refused("retreat.fan=straigt-only") == [
        'Xenos Rampant knows no reading "retreat.fan=straigt-only". Did you mean "retreat.fan=straight-only"?'
    ]
    assert refused(FAN, FAN) == ["The rule retreat.fan can be read in one way only."]
    assert refused("x" * 5000)[0] == f'Xenos Rampant knows no reading "{"x" * 60}".'


def test_readings_are_named_one_by_one_or_by_a_preset() -> None:
    assert named_readings(RAMPANT, [FAN]) == (FAN,)
    letter = named_readings(RAMPANT, ["letter"])
    assert FAN in letter
    assert "xeno.skittish=minus-three" not in letter
    with pytest.raises(Fault, match="xenotable rules rampant --readings"):
        named_readings(RAMPANT, ["nonsense"])


def test_a_game_of_one_page_has_none() -> None:
    duel = game("docs/duel.py")
    assert list(setup_refusals(duel, duel.offers()[0].setup)) == []
    with pytest.raises(Fault):
        named_readings(duel, ["letter=all"])


def test_who_reads_otherwise_is_told_so_and_forks_read_alike() -> None:
    match = Match(RAMPANT.new(setup(FAN)))
    assert match.game.reads(FAN)
    assert match.fork().game.reads(FAN)
    assert not match.game.reads("command.suppressed=own-unit")
    match.game.tell("Something happens.", "retreat.away")
    match.game.tell("Something else happens.", "retreat.away")
    assert [event.readings for event in match.events[-2:]] == [(FAN,), ()]


def test_everybody_sees_what_was_agreed_on() -> None:
    match = Match(RAMPANT.new(setup(FAN)))
    agreed = chosen_readings(RAMPANT, match.game.setup)
    assert [(reading.rule, reading.preset) for reading in agreed] == [("retreat.fan", "letter")]
    lines = [line for panel in Sight(match.game).panels(-1).values() for line in panel.lines]
    assert [line.value for line in lines if line.rule == "retreat.fan"] == [agreed[0].says]
    plain = Match(RAMPANT.new(setup()))
    assert list(Sight(plain.game).panels(-1).values()) == list(RAMPANT.panels(plain.game, -1))


def test_a_save_keeps_them_and_a_record_with_a_false_one_is_found_out() -> None:
    match = Match(RAMPANT.new(setup(FAN)), 1)
    again, note = load(save(match), RAMPANT)
    assert (again.game.readings, note) == ({FAN}, "")
    forged = save(match).replace(FAN.encode(), b"retreat.fan=home")
    assert 'knows no reading "retreat.fan=home"' in verify(forged, RAMPANT)[0]


def test_a_save_from_before_there_were_readings_loads() -> None:
    old = save(Match(RAMPANT.new(setup()), 1)).replace(b',"readings":[]', b"")
    assert b"readings" not in old
    assert load(old, RAMPANT)[0].game.readings == frozenset()


@pytest.mark.parametrize(
    ("name", "reading"),
    [("killteam-campaign", "setup.command-points=two"), ("xcx-campaign", "special.hacker=unseen")],
)
def test_a_campaign_hands_them_on_to_its_battles(name: str, reading: str) -> None:
    title = game(name)
    match = Match(title.new(agree(title.offers()[0].setup, named_readings(title, [reading]))), 1)
    seats = {seat: player("random", title, "1") for seat in range(match.game.seats)}
    battles: list[tuple[str, ...]] = []

    def watch(played: Match[Any]) -> None:
        battles.extend(ask.setup.readings for ask in played.open if isinstance(ask, Play))
        if battles:
            raise StopIteration

    with pytest.raises(StopIteration):
        play_out(match, seats, watch=watch)
    assert battles[0] == (reading,)


def test_studies_take_them_for_all_arms_or_for_one() -> None:
    arms = (WrittenArm("ruled", "random"), WrittenArm("letter", "random", rulings=("letter",)))
    study = make_study(WrittenStudy("rampant", rulings=("xeno.skittish=minus-three",), arms=arms))
    ruled, letter = (battle_of(study, arm, 0, 0, RAMPANT) for arm in study.arms)
    assert ruled.setup.readings == ("xeno.skittish=minus-three",)
    assert FAN in letter.setup.readings
    assert replace(letter.setup, readings=()) == replace(ruled.setup, readings=())  # the same battle otherwise
    with pytest.raises(Fault, match="knows no reading"):
        make_study(WrittenStudy("rampant", rulings=("retreat.fan=home",)))
