"""What the six missions make of skills, hits, deaths and rounds."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, cite, rule
from xenotable.games.xcx.rules.missions.hive import drop_core, hatch, maw
from xenotable.games.xcx.rules.missions.points import (
    ATTRITION,
    CONVOY,
    EXODUS,
    HIVE,
    LINE,
    count_objective,
    finish,
    score,
)
from xenotable.games.xcx.rules.movement.forced import forced_to, straight_away
from xenotable.games.xcx.rules.play.measuring import distances_between
from xenotable.games.xcx.rules.play.models import rank, standing_models
from xenotable.games.xcx.rules.play.table import within
from xenotable.games.xcx.rules.skills.reach import REACH, gap_to
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import CIVIL, LEFT, NEUTRAL, Xcx


def hunts_civilians(game: Xcx, side: int) -> bool:
    """In Exodus the hunter (and monsters never) may shoot and charge civilians."""
    return game.setup.mission == EXODUS and side == 1 - game.now.first_role


@rule("missions.exodus-roles", neutral=lambda game, target: False)
def is_spared(game: Xcx, target: str) -> bool:
    """Civilians are not attacked in the first round."""
    return game.models[target].side == CIVIL and game.now.round < 2


def workable(game: Xcx, model: str, skill: str, target: str) -> Iterator[Refusal]:
    """What the mission says about working on an object."""
    side, mission = game.models[model].side, game.setup.mission
    if target in game.things:
        cite("missions.objects")
        t = game.things[target]
        fits = {"search": ("container", "core"), "interact": ("site", "nest"), "computer_use": ("terminal", "derelict")}
        if t.gone or t.kind not in fits[skill]:
            yield Refusal("missions.objects", "{target} cannot be worked on like that.", {"target": target})
        elif t.kind == "terminal" and t.holder == side:
            yield Refusal("skills.hack-terminal", "{target} is held already.", {"target": target})
        elif t.kind == "site":
            yield from spire_refusals(game, side)
    elif skill == "interact" and (
        mission != EXODUS or game.models[target].side != CIVIL or side != game.now.first_role
    ):
        yield Refusal("missions.exodus-rescue", "Only the protector leads civilians to safety.", {})


def spire_refusals(game: Xcx, side: int) -> Iterator[Refusal]:
    planted, attacker = bool(game.now.planter), side == game.now.first_role
    if attacker and planted:
        yield Refusal("missions.spire-plant", "A charge is in place already.", {})
    if not attacker and not planted:
        yield Refusal("missions.spire-lost", "There is no charge to remove.", {})


def on_interact(game: Xcx, model: str, target: str) -> None:
    count_objective(game, model)
    side = game.models[model].side
    if target in game.models:
        game.models.set(target, state=LEFT)
        score(
            game,
            side,
            2,
            "{who} leads {civilian} to safety: 2 VP.",
            "missions.exodus-rescue",
            who=model,
            civilian=target,
        )
    elif game.things[target].kind == "nest":
        game.things.set(target, holder=side, gone=True)
        score(game, side, 2, "{who} closes {nest}: 2 VP.", "missions.hive-nests", who=model, nest=target)
    elif side == game.now.first_role:
        game.note(planter=model)
        game.tell("{who} plants a charge on the spire.", "missions.spire-plant", who=model)
    else:
        lose_charge(game)


@rule("missions.spire-lost", neutral=lambda game: None)
def lose_charge(game: Xcx) -> None:
    if game.now.planter:
        game.note(planter="")
        game.tell("The charge on the spire is lost.", "missions.spire-lost")


def on_hit(game: Xcx, model: str) -> None:
    if game.now.planter == model:
        lose_charge(game)


def changed_sides(game: Xcx, model: str) -> None:
    if game.now.planter == model:
        lose_charge(game)


@rule("missions.spire-detonate", neutral=lambda game, model: False)
def detonates(game: Xcx, model: str) -> bool:
    """The planter is picked while its charge is in place: the spire falls at once."""
    if game.now.planter != model:
        return False
    game.tell("The charge goes off: the spire falls.", "missions.spire-detonate")
    finish(game, game.now.first_role, "The spire is down.", "missions.spire-detonate")
    return True


@rule("missions.convoy-search", neutral=lambda game, model, target: None)
def on_search(game: Xcx, model: str, target: str) -> None:
    """The container is empty and removed: 1 VP."""
    game.things.set(target, gone=True)
    game.note(gone=(*game.now.gone, target))
    if game.setup.mission == CONVOY:
        score(
            game,
            game.models[model].side,
            1,
            "{who} empties {target}: 1 VP.",
            "missions.convoy-search",
            who=model,
            target=target,
        )


def on_death(game: Xcx, model: str, killer: str) -> None:
    row, mission = game.models[model], game.setup.mission
    if game.now.planter == model:
        lose_charge(game)
    if row.core:
        drop_core(game, model)
    if mission == ATTRITION and row.owner < NEUTRAL and game.kits[model].faction:
        n = 2 if game.kits[model].leader else 1
        score(game, 1 - row.owner, n, "{who} was worth {n} VP.", "missions.attrition", who=model, n=n)
    if mission == EXODUS and row.owner == CIVIL:
        hunter = 1 - game.now.first_role
        score(game, hunter, 2, "A civilian is lost: 2 VP for the hunter.", "missions.exodus-rescue")
    if mission == HIVE and row.owner == NEUTRAL and killer and game.models[killer].side < NEUTRAL:
        n = 4 if row.unit == "brood-maw" else 1
        score(game, game.models[killer].side, n, "{who} was worth {n} VP.", "missions.hive-end", who=model, n=n)


def round_starts(game: Xcx) -> None:
    n = game.now.round
    if game.setup.mission != HIVE:
        return
    if 2 <= n <= 5:
        for id, t in game.things.items():
            if t.kind == "nest" and not t.gone:
                hatch(game, id)
    if n == 3:
        maw(game)


def round_ends(game: Xcx) -> None:
    mission = game.setup.mission
    if mission == LINE and game.now.round >= 2:
        for side in (0, 1):
            n = sum(t.holder == side for t in game.things.values() if t.kind == "terminal")
            if n:
                score(
                    game,
                    side,
                    n,
                    "Held by {side}: {n:terminal}.",
                    "missions.line-score",
                    side=game.side_name(side),
                    n=n,
                )
    if mission == EXODUS:
        flee_hunters(game)


@rule("missions.exodus-panic", neutral=lambda game: None)
def flee_hunters(game: Xcx) -> None:
    """Civilians with a hunter within 12 move 4 directly away from the nearest, in the order of their numbers; who has
    a protector within reach waits for it."""
    hunters, protectors = standing_models(game, 1 - game.now.first_role), standing_models(game, game.now.first_role)
    for id in standing_models(game, CIVIL):
        here = game.models[id].circle
        if any(within(gap_to(game, p, id), REACH) for p in protectors):
            continue
        gaps = distances_between(field_of(game), here, [game.models[h] for h in hunters])
        near = [(round(d, 6), rank(game, h), h) for d, h in zip(gaps, hunters, strict=True) if within(d, 12)]
        if near:
            end = straight_away(game, id, game.models[min(near)[2]].here, 4.0)
            forced_to(game, id, end)
            game.tell("{who} runs.", "missions.exodus-panic", who=id)
