"""Chapters `play`, `principles` and `content`: information, simulation, data."""

from __future__ import annotations

import random
from typing import Any

import pytest

from xenotable.engine import Match
from xenotable.games.xcx import content
from xenotable.games.xcx.offers import random_setup
from xenotable.games.xcx.rules.content import solo, versus
from xenotable.games.xcx.rules.play.simulation import fought_by_cards
from xenotable.games.xcx.rules.squad.validation import squad_refusals
from xenotable.games.xcx.rules.tests import skill_name
from xenotable.games.xcx.state import DEAD, Recruit, Squad, Xcx
from xenotable.games.xcx.title import GAME
from xenotable.players import RandomPlayer, play_out
from xenotable.rulebook import catalogue

rule = pytest.mark.rule


@rule("xcx.principles.common-sense", exercises=["bag.draw", "damage.armour-test"])
def test_doubts_are_settled_once(bench: Any) -> None:
    """By the ruling of the book, which the engine follows and puts to nobody."""
    assert "HIGH Armour value is worse" in catalogue("xcx").rules["damage.armour-test"].ruling
    b = bench()
    a, t = b.add(0, "advent-trooper", 10, 5), b.add(1, "volunteer", 10, 15)
    b.shoot(a, t, "coil-rifle", [1, 1, 4, 4])  # 8 is not above the Armour of 8, so it hurts
    assert b.model(t).wounds < 3
    game = GAME.new(solo("attrition", 500))
    match = Match(game, 2)
    for _ in range(30):
        assert all(a.rule in catalogue("xcx").rules for a in match.open)  # rules are cited, never put to the vote
        ask = match.open[0]
        match.play(ask.candidates(4, random.Random(1).random)[0], 0)


@rule("xcx.play.premeasure", "xcx.play.public-information")
def test_measuring_commits_nobody(bench: Any) -> None:
    b = bench().terrain("soft", 8, 13.2, 4, 0.9)
    a, t = b.add(0, "volunteer", 10, 5, markers=1), b.add(1, "advent-trooper", 10, 15, down=True)
    before = b.game.encoded()
    seen = GAME.sight(b.game, a, t)
    assert seen is not None
    assert (seen.visible, seen.notes) == (True, ("Range 9.0.", "The target is in Soft Cover."))
    assert b.game.encoded() == before
    one, two = GAME.tokens(b.game, 0), GAME.tokens(b.game, 1)
    assert one == two
    assert [m.sign for m in one[0].marks] == ["S1"]
    assert [m.sign for m in one[1].marks] == ["DN"]
    assert ("Armour value (low is good)", "8") in one[0].about


@rule("xcx.play.hidden-information")
def test_the_deck_is_drawn_blind() -> None:
    from xenotable.games.xcx.rules.rewards.cards import deck

    assert len(deck()) == 54
    match = Match(GAME.new(versus("attrition", 500)), 4)
    worlds = {match.imagine(0, bytes([k]) * 16).dice.state().seed for k in range(3)}
    assert len(worlds) == 3  # nobody foresees the bag


@rule("xcx.play.simulation", "xcx.play.randomness", "xcx.ai.modes")
def test_simulation_by_cards_on_both_sides() -> None:
    assert solo("attrition", 500).sides[1].ai
    one, two = (fought_by_cards(versus("attrition", 500), 7) for _ in range(2))
    assert one.fingerprint() == two.fingerprint()
    assert one.result is not None
    assert [m for m in one.models.values() if m.state == DEAD]


@rule("xcx.content.factions", "xcx.content.special-rule-coverage")
def test_the_shipped_units() -> None:
    by = {f: [u for u in content.units().values() if u.faction == f] for f in ("XCX", "ADVENT", "neutral")}
    assert {f: len(us) for f, us in by.items()} == {"XCX": 9, "ADVENT": 10, "neutral": 5}
    unknown = Squad("XCX", (Recruit("nobody", leader=True),))
    assert "content.factions" in [r.rule for r in squad_refusals(unknown, 500)]
    found = content.carriers()
    assert len(content.SPECIAL_RULES) == 19
    assert all(found[name] for name in content.SPECIAL_RULES)
    assert (found["Lasso"], found["Cowardly"]) == (("lash-tendril",), ("thinling",))


def test_a_special_rule_that_nothing_has_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(GAME.content_faults()) == []
    monkeypatch.setattr(content, "SPECIAL_RULES", (*content.SPECIAL_RULES, "Hovering"))
    assert list(GAME.content_faults()) == ["No unit or weapon has the special rule Hovering."]


@rule("xcx.content.data-driven", "xcx.content.ai-cards")
def test_the_data_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    assert content.dangling_references() == []
    with monkeypatch.context() as changed:
        changed.setattr(content, "REFERENCES", {("ai_card", "unit"): "weapon"})
        assert any("Seer" in fault or "seer" in fault for fault in content.dangling_references())
    for card in content.ai_cards().values():
        assert len(card.healthy) == len(card.wounded) == 6
        assert all(c[0] in "ADFMO" and set(c[1:]) <= {"!", "*"} for c in (*card.healthy, *card.wounded))
    printed = {c for card in content.ai_cards().values() for c in (*card.healthy, *card.wounded)}
    assert {letter + mark for letter in "ADFMO" for mark in ("", "!", "*")} <= printed


@rule("xcx.content.layouts")
def test_layouts_are_symmetric_under_half_a_turn() -> None:
    assert len(content.layouts()) == 7
    for layout in content.layouts().values():
        pieces = {(p.form, p.x, p.y, p.w, p.h) for p in layout.piece}
        turned = {(f, layout.width - x - w, layout.depth - y - h, w, h) for f, x, y, w, h in pieces}
        assert pieces == turned, layout.id
        assert all(p.w <= 4 and p.h <= 4 for p in layout.piece)


@rule("xcx.content.scenarios")
def test_six_missions() -> None:
    found = list(content.missions().values())
    assert [m.number for m in found] == [1, 2, 3, 4, 5, 6]
    assert all(set(m.rules) <= set(catalogue("xcx").rules) for m in found)


@rule("xcx.tests.bracketed-are-skills")
def test_which_skills_are_bracketed() -> None:
    found = content.skills()
    assert skill_name("psi") == found["psi"].name
    bracketed = {k for k, s in found.items() if s.bracket}
    assert bracketed == {"computer_use", "psi", "search", "interact", "armour", "wounds"}
    assert not found["wounds"].tested
    assert not found["armour"].high_is_good


def test_random_battles_stay_sound() -> None:
    """A short soak over missions, modes and lists; the long one is `xenotable sim xcx`."""
    for seed in range(12):
        match = Match(GAME.new(random_setup(random.Random(f"soak {seed}").random)), seed, live=False)

        def sound(m: Match[Xcx]) -> None:
            assert not [*GAME.invariants(m.game)]

        play_out(match, {s: RandomPlayer(GAME, f"{seed}:{s}") for s in range(match.game.seats)}, watch=sound)
        assert match.game.result is not None


def test_players_can_tell_our_inventions_from_the_book(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 10)
    shown = {t.id: t.origin for t in GAME.tokens(b.game, 0)}
    assert shown[a] == "ours"
    mission = next(p for p in GAME.panels(b.game, 0) if p.id == "goal")
    assert [line.origin for line in mission.lines if line.label == "Mission"] == ["ours"]
    assert {o.origin for o in GAME.offers()} == {"ours"}


def test_who_plays_alone_sees_the_side_that_plays_itself() -> None:
    game = GAME.new(GAME.offers()[0].setup)
    assert game.seats == 1
    assert [name for _, name in GAME.unseated(game)] == [game.side_name(1)]
