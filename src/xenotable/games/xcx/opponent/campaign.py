"""A worthy opponent between the battles of a campaign."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Advice, Advisor, Random
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.campaign.battles import report
from xenotable.games.xcx.rules.campaign.muster import card_cost, share
from xenotable.games.xcx.rules.play.simulation import fought_by_cards
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


WAR: dict[str, Advisor[Campaign]] = {
    "muster": muster, "battle": battle, "reward": prize, "depot": depot,
}  # fmt: skip
