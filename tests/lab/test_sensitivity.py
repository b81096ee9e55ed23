"""What a change does is told by pairs with the same dice; what a list is worth by battles with units left out."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from math import exp, log

import pytest
from msgspec.structs import replace

from xenotable.cli.tables import print_figures
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.lab.playing import Item, Row, battle_of, games_in
from xenotable.lab.pricing import HANDICAPS, price_of, price_study
from xenotable.lab.report.markdown import markdown, result_line
from xenotable.lab.report.page import page
from xenotable.lab.report.words import signed
from xenotable.lab.scoring import pair_luck, pair_score, result_of, tallies
from xenotable.lab.sensitivity import with_and_without
from xenotable.lab.study import Study, WrittenStudy, make_study
from xenotable.lab.summary import shifts_of, summarise
from xenotable.players.tally import Tally


def rows(study: Study, chance: Callable[[Item], float], pairs: int, points: Callable[[Item], tuple] = lambda i: ()):
    """Rows of toy games: the same pair has the same dice in every arm."""
    found = []
    for arm in study.arms:
        for pair in range(pairs):
            item = Item(arm.name, pair)
            for n in range(games_in(arm)):
                first = float(random.Random(f"{arm.lists}:{pair}:{n}").random() < chance(item))
                sides = (0, 1) if n == 0 else (1, 0)
                results = tuple(first if side == 0 else 1 - first for side in sides)
                cost = points(item)
                cost = cost if n == 0 else cost[::-1]
                found.append(
                    Row(arm.name, pair, n, "r", "s", {}, ("x", "x"), sides, 9, 0.1, results=results, points=cost)
                )
    return found


def test_only_lists_with_what_is_changed_meet_each_with_and_without():
    study = with_and_without(WrittenStudy(game="killteam"), ["unit.cw-warden.wounds+1"])
    assert len(study.arms) == 6
    assert all("cinder-wardens" in arm.lists for arm in study.arms)
    assert [arm.patch for arm in study.arms[:2]] == [(), ("unit.cw-warden.wounds+1",)]
    title = game("killteam")
    assert battle_of(study, study.arms[0], 3, 1, title) == battle_of(study, study.arms[1], 3, 1, title)
    with pytest.raises(Fault, match="Did you mean"):
        with_and_without(WrittenStudy(game="killteam"), ["unit.cw-wardn.wounds+1"])


def test_a_shift_is_found_with_fewer_games_than_without_the_same_dice():
    study = with_and_without(
        WrittenStudy(game="killteam", lists=("cinder-wardens", "veil-court")), ["unit.cw-warden.wounds+1"]
    )
    played = rows(study, lambda item: 0.62 if "with" in item.arm else 0.5, 300)
    found = {s.name: s for s in shifts_of(study, played)}
    one = found["cinder-wardens"]
    assert one.low < 0.12 < one.high
    assert one.low > 0
    assert one.worth > 2
    assert found["veil-court"].change == pytest.approx(-one.change)
    assert (one.after - one.before) == pytest.approx(one.change)


def test_that_no_pair_has_changed_yet_is_no_certainty():
    study = with_and_without(
        WrittenStudy(game="killteam", lists=("cinder-wardens", "veil-court")), ["unit.cw-warden.wounds+1"]
    )
    few, many = (shifts_of(study, rows(study, lambda item: 0.5, pairs))[0] for pairs in (13, 400))
    assert (few.change, few.worth) == (0.0, 0.0)
    assert 0.05 < few.high < 0.15
    assert 0 < many.high < 0.005


@pytest.mark.parametrize("name", ["killteam", "rampant", "xcx", "xenocide"])
def test_a_thinned_list_is_smaller_and_costs_less(name: str):
    title = game(name)
    assert title.points is not None
    pairs = (title.pairing(*two, lambda: 0.3) for two in combinations(title.lists(), 2))
    setup = next(found for found in pairs if found is not None)
    fewer = title.thinned(setup, 1, lambda: 0.4)
    assert title.points(fewer, 1) < title.points(setup, 1)
    assert title.points(fewer, 0) == title.points(setup, 0)
    assert title.new(fewer).seats == 2


def test_a_planted_worth_is_found():
    """A list of 24 points that fights as one of 30: it is even against the others' 24 when it has 19.2 left."""
    study = price_study(WrittenStudy(game="rampant", lists=("cinder-company", "ninefold-brood")), "cinder-company")
    assert [arm.thinned for arm in study.arms] == list(HANDICAPS)
    thinned = {arm.name: arm.thinned for arm in study.arms}

    def points(item: Item) -> tuple[float, float]:
        mine, theirs = thinned[item.arm]
        return 24.0 - 4 * mine, 24.0 - 4 * theirs

    def chance(item: Item) -> float:
        mine, theirs = points(item)
        return 1 / (1 + exp(-3 * log(mine * 1.25 / theirs)))

    found = price_of(study, rows(study, chance, 250, points))
    assert found.points == 24
    assert found.low < 30 < found.high
    assert found.fair == pytest.approx(30, abs=1.5)
    assert found.share > 0.6
    with pytest.raises(Fault, match="Nothing has been played"):
        price_of(study, [])


