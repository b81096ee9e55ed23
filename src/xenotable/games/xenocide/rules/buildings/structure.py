"""Structure points: what fire and blows do to a section and to who is in it (chapter "buildings")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Flow, Roll, cite, rule
from xenotable.games.xenocide.rules.assault import casualties
from xenotable.games.xenocide.rules.buildings.collapse import tests
from xenotable.games.xenocide.rules.buildings.construction import ASSAULT, FIRE
from xenotable.games.xenocide.rules.buildings.occupants import garrison
from xenotable.games.xenocide.rules.flight.effects import undermining_damage
from xenotable.games.xenocide.rules.play import dice as play_dice
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.suppression import cad_level
from xenotable.games.xenocide.state import Xenocide

FACES = (2, 3, 4, 5, 6)


@rule("buildings.shoot-at-save", neutral=lambda armor, strength: 6)
def save_of(armor: int, strength: int) -> int:
    """A hit is saved on armour less strength; 6 and more always saves. Cover and aspect play no part."""
    return max(0, min(6, armor - strength))


def shell_section(game: Xenocide, s: str, attacker: int, hits: Sequence[tuple[int, int]]) -> Flow[None]:
    """The hits of one weapon system, as (strength, how many), the strongest first: saves until the section has no
    points left, the dice against its garrison, then the collapse tests."""
    before = left = game.sections[s].points
    due: list[int] = []
    for strength, count in sorted(hits, reverse=True):
        n, need = count, stands_on(strength)
        while n and left:
            tried = min(n, left)
            failed = yield from roll_unsaved(game, s, attacker, strength, tried)
            n, left = n - tried, left - failed
            if not left:
                due.append(need)
        due += [need] * n if not left else []
    yield from suffer_damage(game, s, attacker, before - left, due)


def roll_unsaved(game: Xenocide, s: str, attacker: int, strength: int, n: int) -> Flow[int]:
    """How many of these hits the armour does not stop."""
    save = save_of(game.field.rooms[s].armor, strength)
    if save >= 6:
        return 0
    if not save:
        return n
    _, failed = yield from Roll(
        seat=1 - attacker, key="structure", rule="buildings.shoot-at-save", n=n, cuts=(save + 1,),
        names=("holds", "damaged"), prompt="{s} saves on {v} or less", args={"s": s, "v": save},
    )  # fmt: skip
    return failed


@rule("buildings.collapse-test", neutral=lambda strength: 6)
def stands_on(strength: int) -> int:
    return FIRE - strength


def suffer_damage(game: Xenocide, s: str, attacker: int, lost: int, due: Sequence[int]) -> Flow[None]:
    """Points are gone: everybody inside is shaken, then the section is tested, if it has none left."""
    left = game.sections[s].points - lost
    game.sections.set(s, points=left)
    if lost:
        says = "{s} loses {n:structure point}; it has {left} left."
        game.tell(says, "buildings.shoot-at-save", s=s, n=lost, left=left or "none")
        yield from shaken(game, s, attacker, lost)
    if due:
        cite("buildings.collapse-zero")
        yield from tests(game, s, attacker, due)


@rule("buildings.structure-occupants", neutral=lambda *a: None)
def shaken(game: Xenocide, s: str, attacker: int, n: int) -> Flow[None]:
    """A close assault die for each point lost against each unit inside: no bonus, no defence, shields still save."""
    cite("buildings.structure-no-suppression")
    for t in garrison(game, s):
        levels = {m: cad_level(game, m, False) for m in game.units[t].models if game.models[m].section == s}
        least = min(levels.values())
        faces = yield from Roll(seat=attacker, key="shaken", rule="buildings.structure-occupants", n=n, cuts=FACES)
        dice = {(f, False, False): k for f, k in enumerate(faces, 1) if k and play_dice.succeeds(f, least)}
        if dice:
            yield from casualties.assign(game, t, dice, levels, s)


# ---- blows -----------------------------------------------------------------------------------------------------------


def batter_section(game: Xenocide, s: str, by: Sequence[tuple[str, int]]) -> Flow[None]:
    """The close assault dice of some units directed at a section: its CAD is its armour, and it has no defence dice."""
    before = left = game.sections[s].points
    due: list[int] = []
    seat = game.units[by[0][0]].seat
    for unit, n in by:
        digs = bool(game.units[unit].models) and all(kind_of(game, m).burrowing for m in game.units[unit].models)
        worth, need = undermining_damage() if digs else (1, ASSAULT)
        hits = yield from roll_breach(game, s, unit, n)
        for _ in range(hits):
            if left:
                left = max(0, left - worth)
                due += [need] if not left else []
            else:
                due.append(need)
    game.tell("{unit} attacks {s}.", "buildings.assault-building", unit=by[0][0], s=s)
    yield from suffer_damage(game, s, seat, before - left, due)


@rule("buildings.assault-building")
def roll_breach(game: Xenocide, s: str, unit: str, n: int) -> Flow[int]:
    faces = yield from Roll(
        seat=game.units[unit].seat, key="breach", rule="buildings.assault-building", n=n, cuts=FACES
    )
    armor = game.field.rooms[s].armor
    return sum(k for f, k in enumerate(faces, 1) if play_dice.succeeds(f, armor))
