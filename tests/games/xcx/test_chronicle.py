"""The campaign as it is shown and kept: the story, and saves of long ago."""

from __future__ import annotations

from pathlib import Path

import pytest

from xenotable.engine import load
from xenotable.games.xcx.rules.rewards.cards import card_name
from xenotable.games.xcx.title import CAMPAIGN, GAME
from xenotable.players import RandomPlayer, play_out

MUSEUM = Path(__file__).parent / "museum"


@pytest.mark.parametrize("path", sorted(MUSEUM.glob("*.json")), ids=lambda p: p.name)
def test_what_was_saved_long_ago_goes_on(path: Path) -> None:
    """A campaign and a battle of every form ever released: they load, and are played to their end."""
    kind = CAMPAIGN if path.name.startswith("campaign") else GAME
    match, _ = load(path.read_bytes(), kind)
    before = len(match.tape)
    play_out(match, {s: RandomPlayer(kind, s) for s in range(match.game.seats)})
    assert match.over
    assert len(match.tape) > before
    if kind is CAMPAIGN:
        assert len(match.game.now.winners) == 6
        second = next(n for n, entry in enumerate(match.tape) if entry.key == "muster:2")
        assert match.at(second).game.now.winners == match.game.now.winners[:1]


def test_the_campaign_is_shown_as_a_story() -> None:
    """Stages with outcomes and what happened, soldiers with their histories, the cards that were drawn as cards."""
    match, _ = load((MUSEUM / "campaign-1.save.json").read_bytes(), CAMPAIGN)
    panels = {p.kind: p for p in CAMPAIGN.panels(match.game, 0)}
    stages = panels["path"].stages
    assert [s.state for s in stages] == ["done"] * 4 + ["next", "later"]
    assert [s.key for s in stages] == [f"muster:{n}" for n in range(1, 7)]
    assert {s.tone for s in stages[:4]} <= {"good", "warn", "bad"}
    people = {p.id: p for p in panels["roster"].people}
    assert set(people) == set(match.game.soldiers)
    for id, s in match.game.soldiers.items():
        assert people[id].story == s.story
        assert (people[id].tone == "gone") == s.dead
    cards = panels["deck"].cards
    assert [(c.suit, c.title.lower()) for c in cards] == [(c[0], card_name(c)) for c in match.game.now.cards]
    assert all(c.text for c in cards)
    told = [line for s in stages for line in s.story]
    assert len(told) == sum(len(s.story) for s in match.game.soldiers.values())
