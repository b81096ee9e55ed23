"""Set-ups of battles (chapter setup): random ones, what is wrong with one, and secrets dealt anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from xenotable.engine import Random, Refusal, cite
from xenotable.faults import nearest
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Member, Roster
from xenotable.games.killteam.rules.content import rosters as content_rosters
from xenotable.games.killteam.rules.equipment import carrying
from xenotable.games.killteam.rules.scoring import tac_ops
from xenotable.games.killteam.state import SEATS, BattleSetup, KillTeam


def random_roster(rnd: Random, team: str = "") -> Roster:
    """Any legal kill team."""
    names = list(content.teams())
    t = content.teams()[team or names[int(rnd() * len(names))]]
    chosen = [t.leader, *[t.line] * t.line_min]
    special = 0
    while len(chosen) < t.size:
        unit = content.units_of(t.id)[int(rnd() * len(content.units_of(t.id)))]
        room = chosen.count(unit.id) < unit.max
        if unit.role == "line" and room:
            chosen.append(unit.id)
        elif unit.role == "specialist" and room and special < t.specialists_max:
            chosen.append(unit.id)
            special += 1
    units = content.units()
    return Roster(t.id, tuple(Member(u, tuple(o[int(rnd() * len(o))] for o in units[u].options)) for u in chosen))


def lists() -> Sequence[str]:
    return tuple(content.teams())


def pairing(first: str, second: str, rnd: Random) -> BattleSetup:
    """The ready-made kill teams, on a killzone drawn by chance."""
    places = list(content.scenarios())
    both = (content_rosters.default_roster(first), content_rosters.default_roster(second))
    return BattleSetup(places[int(rnd() * len(places))], both)


def points(setup: BattleSetup, seat: int) -> float:
    """Kill teams have no points: they are counted in operatives."""
    return float(len(setup.rosters[seat].members))


def thinned(setup: BattleSetup, seat: int, rnd: Random) -> BattleSetup | None:
    """The battle with one operative fewer on this side, never the leader."""
    roster = setup.rosters[seat]
    others = [i for i, one in enumerate(roster.members) if content.units()[one.unit].role != "leader"]
    if not others:
        return None
    gone = others[int(rnd() * len(others))]
    rosters = list(setup.rosters)
    rosters[seat] = replace(roster, members=roster.members[:gone] + roster.members[gone + 1 :])
    return replace(setup, rosters=(rosters[0], rosters[1]))


def random_setup(rnd: Random) -> BattleSetup:
    """Any legal battle, for simulation."""
    cite("odds.simulate")
    places = ["", *content.scenarios()]
    rosters = tuple(Roster() if rnd() < 0.15 else random_roster(rnd) for _ in SEATS)
    way = ("matched", "matched", "open", "narrative")[int(rnd() * 4)]
    return BattleSetup(places[int(rnd() * len(places))], (rosters[0], rosters[1]), way)


def setup_refusals(setup: BattleSetup) -> Iterator[Refusal]:
    if setup.scenario and setup.scenario not in content.scenarios():
        args = {"s": setup.scenario, "n": nearest(setup.scenario, content.scenarios())}
        yield Refusal("setup.mission", 'There is no mission "{s}".{n}', args, "Choose another, or none: it is drawn.")
    if setup.way not in ("matched", "open", "narrative"):
        yield Refusal("play.ways-to-play", "A battle is matched, open or narrative.", remedy="Choose one of them.")
    if any(level not in ("", "recruit", "veteran", "ace") for level in setup.solo):
        yield Refusal("solo.levels", "The levels are recruit, veteran and ace.", remedy="Choose one of them.")
    if setup.tutorial:
        if setup.rosters != content_rosters.tutorial_rosters():
            says = "The first battle is fought with its own kill teams."
            yield Refusal("content.tutorial", says, remedy="Leave the lessons out to play with others.")
        return
    for roster, equipment in zip(setup.rosters, setup.equipment, strict=True):
        if roster.members or (roster.team and roster.team not in content.teams()):
            yield from content_rosters.roster_refusals(roster)
        yield from carrying.list_refusals(roster, equipment, setup.way == "narrative")


def campaign_refusals(setup: BattleSetup) -> Iterator[Refusal]:
    """What a single battle may not have."""
    for roster in setup.rosters:
        yield from content_rosters.earned_refusals(roster)


def redeal(game: KillTeam, seat: int, rnd: Random) -> None:
    """Tac ops that the other player may hold: any legal hand that fits the ones revealed."""
    other = 1 - seat
    if not game.operatives and not game.setup.rosters[other].team:
        names = list(content.teams())
        game.secret.set(other, team=names[int(rnd() * len(names))])
    if game.setup.solo[other] == "ace" and game.now.turn:
        cards = list(content.directives())
        picked = [cards.pop(int(rnd() * len(cards))) for _ in range(min(game.now.turn, len(cards)))]
        game.secret.set(other, directive=",".join(picked))
    if game.setup.way == "open" or game.setup.tutorial or game.now.step in ("set-up", "tac-ops"):
        return
    shown = [t.card for t in game.tacops.values() if t.seat == other]
    faction = any(content.tac_ops()[c].archetype == "faction" for c in shown)
    pool = [c for c in tac_ops.pool_of(game.sides[other].team) if c not in shown]
    hand: list[str] = []
    while len(hand) + len(shown) < tac_ops.HAND:
        card = pool.pop(int(rnd() * len(pool)))
        if content.tac_ops()[card].archetype == "faction":
            if faction:
                continue
            faction = True
        hand.append(card)
    order = tac_ops.pool_of(game.sides[other].team)
    game.secret.set(other, tac_ops=tuple(c for c in order if c in hand))
