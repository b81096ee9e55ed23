"""The Courage test: who takes it, its dice and modifiers, and the second try that others allow."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Choose, Flow, Forecast, Roll, Row, Scene, acts, cite, rule
from xenotable.engine.slots import Slot
from xenotable.games.rampant.rules.command import courage_bonus, faint_hearted, has_trait, near, use_trait
from xenotable.games.rampant.rules.courage.losses import suffer
from xenotable.games.rampant.rules.play.conventions import above_half, in_brackets
from xenotable.games.rampant.rules.play.dice import FACES, pips
from xenotable.games.rampant.rules.roster.numbers import courage_score
from xenotable.games.rampant.rules.terrain.cover import covered_against
from xenotable.games.rampant.rules.xeno.combat import dreads, reaches
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant, fielded_units, under

WHY = {
    "shoot": "courage.when-hit",
    "attack": "attacking.courage",
    "bomb": "courage.when-losses",
    "blast": "courage.when-losses",
    "collapse": "terrain.building-collapse",
    "bail": "vehicles.bail-out",
    "drop": "xeno.drop-troops-failure",
    "blink": "xeno.blink",
    "army": "courage.army-test-once",
    "rally": "courage.when-rally",
}


class CourageTest(Row, frozen=True):
    """A Courage test in figures."""

    dice: int
    bonus: int
    need: int
    modifiers: tuple[tuple[int, str], ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The modifiers in words."""
        return tuple([f"{n:+d} {why}" for n, why in self.modifiers])


@rule("courage.exempt", neutral=lambda game, unit: True)
def takes_courage_tests(game: Rampant, unit: str) -> bool:
    """Machines, passengers, reserves and whoever is gone never test."""
    row = game.units[unit]
    if "machine" in game.profile[unit].has and acts("xeno.machine-courage"):
        return False
    return row.where in ("table", "inside")


def courage_test_for(game: Rampant, shock: Shock) -> CourageTest:
    """Dice, modifiers and the score to reach, as things stand."""
    unit = shock.unit
    found = [
        (cover_bonus(game, shock), "cover"),
        (commander_bonus(game, unit), "Commander near"),
        (-losses_count(shock), "Strength Points lost"),
        (-half_lost(game, unit), "half the detachment lost"),
        *other_modifiers(game, shock),
    ]
    found = [(n, why) for n, why in found if n]
    bonus = sum([n for n, _ in found])
    return CourageTest(courage_dice(game, unit), bonus, courage_score(game, unit), tuple(found))


@rule("courage.dice-two", neutral=lambda *a: 1)
def courage_dice(game: Rampant, unit: str) -> int:
    """Two above half strength, one at half or less; counted after the losses of the event."""
    if above_half(game, unit):
        return 2
    cite("courage.dice-one")
    return 1


@rule("courage.plus-cover", neutral=lambda *a: 0)
def cover_bonus(game: Rampant, shock: Shock) -> int:
    return int(covered_against(game, shock))


@rule("courage.plus-commander", neutral=lambda *a: 0)
def commander_bonus(game: Rampant, unit: str) -> int:
    return courage_bonus(game, unit)


@rule("courage.minus-losses", neutral=lambda *a: 0)
def losses_count(shock: Shock) -> int:
    return 0 if shock.kind in ("rally", "army") else shock.lost


@rule("courage.minus-half-lost", neutral=lambda *a: 0)
def half_lost(game: Rampant, unit: str) -> int:
    return int(game.sides[game.units[unit].seat].half)


@rule("courage.other-modifiers", neutral=lambda *a: [])
def other_modifiers(game: Rampant, shock: Shock) -> list[tuple[int, str]]:
    unit = shock.unit
    found = []
    if "skittish" in game.profile[unit].has and acts("xeno.skittish"):
        found.append((-1, "Skittish"))
    if game.profile[unit].commander and faint_hearted(game, unit):
        found.append((-1, "Faint-Hearted"))
    if shock.dread and dreads(game, unit, shock.by):
        found.append((-1, "a Dreadful attacker"))
        if "skittish" in game.profile[unit].has and game.reads("xeno.skittish=minus-three"):
            found.append((-1, "Skittish before dread"))
    if shock.stunned and acts("xeno.stunners"):
        found.append((-2 * shock.stunned, "stunned"))
    return found


# ---- the test --------------------------------------------------------------------------------------------------------


courage_odds = Slot[[Rampant, Shock], Forecast]("rampant.courage_odds")


@rule("courage.pass", neutral=lambda total, need: False)
def passes(total: int, need: int) -> bool:
    return total >= need


