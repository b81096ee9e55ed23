"""Entries of the catalogue (chapter content): which ones are in use and known, and a datacard as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from xenotable.engine import memoize, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import (
    SPECIALS,
    Text,
    abilities,
    items,
    ploys,
    rule_text,
    rules_of,
    table,
    tac_ops,
    unique_actions,
    weapons,
)
from xenotable.games.killteam.rules.datacards.printed import apl
from xenotable.games.killteam.state import KillTeam, Operative, card

PACKAGE = Path(__file__).parents[2]  # the modules of this game


@rule("content.rule-browser", neutral=lambda *_: [])
def about(game: KillTeam, operative: str, row: Operative) -> list[tuple[str, str]]:
    """The datacard behind a token, special rules with their texts."""
    unit = card(row.unit).unit
    found = [
        ("M / APL / GA", f"{unit.M} in / {apl(game, operative)} / {unit.GA}"),
        (
            "DF / SV / W",
            f"{unit.DF} / {unit.SV}+" + (f" (Inv {unit.inv}+)" if unit.inv else "") + f" / {row.wounds} of {row.full}",
        ),
    ]
    for w in (*row.ranged, *row.melee):
        weapon = content.weapons()[w]
        for p in weapon.profiles:
            rules = ", ".join(rule_text(r) for r in content.rules_of(p))
            label = weapon.name + (f" ({p.name})" if p.name else "")
            found.append(
                (label, f"A{p.attacks} {p.skill}+ {p.damage[0]}/{p.damage[1]}" + (f", {rules}" if rules else ""))
            )
    found += [(content.abilities()[a].name, content.abilities()[a].says) for a in unit.abilities]
    found += [(content.unique_actions()[a].name, content.unique_actions()[a].says) for a in unit.actions]
    found += [(content.items()[e].name, content.items()[e].says) for e in row.items]
    return found


@rule("content.special-rule-coverage", neutral=lambda: set())
def rules_in_use() -> set[str]:
    """The special rules that some shipped weapon has."""
    return {name for w in weapons().values() for p in w.profiles for name, _ in rules_of(p)}


@memoize(None)
@rule("content.tokens")
def tokens() -> dict[str, Text]:
    return {t.id: t for t in table("token")}


@rule("content.every-entry-tested")
def unknown_entries() -> list[str]:
    """Abilities, ploys, items and actions whose id no module of this game knows."""
    code = "".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    ids = [*abilities(), *(p for p in ploys() if p != "pl-command-reroll"), *unique_actions(), *tac_ops()]
    ids += [i.id for i in items().values() if not i.weapon and not i.action]
    passive = {"ab-phase-veil"}  # the invulnerable save on the datacard itself
    return [i for i in ids if f'"{i}"' not in code and i not in passive]


def content_faults() -> Iterator[str]:
    """What is wrong with the catalogue of this game, as sentences."""
    yield from (f"No weapon has the special rule {name}." for name in SPECIALS if name not in rules_in_use())
    yield from (f"No rule of the game knows {id}." for id in unknown_entries())


PAIRING, OVERALL = 0.65, 0.58  # the largest shares of victories that a team may have


@rule("content.balance-target")
def off_balance(shares: Mapping[tuple[str, str], float]) -> Iterator[str]:
    """The teams that win too much, of one pairing or of all together. A draw counts half."""
    whole: dict[str, list[float]] = {}
    for (one, two), share in shares.items():
        for team, other, won in ((one, two, share), (two, one, 1 - share)):
            whole.setdefault(team, []).append(won)
            if won > PAIRING:
                yield f"{team} wins {won:.0%} of its battles against {other}; the book wants at most {PAIRING:.0%}."
    for team, won_of in whole.items():
        if (won := sum(won_of) / len(won_of)) > OVERALL:
            yield f"{team} wins {won:.0%} of all its battles; the book wants at most {OVERALL:.0%}."
