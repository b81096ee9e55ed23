"""A worthy opponent between the battles of a campaign."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Advice, Advisor, Random
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.campaign.battles import report
from xenotable.games.xcx.rules.campaign.muster import card_cost, share
from xenotable.games.xcx.rules.campaign.roster import recruit_of
from xenotable.games.xcx.rules.play.simulation import fought_by_cards
from xenotable.games.xcx.rules.squad.profiles import recruit_profile
from xenotable.games.xcx.state import Campaign


def muster(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """The best soldiers first, as many as the limit allows."""
    n = int(ask.key.partition(":")[2])
    left, chosen = share(game, seat, n), list[str]()
    for id in sorted(ask.options(), key=lambda i: (-game.soldiers[i].rank, -card_cost(game, [i]), i)):
        if card_cost(game, [id]) <= left and not any(True for _ in ask.legal((*chosen, id))):
            chosen.append(id)
            left -= card_cost(game, [id])
    return tuple(i for i in ask.among() if i in chosen), "The best that the limit allows."


def battle(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """Fought out by AI cards on both sides."""
    return report(fought_by_cards(ask.setup, int(rnd() * 2**32))), "The battle was fought by the cards."


def prize(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    order = {"recruit": 3, "promotions": 2, "weapon": 1, "armour": 1, "item": 0}
    best = max((o for o in ask.options() if o is not None), key=lambda p: (order[p[0]], p[2], p[1]))
    return best, "The longest-lasting gain."


def depot(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """Hands out what is in store, hires with what is left."""
    options = ask.options()
    hires = [o for o in options if o[0] == "hire"]
    if hires:
        best = max(hires, key=lambda o: (content.units()[o[1]].cost, o))
        return best, "More hands."
    for deal in options:
        if deal[0] == "give" and better(game, deal):
            return deal, "It is of more use in somebody's hands."
    return ("done",), "All is done."


def better(game: Campaign, deal: tuple[str, ...]) -> bool:
    s, good = game.soldiers[deal[2]], deal[1]
    if good in content.weapons():
        new = content.weapons()[good]
        old = next((w for w in content.units()[s.unit].loadout if content.weapons()[w].slot == new.slot), "")
        now = content.weapons()[(s.primary if new.slot == "primary" else s.secondary) or old]
        return now.family == new.family and new.tier > now.tier
    if good in content.armours():
        return not s.armour
    return not deal[3] or matters(good, content.weapons()[deal[3]])


def matters(attachment: str, weapon: content.Weapon) -> bool:
    """Whether an attachment does anything on this weapon: a blade needs no sight, and a Sniper ignores it."""
    if attachment == "overcharge-cell":
        return True
    return weapon.range > 0 and ("Sniper" not in weapon.rules or attachment in ("magnified-optic", "pin-down-kit"))


def recruit(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    return max(ask.options(), key=lambda u: content.units()[u].cost), "The dearest that the card brings."


def arm_of(game: Campaign, soldier: str) -> content.Weapon | None:
    """What it fights with: its first gun, else whatever it has."""
    arms = [*recruit_profile(recruit_of(game, soldier), game.faction(game.soldiers[soldier].seat)).weapons]
    return next((w for w in arms if w.range), arms[0] if arms else None)


def improve(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """First what it fights with, then what keeps it alive and steady."""
    soldier, options = ask.args["who"], ask.options()
    arm, unit = arm_of(game, soldier), content.units()[game.soldiers[soldier].unit]
    wanted = [*(["psi"] if unit.psi else []), *([arm.skill] if arm else []), "wounds", "will", "mobility", *options]
    return next(key for key in wanted if key in options), "It serves whatever it does most."


def talent(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    arm, options = arm_of(game, ask.args["who"]), ask.options()
    snipes = arm is not None and "Sniper" in arm.rules
    shoots = arm is not None and arm.range > 0 and not snipes
    wanted = ["Squadsight", *(["Deadeye"] if shoots else ["Phantom"]), "Hacker", "Blast Padding", *options]
    return next(t for t in wanted if t in options), "It suits the way it fights."


def leader(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    """Who is hardest to kill; of its own soldiers."""
    own = [i for i in ask.options() if i in game.soldiers]
    cards = {i: content.units()[game.soldiers[i].unit] for i in own}
    return max(own, key=lambda i: (cards[i].wounds, -cards[i].armour)), "Nobody is harder to kill."


def promote(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    return max(ask.options(), key=lambda i: card_cost(game, [i])), "The dearest soldier makes the most of it."


def chance(game: Campaign, seat: int, ask: Any, rnd: Random) -> Advice:
    return True, "The better of two rolls."


WAR: dict[str, Advisor[Campaign]] = {
    "muster": muster, "battle": battle, "reward": prize, "depot": depot, "recruit": recruit, "improve": improve,
    "talent": talent, "leader": leader, "promote": promote, "chance": chance,
}  # fmt: skip
