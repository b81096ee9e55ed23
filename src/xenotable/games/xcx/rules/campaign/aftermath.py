"""After a battle of a campaign: casualties, finds, marks, rewards, purchases, recovery, and the end of it all."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Forecast, Scene, Slot, acts, cite, rule, scene
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.campaign.roster import LIMITS, enlist, own, write
from xenotable.games.xcx.rules.missions.end import reward_cards
from xenotable.games.xcx.rules.rewards.cards import (
    Prize,
    card_name,
    draw_cards,
    hireable,
    prize_name,
    prizes,
    recruit_refusals,
    recruits,
)
from xenotable.games.xcx.rules.rewards.depot import store, weapons_of
from xenotable.games.xcx.rules.tests import d6
from xenotable.games.xcx.scenes import Casualties, Depot, Grant, Muster, Promotions, Recover, Rewards
from xenotable.games.xcx.state import Campaign

# What is added to the roll, whether it is made twice, whether the soldier is Unique.
casualty_odds = Slot[[int, bool, bool], Forecast]("xcx.casualty_odds")


def battle_outcome(game: Campaign, seat: int) -> int:
    """1 for a win of the last battle, 0 for a draw, -1 for a loss."""
    winner = game.now.winners[-1]
    return 0 if winner < 0 else 1 if winner == game.side_of(seat) else -1


# ---- casualties ------------------------------------------------------------------------------------------------------


@rule("campaign.casualties-held-field", neutral=lambda game, seat: 0)
def bonus(game: Campaign, seat: int) -> int:
    """The winner adds 1, and so does a side that conceded."""
    return 1 if battle_outcome(game, seat) > 0 or game.now.conceded == game.side_of(seat) else 0


@scene
def casualties(game: Campaign, at: Casualties) -> Flow[list[Scene]]:
    cite("campaign.after-battle")
    cite("play.decisions-after")
    if not at.out:
        return homecoming(game, at)
    soldier = at.out[0]
    seat = game.soldiers[soldier].seat
    twice = False
    if any(i == "second-chance" for i, _ in game.soldiers[soldier].items):
        twice = yield from Choose(
            seat=seat,
            key="chance",
            rule="rewards.second-chance",
            prompt="Spend the Second Chance of {who}?",
            args={"who": soldier},
            among=lambda: (True, False),
            default=True,
            label=lambda o: "Spend it" if o else "Keep it",
            odds=lambda o: casualty_odds(bonus(game, seat), o, is_unique(game, soldier)),
        )
    face = yield from d6(seat, "casualty", "campaign.casualties", "Casualty roll")
    if twice:
        other = yield from d6(seat, "casualty", "rewards.second-chance", "Casualty roll again")
        face = max(face, other)
        kept = tuple(i for i in game.soldiers[soldier].items if i[0] != "second-chance")
        game.soldiers.set(soldier, items=kept)
    suffer(game, soldier, min(6, face + bonus(game, seat)))
    return [Casualties(at.n, at.out[1:], at.finds)]


@rule("campaign.casualties", neutral=lambda game, soldier, total: None)
def suffer(game: Campaign, soldier: str, total: int) -> None:
    """1-2 killed, 3-4 misses the next mission, 5 shaken, 6 nothing; a Unique model is never killed."""
    line = next(r for r in content.casualty_results() if total in r.d6)
    s = game.soldiers[soldier]
    if line.misses < 0 and is_unique(game, soldier) and acts("campaign.casualties-unique"):
        game.soldiers.set(soldier, misses=2)
        game.tell("{who} is out for two missions.", "campaign.casualties-unique", who=soldier)
        write(game, soldier, "out for two missions.")
        return
    game.tell("{who}: {what}.", "campaign.casualties", who=soldier, what=line.name)
    write(game, soldier, f"{line.name}.")
    if line.misses < 0:
        salvage(game, soldier)
        game.soldiers.set(soldier, dead=True, primary="", secondary="", armour="", items=())
    else:
        game.soldiers.set(soldier, misses=line.misses, shaken=line.suppression)
    assert s.seat in game.accounts


def is_unique(game: Campaign, soldier: str) -> bool:
    return "Unique" in content.units()[game.soldiers[soldier].unit].rules


@rule("campaign.salvage", neutral=lambda game, soldier: None)
def salvage(game: Campaign, soldier: str) -> None:
    """The equipment of a killed model returns to the store if its side won or drew."""
    s = game.soldiers[soldier]
    if battle_outcome(game, s.seat) >= 0:
        goods = [*weapons_of(s), s.armour, *(i for i, _ in s.items)]
        store(game, s.seat, *(g for g in goods if g))


# ---- home again ------------------------------------------------------------------------------------------------------


def homecoming(game: Campaign, at: Casualties) -> list[Scene]:
    """Points, supplies and finds."""
    double = 2 if at.n == len(LIMITS) else 1
    for seat in game.accounts:
        end, a = battle_outcome(game, seat), game.accounts[seat]
        points = (3 if end > 0 else 1 if end == 0 else 0) * double
        supplies = supplies_of(end) + 20 * sum(s == seat and f == "supplies" for s, f in at.finds)
        goods = [f for s, f in at.finds if s == seat and f not in ("nothing", "supplies")]
        game.accounts.set(seat, points=a.points + points, supplies=a.supplies + supplies, wins=a.wins + (end > 0))
        cite("skills.search-find")
        store(game, seat, *goods)
        says = "{seat}: {points} campaign points, {n} spl of supplies."
        game.tell(says, "campaign.points", seat=game.seat_name(seat), points=points, n=supplies)
    return [Promotions(at.n), Rewards(at.n, tuple(game.accounts)), Depot(at.n, tuple(game.accounts)), Recover(at.n)]


@rule("campaign.supplies", neutral=lambda end: 0)
def supplies_of(end: int) -> int:
    return {1: 120, 0: 90, -1: 60}[end]


# ---- rewards ---------------------------------------------------------------------------------------------------------


@rule("campaign.underdog", neutral=lambda game, seat: 0)
def underdog(game: Campaign, seat: int) -> int:
    """One card more for a side that mustered at least 75 spl less than the other, in a versus campaign."""
    if not game.versus():
        return 0
    side = game.side_of(seat)
    return 1 if game.now.costs[1 - side] - game.now.costs[side] >= 75 else 0


def cards_for(game: Campaign, seat: int, n: int) -> int:
    mission = list(content.missions().values())[n - 1]
    return min(3, reward_cards(mission, battle_outcome(game, seat)) + underdog(game, seat))


@scene
def reward(game: Campaign, at: Rewards) -> Flow[list[Scene]]:
    """Each player draws and takes one reward; partners share one set of cards."""
    if not at.seats:
        return []
    seat = at.seats[0]
    if not at.cards:
        cards = yield from draw_cards(cards_for(game, seat, at.n))
        game.ledger.set("now", cards=cards)
        game.tell(
            "Drawn by {who}: {cards}.", "rewards.deck", who=game.seat_name(seat), cards=", ".join(map(card_name, cards))
        )
        return [Rewards(at.n, at.seats, cards)]
    partner = len(at.seats) > 1 and game.side_of(at.seats[1]) == game.side_of(seat) and acts("rewards.coop")
    rest = Rewards(at.n, at.seats[1:], at.cards if partner else ())
    among = prizes(at.cards)
    chosen = yield from Choose(
        seat=seat,
        key="reward",
        rule="rewards.one-per-draw",
        prompt="Which reward do you take?",
        among=lambda: [*among, None],
        label=lambda p: "None" if p is None else prize_name(p),
    )
    if chosen is None:
        return [rest]
    return [*(yield from take_prize(game, seat, chosen)), rest]


def take_prize(game: Campaign, seat: int, prize: Prize) -> Flow[list[Scene]]:
    kind, what, n = prize
    game.tell("For {who}: {what}.", "rewards.who-gets-it", who=game.seat_name(seat), what=prize_name(prize))
    if kind == "promotions":
        return [Grant(seat, n)]
    if kind == "recruit":
        force, present = game.faction(seat), members(game, seat)
        unit = yield from Choose(
            seat=seat,
            key="recruit",
            rule="rewards.face-cards",
            prompt="Whom do you recruit?",
            among=lambda: hireable(force),
            why_not=lambda u: recruit_refusals(u, what, present),
            open=lambda: recruits(force, what, present),
            label=lambda u: f"{content.units()[u].name} ({content.units()[u].cost} spl)",
        )
        id = enlist(game, seat, unit)
        write(game, id, "joined.")
        game.tell("{who} joins.", "rewards.face-cards", who=id)
        return []
    store(game, seat, what)
    return []


def members(game: Campaign, seat: int) -> list[str]:
    """The units of a side's whole force: a Unique of a partner is in it."""
    return [game.soldiers[i].unit for ally in game.sides[game.side_of(seat)] for i in own(game, ally)]


