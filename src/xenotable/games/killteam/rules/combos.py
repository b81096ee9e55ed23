"""Chapter combos: where two rules meet and neither says alone what happens."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, cite, rule
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.rules.datacards.printed import Use, has, title
from xenotable.games.killteam.rules.shooting.terms import Shot, Terms


@rule("combos.ap-cover", neutral=lambda t, s: t.defence)
def after_ap(t: Terms, s: Shot) -> int:
    """AP comes off the dice first, so it can take the very die that would have been kept."""
    return max(0, t.defence - s.ap)


@rule("combos.unwieldy-overwatch-blast", neutral=lambda *_: ())
def overwatch_refusals(use: Use, rules: tuple[Rule, ...]) -> Iterator[Refusal]:
    cite("actions.overwatch-not-shoot")
    if has(rules, "Blast"):
        yield Refusal("specials.blast-no-overwatch", "The {w} has Blast: not for Overwatch.", {"w": title(use)})
    if has(rules, "Unwieldy"):
        yield Refusal("specials.unwieldy-overwatch", "The {w} is Unwieldy: not for Overwatch.", {"w": title(use)})
