"""A battle of a campaign (chapter narrative): its set-up, what is read off it when it is over, and who won what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from xenotable.engine import Draw, Flow, Play, Random, Refusal, Scene, rule, scene
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.rules.datacards.printed import is_leader
from xenotable.games.killteam.rules.narrative.after_battle import after
from xenotable.games.killteam.rules.narrative.dataslate import LISTENING_POST, operative_performances, roster
from xenotable.games.killteam.rules.scoring.missions import victory_points
from xenotable.games.killteam.scenes import Engagement
from xenotable.games.killteam.state import SEATS, BattleSetup, Campaign, Fought, KillTeam, Part, Performance

SHOTS = ("shoot", "overwatch")


def battle_setup(game: Campaign, foe: str) -> BattleSetup:
    """A narrative battle with the mission drawn; a player alone meets the machine's ready kill team."""
    sides = [roster(slate, game.fielded[seat].names) for seat, slate in game.slates.items()]
    if foe:
        sides.append(rosters.default_roster(foe))
    solo, readings = ("", game.setup.level if foe else ""), game.setup.readings
    return BattleSetup("", (sides[0], sides[1]), "narrative", solo=solo, readings=readings)


# ---- the result


@rule("narrative.campaign")
def report(battle: KillTeam) -> dict[str, Any]:
    """What a finished battle means to a campaign: the answer to `Play`."""
    won = battle.result.winners if battle.result is not None else ()
    points = (victory_points(battle, 0), victory_points(battle, 1))
    parts = (part_of(battle, 0), part_of(battle, 1))
    found = Fought(battle.now.scenario, won[0] if len(won) == 1 else -1, points, parts)
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


def part_of(battle: KillTeam, seat: int) -> Part:
    fell = [d for d in battle.deaths.values() if d.seat != seat]
    mine = [d for d in fell if d.by in battle.operatives and battle.operatives[d.by].seat == seat]
    own = [o for o in battle.operatives.values() if o.seat == seat]
    side = battle.sides[seat]
    ended = battle.now.ended
    leader = any(d.leader or is_leader(battle, d.operative) for d in fell if d.operative in battle.operatives)
    return Part(
        tuple(operative_performances(battle, seat).items()),
        sum(d.how in SHOTS for d in mine),
        leader,
        side.reached > 0,
        ended > 0 and side.held == ended,
        sum(o.fallen for o in own),
        len(own),
        side.moment[1],
        LISTENING_POST in side.once,
    )


def result_of(said: Mapping[str, Any]) -> Fought | None:
    """A result in its form; None when it has not even that."""
    try:
        return msgspec.convert(dict(said), Fought)
    except msgspec.ValidationError:
        return None


def result_refusals(game: Campaign, said: Mapping[str, Any]) -> Iterator[Refusal]:
    """A result names the mission, the winner, the points and every named operative that took part."""
    structure, found = "narrative.campaign", result_of(said)
    if found is None or set(said) - set(Fought.__struct_fields__):
        yield Refusal(structure, "A result has scenario, winner, scores and parts, as a battle reports them.")
        return
    if found.scenario not in content.scenarios():
        yield Refusal("setup.mission", 'There is no mission "{s}".', {"s": found.scenario[:40]})
    if found.winner not in (-1, *SEATS):
        yield Refusal(structure, "The winner is seat 0 or 1, or -1 for a draw.")
    if any(not 0 <= score <= 99 for score in found.scores):
        yield Refusal("scoring.vp", "Victory points are whole numbers from 0.")
    for seat in game.slates:
        names = [name for name, _ in found.parts[seat].performances]
        if sorted(names) != sorted(game.fielded[seat].names):
            args = {"n": len(names), "m": len(game.fielded[seat].names), "who": game.seat_name(seat)}
            yield Refusal(structure, "The result names {n} operatives of {who}; {m} took part.", args)
    for part in found.parts:
        numbers = (part.shot, part.lost, part.size, *(d.kills for _, d in part.performances))
        if any(not 0 <= n <= 99 for n in numbers):
            yield Refusal(structure, "Numbers of a result are whole numbers from 0.")


def some_results(game: Campaign, n: int, rnd: Random) -> list[dict[str, Any]]:
    """Plausible results, for machines that do not fight the battle out."""
    places, found = list(content.scenarios()), []
    for _ in range(n):
        parts = []
        for seat in SEATS:
            names = game.fielded[seat].names if seat in game.fielded else ()
            done = tuple((name, Performance(int(rnd() * 4), rnd() < 0.3, rnd() < 0.4)) for name in names)
            size = content.teams()[game.slates[seat].team].size if seat in game.slates else 10
            parts.append(Part(done, int(rnd() * 6), rnd() < 0.5, rnd() < 0.5, rnd() < 0.5, int(rnd() * size), size))
        scores = (int(rnd() * 15), int(rnd() * 15))
        winner = -1 if scores[0] == scores[1] else int(scores[1] > scores[0])
        result = Fought(places[int(rnd() * len(places))], winner, scores, (parts[0], parts[1]))
        found.append(msgspec.to_builtins(result))
    return found


# ---- the battle


@scene
def engagement(game: Campaign, at: Engagement) -> Flow[list[Scene]]:
    """The battle is a match of its own; only its result comes back, and stands."""
    if len(game.slates) == 1 and not at.foe:
        own = game.slates[0].team
        foe = yield from Draw(
            key="foe",
            rule="narrative.campaign",
            bag=[(team, 1) for team in content.teams() if team != own],
        )
        game.tell("The {t} stand against you.", "narrative.campaign", t=content.teams()[foe].name)
        return [Engagement(at.n, foe)]
    said = yield from Play(
        seat=0,
        key=f"battle:{at.n}",
        rule="narrative.campaign",
        prompt="Fight battle {n} of {m}",
        args={"n": at.n, "m": game.setup.battles},
        game="killteam",
        setup=battle_setup(game, at.foe),
        legal=lambda said: result_refusals(game, said),
        propose=lambda n, rnd: some_results(game, n, rnd),
        report=report,
    )
    fought = result_of(said)
    assert fought is not None  # result_refusals let it through
    game.battles.add(at.n, msgspec.structs.replace(fought, foe=at.foe))
    place = content.scenarios()[fought.scenario].name
    won = f"{game.seat_name(fought.winner)} won" if fought.winner >= 0 else "a draw"
    says = "Battle {n}, {place}: {won}, {a} to {b}."
    game.tell(says, "narrative.campaign", n=at.n, place=place, won=won, a=fought.scores[0], b=fought.scores[1])
    return after(game, at.n)
