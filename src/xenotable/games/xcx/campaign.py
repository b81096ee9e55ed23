"""Campaign: six missions in a row with persistent Squads. A match whose answers are results of other matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from xenotable.engine import (
    All,
    Choose,
    Flow,
    Match,
    Pick,
    Play,
    Random,
    Refusal,
    Scene,
    cite,
    rule,
    scene,
)
from xenotable.engine.campaigns import before
from xenotable.games.xcx import content
from xenotable.games.xcx.lists import ai_squad
from xenotable.games.xcx.roster import LEAST, LIMITS, Battlefield, Campaign, Lead, Muster, available, recruit_of, write
from xenotable.games.xcx.squad import (
    TROOPER,
    crowd_refusals,
    free_troopers,
    unique_refusals,
)
from xenotable.games.xcx.state import LEFT, TABLE, BattleSetup, Recruit, Side, Squad, Xcx

# ---- muster ----------------------------------------------------------------------------------------------------------


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
def lent(game: Campaign, seat: int) -> int:
    """Volunteers or Troopers for a player who can hardly field anybody: up to 250 spl."""
    cost = card_cost(game, available(game, seat))
    unit = "volunteer" if game.faction(seat) == "XCX" else TROOPER
    return max(0, (LEAST - cost) // content.units()[unit].cost) if cost < LEAST else 0


@scene
def muster(game: Campaign, at: Muster) -> Flow[list[Scene]]:
    """Everybody chooses who takes part, unseen by the others."""
    game.ledger.set("now", mission=at.n, cards=())
    seats = list(game.accounts)
    picks = yield from All(asks=[muster_ask(game, seat, at.n) for seat in seats])
    for seat, picked in zip(seats, picks, strict=True):
        game.accounts.set(seat, mustered=picked, lent=lent(game, seat), leader="")
        for id in picked:
            game.tell("{who} takes part.", "campaign.muster", who=id)
    return [Lead(at.n)]


def muster_ask(game: Campaign, seat: int, n: int) -> Pick[str]:
    ids = available(game, seat)
    fits = [i for i in ids if card_cost(game, [i]) <= share(game, seat, n)]
    return Pick(
        seat=seat,
        key=f"muster:{n}",
        rule="campaign.muster",
        prompt="Mission {n}: who takes part?",
        args={"n": n},
        secret=True,
        always=True,
        among=lambda: ids,
        least=min(1, len(fits)) if not lent(game, seat) else 0,
        legal=lambda picked: muster_refusals(game, seat, n, picked),
        label=game.name,
    )


@scene
def lead(game: Campaign, at: Lead) -> Flow[list[Scene]]:
    """The Leader is chosen anew for each mission; a lent model leads where nobody else is there."""
    seats = [s for s, a in game.accounts.items() if a.mustered]
    if seats:
        chosen = yield from All(asks=[leader_ask(game, s) for s in seats])
        for seat, id in zip(seats, chosen, strict=True):
            game.accounts.set(seat, leader=id)
            game.tell("{who} leads.", "campaign.leader", who=id)
    return [Battlefield(at.n)]


def leader_ask(game: Campaign, seat: int) -> Choose[str]:
    ids = game.accounts[seat].mustered
    return Choose(
        seat=seat,
        key="leader",
        rule="campaign.leader",
        prompt="Who leads?",
        secret=True,
        always=True,
        among=lambda: ids,
        label=game.name,
    )


# ---- the battle ------------------------------------------------------------------------------------------------------


def squad_for(game: Campaign, seat: int, n: int) -> Squad:
    a, faction = game.accounts[seat], game.faction(seat)
    models = [recruit_of(game, i, i == a.leader) for i in a.mustered]
    unit = "volunteer" if faction == "XCX" else TROOPER
    models += [Recruit(unit, lent=True) for _ in range(a.lent)]
    if faction == "ADVENT":
        cite("squad.free-troopers-in-campaign")
        models += [Recruit(TROOPER, free=True) for _ in range(free_troopers(share(game, seat, n), game.setup.levy))]
    if models and not a.leader:
        models[0] = replace(models[0], leader=True)
    return Squad(faction, tuple(models))


@rule("campaign.solo-escalation", neutral=lambda game, n: LIMITS[n - 1])
def ai_purse(game: Campaign, n: int) -> int:
    """25 spl more for each earlier mission that the player won."""
    return LIMITS[n - 1] + 25 * sum(w == (0 if game.sides[0] else 1) for w in game.now.winners)


def battle_setup(game: Campaign, n: int) -> BattleSetup:
    mission = list(content.missions().values())[n - 1]
    sides = []
    for side, force in enumerate(game.setup.forces):
        if force.ai:
            squad = ai_squad(force.squads[0].faction, LIMITS[n - 1], game.setup.levy, ai_purse(game, n))
            sides.append(Side((squad,), True, force.difficulty))
        else:
            sides.append(Side(tuple(squad_for(game, s, n) for s in game.sides[side])))
    return BattleSetup(mission.id, LIMITS[n - 1], game.setup.mode, "", tuple(sides), game.setup.levy)


def report(battle: Xcx) -> dict[str, Any]:
    """What a finished battle means to a campaign: the answer to `Play`."""
    models, extra = [], []
    for id, m in battle.models.items():
        kit = battle.kits[id].recruit
        alive = m.state in (TABLE, LEFT)
        if alive and m.seat >= 0 and not kit.soldier:
            cite("squad.faction-advent")  # what a free Trooper finds goes to the store
            extra += [(m.seat, find) for find in m.finds]
        if kit.soldier:
            models.append((kit.soldier, not alive, m.kills, m.deeds, m.finds if alive else (), m.used))
    now = battle.now
    return {"winner": now.winner, "conceded": now.conceded, "models": tuple(models), "extra": tuple(extra)}


def result_refusals(game: Campaign, said: Mapping[str, Any]) -> Iterator[Refusal]:
    """A result must name a winner and every model that took part."""
    structure = "campaign.structure"
    if type(said.get("winner")) is not int or not -1 <= said["winner"] <= 1:
        yield Refusal(structure, "The winner is side 0 or 1, or -1 for a draw.", {})
    conceded = said.get("conceded", -1)
    if type(conceded) is not int or not -1 <= conceded <= 1:
        yield Refusal(structure, "Who conceded is side 0 or 1, or -1 for nobody.", {})
    rows = said.get("models", ())
    good = isinstance(rows, tuple) and all(sound(row) for row in rows)
    if not good:
        yield Refusal(structure, "Each model is given as (id, out, kills, objectives, finds, used items).", {})
        return
    extra = said.get("extra", ())
    if not (isinstance(extra, tuple) and all(found_by(game, e) for e in extra)):
        yield Refusal(structure, "What others found is given as (seat, find).", {})
    took = {i for a in game.accounts.values() for i in a.mustered}
    named = [row[0] for row in rows]
    if sorted(named) != sorted(took):
        yield Refusal(structure, "The result names {n} models; {m} took part.", {"n": len(named), "m": len(took)})


def sound(row: Any) -> bool:
    if not isinstance(row, tuple) or len(row) != 6 or not isinstance(row[0], str) or type(row[1]) is not bool:
        return False
    if any(type(k) is not int or not 0 <= k <= 99 for k in row[2:4]):
        return False
    return all(isinstance(part, tuple) and all(is_find(f) for f in part) for part in row[4:6])


def is_find(find: Any) -> bool:
    goods = {"nothing", "supplies", *content.weapons(), *content.armours(), *content.items()}
    return isinstance(find, str) and find in goods


def found_by(game: Campaign, entry: Any) -> bool:
    return isinstance(entry, tuple) and len(entry) == 2 and entry[0] in game.accounts and is_find(entry[1])


def some_results(game: Campaign, n: int, rnd: Random) -> list[dict[str, Any]]:
    """Plausible results, for machines that do not fight the battle out."""
    took = [i for a in game.accounts.values() for i in a.mustered]
    finds = ("nothing", "supplies", "red-dot-sight", "sidearm", "weave-vest")
    found = []
    for _ in range(n):
        rows = []
        for id in took:
            out = rnd() < 0.3
            find = (finds[int(rnd() * len(finds))],) if rnd() < 0.2 and not out else ()
            rows.append((id, out, int(rnd() * 3), int(rnd() * 2), find, ()))
        found.append({"winner": int(rnd() * 3) - 1, "conceded": -1, "models": tuple(rows), "extra": ()})
    return found


@scene
def battlefield(game: Campaign, at: Battlefield) -> Flow[list[Scene]]:
    """The battle is a match of its own; only its result comes back, and stands."""
    from xenotable.games.xcx.aftermath import Casualties

    setup = battle_setup(game, at.n)
    result = yield from Play(
        seat=next(iter(game.accounts)),
        key=f"battle:{at.n}",
        rule="campaign.structure",
        prompt="Fight mission {n}: {name}",
        args={"n": at.n, "name": content.missions()[setup.mission].name},
        game="xcx",
        setup=setup,
        legal=lambda said: result_refusals(game, said),
        propose=lambda n, rnd: some_results(game, n, rnd),
        report=report,
    )
    cite("campaign.persistence")
    costs = tuple(sum(card_cost(game, game.accounts[s].mustered) for s in seats) for seats in game.sides)
    game.ledger.set(
        "now", winners=(*game.now.winners, result["winner"]), conceded=result.get("conceded", -1), costs=costs
    )
    out, finds = note_result(game, result["models"])
    return [Casualties(at.n, out, (*finds, *result.get("extra", ())))]


def note_result(game: Campaign, rows: Sequence[Any]) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    """Writes the record of everybody who took part; gives who fell, and what was brought home by whom."""
    out, finds = [], []
    for id, fell, kills, deeds, found, used in rows:
        s = game.soldiers[id]
        items = tuple(i for i in s.items if i[0] not in used)
        game.soldiers.set(
            id,
            missions=s.missions + 1,
            kills=s.kills + kills,
            deeds=s.deeds + deeds,
            items=items,
            shaken=0,
            marks=s.marks if fell else s.marks + (kills > 0) + (deeds > 0),
        )
        cite("campaign.wounds-heal")
        if fell:
            out.append(id)
            write(game, id, "fell.")
        else:
            finds += [(s.seat, f) for f in found]
            write(game, id, f"came home; {counted(kills, 'kill')}, {counted(deeds, 'objective')}.")
    return tuple(out), tuple(finds)


def counted(n: int, what: str) -> str:
    return f"{n or 'no'} {what}{'' if n == 1 else 's'}"


def branch(match: Match[Campaign], n: int) -> Match[Campaign]:
    """The campaign as it stood before the muster of mission n: another way from there on."""
    return before(match, f"muster:{n}", f"Mission {n} has not been mustered yet.")
