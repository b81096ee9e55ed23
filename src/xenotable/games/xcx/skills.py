"""Bracketed skills: [Computer Use], [Interact], [Search], [Mindspin], and control over models of the other side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.engine import Choose, Draw, Flow, Refusal, acts, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.damage import heal
from xenotable.games.xcx.forced import forced_to, straight_away
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.measuring import distance_between
from xenotable.games.xcx.models import is_ai, seat_of, standing
from xenotable.games.xcx.movement import allowance
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.sight import sees
from xenotable.games.xcx.state import CIVIL, TABLE, Xcx
from xenotable.games.xcx.terrain import TOL
from xenotable.games.xcx.tests import d6, skill_name, two_dice, under
from xenotable.table import Circle

Deed = tuple[str, ...]  # (skill, target) or (item, target)
REACH = 1.0
FAR = 12.0
WORK = {"container": "search", "core": "search", "site": "interact", "nest": "interact"}
WORK |= {"terminal": "computer_use", "derelict": "computer_use"}
DRESSING = {"field-dressing": 2, "trauma-kit": 4}


# ---- who may do what -------------------------------------------------------------------------------------------------


@rule("skills.adjacent", neutral=lambda game, id, target: 99.0)
def gap_to(game: Xcx, id: str, target: str) -> float:
    """Base to base, to an object or a model."""
    here = game.models[id].circle
    if field_of(game).grid is not None:
        cite("grid.adjacent")
    if target in game.things:
        return field_of(game).to_thing(here, game.things[target])
    return distance_between(field_of(game), here, game.models[target])


def circle_of(game: Xcx, target: str) -> Circle:
    if target in game.models:
        return game.models[target].circle
    t = game.things[target]
    return Circle(t.x + t.w / 2, t.y + t.h / 2, t.r)


@rule("special.hacker", neutral=lambda game, id, target: False)
def hacks_from_afar(game: Xcx, id: str, target: str) -> bool:
    """Within 12 Range and in line of sight instead of adjacent."""
    if "Hacker" not in profile_of(game, id).rules or gap_to(game, id, target) > FAR + TOL:
        return False
    return sees(field_of(game), game.models[id], circle_of(game, target))


@rule("special.machine", neutral=lambda game, id: False)
def machine(game: Xcx, id: str) -> bool:
    return bool(profile_of(game, id).unit.machine_class)


@rule("skills.computer-use-targets", neutral=lambda game, id, target: True)
def hackable(game: Xcx, id: str, target: str) -> bool:
    """A terminal, an enemy machine or a derelict; nothing else, and no friend."""
    if target in game.things:
        return game.things[target].kind in ("terminal", "derelict")
    t = game.models[target]
    return t.state == TABLE and t.side != game.models[id].side and machine(game, target)


@rule("special.weak-minded", neutral=lambda game, id, skill, target: iter(()))
def weak_minded(game: Xcx, id: str, skill: str, target: str) -> Iterator[Refusal]:
    """For objectives [Search] only."""
    objective = target in game.things or game.models[target].side == CIVIL
    if skill != "search" and objective and "Weak Minded" in profile_of(game, id).rules:
        yield Refusal("special.weak-minded", "{who} is Weak Minded and may only search.", {"who": id})


def deed_refusals(game: Xcx, id: str, deed: Deed) -> Iterator[Refusal]:
    """Why a model may not do this on its Down order."""
    from xenotable.games.xcx.missions import workable

    what, target = deed[0], deed[1]
    if what in DRESSING:
        yield from dressing_refusals(game, id, what, target)
        return
    if game.models[id].engaged:
        yield Refusal("skills.used-on-down", "{who} is engaged.", {"who": id})
    if profile_of(game, id).skill(what) < 1:
        name = skill_name(what)
        yield Refusal("tests.value-zero-means-none", "{who} has no [{skill}].", {"who": id, "skill": name})
    yield from weak_minded(game, id, what, target)
    if what == "computer_use" and not hackable(game, id, target):
        yield Refusal("skills.computer-use-targets", "{target} cannot be hacked.", {"target": target})
    yield from workable(game, id, what, target)
    gap = gap_to(game, id, target)
    if gap > REACH + TOL and not (what == "computer_use" and hacks_from_afar(game, id, target)):
        args = {"target": target, "gap": gap}
        yield Refusal("skills.adjacent", "{target} is {gap:.1f} away.", args, "Come within 1 Range of it.")


@rule("rewards.field-dressing", neutral=lambda game, id, item, target: iter(()))
def dressing_refusals(game: Xcx, id: str, item: str, target: str) -> Iterator[Refusal]:
    m = game.models[id]
    if item not in profile_of(game, id).carried or item in m.used:
        yield Refusal("rewards.field-dressing", "{who} has no {item}.", {"who": id, "item": item})
    if game.models[target].side != m.side or (target != id and gap_to(game, id, target) > REACH + TOL):
        yield Refusal("rewards.field-dressing", "Only itself or a friend within 1 Range can be treated.", {})
    if item == "field-dressing" and machine(game, target):
        yield Refusal("rewards.field-dressing", "A Field Dressing does not mend machines.", {})


def deeds(game: Xcx, id: str) -> list[Deed]:
    """Everything that this model could try on a Down order."""
    p, m, field = profile_of(game, id), game.models[id], field_of(game)
    found: list[Deed] = []
    far, here, distance = (FAR if "Hacker" in p.rules else REACH) + TOL, m.circle, field.metric.distance
    for thing, t in game.things.items():
        if not t.gone and (skill := WORK[t.kind]) and p.skill(skill) and field.to_thing(here, t) <= far:
            found.append((skill, thing))
    for other, o in game.models.items():
        if o.state != TABLE or o.side == m.side or distance(here, o) > far:
            continue
        if o.side == CIVIL and p.skill("interact"):
            found.append(("interact", other))
        elif p.skill("computer_use") and profile_of(game, other).unit.machine_class:
            found.append(("computer_use", other))
    own = [i for i in DRESSING if i in p.carried and i not in m.used]
    found += [(item, f) for item in own for f in standing(game, m.side)]
    return [d for d in found if next(deed_refusals(game, id, d), None) is None]


# ---- doing it --------------------------------------------------------------------------------------------------------


@rule("skills.used-on-down", neutral=lambda game, id, deed: None)
def perform(game: Xcx, id: str, deed: Deed) -> Flow[None]:
    """One attempt with one skill on one target, or one item; the model is Down in any case."""
    from xenotable.games.xcx import missions

    what, target = deed[0], deed[1]
    if what in DRESSING:
        game.models.set(id, used=(*game.models[id].used, what))
        heal(game, target, DRESSING[what])
        game.tell("{who} treats {target} with a {item}.", "rewards.field-dressing", who=id, target=target, item=what)
        return
    value = profile_of(game, id).skill(what)
    cite("skills.no-modifiers")
    faces = yield from two_dice(seat_of(game, id), "skill", "skills.test-needed", f"[{skill_name(what)}] test")
    done = under(sum(faces), value)
    says = "{who} tries [{skill}] on {target}: value {v}, roll {n}: {end}."
    name, end = skill_name(what), "success" if done else "failure"
    game.tell(says, "skills.test-needed", who=id, skill=name, target=target, v=value, n=sum(faces), end=end)
    if not done:
        return
    if what == "computer_use":
        yield from hacked(game, id, target, sum(faces), value)
    elif what == "search":
        yield from searched(game, id, target)
    else:
        cite("skills.interact")
        missions.on_interact(game, id, target)


def hacked(game: Xcx, id: str, target: str, total: int, value: int) -> Flow[None]:
    from xenotable.games.xcx import missions

    did(game, id)
    if target in game.things:
        missions.on_hack(game, id, target)
        return
    if total <= value // 2 and (yield from overrides(game, id, target)):
        take_control(game, id, target, "skills.hack-override")
        return
    shut_down(game, target)


def did(game: Xcx, id: str) -> None:
    """An objective action counts towards marks."""
    game.models.set(id, deeds=game.models[id].deeds + 1)


@rule("skills.hack-override", neutral=lambda game, id, target: False)
def overrides(game: Xcx, id: str, target: str) -> Flow[bool]:
    """A great hack may take the machine over instead."""
    if is_ai(game, game.models[id].side):
        cite("ai.hacking")
        return True
    return (
        yield from Choose(
            seat=seat_of(game, id),
            key="override",
            rule="skills.hack-override",
            default=True,
            prompt="Override {who} instead of shutting it down?",
            args={"who": target},
            among=lambda: (True, False),
            label=lambda o: "Override" if o else "Shut down",
        )
    )


@rule("skills.hack-shutdown", neutral=lambda game, target: None)
def shut_down(game: Xcx, target: str) -> None:
    from xenotable.games.xcx.bag import counts_as_activation

    game.models.set(target, down=True, watch=False)
    counts_as_activation(game, target)
    game.tell("{who} is shut down.", "skills.hack-shutdown", who=target)


@rule("skills.search", neutral=lambda game, id, target: None)
def searched(game: Xcx, id: str, target: str) -> Flow[None]:
    """A success: the core is picked up, a container is rolled for and removed."""
    from xenotable.games.xcx import missions
    from xenotable.games.xcx.missions_hive import picks_up_core

    did(game, id)
    if picks_up_core(game, id, target):
        return
    find = yield from found_in(game, seat_of(game, id))
    cite("skills.search-find")
    game.models.set(id, finds=(*game.models[id].finds, find))
    game.tell("{who} finds {what}.", "skills.search-table", who=id, what=find_name(find))
    missions.on_search(game, id, target)


@rule("skills.search-table", neutral=lambda game, seat: "nothing")
def found_in(game: Any, seat: int) -> Flow[str]:
    """A D6 on the search table; items, weapons and armour by the rank of a card."""
    face = yield from d6(seat, "find", "skills.search-table", "What is in it?")
    line = next(r for r in content.search_results() if face in r.d6)
    if line.kind in ("nothing", "supplies"):
        return line.kind
    rank = yield from Draw(
        key="rank", rule="skills.search-table", prompt="Draw a rank", bag=[(r, 4) for r in range(1, 11)]
    )
    return content.rewards()[line.detail, rank, 1].gives


def find_name(find: str) -> str:
    return {"nothing": "nothing", "supplies": "supplies worth 20 spl"}.get(find, content.named(find))


# ---- Mindspin --------------------------------------------------------------------------------------------------------


@rule("skills.mindspin-as-shooting", neutral=lambda game, id, target, manner: iter(()))
def mindspin_refusals(game: Xcx, id: str, target: str, manner: str) -> Iterator[Refusal]:
    from xenotable.games.xcx.shooting import engagement_refusals, may_be_target

    p, t = profile_of(game, id), game.models[target]
    if p.skill("psi") < 1:
        yield Refusal("tests.value-zero-means-none", "{who} has no [Mindspin].", {"who": id})
    if manner not in ("fire", "advance"):
        rule_id = "overwatch.no-sniper-no-psi" if manner == "react" else "skills.mindspin-as-shooting"
        yield Refusal(rule_id, "Mindspin is used on a Fire or Advance order only.", {})
    if t.side == CIVIL or machine(game, target):
        yield Refusal("skills.mindspin-machines", "{target} has no mind to spin.", {"target": target})
    if not may_be_target(game, id, target):
        yield Refusal("shooting.target-legal", "{target} is no legal target.", {"target": target})
        return
    distance = distance_between(field_of(game), game.models[id], t)
    if distance > p.unit.mindspin_range + TOL:
        args = {"target": target, "d": distance, "r": p.unit.mindspin_range}
        yield Refusal("shooting.max-range", "{target} is {d:.1f} away, the Range is {r}.", args)
    yield from engagement_refusals(game, id, target)
    if not sees(field_of(game), game.models[id], t):
        yield Refusal("shooting.target-legal", "{who} does not see {target}.", {"who": id, "target": target})


@rule("skills.mindspin-no-damage", neutral=lambda game, id, target, effect: None)
def mindspun(game: Xcx, id: str, target: str, effect: str) -> Flow[None]:
    """No Armour test and no damage: Psi Panic, Psi Disorientation or Mind Control."""
    if effect == "panic":
        panic(game, id, target)
    elif effect == "disorientation":
        game.models.set(target, down=True, watch=False)
        game.tell("{who} is disoriented and goes Down.", "skills.mindspin-disorientation", who=target)
    elif game.models[target].owner == game.models[id].side:
        freed_by_own(game, target)
    else:
        take_control(game, id, target, "skills.control-start")
    return
    yield


@rule("skills.mindspin-panic", neutral=lambda game, id, target: None)
def panic(game: Xcx, id: str, target: str) -> None:
    """It runs twice its Mobility directly away from the caster; a forced move."""
    end = straight_away(game, target, game.models[id].here, float(allowance(game, target, True)))
    cite("skills.mindspin-panic-timing")
    forced_to(game, target, end)
    x, y = end
    game.tell("{who} panics and runs to {x:.1f}, {y:.1f}.", "skills.mindspin-panic", who=target, x=x, y=y)


# ---- control ---------------------------------------------------------------------------------------------------------


def take_control(game: Xcx, caster: str, target: str, rule_id: str) -> None:
    """The target changes to the caster's side at once and cannot act for anybody in the rest of this round."""
    from xenotable.games.xcx.engaged import part_from_all
    from xenotable.games.xcx.missions import changed_sides

    cite("skills.control-start")
    if game.models[target].controls:
        release(game, game.models[target].controls)
    part_from_all(game, target)
    cite("skills.control-separation")
    side, until = game.models[caster].side, game.now.round + 1
    game.models.set(target, side=side, watch=False, activated=True, caster=caster, until=until)
    game.models.set(caster, controls=target)
    changed_sides(game, target)
    game.tell("{who} now obeys {caster}.", rule_id, who=target, caster=caster)


