"""Before a battle of a campaign: who takes part, and who leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import All, Choose, Flow, Pick, Refusal, Scene, rule, scene
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.campaign.roster import LEAST, LIMITS, available, own, recruit_of
from xenotable.games.xcx.rules.squad.validation import TROOPER, crowd_refusals, unique_refusals
from xenotable.games.xcx.scenes import Battlefield, Lead, Muster
from xenotable.games.xcx.state import Campaign, Squad

LENT, FREE = "lent", "free"  # a Leader who is no member of the roster


def share(game: Campaign, seat: int, n: int) -> int:
    return LIMITS[n - 1] // len(game.sides[game.side_of(seat)])


def card_cost(game: Campaign, ids: Sequence[str]) -> int:
    """Equipment, ranks and attachments count nothing."""
    return sum(content.units()[game.soldiers[i].unit].cost for i in ids)


@rule("campaign.muster", neutral=lambda game, seat, n, picked: iter(()))
def muster_refusals(game: Campaign, seat: int, n: int, picked: Sequence[str]) -> Iterator[Refusal]:
    cost, limit = card_cost(game, picked), share(game, seat, n)
    if cost > limit:
        args = {"cost": cost, "limit": limit}
        yield Refusal(
            "campaign.muster", "These models cost {cost} spl, the limit is {limit}.", args, "Leave somebody out."
        )
    squad = Squad(game.faction(seat), tuple(recruit_of(game, i) for i in picked))
    yield from crowd_refusals(squad)
    yield from unique_refusals([squad])


@rule("campaign.minimum-force", neutral=lambda game, seat: 0)
def lent_models(game: Campaign, seat: int) -> int:
    """Volunteers or Troopers for a player who can hardly field anybody: up to 250 spl."""
    cost = card_cost(game, available(game, seat))
    return max(0, (LEAST - cost) // content.units()[lent_unit(game.faction(seat))].cost) if cost < LEAST else 0


def lent_unit(faction: str) -> str:
    return "volunteer" if faction == "XCX" else TROOPER


@scene
def muster(game: Campaign, at: Muster) -> Flow[list[Scene]]:
    """Everybody chooses who takes part, unseen by the others."""
    game.ledger.set("now", mission=at.n, cards=())
    seats = list(game.accounts)
    picks = yield from All(asks=[muster_ask(game, seat, at.n) for seat in seats])
    for seat, picked in zip(seats, picks, strict=True):
        lent = lent_models(game, seat)
        game.accounts.set(seat, mustered=picked, lent=lent, leader="")
        for id in picked:
            game.tell("{who} takes part.", "campaign.muster", who=id)
        if lent:
            who, unit = game.seat_name(seat), content.units()[lent_unit(game.faction(seat))].name
            game.tell("{who} is lent {n} x {unit}.", "campaign.minimum-force", who=who, n=lent, unit=unit)
    return [Lead(at.n)]


def muster_ask(game: Campaign, seat: int, n: int) -> Pick[str]:
    ids, ready = own(game, seat), available(game, seat)
    fits = [i for i in ready if card_cost(game, [i]) <= share(game, seat, n)]
    return Pick(
        seat=seat,
        key=f"muster:{n}",
        rule="campaign.muster",
        prompt="Mission {n}: who takes part?",
        args={"n": n},
        secret=True,
        always=True,
        among=lambda: ids,
        why_not=lambda i: () if i in ready else absence(game, i),
        least=min(1, len(fits)) if not lent_models(game, seat) else 0,
        legal=lambda picked: muster_refusals(game, seat, n, picked),
        label=game.name,
    )


def absence(game: Campaign, soldier: str) -> Iterator[Refusal]:
    args = {"who": soldier, "n": game.soldiers[soldier].misses}
    yield Refusal("campaign.recovery", "{who} has to sit {n:mission} out.", args, "Leave it out.")


@scene
def lead(game: Campaign, at: Lead) -> Flow[list[Scene]]:
    """The Leader is chosen anew for each mission; a lent model leads where nobody else is there."""
    seats = [s for s, a in game.accounts.items() if a.mustered]
    if seats:
        chosen = yield from All(asks=[leader_ask(game, s) for s in seats])
        for seat, id in zip(seats, chosen, strict=True):
            game.accounts.set(seat, leader=id)
            game.tell("{who} leads.", "campaign.leader", who=id if id in game.soldiers else leader_name(game, seat, id))
    return [Battlefield(at.n)]


def leader_ask(game: Campaign, seat: int) -> Choose[str]:
    a = game.accounts[seat]
    ids = (*a.mustered, *([LENT] if a.lent else []), *([FREE] if game.faction(seat) == "ADVENT" else []))
    return Choose(
        seat=seat,
        key="leader",
        rule="campaign.leader",
        prompt="Who leads?",
        secret=True,
        always=True,
        among=lambda: ids,
        label=lambda id: leader_name(game, seat, id),
    )


def leader_name(game: Campaign, seat: int, id: str) -> str:
    if id not in (LENT, FREE):
        return game.name(id)
    unit = content.units()[lent_unit(game.faction(seat))].name
    return f"{unit} (on loan)" if id == LENT else f"{unit} (free)"
