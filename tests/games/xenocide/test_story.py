"""No silent change: whatever somebody can see on the table is told, with the rule, before the next question opens."""

import random
from typing import Any

import pytest

from xenotable.engine import Match
from xenotable.games.xenocide.state import Xenocide
from xenotable.games.xenocide.title import GAME
from xenotable.players import play_out, player

SEEN = {
    "units": ("models", "riding", "on", "marks", "watch", "dug", "burrowed", "high"),
    "models": ("x", "y", "inside", "section"),
    "titans": ("core", "layers", "damaged", "power"),
    "sections": ("points", "down"),
    "sides": ("points", "score", "lost"),
}


def rows(game: Xenocide) -> dict[tuple[str, Any, str], Any]:
    """What stands on the table; who is off it is nowhere yet."""
    here = {m for u in game.units.values() if u.on for m in (*u.models, *u.riding)}
    return {
        (t, id, f): getattr(row, f)
        for t, fs in SEEN.items()
        for id, row in getattr(game, t).items()
        for f in fs
        if t != "models" or id in here
    }


def about(game: Xenocide, before: dict[tuple[str, Any, str], Any], table: str, id: Any) -> set[str]:
    """Whose name a sentence about this row has: of its unit, of the transport it rides in, of its side."""
    if table == "sides":
        return {game.seat_name(id), "Each player"}
    if table != "models":
        return {str(id)}
    names = {u for u, row in game.units.items() if id.startswith((f"{u}m", f"{u}x"))}
    for carrier in (before.get(("models", id, "inside")), getattr(game.models.get(id), "inside", "")):
        if carrier:
            names |= {u for u in game.units if carrier.startswith(f"{u}m")}
    return names


def silent(setup: Any, seed: int, who: str) -> list[str]:
    match = Match(GAME.new(setup), seed)
    found: list[str] = []
    last: dict[str, Any] = {"rows": rows(match.game), "told": 0, "said": set()}

    def watch(m: Match[Any]) -> None:
        now, events = rows(m.game), m.events[last["told"] :]
        said = {str(v) for e in events for v in e.args.values()}
        known = said | last["said"]  # losses are told before their owner chooses who is lost
        words = " ".join(e.words(m.game.name) for e in events)
        for key in {*now, *last["rows"]}:
            if now.get(key) != last["rows"].get(key):
                names = about(m.game, last["rows"], key[0], key[1])
                if not names & known and not (key[0] == "sides" and any(n in words for n in names)):
                    found.append(f"{key}: {last['rows'].get(key)} -> {now.get(key)} after {words!r}")
        last.update(rows=now, told=len(m.events), said=said)

    play_out(match, {s: player(who, GAME, f"{seed}:{s}") for s in (0, 1)}, watch=watch)
    return found


@pytest.mark.parametrize(
    ("offer", "seed", "who"),
    [
        ("attrition-generic-500-thren-500", 3, "random"),
        ("city-seize-ground-generic-500-thren-500", 4, "random"),
        ("invasion-generic-500-lumen-500", 5, "tactician"),
        ("attrition-generic-titan-750-thren-titan-750", 6, "random"),
    ],
)
def test_every_visible_change_is_told_before_the_next_question(offer, seed, who):
    setup = next(o.setup for o in GAME.offers() if o.id == offer)
    assert silent(setup, seed, who) == []


def test_a_change_that_nobody_tells_is_found(monkeypatch):
    setup = next(o.setup for o in GAME.offers() if o.id == "attrition-generic-500-thren-500")
    monkeypatch.setattr(Xenocide, "tell", lambda *a, **k: None)
    assert silent(setup, random.Random(1).randrange(9), "random")