# ---- what rows are worth ---------------------------------------------------------------------------------------------


def row(results: tuple[float, ...], sides: tuple[int, ...], **more) -> Row:
    return Row("arm", 0, 0, "r", "s", {}, ("a", "b")[: len(sides)], sides, 5, 0.1, results=results, **more)


def test_a_pair_is_scored_to_a_quarter():
    won, lost, drawn = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)
    assert pair_score([row(won, (0, 1)), row(won, (1, 0))]) == 0.5
    assert pair_score([row(won, (0, 1)), row(lost, (1, 0))]) == 1.0
    assert pair_score([row(won, (0, 1)), row(drawn, (1, 0))]) == 0.75
    assert pair_score([row(lost, (0, 1)), row(drawn, (1, 0))]) == 0.25
    assert pair_score([row(won, (0, 1)), row((), (1, 0), fault="broke")]) is None


def test_those_who_play_alone_are_compared():
    """Two players, one seat: the first wins alone, the second loses alone."""
    assert pair_score([row((1.0,), (0,)), row((0.0,), (1,))]) == 1.0
    assert pair_score([row((0.0,), (0,)), row((0.0,), (1,))]) == 0.5
    assert result_of(row((1.0,), (0,)), 1) is None


def test_luck_of_a_pair_is_that_of_its_sides():
    one = row((1.0, 0.0), (0, 1), luck={"hit": (2.0, 0.5)}, spread=(1.0, 1.0))
    two = row((1.0, 0.0), (1, 0), luck={"hit": (1.0, 3.0), "save": (0.25, 0.0)}, spread=(1.0, 1.0))
    assert pair_luck([one, two]) == {"hit": 1.5 + 2.0, "save": -0.25}


def test_draws_stand_beside_victories_and_count_half():
    tally = Tally("x")
    for got in (1.0, 0.5, 0.5, 0.0, 0.0):
        tally.count(got)
    assert (tally.wins, tally.draws, tally.losses, tally.share) == (1, 2, 2, 0.4)
    team = [Row("t", n, 0, "r", "s", {}, ("a",) * 4, (0,) * 4, 5, 0.1, results=(0.0,) * 4) for n in range(3)]
    [only] = tallies(team)
    assert (only.name, only.wins, only.draws, only.losses) == ("a", 0, 0, 3)


def test_figures_of_nothing_are_figures():
    study = with_and_without(
        WrittenStudy(game="killteam", lists=("cinder-wardens", "veil-court")), ["unit.cw-warden.wounds+1"]
    )
    found = summarise(study, [])
    assert found.games == 0
    assert found.arms[0].interval == (0.0, 1.0)
    assert shifts_of(study, []) == []


def test_a_pair_of_which_a_game_broke_is_no_pair():
    study = make_study(WrittenStudy(game="killteam", player="random", lists=("cinder-wardens", "veil-court")))
    played = rows(study, lambda item: 1.0, 3)
    played[1] = replace(played[1], fault="broke", results=())
    [arm] = summarise(study, played).arms
    assert arm.outcomes.pairs == 2
    assert (arm.tally.wins, arm.tally.losses) == (5, 0)


def test_who_has_too_few_games_to_take_luck_out_is_told_so():
    study = make_study(WrittenStudy(game="killteam", player="random", lists=("cinder-wardens", "veil-court")))
    played = [replace(one, luck={"hit": (0.5, -0.5)}, spread=(1.0, 1.0)) for one in rows(study, lambda item: 0.5, 3)]
    assert result_line(summarise(study, played).arms[0])[-1] == "too few games to adjust"
    assert result_line(summarise(study, rows(study, lambda item: 0.5, 3)).arms[0])[-1] == ""


def test_who_has_enough_games_and_gains_nothing_is_not_told_that_they_are_too_few(capsys):
    study = make_study(WrittenStudy(game="killteam", player="random", lists=("cinder-wardens", "veil-court")))
    uneven = rows(study, lambda item: float(item.pair % 2), 20)
    played = [replace(one, luck={"hit": (0.5, -0.5)}, spread=(1.0, 1.0)) for one in uneven]
    found = summarise(study, played)
    assert found.arms[0].adjusted is None
    assert result_line(found.arms[0])[-1] == "no narrower without it"
    print_figures(found)
    assert "Too few games" not in capsys.readouterr().out
    print_figures(summarise(study, played[:-2]))
    assert "Too few games to take the luck of the dice out." in capsys.readouterr().out


def test_a_page_has_no_empty_columns_of_luck_and_heads_words_as_words():
    study = make_study(WrittenStudy(game="killteam", player="random", lists=("cinder-wardens", "veil-court")))
    played = [replace(one, luck={"hit": (0.5, -0.5)}, spread=(1.0, 1.0)) for one in rows(study, lambda item: 0.5, 3)]
    few = page(summarise(study, played), played, {})
    assert "<h2>Luck</h2>" in few
    assert "Variance saved" not in few
    assert '<th scope="col" class="text">How it ended</th>' in few
    assert '<th scope="col">Replay</th>' in few