# ---- recovery and the end --------------------------------------------------------------------------------------------


@scene
def recover(game: Campaign, at: Recover) -> list[Scene]:
    """Whoever sat this mission out comes a mission nearer to coming back."""
    cite("campaign.recovery")
    took = {i for a in game.accounts.values() for i in a.mustered}
    for id, s in list(game.soldiers.items()):
        if s.misses and id not in took:
            game.soldiers.set(id, misses=s.misses - 1)
    if at.n < len(LIMITS):
        return [Muster(at.n + 1)]
    end_campaign(game)
    return []


def end_campaign(game: Campaign) -> None:
    points = tuple(max((game.accounts[s].points for s in seats), default=0) for seats in game.sides)
    scores = tuple(float(a.points) for a in game.accounts.values())
    if not game.versus():
        side = 0 if game.sides[0] else 1
        end = solo_result(points[side])
        winners = game.sides[side] if end == "won" else ()
        game.finish(winners, f"The campaign is {end} with {points[side]} points.", "campaign.solo-result", scores)
        return
    last = game.now.winners[-1]
    winner = 0 if points[0] > points[1] else 1 if points[1] > points[0] else last
    says = f"{points[0]} to {points[1]} campaign points."
    game.finish(game.sides[winner] if winner >= 0 else (), says, "campaign.points", scores)


def all_lost(game: Campaign) -> bool:
    """Whether a campaign that is played alone was lost, which is less than to hold out. Who gives it up loses it."""
    if game.versus():
        return False
    if game.result is not None and game.result.rule == "engine.concede":
        return True
    return solo_result(max((game.accounts[s].points for seats in game.sides for s in seats), default=0)) == "lost"


@rule("campaign.solo-result", neutral=lambda points: "held")
def solo_result(points: int) -> str:
    return "won" if points >= 12 else "held" if points >= 8 else "lost"
