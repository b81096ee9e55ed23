"""Psychic powers: manifesting, keeping and ending them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from xenotable.engine import (
    Choose,
    Flow,
    Piece,
    Place,
    Placed,
    Random,
    Refusal,
    Roll,
    Scene,
    acts,
    allowed,
    cite,
    rule,
    scene,
)
from xenotable.games.rampant.command import own_trait
from xenotable.games.rampant.content import content
from xenotable.games.rampant.field import centre, distance, field
from xenotable.games.rampant.losses import end_powers, lose, regain, remove, suppress
from xenotable.games.rampant.scenes import Manifest
from xenotable.games.rampant.state import Rampant, Spell, commander, fielded, keeps_free_actions
from xenotable.games.rampant.targets import night_refusals
from xenotable.games.rampant.terrain import sees, sees_point
from xenotable.games.rampant.xeno import treated
from xenotable.table import Point, more_than, snapped

LASTING = ("impel", "calm", "leaden-limbs", "veil", "guide-the-shot", "guide-the-blade", "barrier")


def power_range(game: Rampant, uid: str, power: str) -> float:
    """As the power says; the highest tier reaches 6 in farther."""
    if game.profile[uid].psychic == 4 and acts("xeno.psychic"):
        return content().powers[power].range + 6.0
    return float(content().powers[power].range)


@rule("xeno.psi-kin", neutral=lambda *a: False)
def power_free(game: Rampant, uid: str, action: str) -> bool:
    """Psi-Kin manifest easy powers without a test."""
    tier = game.profile[uid].psi_kin
    if not tier or not action.startswith("manifest:") or not keeps_free_actions(game, uid):
        return False
    return content().powers[action[9:]].difficulty <= 5 + tier or tier == 3


def power_targets(game: Rampant, uid: str, power: str) -> list[str]:
    """Whatever a power could be aimed at, legal or not."""
    seat, aim = game.units[uid].seat, content().powers[power].target
    if aim == "reserve":
        return [u for u, row in game.units.items() if row.seat == seat and row.where == "reserve"]
    friends, foes = fielded(game, seat), fielded(game, 1 - seat)
    return {"friend": friends, "enemy": foes, "any": [*friends, *foes]}[aim]


@rule("psychic.target-first", neutral=lambda *a: ())
def power_refusals(game: Rampant, uid: str, power: str, target: str) -> Iterator[Refusal]:
    """Every reason why a power may not be aimed at a unit."""
    seat = game.units[uid].seat
    foe = game.units[target].seat != seat
    args: dict[str, object] = {"u": uid, "t": target}
    if content().powers[power].target != "reserve":
        far = distance(game, uid, target)
        if more_than(far, power_range(game, uid, power)):
            args["over"] = far - power_range(game, uid, power)
            yield Refusal("psychic.target-first", "{t} is {over:.1f} in out of range.", args)
        if foe and not sees(game, uid, target):
            yield Refusal("psychic.target-first", "{u} does not see {t}.", args)
        if foe:
            yield from night_refusals(game, far, uid)
    if foe and target == commander(game, 1 - seat) and own_trait(game, target, "closed-mind"):
        yield Refusal("command.champion-4-closed-mind", "The mind of {t} is closed.", args)
    yield from special_refusals(game, power, target)


def special_refusals(game: Rampant, power: str, target: str) -> Iterator[Refusal]:
    """What single powers ask of their target."""
    what, row = game.profile[target], game.units[target]
    args = {"t": target}
    id = content().powers[power].rule
    if power in ("mend-flesh", "mend-machine"):
        fits = (
            (not what.vehicle and what.kin != "machine")
            if power == "mend-flesh"
            else (what.vehicle or what.kin == "machine")
        )
        if not fits:
            yield Refusal(id, "{t} is not of the right kind.", args)
        if row.strength >= what.strength:
            yield Refusal(id, "{t} has lost nothing.", args)
    elif power == "dread-vision":
        from xenotable.games.rampant.courage import courage_score

        if row.suppressed:
            yield Refusal(id, "{t} is Suppressed already.", args)
        if what.kin == "machine" or courage_score(game, target) == 0:
            yield Refusal(id, "{t} knows no fear.", args)
    elif power == "beckon" and "drop-troops" not in what.has:
        yield Refusal(id, "{t} is no Drop Troops.", args)
    elif power == "hurl" and row.where != "table":
        yield Refusal(id, "{t} is not in the open.", args)


def aim_power(game: Rampant, uid: str, action: str) -> Flow[str]:
    """Powers and Bombardment name their target before the test."""
    if action == "bombard":
        return (yield from ask_aim_point(game, uid))
    if not action.startswith("manifest:"):
        return ""
    power = action[9:]
    return (
        yield from Choose(
            seat=game.units[uid].seat,
            key="power-target",
            rule="psychic.target-first",
            prompt="At whom does {u} aim {p}?",
            args={"u": uid, "p": content().powers[power].name},
            among=lambda: power_targets(game, uid, power),
            why_not=lambda t: power_refusals(game, uid, power, t),
        )
    )


# ---- Bombardment's aim point -----------------------------------------------------------------------------------------


@rule("shooting.bombardment-order", neutral=lambda *a: ())
def aim_refusals(game: Rampant, uid: str, p: Sequence[float]) -> Iterator[Refusal]:
    """On the table, seen, and at least 6 in away."""
    from xenotable.games.rampant.field import to_spot

    at = (p[0], p[1])
    width, depth = field(game).width, field(game).depth
    if not (0 <= p[0] <= width and 0 <= p[1] <= depth):
        yield Refusal("shooting.bombardment-order", "The aim point must lie on the table.")
    far = to_spot(game, uid, at)
    if far < 6.0 - 0.001:
        yield Refusal(
            "shooting.bombardment-order", "The aim point is only {far:.1f} in away; 6 in are needed.", {"far": far}
        )
    yield from night_refusals(game, far, uid)
    if not sees_point(game, uid, at):
        yield Refusal("shooting.bombardment-order", "{u} does not see that point.", {"u": uid})


def rings(x: float, y: float) -> Iterator[Point]:
    """All around, from near to far: in the dark or among walls random points may all be out of sight."""
    for far in range(8, 48, 2):
        for turn in range(24):
            angle = turn * math.pi / 12
            yield snapped((x + far * math.cos(angle), y + far * math.sin(angle)))


def ask_aim_point(game: Rampant, uid: str) -> Flow[str]:
    def propose(n: int, rnd: Random) -> list[Placed]:
        foes = [centre(game, t) for t in fielded(game, 1 - game.units[uid].seat)]
        spots = [snapped((x + 4 * (rnd() - 0.5), y + 4 * (rnd() - 0.5))) for x, y in foes] + [snapped(f) for f in foes]
        width, depth = field(game).width, field(game).depth
        spots += [snapped((rnd() * width, rnd() * depth)) for _ in range(40)]
        everywhere = chain(spots, rings(*centre(game, uid)))
        legal = (Placed({"aim": p}) for p in everywhere if allowed(aim_refusals(game, uid, p)))
        return list(islice(legal, max(1, n)))

    placed = yield from Place(
        seat=game.units[uid].seat,
        key="aim",
        rule="shooting.bombardment-order",
        prompt="Where does {u} call the bombardment?",
        args={"u": uid},
        pieces=(Piece("aim", (), 0.0),),
        legal=lambda p: aim_refusals(game, uid, p.at["aim"]),
        propose=propose,
    )
    x, y = placed.at["aim"][:2]
    return f"{x} {y}"


# ---- effects ---------------------------------------------------------------------------------------------------------


@rule("xeno.backlash", neutral=lambda *a: [])
def backlash(game: Rampant, uid: str, double: int) -> Flow[list[Scene]]:
    """A double when manifesting costs Strength Points, whether or not the power succeeds."""
    if not double or "backlash" not in game.profile[uid].has or game.units[uid].where == "gone":
        return []
    lost, before = (yield from treated(game, uid, double)), game.units[uid].strength
    game.tell("The power lashes back at {u}: {n} lost.", "xeno.backlash", u=uid, n=min(lost, before))
    return remove(game, uid, "destroyed", before=before) if lose(game, uid, lost) else []


@rule("xeno.psi-null", neutral=lambda *a: False)
def nulled(game: Rampant, target: str) -> Flow[bool]:
    """A Psi-Null shrugs a power off on 4 or more."""
    if "psi-null" not in game.profile[target].has:
        return False
    _, off = yield from Roll(
        seat=game.units[target].seat,
        key="psi-null",
        rule="xeno.psi-null",
        prompt="{t} resists the power",
        args={"t": target},
        n=1,
        cuts=(4,),
        names=("works", "no effect"),
    )
    return bool(off)


@scene
@rule("psychic.manifest")
def manifest(game: Rampant, at: Manifest) -> Flow[list[Scene]]:
    """A power works on its target, unless the target is a Psi-Null."""
    uid, target, power = at.unit, at.target, at.power
    if game.units[uid].where == "gone":
        return []
    says = "{u} manifests {p} on itself." if target == uid else "{u} manifests {p} on {t}."
    game.tell(says, content().powers[power].rule, u=uid, p=content().powers[power].name, t=target)
    if (yield from nulled(game, target)):
        game.tell("It has no effect on {t}.", "xeno.psi-null", t=target)
        return []
    if power in LASTING:
        keep_up(game, uid, target, power)
    elif power in ("mend-flesh", "mend-machine"):
        regain(game, target)
    elif power == "dread-vision":
        suppress(game, target)
    elif power == "unravel":
        cite("psychic.unravel")
        game.units.set(target, spells=())
    elif power == "hurl":
        yield from hurl(game, uid, target)
    else:
        from xenotable.games.rampant.manoeuvres import ask_drop

        yield from ask_drop(game, target, "psychic.beckon", uid, 12.0, always=False)
    return []


@rule("psychic.one-lasting", neutral=lambda *a: None)
def keep_up(game: Rampant, uid: str, target: str, power: str) -> None:
    """A psychic keeps one lasting power; the same power on a unit does not add to itself."""
    end_powers(game, uid)
    seat = game.units[uid].seat
    lasts = content().powers[power].lasts
    spell = {
        "own-next-phase": Spell(power, uid, "start", seat),
        "target-phase-end": Spell(power, uid, "end", game.units[target].seat),
        "enemy-phase-end": Spell(power, uid, "end", 1 - seat),
    }[lasts]
    cite("psychic.no-duplicate")
    game.units.set(target, spells=(*game.units[target].spells, spell))


def hurl(game: Rampant, uid: str, target: str) -> Flow[None]:
    """A direction, two dice, and the target is moved up to that many inches over anything."""
    from xenotable.games.rampant.directions import ask_along, ask_direction

    seat = game.units[uid].seat
    degrees = yield from ask_direction(game, seat, target, "psychic.hurl")
    counts = yield from Roll(
        seat=seat, key="hurl", rule="psychic.hurl", prompt="Hurl {t}: two dice", args={"t": target}, n=2
    )
    far = sum(face * n for face, n in enumerate(counts, 1))
    game.units.set(target, prone=False)
    yield from ask_along(game, seat, target, degrees, far, "psychic.hurl")


@rule("psychic.end-with-source", neutral=lambda *a: None)
def end_spells(game: Rampant, when: str, seat: int) -> None:
    """Powers whose time is over at the start or end of a player's phase."""
    for uid, row in list(game.units.items()):
        if row.spells and any(s.ends == when and s.seat == seat for s in row.spells):
            game.units.set(uid, spells=tuple(s for s in row.spells if not (s.ends == when and s.seat == seat)))
