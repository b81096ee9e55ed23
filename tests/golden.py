"""Golden playthroughs: whole matches as readable text, reviewed as a diff. `make goldens` writes them anew."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from xenotable.engine import Match, Title
from xenotable.engine.wording import Hidden
from xenotable.players import play_out, player


class Golden(NamedTuple):
    name: str
    setup: Any
    seed: int
    players: Sequence[str] = ("tactician", "tactician")
    concede: int | None = None  # after so many decisions the first seat gives up


def played(kind: Title[Any], golden: Golden) -> Match[Any]:
    match = Match(kind.new(golden.setup), golden.seed)
    seats = {
        s: player(golden.players[s % len(golden.players)], kind, f"{golden.seed}:{s}") for s in range(match.game.seats)
    }
    if golden.concede is None:
        play_out(match, seats)
        return match

    class Enough(Exception):
        pass

    left = golden.concede

    def watch(_: Match[Any]) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            raise Enough

    try:
        play_out(match, seats, watch=watch)
    except Enough:
        match.concede(0)
    return match


def text(match: Match[Any], golden: Golden) -> str:
    """What was decided and rolled, and what came of it, with the rule behind each sentence."""
    game = match.game
    setup = msgspec.json.encode(msgspec.to_builtins(golden.setup)).decode()
    setup = setup.replace(',"readings":[]', "")  # rules are read as we rule: that goes without saying
    lines = [
        f"{match.title.title}, rules {match.title.id}/{match.title.rules}",
        f"{golden.name}: seed {golden.seed}, {' against '.join(golden.players)}",
        setup,
        "",
    ]
    told = 0
    for i in range(len(match.tape) + 1):
        while told < len(match.events) and match.events[told].at <= i:
            event = match.events[told]
            known = tuple(part.value if isinstance(part, Hidden) else part for part in event.text)
            if known:
                lines.append(f"  {msgspec.structs.replace(event, text=known).words(game.name)}  [{event.rule}]")
            told += 1
        if i < len(match.tape):
            e = match.tape[i]
            value = msgspec.json.encode(e.value).decode()
            who = game.seat_name(e.seat) if e.seat >= 0 else "Chance"
            lines.append(f"{i:4} {who} {e.kind} {e.key}: {value if len(value) < 300 else value[:300] + '…'}")
    lines += ["", f"Result: {game.result.says if game.result else 'none'}", f"Final state {game.fingerprint()}"]
    return "\n".join(lines) + "\n"


def check(kind: Title[Any], golden: Golden, folder: Path) -> None:
    """Compares with the file of this name; writes it when XENOTABLE_GOLDENS=write."""
    path = folder / f"{golden.name}.txt"
    now = text(played(kind, golden), golden)
    if os.environ.get("XENOTABLE_GOLDENS") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(now, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: make goldens"
    assert path.read_text(encoding="utf-8") == now, (
        f"{path.name} has changed: look at the diff of `make goldens`, raise the rules number"
    )
