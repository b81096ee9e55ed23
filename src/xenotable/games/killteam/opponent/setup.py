"""Advice on set-up, ploys and tac ops (chapter solo)."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Advice, Advisor, Ask, Random
from xenotable.games.killteam import content
from xenotable.games.killteam.opponent.position_value import RECRUIT, level
from xenotable.games.killteam.rules.equipment.carrying import equipment_refusals
from xenotable.games.killteam.state import KillTeam, scenario_of

TAC_OPS = (
    "to-cull to-no-step-back to-terror to-shadow to-centre to-bastion to-headhunt to-fp to-cb to-vc to-cw "
    "to-infiltrate to-brawl to-marked to-demolish to-beacon"
)
STRATEGIC = (
    "pl-cw-dig-in pl-cw-fields-of-fire pl-fp-procession pl-fp-brand pl-fp-litany pl-vc-cruel-grace pl-vc-quicksilver "
    "pl-cb-chitin-bloom pl-cb-frenzy pl-cb-tide pl-cw-rolling-advance pl-vc-mirage"
)
REACTIONS = (
    "pl-fp-last-rites pl-cw-covering-shot pl-vc-riposte pl-cb-hatch pl-cb-burst-ichor pl-cw-grit pl-vc-fade "
    "pl-fp-unto-ruin pl-fp-shield-of-oaths"
)
EQUIPMENT = (
    "it-cw-range-cards it-fp-penance-chains it-vc-mirror-cloak it-vc-blood-oil it-cb-venom-gland it-cb-adrenal-sac "
    "it-shard-bomb it-breach-charge it-ablative-plate it-optic it-medi-gel"
)
TWO = 2  # strategic ploys in one turning point are enough; the rest of the points goes into re-rolls and reactions


def first_of(order: str) -> Advisor[KillTeam]:
    """The first known name that is on offer."""

    def advice(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
        options = ask.options()  # type: ignore[attr-defined]  # asked only of Choose and Pick
        for name in order.split():
            if name in options:
                return name, f"{game.name(name)} is worth it here"
        return None

    return advice


def tac_ops(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    pool = ask.among()  # type: ignore[attr-defined]  # a Pick
    hand: list[str] = []
    for name in TAC_OPS.split():
        faction = content.tac_ops()[name].archetype == "faction" if name in content.tac_ops() else False
        if name in pool and not (faction and any(content.tac_ops()[h].archetype == "faction" for h in hand)):
            hand.append(name)
    return tuple(c for c in pool if c in hand[:3]), "these can be scored without going out of the way"


def equipment(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    pairs = ask.among()  # type: ignore[attr-defined]  # a Pick
    taken: list[tuple[str, str]] = []
    for item in EQUIPMENT.split():
        for pair in pairs:
            free = pair[0] == item and not any(operative == pair[1] for _, operative in taken)
            if free and not any(equipment_refusals(game, seat, [*taken, pair])):
                taken.append(pair)
    return tuple(p for p in pairs if p in taken), "useful for this team and within the points"


def advise_concealed(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    group = ask.among()  # type: ignore[attr-defined]  # a Pick
    hidden = tuple(i for i in group if not _long(game, i))
    return hidden, "those without a long-range weapon start concealed"


def _long(game: KillTeam, operative: str) -> bool:
    weapons = content.weapons()
    return any(
        not any(s.startswith("Rng") for s in p.special)
        for w in game.operatives[operative].ranged
        for p in weapons[w].profiles
    )


def deploy(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The candidate whose operatives stand nearest to the markers."""

    def forward(placed: Any) -> float:
        far = 0.0
        for x, y, *_ in placed.at.values():
            far += min((m.x - x) ** 2 + (m.y - y) ** 2 for m in game.markers.values())
        return -far

    candidates = ask.candidates(5, rnd)
    return (max(candidates, key=forward), "near the markers") if candidates else None


# ---- turning points


def mine(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return seat, "to act first"


def attacker(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Where the roles differ, defending scores by standing still."""
    fixed = scenario_of(game).roles.startswith("fixed")
    return (1 - seat, "the Defender scores by standing still") if fixed else (seat, "to choose last where to stand")


def ploy(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """One or two strategic ploys, keeping a command point for re-rolls. A Recruit uses none."""
    side = game.sides[seat]
    if level(game, seat) == RECRUIT or side.cp < 2 or len(side.in_force) >= TWO:
        return None, "command points are kept"
    found = first_of(STRATEGIC)(game, seat, ask, rnd)
    return found or (None, "nothing helps now")


def reaction(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """To a ploy, whose own id is the key."""
    if not ask.key.startswith("pl-"):
        return None
    options = ask.options()  # type: ignore[attr-defined]  # a Choose
    wanted = level(game, seat) != RECRUIT and ask.key in REACTIONS.split() and game.sides[seat].cp >= 1
    if ask.key in ("pl-vc-fade", "pl-fp-shield-of-oaths") and game.sides[seat].cp < 2:
        wanted = False
    return options[-1 if wanted else 0], "worth the command point" if wanted else "not worth the command point"


def reveal(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = ask.options()  # type: ignore[attr-defined]  # a Choose
    return options[-1], "it can be scored from now on" if options[-1] else "nothing to reveal yet"


def late(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return tuple(ask.options()), "now or never"  # type: ignore[attr-defined]  # a Pick