def courage_test(game: Rampant, shock: Shock) -> Flow[tuple[int, int, str]]:
    """Rolls, and once more if somebody lets it. Gives the total, the score to reach and who helped."""
    test = courage_test_for(game, shock)
    total = yield from roll_courage(game, shock, test)
    helped = ""
    if not passes(total, test.need):
        helped = yield from courage_reroll(game, shock, total)
        if helped:
            total = yield from roll_courage(game, shock, test)
    says = "{unit} {does} its Courage test: {total} against {need}{why}."
    does, why = "passes" if passes(total, test.need) else "fails", in_brackets(test.notes)
    game.tell(says, WHY[shock.kind], unit=shock.unit, does=does, total=total, need=test.need, why=why)
    return total, test.need, helped


def roll_courage(game: Rampant, shock: Shock, test: CourageTest) -> Flow[int]:
    counts = yield from Roll(
        seat=game.units[shock.unit].seat,
        key="courage",
        rule=WHY[shock.kind],
        n=test.dice,
        cuts=FACES,
        prompt="{unit} tests Courage: {n:die|dice} {b:+d}, {need} or more",
        args={"unit": shock.unit, "n": test.dice, "b": test.bonus, "need": test.need},
    )
    return pips(counts) + test.bonus


def helpers(game: Rampant, unit: str) -> list[str]:
    """Who would let this unit test again: units by id, the power "calm", the trait "beloved"."""
    seat = game.units[unit].seat
    found = []
    for friend in fielded_units(game, seat):
        what = game.profile[friend]
        if game.units[friend].suppressed:
            continue
        far = 12.0 if what.commander and has_trait(game, seat, "taskmaster") else 6.0
        leads = "harsh-leader" in what.has or (what.commander and has_trait(game, seat, "taskmaster"))
        if ("inspiring" in what.has and reaches(game, friend, unit, 6.0) and acts("xeno.inspiring")) or (
            leads and reaches(game, friend, unit, far) and acts("xeno.harsh-leader")
        ):
            found.append(friend)
    if under(game, unit, "calm") and acts("psychic.calm"):
        found.append("calm")
    if has_trait(game, seat, "beloved") and "beloved" not in game.sides[seat].used and near(game, unit):
        found.append("beloved")
    return found


def harsh(game: Rampant, helper: str) -> bool:
    return helper in game.profile and "inspiring" not in game.profile[helper].has


HELP = {"calm": "Calm", "beloved": "the Beloved Commander"}


def courage_reroll(game: Rampant, shock: Shock, total: int) -> Flow[str]:
    """Offers the re-roll of a failed test to its owner, if anybody can give one."""
    unit = shock.unit
    found = helpers(game, unit)
    if not found:
        return ""

    def label(who: str) -> str:
        if not who:
            return f"Let it stand (total {total})"
        cost = ", at the cost of 1 Strength Point" if harsh(game, who) else ""
        return f"Again, thanks to {HELP.get(who) or game.name(who)}{cost}"

    who = yield from Choose(
        seat=game.units[unit].seat,
        key="courage-again",
        rule="play.rerolls",
        prompt="{unit} failed with {total}. Test again?",
        args={"unit": unit, "total": total},
        among=lambda: ("", *found),
        label=label,
        on=lambda who: who if who in game.units else "",
        odds=lambda who: courage_odds(game, shock) if who else None,
        has_odds=bool,
    )
    if who == "beloved":
        use_trait(game, game.units[unit].seat, "beloved")
    if who:
        thanks = HELP.get(who) or who
        game.tell(
            "{unit} fails with {total} and tests again, thanks to {h}.",
            "play.rerolls",
            unit=unit,
            total=total,
            h=thanks,
        )
    return who


def pay_harsh(game: Rampant, unit: str, helper: str) -> list[Scene]:
    """The price of a Harsh Leader, after the test is fully resolved; it causes no further test."""
    if not helper or not harsh(game, helper) or game.units[unit].where == "gone":
        return []
    return suffer(game, unit, 1, "xeno.harsh-leader", says="The harsh leader costs {unit} {n}.") or []


def ask_next(game: Rampant, shocks: Sequence[Shock], rule_id: str) -> Flow[Shock]:
    """Whose test comes next, where one owner has several."""
    units = list(dict.fromkeys(s.unit for s in shocks))
    unit = units[0]
    if len(units) > 1:
        unit = yield from Choose(
            seat=game.units[unit].seat,
            key="next-test",
            rule=rule_id,
            prompt="Which unit tests its Courage next?",
            among=lambda: units,
            odds=lambda u: courage_odds(game, next(s for s in shocks if s.unit == u)),
        )
    return next(s for s in shocks if s.unit == unit)
