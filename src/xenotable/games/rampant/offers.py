"""Ready battles, and pairs of ready detachments."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from xenotable.engine import Offer, Random
from xenotable.games.rampant.content import content, origin
from xenotable.games.rampant.rules.content import pick, random_roster, ready, tutorial
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.state import Setup


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
    about = "First Blood with few units, no traits and no vows."
    found = [Offer("first-battle", "Your first battle", about, tutorial(), origin("scenario", tutorial().scenario))]
    for id, scenario in c.scenarios.items():
        one, two = (c.detachments[d] for d in pairs[id])
        about = f"{one.name} ({one.style}) against {two.name} ({two.style})."
        found.append(Offer(id, scenario.name, about, Setup((ready(one.id), ready(two.id)), id), origin("scenario", id)))
    return found


def lists() -> Sequence[str]:
    return tuple(content().detachments)


def pairing(first: str, second: str, rnd: Random) -> Setup:
    """Any scenario suits any two ready detachments."""
    scenarios = tuple(content().scenarios)
    return Setup((ready(first), ready(second)), scenarios[int(rnd() * len(scenarios))])


def points(setup: Setup, seat: int) -> float:
    """What a detachment costs."""
    return float(sum(cost(entry) for entry in setup.rosters[seat].units))


def thinned(setup: Setup, seat: int, rnd: Random) -> Setup | None:
    """The battle with one unit fewer on this side, never the Commander's."""
    roster = setup.rosters[seat]
    others = [i for i, entry in enumerate(roster.units) if not entry.commander]
    if not others:
        return None
    gone = others[int(rnd() * len(others))]
    units = tuple(entry for i, entry in enumerate(roster.units) if i != gone)
    rosters = list(setup.rosters)
    rosters[seat] = replace(roster, units=units)
    return replace(setup, rosters=(rosters[0], rosters[1]))


def random_setup(rnd: Random) -> Setup:
    """Any legal battle: ready detachments or random ones, any scenario, any terrain, any optional rules."""
    c = content()
    if rnd() < 0.1:
        return Setup(
            (random_roster("Reds", 12, rnd), random_roster("Blues", 12, rnd)), "first-blood", 12, ("quick-battle",)
        )
    limit = 24 if rnd() < 0.7 else (18, 30, 36)[int(rnd() * 3)]
    rosters = []
    for name in ("Reds", "Blues"):
        if limit == 24 and rnd() < 0.4:
            rosters.append(ready(pick(list(c.detachments), rnd)))
        else:
            rosters.append(random_roster(name, limit, rnd))
    scenario = pick([*c.scenarios, ""], rnd)
    variants = tuple(v for v in ("steady-command", "wide-order", "rear-hits", "no-vows") if rnd() < 0.1)
    return Setup((rosters[0], rosters[1]), scenario, limit, variants, "random" if rnd() < 0.25 else "")
