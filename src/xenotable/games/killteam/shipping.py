"""What a build must hold (chapters content and play): rules in use, entries known, decisions asked."""

from __future__ import annotations

from functools import cache

from xenotable.engine import cite, rule
from xenotable.faults import Fault, nearest
from xenotable.games.killteam.content import (
    Text,
    abilities,
    items,
    ploys,
    rules_of,
    table,
    tac_ops,
    unique_actions,
    weapons,
)

SYMBOLS = {"triangle": 1.0, "circle": 2.0, "square": 3.0, "pentagon": 6.0}


@rule("play.distance-symbols", neutral=lambda *_: 0.0)
def inches(text: str) -> float:
    """A printed distance ("3 circles", "pentagon") in inches."""
    number, _, shape = text.rpartition(" ")
    shape = shape.removesuffix("s")
    if shape not in SYMBOLS or not (number or "1").isdigit():
        raise Fault(f'"{text}" is no distance.{nearest(shape, SYMBOLS)}')
    return int(number or 1) * SYMBOLS[shape]


@rule("content.special-rule-coverage", neutral=lambda: set())
def rules_in_use() -> set[str]:
    """The special rules that some shipped weapon has."""
    return {name for w in weapons().values() for p in w.profiles for name, _ in rules_of(p)}


@cache
@rule("content.tokens")
def tokens() -> dict[str, Text]:
    return {t.id: t for t in table("token")}


@rule("content.every-entry-tested")
def unknown_entries() -> list[str]:
    """Abilities, ploys, items and actions whose id no module of this game knows."""
    from importlib import resources

    files = resources.files("xenotable.games.killteam").iterdir()
    code = "".join(f.read_text(encoding="utf-8") for f in files if f.name.endswith(".py"))
    ids = [*abilities(), *(p for p in ploys() if p != "pl-command-reroll"), *unique_actions(), *tac_ops()]
    ids += [i.id for i in items().values() if not i.weapon and not i.action]
    passive = {"ab-phase-veil"}  # the invulnerable save on the datacard itself
    return [i for i in ids if f'"{i}"' not in code and i not in passive]


def decisions() -> dict[str, tuple[str, ...]]:
    """The keys of the asks behind the decision points of chapter play."""
    cite("play.decision-points-setup")
    cite("play.decision-points-turn")
    cite("play.decision-points-attack")
    return {chapter: tuple(keys.split()) for chapter, keys in DECISIONS.items()}


DECISIONS = {
    "setup": "attacker zone team list tac-ops equipment barricade group deploy concealed scouting",
    "turn": "initiative ploy reveal activate overwatch order action move late",
    "attack": "weapon target fusillade split balanced rending ap save cover saves further foe blow command",
}