def release(game: Xcx, target: str) -> None:
    """The model belongs to its owner again where it stands; it has no die until the next round is filled."""
    from xenotable.games.xcx.engaged import part_from_all
    from xenotable.games.xcx.missions import changed_sides

    m = game.models[target]
    if not m.caster:
        return
    if m.controls:
        release(game, m.controls)
    part_from_all(game, target)
    caster = m.caster
    game.models.set(target, side=m.owner, caster="", until=0, activated=True, watch=False)
    # In the following round the die in the bag is the caster's: it is spent only if the controlled model acted.
    spent = m.activated if m.until == game.now.round else game.models[caster].activated
    game.models.set(caster, controls="", activated=spent)
    changed_sides(game, target)
    game.tell("{who} is itself again.", "skills.control-ends", who=target)


@rule("skills.control-by-owner", neutral=lambda game, target: None)
def freed_by_own(game: Xcx, target: str) -> None:
    """Mind Control by its own side frees a model and locks no caster; the enemy caster may act with its die."""
    release(game, target)


@rule("skills.control-ends", neutral=lambda game: None)
def expire(game: Xcx) -> None:
    """At the close of the round after the one in which control was won."""
    for id in [i for i, m in game.models.items() if m.caster and m.until <= game.now.round]:
        release(game, id)


def control_ends_by_death(game: Xcx, id: str) -> None:
    """Caster or controlled model dies: control ends at once, and the dice follow."""
    m = game.models[id]
    if m.controls and acts("skills.control-caster-dies"):
        release(game, m.controls)
    if m.caster and acts("skills.control-victim-dies"):
        release(game, id)


@rule("skills.control-caster-locked", neutral=lambda game, id: False)
def locked(game: Xcx, id: str) -> bool:
    """While it controls a model the caster cannot be activated."""
    return bool(game.models[id].controls)
