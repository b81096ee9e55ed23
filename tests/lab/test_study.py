"""Studies: what a file or flags say, what is refused before the first game, and what a pair of games is."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import force_setattr, replace

from xenotable.engine.saving import verify
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.lab import playing
from xenotable.lab.playing import Item, battle_of, play_game, play_pair, record_of
from xenotable.lab.scoring import pair_score
from xenotable.lab.study import Study, WrittenStudy, make_study, parse_study, rules_hash, scenario_draws

KT = 'game = "killteam"\n'


def study(text: str) -> Study:
    return make_study(parse_study(text))


def test_a_list_of_lists_is_an_arm_for_each_two():
    made = study(f'{KT}lists = "every"\npairs = 3')
    assert [arm.name for arm in made.arms][:2] == [
        "cinder-wardens against ferric-penitents", "cinder-wardens against veil-court",
    ]  # fmt: skip
    assert len(made.arms) == 6
    assert all(arm.mirrored and arm.players == ("tactician",) for arm in made.arms)
    assert made.pairs == 3


def test_lists_of_another_size_never_meet():
    made = study('game = "xenocide"\nlists = "every"')
    assert made.arms
    points = {name: name.rpartition("-")[2] for arm in made.arms for name in arm.lists}
    assert all(points[a] == points[b] for a, b in (arm.lists for arm in made.arms) if points[a].isdigit())


def test_a_sign_makes_a_change_and_no_sign_a_value():
    text = f'{KT}lists = ["cinder-wardens", "veil-court"]\n[[arm]]\nname = "plain"\n[[arm]]\nname = "tough"\n'
    made = study(f"{text}patch.unit.cw-warden.wounds = +1  # one more\npatch.unit.cw-warden.SV = 4")
    assert [arm.name for arm in made.arms] == ["plain", "tough"]
    assert made.arms[1].patch == ("unit.cw-warden.wounds+1", "unit.cw-warden.SV=4")


def test_players_meet_each_other_and_a_team_meets_nobody():
    made = study('game = "docs/duel.py"\nplayers = ["random", "recruit", "tactician"]')
    assert [arm.players for arm in made.arms] == [
        ("random", "recruit"), ("random", "tactician"), ("recruit", "tactician"),
    ]  # fmt: skip
    teams = study('game = "xcom"\nplayers = ["tactician", "random"]')
    assert [(arm.players, arm.mirrored) for arm in teams.arms] == [(("tactician",), False), (("random",), False)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pairs = 2", "needs a game"),
        (f"{KT}lists = ['veil-curt']", 'Did you mean "veil-court"'),
        (f"{KT}lists = ['veil-court']", "alone meets nobody"),
        (f"{KT}player = 'tactican'", 'Did you mean "tactician"'),
        (f"{KT}offers = ['nowhere']", "has no ready battle"),
        (f"{KT}lists = 'every'\nscenarios = ['atoll']", "has no scenario"),
        (f"{KT}scenarios = ['break-the-line']", "chosen for lists"),
        (f"{KT}lists = 'every'\noffers = 'every'", "not both"),
        (f"{KT}pairs = 0", "at least one pair"),
        (f"{KT}pears = 3", 'there is no key "pears". Did you mean "pairs"'),
        (f"{KT}[[arm]]\nlist = 'every'", 'in an arm: there is no key "list". Did you mean "lists"'),
        (f"{KT}sprt = {{nul = 0.5}}", 'in sprt: there is no key "nul". Did you mean "null"'),
        (f"{KT}pairs = 'many'", r"pairs cannot be read \(Expected int, got str\)"),
        ("game = 'xcom'\nlists = 'every'", "has no ready-made lists"),
        (f"{KT}lists = 'every'\npatch.unit.cw-warden.wonds = +1", 'Did you mean "wounds"'),
        (f"{KT}lists = 'every'\npatch.unit.cw-warden.W = '*1.1'", "whole number"),
        (f"{KT}sprt = {{null = 0.5, alternative = 0.5}}", "two different shares"),
        (f"{KT}sprt = {{alpha = 0.7}}", "between 0 and 0.5"),
        ("game = 'docs/duel.py'\npatch.unit.x.y = 1", "keeps no catalogue"),
        ("game = 'docs/duel.py'\n[[arm]]\nplayers = ['random', 'recruit', 'tactician']", "3 players"),
        ("game = [", "not valid TOML"),
        ("game = 'docs/duel.py'\n[[arm]]\nname = 'x'\n[[arm]]\nname = 'x'", 'called "x"'),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(text: str, says: str):
    with pytest.raises(Fault, match=says):
        study(text)


def test_brackets_without_end_are_refused_in_a_sentence():
    with pytest.raises(Fault, match="not valid TOML"):
        study("game = " + "[" * 5000)


def test_rows_of_one_question_share_an_identity_whatever_the_stop_rule():
    one = study('game = "docs/duel.py"\npairs = 3')
    assert one.identity() == replace(one, pairs=9, name="other").identity()
    assert one.identity() != replace(one, seed=1).identity()


def test_the_hash_of_the_rules_is_that_of_code_and_data(monkeypatch: pytest.MonkeyPatch):
    assert rules_hash("docs/duel.py") != rules_hash("tests/workshop.py")
    assert len(rules_hash("killteam")) == 16


# ---- pairs -----------------------------------------------------------------------------------------------------------

DUEL = make_study(WrittenStudy(game="docs/duel.py", players=("tactician", "random"), check=True))


def test_a_pair_is_the_same_battle_and_dice_with_sides_changed():
    one, two = play_pair(DUEL, Item(DUEL.arms[0].name, 5)).rows
    assert (one.seats, two.seats) == (("tactician", "random"), ("random", "tactician"))
    assert (one.sides, two.sides) == ((0, 1), (1, 0))
    assert one.seed == two.seed
    assert one.setup == two.setup
    assert one.rules == rules_hash("docs/duel.py")
    assert not one.fault


def test_an_item_is_a_pure_function():
    again = [replace(row, seconds=0.0) for row in play_pair(DUEL, Item(DUEL.arms[0].name, 5)).rows]
    assert [replace(row, seconds=0.0) for row in play_pair(DUEL, Item(DUEL.arms[0].name, 5)).rows] == again


def test_arms_that_differ_in_a_change_fight_the_same_battles():
    made = study(f"{KT}lists = 'every'\n[[arm]]\nname = 'a'\n[[arm]]\nname = 'b'\npatch.unit.cw-warden.W = +1")
    title = game("killteam")
    for plain, changed in zip(made.arms[:6], made.arms[6:], strict=True):
        assert battle_of(made, plain, 4, 0, title) == battle_of(made, changed, 4, 0, title)


def test_each_scenario_comes_equally_often():
    made, title = study(f"{KT}lists = ['veil-court', 'cinder-wardens']"), game("killteam")
    drawn = [battle_of(made, made.arms[0], pair, 0, title) for pair in range(8)]
    known = scenario_draws(title, *made.arms[0].lists)
    assert sorted(b.setup.scenario for b in drawn) == sorted(list(known) * (8 // len(known)))
    turned = battle_of(made, made.arms[0], 3, 1, title)
    assert turned.lists == drawn[3].lists[::-1]
    assert (turned.seed, turned.setup.scenario) == (drawn[3].seed, drawn[3].setup.scenario)
    assert turned.setup.rosters == drawn[3].setup.rosters[::-1]
    only = replace(made, scenarios=("salvage-run",))
    assert {battle_of(only, made.arms[0], pair, 0, title).setup.scenario for pair in range(4)} == {"salvage-run"}


@pytest.mark.parametrize(
    ("name", "word", "battles"),
    [
        ("rampant", "scenario", ""), ("killteam", "scenario", ""), ("killteam", "scenario", "matched"),
        ("xenocide", "scenario", "rolled"), ("xcom", "plan", ""),
    ],
)  # fmt: skip
def test_a_row_names_the_scenario_that_was_rolled_for(name: str, word: str, battles: str):
    offers = f"offers = ['{battles}']" if battles else ""
    made = study(f"game = '{name}'\nplayers = ['random', 'random']\nlimit = 12\n{offers}")
    arm, title = made.arms[0], game(name)
    rolled = next(n for n in range(60) if not getattr(battle_of(made, arm, n, 0, title).setup, word))
    row, match = play_game(made, Item(arm.name, rolled), 0)
    assert row.scenario
    assert row.scenario == getattr(match.game.now, word)
    assert (row.offer, row.battle) == (battles, battles or row.scenario)


def test_a_mission_of_xcx_is_named_as_its_set_up_has_it():
    made = study("game = 'xcx'\nplayers = ['random', 'random']\nlimit = 12\noffers = ['great-war']")
    row = play_game(made, Item(made.arms[0].name, 0), 0).row
    assert (row.scenario, row.offer, row.battle) == ("attrition", "great-war", "great-war")


def with_invariants(monkeypatch: pytest.MonkeyPatch, invariants: Callable[[Any], Sequence[str]]) -> None:
    title = copy.copy(game("docs/duel.py"))
    force_setattr(title, "invariants", invariants)
    monkeypatch.setattr(playing, "game_named", lambda name: title)


def test_invariants_are_looked_at_after_every_decision_or_now_and_then(monkeypatch: pytest.MonkeyPatch):
    looks: list[Any] = []
    with_invariants(monkeypatch, lambda duel: looks.append(duel) or ())
    arm = DUEL.arms[0].name
    decisions = play_game(DUEL, Item(arm, 0), 0).row.decisions
    assert len(looks) == decisions
    sampled = replace(DUEL, check=False)
    looks.clear()
    total = sum(play_game(sampled, Item(arm, pair), 0).row.decisions for pair in range(playing.LOOKS))
    assert playing.LOOKS < len(looks) <= total / playing.LOOKS + 2 * playing.LOOKS  # and at each end


def test_a_broken_invariant_ends_the_game_and_is_told(monkeypatch: pytest.MonkeyPatch):
    with_invariants(monkeypatch, lambda duel: ("somebody is in two places",))
    item = Item(DUEL.arms[0].name, playing.LOOKS - 3)
    assert play_game(DUEL, item, 0).row.fault == "After decision 1: somebody is in two places"
    seen = play_game(replace(DUEL, check=False), item, 0).row
    assert seen.fault == "Seen after decision 3: somebody is in two places"


def test_a_defeat_of_all_is_a_defeat_and_no_draw():
    made = study('game = "xcom"\nplayer = "random"\noffers = ["impossible"]')
    row = play_pair(made, Item(made.arms[0].name, 0)).rows[0]
    assert row.winners == ()
    assert row.results == (0.0,) * 4
    assert pair_score([row]) == 0.0


def test_a_record_of_a_game_proves_itself_and_has_a_story():
    played = play_game(DUEL, Item(DUEL.arms[0].name, 2), 1)
    record = record_of(played)
    assert verify(record, game("docs/duel.py")) == []
    assert b" falls." in record


def test_luck_is_what_dice_gave_beyond_their_mean():
    rows = [row for pair in range(150) for row in play_pair(DUEL, Item(DUEL.arms[0].name, pair)).rows]
    above = [x for row in rows for x in row.luck.get("shot", ())]
    spread = sum(s for row in rows for s in row.spread)
    assert above
    assert abs(sum(above)) < 3 * spread**0.5
    assert sum(x * x for x in above) == pytest.approx(spread, rel=0.35)
