"""The battles of a campaign: each is a match of its own, whose result is an answer here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from xenotable.engine import Flow, Play, Random, Refusal, Scene, cite, rule, scene
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.squads import ai_squad
from xenotable.games.xcx.rules.campaign.muster import FREE, LENT, card_cost, lent_unit, share
from xenotable.games.xcx.rules.campaign.roster import LIMITS, recruit_of, write
from xenotable.games.xcx.rules.squad.validation import TROOPER, free_troopers
from xenotable.games.xcx.scenes import Battlefield, Casualties
from xenotable.games.xcx.state import DEAD, BattleSetup, Campaign, Recruit, Side, Squad, Xcx


def squad_for(game: Campaign, seat: int, n: int) -> Squad:
    a, faction = game.accounts[seat], game.faction(seat)
    models = [recruit_of(game, i, i == a.leader) for i in a.mustered]
    models += [Recruit(lent_unit(faction), lent=True) for _ in range(a.lent)]
    if faction == "ADVENT":
        cite("squad.free-troopers-in-campaign")
        models += [Recruit(TROOPER, free=True) for _ in range(free_troopers(share(game, seat, n), game.setup.levy))]
    if models and a.leader not in a.mustered:
        named = {LENT: "lent", FREE: "free"}.get(a.leader)
        first = next((i for i, r in enumerate(models) if named and getattr(r, named)), 0)
        models[first] = replace(models[first], leader=True)
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
    mode, levy, readings = game.setup.mode, game.setup.levy, game.setup.readings
    return BattleSetup(mission.id, LIMITS[n - 1], mode, "", tuple(sides), levy, readings=readings)


def report(battle: Xcx) -> dict[str, Any]:
    """What a finished battle means to a campaign: the answer to `Play`. Who lay hidden to its end comes home, too."""
    models, extra = [], []
    for id, row in battle.models.items():
        kit = battle.kits[id].recruit
        alive = row.state != DEAD
        if alive and row.seat >= 0 and not kit.soldier:
            cite("squad.faction-advent")  # what a free Trooper finds goes to the store
            extra += [(row.seat, find) for find in row.finds]
        if kit.soldier:
            models.append((kit.soldier, not alive, row.kills, row.objectives, row.finds if alive else (), row.used))
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
    good = isinstance(rows, tuple) and all(is_report_row(row) for row in rows)
    if not good:
        yield Refusal(structure, "Each model is given as (id, out, kills, objectives, finds, used items).", {})
        return
    extra = said.get("extra", ())
    if not (isinstance(extra, tuple) and all(is_find_of_seat(game, e) for e in extra)):
        yield Refusal(structure, "What others found is given as (seat, find).", {})
    took = {i for a in game.accounts.values() for i in a.mustered}
    named = [row[0] for row in rows]
    if sorted(named) != sorted(took):
        yield Refusal(structure, "The result names {n} models; {m} took part.", {"n": len(named), "m": len(took)})


def is_report_row(row: Any) -> bool:
    if not isinstance(row, tuple) or len(row) != 6 or not isinstance(row[0], str) or type(row[1]) is not bool:
        return False
    if any(type(k) is not int or not 0 <= k <= 99 for k in row[2:4]):
        return False
    return all(isinstance(part, tuple) and all(is_find(f) for f in part) for part in row[4:6])


def is_find(find: Any) -> bool:
    goods = {"nothing", "supplies", *content.weapons(), *content.armours(), *content.items()}
    return isinstance(find, str) and find in goods


def is_find_of_seat(game: Campaign, entry: Any) -> bool:
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
    for id, fell, kills, objectives, found, used in rows:
        s = game.soldiers[id]
        items = tuple(i for i in s.items if i[0] not in used)
        game.soldiers.set(
            id,
            missions=s.missions + 1,
            kills=s.kills + kills,
            objectives=s.objectives + objectives,
            items=items,
            shaken=0,
            marks=s.marks if fell else s.marks + (kills > 0) + (objectives > 0),
        )
        cite("campaign.wounds-heal")
        if fell:
            out.append(id)
            says = "fell."
        else:
            finds += [(s.seat, f) for f in found]
            says = f"came home; {count_words(kills, 'kill')}, {count_words(objectives, 'objective')}."
        write(game, id, says)
        game.tell("{who} {says}", "campaign.persistence", who=id, says=says)
    return tuple(out), tuple(finds)


def count_words(n: int, what: str) -> str:
    return f"{n or 'no'} {what}{'' if n == 1 else 's'}"
