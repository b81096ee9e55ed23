"""The Morale phase: suppressed units of the company try to rally (chapter "rally")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Refusal, Roll, Scene, Then, cite, rule, scene
from xenotable.games.xenocide.rules.command import pay
from xenotable.games.xenocide.rules.play.measuring import circle, circles, within
from xenotable.games.xenocide.rules.play.positions import nearest
from xenotable.games.xenocide.rules.play.units import company_first, company_refusals, company_units
from xenotable.games.xenocide.rules.suppression import sum_faces
from xenotable.games.xenocide.rules.titans.power import at_any_moment, window
from xenotable.games.xenocide.scenes import LateRepairs, Morale
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import sums
from xenotable.table import Circle


@scene
@rule("rally.titan-late-repairs", neutral=lambda *a: [])
def late_repairs(game: Xenocide, at: LateRepairs) -> Flow[list[Scene]]:
    """Also for damage from an assault that the titan started."""
    yield from window(game)
    return []


NEED, NEAR = 6, 12.0


@rule("rally.delayed-units")
@rule("rally.who")
def shaken(game: Xenocide, company: str) -> list[str]:
    return [u for u in company_units(game, company) if game.units[u].marks and not game.units[u].acted]


def rally_refusals(game: Xenocide, unit: str, company: str) -> Iterator[Refusal]:
    """Why a unit does not try to rally now."""
    yield from company_refusals(game, unit, company)
    if not game.units[unit].marks:
        yield Refusal("rally.who", "{unit} is not suppressed.", {"unit": unit})
    elif game.units[unit].acted:
        yield Refusal("rally.who", "{unit} has tried already.", {"unit": unit})


@scene
@at_any_moment
def morale(game: Xenocide, at: Morale) -> Then:
    """One attempt per suppressed unit, in the order the active player likes."""
    left = shaken(game, at.company)
    return attempt(game, at, left) if left else []


def attempt(game: Xenocide, at: Morale, left: Sequence[str]) -> Flow[list[Scene]]:
    unit = yield from Choose(
        seat=at.seat, key="rally", rule="rally.who", prompt="Which unit tries to rally?",
        among=lambda: (*left, *(u for u in company_first(game, at.company, at.seat) if u not in left), None),
        why_not=lambda x: () if x is None or x in left else rally_refusals(game, x, at.company),
        open=lambda: (*left, None),
        label=lambda x: "Nobody else" if x is None else game.name(x),
        odds=lambda x: chances(game, x) if x is not None else None,
    )  # fmt: skip
    if unit is None:
        return []
    game.units.set(unit, acted=True)
    extra = False
    if game.sides[at.seat].points:
        extra = yield from Choose(
            seat=at.seat, key="rally-die", rule="command.use-rally-die",
            prompt="A third die for {unit} (1 command point)?", args={"unit": unit}, among=lambda: (False, True),
            default=False,
            odds=lambda yes: chances(game, unit, yes),
        )  # fmt: skip
    if extra:
        pay(game, at.seat, "command.use-rally-die")
    yield from roll(game, unit, extra)
    return [at]


def roll(game: Xenocide, unit: str, extra: bool) -> Flow[None]:
    faces = yield from Roll(seat=game.units[unit].seat, key="rally-roll", rule="rally.roll", n=3 if extra else 2)
    total = sum_faces(faces) - (min(f for f, n in enumerate(faces, 1) if n) if extra else 0) + company_bonus(game, unit)
    cite("rally.no-auto")
    if total >= rally_number(game, unit):
        game.units.set(unit, marks=0)
        game.tell("{unit} rallies with {n}.", "rally.success", unit=unit, n=total)
    else:
        game.units.set(unit, marks=marks_after_failure(game.units[unit].marks))
        game.tell("{unit} does not rally with {n}.", "rally.failure", unit=unit, n=total)


@rule("rally.roll")
def rally_number(game: Xenocide, unit: str) -> int:
    return NEED + game.units[unit].marks


@rule("rally.failure", neutral=lambda marks: marks)
def marks_after_failure(marks: int) -> int:
    return min(marks, 1)


@rule("rally.company-bonus", neutral=lambda game, unit: 0)
def company_bonus(game: Xenocide, unit: str) -> int:
    """1 if another unit of the company, as it acts this turn, is within 12 inches."""
    others = [o for o in company_units(game, game.units[unit].company) if o != unit and game.units[o].on]
    here = whereabouts(game, unit)
    return int(game.units[unit].on and any(within(nearest(here, whereabouts(game, o)), NEAR) for o in others))


def whereabouts(game: Xenocide, unit: str) -> list[Circle]:
    """The bases of a unit; who rides is where its transports are."""
    held = dict.fromkeys(game.models[m].inside for m in game.units[unit].riding)
    return [*circles(game, unit), *(circle(game, carrier) for carrier in held)]


def chances(game: Xenocide, unit: str, extra: bool = False) -> object:
    """The exact chance to rally."""
    rolled = sums(3, highest=2) if extra else sums(2)
    p = rolled.at_least(rally_number(game, unit) - company_bonus(game, unit))
    return rolled.forecast("Rally", "", "rally.roll", [("rallies", p)])