def test_ratings_that_round_to_nothing_have_no_sign():
    assert [signed(elo) for elo in (-0.4, 0.0, 0.3, -0.6, 12.2)] == ["0", "0", "0", "-1", "+12"]


def test_a_study_without_a_name_is_called_by_what_it_asks():
    two = WrittenStudy(game="killteam", player="random", lists=("cinder-wardens", "veil-court"))
    assert make_study(two).name == "cinder-wardens against veil-court"
    assert make_study(replace(two, lists="every")).name == "6 pairings in Kill Team 2021"


# ---- what reports tell -----------------------------------------------------------------------------------------------


def team_rows(study: Study, won: float) -> list[Row]:
    return [
        Row(arm.name, n, 0, "r", "s", {}, arm.players * 4, (0,) * 4, 5, 0.1, results=(won,) * 4, says="x")
        for arm in study.arms
        for n in range(3)
    ]


def test_no_scenario_has_an_empty_name():
    study = make_study(WrittenStudy(game="xcom", players=("tactician",), pairs=3))
    first, *others = team_rows(study, 1.0)
    played = [replace(first, scenario="beachhead"), *others]
    told = page(summarise(study, played), played, {})
    assert '<th scope="col">beachhead</th><th scope="col">unnamed</th>' in told
    assert '<td class="text">unnamed</td><td class="text">x</td>' in told


def test_a_page_of_those_who_play_together_has_shares_and_nothing_of_sides():
    study = make_study(WrittenStudy(game="xcom", players=("tactician", "random"), pairs=3))
    told = page(summarise(study, team_rows(study, 1.0)), team_rows(study, 1.0), {})
    assert '<th scope="row">tactician</th><td>3</td><td>0</td><td>0</td><td>100.0%<small>' in told
    assert "p (Holm)" not in told
    assert "<h3>Seats</h3>" not in told
    assert "first side" not in told.partition("How the estimate settled")[0]


def test_where_nothing_has_ended_there_is_no_share(capsys):
    study = make_study(WrittenStudy(game="killteam", player="random", lists=("cinder-wardens", "veil-court")))
    played = [replace(one, fault="broke", results=()) for one in rows(study, lambda item: 0.5, 2)]
    found = summarise(study, played)
    assert result_line(found.arms[0])[1:6] == ["0", "0", "0", "\u2013", "\u2013"]
    assert "<td>0</td><td>0</td><td>0</td><td>\u2013</td>" in page(found, played, {})
    print_figures(found)
    assert "50.0%" not in capsys.readouterr().out


def changed_study(lists: str | tuple[str, ...]) -> Study:
    study = make_study(WrittenStudy(game="killteam", player="random", lists=lists))
    tough = tuple(replace(a, name=f"{a.name}, tough", patch=("unit.cw-warden.wounds+1",)) for a in study.arms)
    return replace(study, arms=(*study.arms, *tough))


def test_arms_that_differ_in_a_change_alone_are_compared_in_every_report(capsys):
    study = changed_study(("cinder-wardens", "veil-court"))
    played = rows(study, lambda item: 0.7 if "tough" in item.arm else 0.5, 40)
    found = summarise(study, played)
    assert {(s.name, s.changes) for s in found.shifts} == {
        (side, ("unit.cw-warden.wounds+1",)) for side in ("cinder-wardens", "veil-court")
    }
    assert "<h2>What the changes do</h2>" in page(found, played, {})
    assert "| cinder-wardens | unit.cw-warden.wounds+1 | 40 | " in markdown(found)
    print_figures(found)
    assert "What the changes do" in capsys.readouterr().out


def test_a_matrix_under_changed_rules_is_as_full_as_any():
    study = changed_study("every")
    played = rows(study, lambda item: 0.5, 2)
    told = page(summarise(study, played), played, {})
    assert "<h2>Who beats whom</h2>" in told
    assert "<h2>Who beats whom with unit.cw-warden.wounds+1</h2>" in told
    assert "cinder-wardens (unit" not in told  # the heading says it once
    assert told.count('<td style="background') == 2 * 4 * 3


def test_a_list_with_fewer_units_is_rated_as_another():
    study = price_study(WrittenStudy(game="rampant", lists=("ninefold-brood",)), "cinder-company")
    [league] = summarise(study, rows(study, lambda item: 0.5, 3, lambda item: (24.0, 24.0))).leagues
    assert sorted(rating.name for rating in league.sides) == [
        "cinder-company", "cinder-company (1 fewer)", "cinder-company (2 fewer)",
        "ninefold-brood", "ninefold-brood (1 fewer)", "ninefold-brood (2 fewer)",
    ]  # fmt: skip


def test_a_draw_that_nobody_expected_is_told_as_a_draw():
    study = make_study(WrittenStudy(game="killteam", player="random", lists=("cinder-wardens", "veil-court")))
    played = rows(study, lambda item: 1.0, 9)
    played[4] = replace(played[4], results=(0.5, 0.5))
    first = summarise(study, played).strangest[0]
    assert first.row == played[4]
    assert first.why == "cinder-wardens drew, as in 1 of 18 games here, with usual dice (+0.0 standard deviations)."
