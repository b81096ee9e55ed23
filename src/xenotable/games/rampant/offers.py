"""Ready battles, and pairs of ready detachments."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Offer, Random, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.detachment import Roster, ready
from xenotable.games.rampant.state import Setup


@rule("content.tutorial")
def tutorial() -> Setup:
    """The first battle: fewer units, no traits, no vows, five rounds."""
    cinder, brood = ready("cinder-company"), ready("ninefold-brood")
    return Setup(
        (
            _without(cinder, "Mortar Pit", "Mule Truck"),
            _without(brood, "Bloat-Hulk", "Skitterlings", "Spitters"),
        ),
        variants=("no-vows",),
        rounds=5,
    )


def _without(roster: Roster, *names: str) -> Roster:
    return Roster(roster.name, tuple(e for e in roster.units if e.name not in names), "", roster.posture, roster.style)


def offers() -> list[Offer]:
    """Ready battles; the tutorial first, then each scenario with a pair of detachments that suits it."""
    pairs = {
        "first-blood": ("cinder-company", "ninefold-brood"),
        "three-beacons": ("silent-vault", "thornwood-tribes"),
        "break-the-line": ("ashen-choir", "cinder-company"),
        "the-envoy": ("lancet-cadre", "ashen-choir"),
        "hold-the-relay": ("ninefold-brood", "silent-vault"),
        "night-convoy": ("thornwood-tribes", "cinder-company"),
        "sabotage": ("lancet-cadre", "silent-vault"),
    }
    c = content()
    found = [
        Offer("first-battle", "Your first battle", "First Blood with few units, no traits and no vows.", tutorial())
    ]
    for id, scenario in c.scenarios.items():
        one, two = (c.detachments[d] for d in pairs[id])
        about = f"{one.name} ({one.style}) against {two.name} ({two.style})."
        found.append(Offer(id, scenario.name, about, Setup((ready(one.id), ready(two.id)), id)))
    return found


def lists() -> Sequence[str]:
    return tuple(content().detachments)


def pairing(first: str, second: str, rnd: Random) -> Setup:
    """Any scenario suits any two ready detachments."""
    scenarios = tuple(content().scenarios)
    return Setup((ready(first), ready(second)), scenarios[int(rnd() * len(scenarios))])
