"""A campaign (chapter narrative): dataslates over several battles. A match whose answers are results of other matches.

Here stands who takes part; the base and requisition are in `campaign_base`, the battle in `campaign_battle`, what
follows it in `after_battle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import All, Choose, Flow, Match, Pick, Random, Refusal, Scene, rule, scene
from xenotable.engine.campaigns import before, distinct
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.rules.narrative.dataslate import (
    buy,
    new_slate,
    record_of,
    requisition_refusals,
    roster,
    with_note,
    with_record,
)
from xenotable.games.killteam.rules.setup.ready import random_roster
from xenotable.games.killteam.scenes import ChangeOfPlan, Engagement, Fielding, Founding, Undertake, VisitBase
from xenotable.games.killteam.state import Campaign, CampaignSetup, Dataslate, Fielded, Ledger

MOST_BATTLES = 12
LEVELS = ("recruit", "veteran", "ace")


def new(setup: CampaignSetup) -> Campaign:
    game = Campaign(setup, len(setup.slates))
    game.ledger.add("now", Ledger(points=(0,) * 2))
    for seat, slate in enumerate(setup.slates):
        game.slates.add(seat, slate)
        game.fielded.add(seat, Fielded())
    game.scenes = [*reversed([*(Founding(s) for s in game.slates), *prelude(game, 1)])]
    return game


def random_setup(rnd: Random) -> CampaignSetup:
    slates = []
    for n in range(1 + int(rnd() * 2)):
        drawn = random_roster(rnd)
        slates.append(new_slate(f"Company {n + 1}", f"Player {n + 1}", drawn.team, drawn.members))
    return CampaignSetup(tuple(slates), 1 + int(rnd() * 4), LEVELS[int(rnd() * 3)])


def setup_refusals(setup: CampaignSetup) -> Iterator[Refusal]:
    structure = "narrative.campaign"
    if len(setup.slates) not in (1, 2):
        yield Refusal(structure, "A campaign has one dataslate or two; here are {n}.", {"n": len(setup.slates)})
    if not 1 <= setup.battles <= MOST_BATTLES:
        yield Refusal(structure, "A campaign has 1 to {m} battles.", {"m": MOST_BATTLES})
    if setup.level not in LEVELS:
        yield Refusal("solo.levels", "The levels are recruit, veteran and ace.")
    for slate in setup.slates:
        if slate.team in content.teams():
            names = [o.name for o in slate.operatives]
            if not distinct(names) or not all(names):
                yield Refusal("narrative.start", "Every operative has a name of its own.")
            else:
                yield from rosters.roster_refusals(roster(slate, tuple(names)))
        else:
            yield from rosters.roster_refusals(content.Roster(slate.team))
        if (slate.rp, slate.slots, slate.stash, slate.assets) != (3, 2, (), ()):
            yield Refusal("narrative.start", "A new dataslate has 3 RP, 2 asset slots, no assets and no stash.")
        if any(o.xp or o.honours or o.scars for o in slate.operatives):
            yield Refusal("narrative.start", "Operatives begin as Recruits without honours and scars.")


def note(game: Campaign, seat: int, name: str, says: str) -> None:
    """A sentence in the story of an operative, about the battle at hand."""
    slate = game.slates[seat]
    write(game, seat, with_record(slate, with_note(record_of(slate, name), f"Battle {game.now.battle}: {says}")))


def write(game: Campaign, seat: int, slate: Dataslate) -> None:
    """The dataslate as a rule left it."""
    game.slates.set(seat, **{name: getattr(slate, name) for name in slate.__struct_fields__})


@rule("narrative.campaign")
def prelude(game: Campaign, n: int) -> list[Scene]:
    """What comes before battle n, for each player in turn."""
    return [*(s for seat in game.slates for s in (Undertake(seat), VisitBase(seat))), Fielding(n)]


# ---- who takes part


def field_refusals(game: Campaign, seat: int, names: Sequence[str]) -> Iterator[Refusal]:
    """A legal kill team, with nameless Recruits in the places left."""
    slate = game.slates[seat]
    size = content.teams()[slate.team].size
    if len(names) > size:
        yield Refusal("narrative.deploy", "At most {n} operatives take part.", {"n": size})
        return
    yield from rosters.roster_refusals(roster(slate, tuple(names)))


@scene
def fielding(game: Campaign, at: Fielding) -> Flow[list[Scene]]:
    """Everybody names a kill team unseen; then the teams are revealed together."""
    game.ledger.set("now", battle=at.n)
    seats = list(game.slates)
    for seat in seats:
        game.fielded.set(seat, names=(), honours=(), scars=())
    said = yield from All(asks=[field_ask(game, seat, at.n) for seat in seats])
    for seat, names in zip(seats, said, strict=True):
        game.fielded.set(seat, names=names)
        says = "{who} fielded {n:named operative}."
        game.tell(says, "narrative.deploy", reveals=True, who=game.seat_name(seat), n=len(names))
    return [*(ChangeOfPlan(s) for s in seats), Engagement(at.n)]


def field_ask(game: Campaign, seat: int, n: int) -> Pick[str]:
    return Pick(
        seat=seat,
        key=f"field:{n}",
        rule="narrative.deploy",
        prompt="Battle {n}: who takes part? Empty places go to nameless Recruits.",
        args={"n": n},
        secret=True,
        always=True,
        among=lambda: [o.name for o in game.slates[seat].operatives],
        most=content.teams()[game.slates[seat].team].size,
        legal=lambda names: field_refusals(game, seat, names),
        label=lambda name: describe_operative(game, seat, name),
    )


def describe_operative(game: Campaign, seat: int, name: str) -> str:
    record = record_of(game.slates[seat], name)
    return f"{name}, {record.rank} {game.name(record.unit)}"


@scene
def change_of_plan(game: Campaign, at: ChangeOfPlan) -> Flow[list[Scene]]:
    """After teams are revealed one operative may be exchanged for another of the same role, for 1 RP."""
    swaps = exchanges(game, at.seat)
    if not swaps or any(requisition_refusals(game.slates[at.seat], "rq-redeploy")):
        return []
    options: list[tuple[str, str] | None] = [None, *swaps]
    said = yield from Choose(
        seat=at.seat,
        key="plan",
        rule=content.entry("rq-redeploy"),
        prompt="Change of Plan (1 RP): exchange somebody?",
        among=lambda: options,
        label=lambda s: "nobody" if s is None else f"{s[1]} instead of {s[0]}",
        default=None,
    )
    if said is None:
        return []
    write(game, at.seat, buy(game.slates[at.seat], "rq-redeploy"))
    names = tuple(said[1] if n == said[0] else n for n in game.fielded[at.seat].names)
    game.fielded.set(at.seat, names=names)
    game.tell("{b} takes the place of {a}.", content.entry("rq-redeploy"), a=said[0], b=said[1])
    return []


def exchanges(game: Campaign, seat: int) -> list[tuple[str, str]]:
    slate, names = game.slates[seat], game.fielded[seat].names
    role = {o.name: content.units()[o.unit].role for o in slate.operatives}
    found = []
    for out in names:
        for record in slate.operatives:
            new = tuple(record.name if n == out else n for n in names)
            if record.name not in names and role[record.name] == role[out] and not any(field_refusals(game, seat, new)):
                found.append((out, record.name))
    return found


def branch(match: Match[Campaign], n: int) -> Match[Campaign]:
    """The campaign as it stood before kill teams were named for battle n: another way from there on."""
    return before(match, f"field:{n}", f"Nobody has named a kill team for battle {n} yet.")
