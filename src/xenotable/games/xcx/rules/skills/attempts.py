"""What a model could try on a Down order, and why it may not."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.xcx.rules.missions.tasks import workable
from xenotable.games.xcx.rules.play.models import standing_models
from xenotable.games.xcx.rules.play.table import TOL, within
from xenotable.games.xcx.rules.rewards.equipment import DRESSING, dressing_refusals
from xenotable.games.xcx.rules.skills.reach import FAR, REACH, gap_to
from xenotable.games.xcx.rules.special.traits import hacks_from_afar, machine, weak_minded
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.rules.tests import skill_name
from xenotable.games.xcx.state import CIVIL, TABLE, Xcx

Attempt = tuple[str, ...]  # (skill, target) or (item, target)
WORK = {"container": "search", "core": "search", "site": "interact", "nest": "interact"}


WORK |= {"terminal": "computer_use", "derelict": "computer_use"}


@rule("skills.computer-use-targets", neutral=lambda game, model, target: True)
def hackable(game: Xcx, model: str, target: str) -> bool:
    """A terminal, an enemy machine or a derelict; nothing else, and no friend."""
    if target in game.things:
        return game.things[target].kind in ("terminal", "derelict")
    t = game.models[target]
    return t.state == TABLE and t.side != game.models[model].side and machine(game, target)


def attempt_refusals(game: Xcx, model: str, deed: Attempt) -> Iterator[Refusal]:
    """Why a model may not do this on its Down order."""
    what, target = deed[0], deed[1]
    if what in DRESSING:
        yield from dressing_refusals(game, model, what, target)
        return
    if game.models[model].engaged:
        yield Refusal("skills.used-on-down", "{who} is engaged.", {"who": model})
    if profile_of(game, model).skill(what) < 1:
        name = skill_name(what)
        yield Refusal("tests.value-zero-means-none", "{who} has no {skill}.", {"who": model, "skill": name})
    yield from weak_minded(game, model, what, target)
    if what == "computer_use" and not hackable(game, model, target):
        yield Refusal("skills.computer-use-targets", "{target} cannot be hacked.", {"target": target})
    yield from workable(game, model, what, target)
    gap = gap_to(game, model, target)
    if not within(gap, REACH) and not (what == "computer_use" and hacks_from_afar(game, model, target)):
        args = {"target": target, "gap": gap}
        yield Refusal("skills.adjacent", "{target} is {gap:.1f} away.", args, "Come within 1 Range of it.")


def thinkable(game: Xcx, model: str) -> list[Attempt]:
    """Everything that a player could think of on a Down order: each object, machine, civilian and item."""
    p, row = profile_of(game, model), game.models[model]
    found: list[Attempt] = [(WORK[t.kind], thing) for thing, t in game.things.items() if not t.gone]
    for other, o in game.models.items():
        if o.state == TABLE and o.side == CIVIL:
            found.append(("interact", other))
        elif o.state == TABLE and o.side != row.side and profile_of(game, other).unit.machine_class:
            found.append(("computer_use", other))
    return found + [(item, f) for item in DRESSING if item in p.carried for f in standing_models(game, row.side)]


def attempts(game: Xcx, model: str) -> list[Attempt]:
    """Everything that this model could try on a Down order."""
    p, row, field = profile_of(game, model), game.models[model], field_of(game)
    found: list[Attempt] = []
    far, here, distance = (FAR if "Hacker" in p.rules else REACH) + TOL, row.circle, field.distance
    for thing, t in game.things.items():
        if t.gone or not field.may_reach(here, t, far):
            continue
        if p.skill(WORK[t.kind]) and field.to_thing(here, t) <= far:
            found.append((WORK[t.kind], thing))
    helps, hacks = p.skill("interact"), p.skill("computer_use")
    for other, o in game.models.items() if helps or hacks else ():
        if o.state != TABLE or o.side == row.side:
            continue
        if o.side == CIVIL and helps:
            skill = "interact"
        elif hacks and profile_of(game, other).unit.machine_class:
            skill = "computer_use"
        else:
            continue
        if distance(here, o) <= far:
            found.append((skill, other))
    own = [i for i in DRESSING if i in p.carried and i not in row.used]
    found += [(item, f) for item in own for f in standing_models(game, row.side)]
    return [d for d in found if next(attempt_refusals(game, model, d), None) is None]
