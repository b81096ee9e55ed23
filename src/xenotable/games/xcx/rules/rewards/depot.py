"""The depot between battles: buying, selling, handing out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Refusal, Scene, rule, scene
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.campaign.prices import price, resale, tier, why_not_sold
from xenotable.games.xcx.rules.campaign.roster import enlist, own, recruit_of, write
from xenotable.games.xcx.rules.rewards.cards import hireable
from xenotable.games.xcx.rules.squad.validation import can_use, recruit_refusals
from xenotable.games.xcx.scenes import Depot
from xenotable.games.xcx.state import Campaign, Soldier

Deal = tuple[str, ...]


def weapons_of(s: Soldier) -> list[str]:
    """The weapons of its slots, natural ones apart."""
    found = []
    for w in content.units()[s.unit].loadout:
        slot = content.weapons()[w].slot
        if slot != "natural":
            found.append((s.primary if slot == "primary" else s.secondary) or w)
    return found


@rule("rewards.store", neutral=lambda game, seat, *goods: None)
def store(game: Campaign, seat: int, *goods: str) -> None:
    game.accounts.set(seat, store=(*game.accounts[seat].store, *goods))


def give_good(game: Campaign, soldier: str, good: str, on: str) -> Soldier:
    """The soldier with this in hand (what it replaces is left to the caller)."""
    s = game.soldiers[soldier]
    if good in content.weapons():
        slot = content.weapons()[good].slot
        old = dict(zip(("primary", "secondary"), (s.primary, s.secondary), strict=True))
        base = next((w for w in content.units()[s.unit].loadout if content.weapons()[w].slot == slot), "")
        items = tuple(i for i in s.items if i[1] != (old.get(slot) or base) or not i[1])
        return replace(s, **{slot: good}, items=items) if slot in old else s
    if good in content.armours():
        return replace(s, armour=good)
    return replace(s, items=(*s.items, (good, on)))


@rule("rewards.who-gets-it", neutral=lambda game, seat, n, deal: iter(()))
def deal_refusals(game: Campaign, seat: int, n: int, deal: Deal) -> Iterator[Refusal]:
    """Why a deal is not possible."""
    what, a = deal[0], game.accounts[seat]
    if what in ("buy", "hire"):
        cost = price(n, deal[1])
        if cost is None:
            yield Refusal("campaign.buying", why_not_sold(deal[1]), {"x": deal[1]})
        elif cost > a.supplies:
            args = {"x": deal[1], "cost": cost, "have": a.supplies}
            yield Refusal("campaign.buying", "{x} costs {cost} spl; there are {have}.", args)
    elif what == "give":
        s = game.soldiers[deal[2]]
        unit = content.units()[s.unit]
        if deal[1] in content.weapons() and not can_use(unit, content.weapons()[deal[1]]):
            yield Refusal("squad.weapon-swap", "{who} cannot use {x}.", {"who": deal[2], "x": deal[1]})
            return
        if deal[1] in weapons_of(s):
            yield Refusal("rewards.who-gets-it", "{who} has that already.", {"who": deal[2]})
            return
        after = give_good(game, deal[2], deal[1], deal[3])
        if after == s:
            yield Refusal("rewards.who-gets-it", "{who} has that already.", {"who": deal[2]})
        recruit = replace(
            recruit_of(game, deal[2]),
            primary=after.primary,
            secondary=after.secondary,
            armour=after.armour,
            items=after.items,
        )
        yield from recruit_refusals(recruit, game.faction(seat))


def deals(game: Campaign, seat: int, n: int) -> list[Deal]:
    """Everything that there is to buy, hire, sell, take and give, now or at another time."""
    a = game.accounts[seat]
    found: list[Deal] = [("done",)]
    goods = [g for g in (*content.weapons(), *content.armours(), *content.items()) if tier(g)]
    wanted = [*(("buy", g) for g in goods), *(("hire", u) for u in hireable(game.faction(seat)))]
    found += sorted(wanted, key=lambda deal: price(n, deal[1]) is None)
    held = list(dict.fromkeys(a.store))
    found += [("sell", g) for g in held]
    for id in own(game, seat):
        s = game.soldiers[id]
        found += [("take", id, i) for i, _ in s.items] + ([("take", id, s.armour)] if s.armour else [])
        for g in held:
            fitted = g in content.items() and content.items()[g].kind == "attachment"
            for on in weapons_of(s) if fitted else [""]:
                found.append(("give", g, id, on))
    return found


@scene
def depot(game: Campaign, at: Depot) -> Flow[list[Scene]]:
    if not at.seats:
        return []
    seat = at.seats[0]
    deal = yield from Choose(
        seat=seat,
        key="depot",
        rule="campaign.buying",
        prompt="Supplies {n} spl: what do you do?",
        args={"n": game.accounts[seat].supplies},
        default=("done",),
        among=lambda: deals(game, seat, at.n),
        why_not=lambda d: deal_refusals(game, seat, at.n, d),
        label=lambda d: deal_name(game, d, at.n),
    )
    if deal[0] == "done":
        return [Depot(at.n, at.seats[1:])]
    carry_out_deal(game, seat, at.n, deal)
    return [at]


def deal_name(game: Campaign, d: Deal, n: int) -> str:
    words = {"done": "Done", "buy": "Buy", "sell": "Sell", "hire": "Hire", "give": "Give", "take": "Take back"}
    if d[0] == "give":
        return f"Give {game.name(d[1])} to {game.name(d[2])}{' on ' + game.name(d[3]) if d[3] else ''}"
    if d[0] == "take":
        return f"Take {game.name(d[2])} from {game.name(d[1])}"
    if len(d) == 1:
        return words[d[0]]
    cost = resale(d[1]) if d[0] == "sell" else price(n, d[1])
    return f"{words[d[0]]} {game.name(d[1])}{'' if cost is None else f' ({cost} spl)'}"


def carry_out_deal(game: Campaign, seat: int, n: int, deal: Deal) -> None:
    a, what = game.accounts[seat], deal[0]
    told = {"buy": "campaign.buying", "hire": "campaign.buying", "sell": "campaign.selling"}.get(what, "rewards.store")
    game.tell("{who}: {deal}.", told, who=game.seat_name(seat), deal=deal_name(game, deal, n))
    if what in ("buy", "hire"):
        game.accounts.set(seat, supplies=a.supplies - (price(n, deal[1]) or 0))
        if what == "buy":
            store(game, seat, deal[1])
        else:
            write(game, enlist(game, seat, deal[1]), "hired.")
    elif what == "sell":
        game.accounts.set(seat, supplies=a.supplies + resale(deal[1]), store=without(a.store, deal[1]))
    elif what == "give":
        hand_over(game, seat, deal)
    else:
        s = game.soldiers[deal[1]]
        kept = tuple(i for i in s.items if i[0] != deal[2])
        game.soldiers.set(deal[1], items=kept, armour="" if s.armour == deal[2] else s.armour)
        store(game, seat, deal[2])


def hand_over(game: Campaign, seat: int, deal: Deal) -> None:
    """What is replaced goes to the store."""
    good, id, on = deal[1], deal[2], deal[3]
    before, after = game.soldiers[id], give_good(game, id, good, on)
    game.accounts.set(seat, store=without(game.accounts[seat].store, good))
    old = [w for w in weapons_of(before) if w not in weapons_of(after)]
    old += [before.armour] if before.armour and before.armour != after.armour else []
    old += [i for i, w in before.items if (i, w) not in after.items]
    game.soldiers.set(id, primary=after.primary, secondary=after.secondary, armour=after.armour, items=after.items)
    store(game, seat, *old)
    if old:
        goods = ", ".join(map(game.name, old))
        game.tell("{goods} of {who}: to the store.", "rewards.who-gets-it", goods=goods, who=id)


def without(goods: tuple[str, ...], one: str) -> tuple[str, ...]:
    at = goods.index(one)
    return goods[:at] + goods[at + 1 :]
