"""Chapter "detachment": what may be taken into battle."""

import pytest

from games.rampant.skirmish import Skirmish, claim, rules
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.content import ready
from xenotable.games.rampant.rules.detachment.legality import roster_refusals, total, unit_refusals
from xenotable.games.rampant.rules.detachment.points import most_units
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.state import Entry, Roster
from xenotable.games.rampant.title import GAME


def unit(kind, *bought, name="Unit", **more):
    options = tuple(b for b in bought if b in content().options)
    xeno = tuple(b for b in bought if b not in options)
    nature = {"machine": "machine", "undying": "undying", "otherworldly": "rift"}
    kin = next((nature[x] for x in xeno if x in nature), "terran")
    return Entry(name, kind, options, xeno, more.pop("kin", kin), **more)


def roster(*units, trait=""):
    """The first one holds the Commander."""
    first, *others = units
    named = [Entry(**{**fields(first), "commander": True})]
    named += [Entry(**{**fields(u), "name": f"{u.name} {i}"}) for i, u in enumerate(others, 2)]
    return Roster("Roster", tuple(named), trait)


def fields(entry):
    return {f: getattr(entry, f) for f in entry.__struct_fields__}


def points(n):
    """Units worth so many points: five pointers and single ones."""
    return [unit("support")] * (n // 5) + [unit("light")] * (n % 5)


@pytest.mark.parametrize(
    ("n", "trait", "legal"),
    [
        (24, "", True),
        (23, "", True),
        claim("detachment.size", 25, "", False),
        (25, "quartermaster", True),
        (26, "quartermaster", True),
        claim("detachment.size", 27, "quartermaster", False),
        (22, "pen-pusher", True),
        claim("detachment.size", 23, "pen-pusher", False),
    ],
)
def test_at_most_24_points(n, trait, legal):
    assert ("detachment.size" not in rules(roster_refusals(roster(*points(n), trait=trait)))) is legal


@pytest.mark.parametrize(("limit", "legal"), [(12, True), (18, True), (24, True), (30, True), (36, True), (20, False)])
def test_the_sizes_of_battles(limit, legal):
    assert ("detachment.size" not in rules(roster_refusals(roster(*[unit("light")] * 3), limit))) is legal


@pytest.mark.rule("rampant.detachment.unit-count")
@pytest.mark.parametrize(("limit", "most"), [(12, 5), (18, 8), (24, 10), (30, 13), (36, 15)])
def test_how_many_units(limit, most):
    assert most_units(limit) == most
    for n in (2, 3, most, most + 1):
        found = rules(roster_refusals(roster(*[unit("light")] * n), limit))
        assert ("detachment.unit-count" in found) is (n < 3 or n > most)


@pytest.mark.rule("rampant.detachment.unit-cost-cap")
def test_no_unit_costs_more_than_half():
    for more, n, legal in (((), 12, True), (("penetrators",), 13, False)):
        elite = unit("elite", "heavy-weapon", "bombardment", *more)
        assert cost(elite) == n
        assert ("detachment.unit-cost-cap" not in rules(unit_refusals(elite, 24))) is legal


@pytest.mark.rule("rampant.detachment.unit-cost-floor")
@pytest.mark.parametrize(
    "cheap", [unit("light", "conscripted", "skittish"), unit("primitive", "blood-frenzy"), unit("light", "unstable")]
)
def test_every_unit_costs_at_least_a_point(cheap):
    assert cost(cheap) == 1


@pytest.mark.rule("rampant.detachment.commander")
def test_exactly_one_unit_holds_the_commander():
    three = [unit("soft-skin-vehicle", "seats-5", name="Mule Truck"), unit("light", name="B"), unit("light", name="C")]
    for flags, legal in (((1, 0, 0), True), ((0, 0, 0), False), ((1, 1, 0), False)):
        units = tuple(Entry(**{**fields(u), "commander": bool(f)}) for u, f in zip(three, flags, strict=True))
        assert rules(roster_refusals(Roster("R", units))) == (set() if legal else {"detachment.commander"})
        assert cost(units[0]) == 3


@pytest.mark.rule("rampant.detachment.heavy-vehicle-cap")
@pytest.mark.parametrize(("limit", "most"), [(12, 0), (18, 1), (24, 1), (30, 1), (36, 2)])
def test_heavy_vehicles_are_few(limit, most):
    kinds = ["transport-vehicle", "fighting-vehicle", "transport-vehicle"]
    for n in range(4):
        units = [unit("light"), *(unit(k) for k in kinds[:n]), unit("light"), unit("light")]
        assert ("detachment.heavy-vehicle-cap" in rules(roster_refusals(roster(*units), limit))) is (n > most)


@pytest.mark.rule("rampant.detachment.vehicle-points-cap")
def test_vehicles_cost_at_most_half():
    for extra, legal in (((), True), (("hover",), False)):
        trucks = [unit("soft-skin-vehicle", "walker")] * 2 + [unit("soft-skin-vehicle", "walker", *extra)]
        found = rules(roster_refusals(roster(unit("light"), *trucks)))
        assert ("detachment.vehicle-points-cap" not in found) is legal


@pytest.mark.rule("rampant.detachment.options-eligible")
@pytest.mark.parametrize(
    "refused",
    [
        unit("recon", "penetrators"),
        unit("recon", "hunters-eyes"),
        unit("support", "long-guns", "short-arms"),
        unit("greater-xenomorph", "anti-vehicle"),
        unit("soft-skin-vehicle", "breaching"),
        unit("fighting-vehicle", "lobbed-fire"),
        unit("heavy", "mobile", "slow"),  # the xeno rule and the option exclude one another
        unit("light", "heavy-weapon", "unarmed"),
    ],
)
def test_options_for_whom_they_are(refused):
    assert "detachment.options-eligible" in rules(unit_refusals(refused, 24))


@pytest.mark.rule("rampant.detachment.options-eligible")
def test_all_pairs_exclude_one_another_both_ways():
    """Whatever excludes something: neither order of buying helps."""
    c = content()
    for id, bought in {**c.options, **c.xeno}.items():
        for other in bought.excludes:
            kinds = [k for k in c.units if all(k in c.options[o].cost for o in (id, other) if o in c.options)]
            for kind in kinds:
                for pair in ((id, other), (other, id)):
                    found = rules(unit_refusals(unit(kind, *pair), 24))
                    assert found & {"detachment.options-eligible", "detachment.one-nature"}, (kind, pair)


@pytest.mark.rule("rampant.options.once", "rampant.detachment.options-eligible")
def test_an_option_is_bought_once():
    assert "options.once" in rules(unit_refusals(unit("heavy", "full-squad", "full-squad"), 24))


@pytest.mark.parametrize(
    ("bought", "legal"),
    [
        claim("detachment.xeno-eligible", unit("recon", "cloaked"), False),
        claim("detachment.xeno-eligible", unit("recon", "volatile:1"), False),
        claim("detachment.xeno-eligible", unit("recon", "sworn-foe"), False),
        claim("detachment.xeno-eligible", unit("berserk", "psychic:1", powers=("calm",)), False),
        claim("detachment.xeno-eligible", unit("berserk", "sworn-foe"), False),
        claim("detachment.xeno-eligible", unit("soft-skin-vehicle", "sworn-foe"), False),
        claim("detachment.xeno-eligible", unit("militia", "flying"), False),
        (unit("militia", "undying", "infectious"), True),
        (unit("militia", "stunners"), True),
        claim("detachment.xeno-eligible", unit("heavy", "deflector:1", "deflector:2"), False),
        claim("detachment.xeno-eligible", unit("heavy", "deflector:4"), False),
        claim("detachment.xeno-eligible", unit("transport-vehicle", "assault-shields"), False),
        claim("detachment.xeno-eligible", unit("transport-vehicle", "gyro-mounts"), False),
        claim("detachment.xeno-eligible", unit("heavy", "infectious"), False),
        claim("detachment.xeno-eligible", unit("heavy", "backlash"), False),
        claim("detachment.xeno-eligible", unit("heavy", "psi-kin:1"), False),
        claim("detachment.xeno-eligible", unit("heavy", "slow", "slow"), False),
        (unit("fighting-vehicle", "cloaked"), True),
    ],
)
def test_xeno_rules_for_whom_they_are(bought, legal):
    assert ("detachment.xeno-eligible" not in rules(unit_refusals(bought, 24))) is legal
    if bought.type == "fighting-vehicle":
        assert cost(bought) == 9


@pytest.mark.rule("rampant.detachment.xeno-eligible")
def test_militia_may_take_eight_xeno_rules_and_no_more():
    allowed = {"undying", "machine", "otherworldly", "infectious", "grudge", "dreadful", "drop-troops", "stunners"}
    for id, xeno in content().xeno.items():
        bought = f"{id}:1" if xeno.tiers else id
        says = [r.says for r in unit_refusals(unit("militia", bought), 24) if r.rule == "detachment.xeno-eligible"]
        assert any("may not take" in s for s in says) is (id not in allowed), id


@pytest.mark.rule("rampant.detachment.one-nature")
@pytest.mark.parametrize("two", [("undying", "machine"), ("machine", "otherworldly"), ("undying", "otherworldly")])
def test_one_nature_at_most(two):
    assert "detachment.one-nature" in rules(unit_refusals(unit("militia", *two, machine_free="move"), 24))
    assert not rules(unit_refusals(unit("militia", "undying", "infectious"), 24))


@pytest.mark.rule("rampant.detachment.purchase-order")
@pytest.mark.parametrize(
    ("bought", "field", "value"),
    [
        (unit("berserk", "full-squad", "raw-fury"), "attack_value", 4),
        (unit("berserk", "raw-fury", "full-squad"), "attack_value", 4),
        (unit("soft-skin-vehicle", "scythes", "walker"), "attack_value", 4),
        (unit("soft-skin-vehicle", "walker", "scythes"), "attack_value", 4),
        (unit("militia", "throng", "ravening"), "shoot_range", 0),
        (unit("militia", "ravening", "throng"), "shoot_range", 0),
        (unit("soft-skin-vehicle", "gun-truck", "short-arms"), "shoot_range", 12),
        (unit("heavy", "full-squad", "assault-drill"), "attack_value", 4),
        (unit("soft-skin-vehicle", "bolted-plates", "big-rig", "seats-15", "walker"), "max_move", 4),
    ],
)
def test_purchases_first_set_and_then_add(bought, field, value):
    assert getattr(profile(bought), field) == value


@pytest.mark.rule("rampant.detachment.refusal")
def test_every_broken_rule_is_named():
    units = tuple(unit(k, name=str(i)) for i, k in enumerate(["support"] * 5))
    broken = Roster("Unfinished", units)
    found = rules(roster_refusals(broken))
    assert found == {"detachment.size", "detachment.commander"}


@pytest.mark.rule("rampant.detachment.refusal")
def test_a_refused_roster_cannot_start_a_battle():
    from xenotable.games.rampant.state import Setup

    setup = Setup((Roster("Nobody", ()), ready("cinder-company")))
    assert {"detachment.commander", "detachment.unit-count"} <= rules(GAME.setup_refusals(setup))
    assert not rules(GAME.setup_refusals(Setup((ready("ashen-choir"), ready("cinder-company")))))


@pytest.mark.rule("rampant.detachment.refusal")
@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        (Entry("A", "heavi"), "heavy"),
        (Entry("A", "heavy", ("mobil",)), "mobile"),
        (Entry("A", "light", (), ("slw",)), "slow"),
    ],
)
def test_a_mistyped_name_is_answered_with_the_nearest(wrong, near):
    (refusal,) = roster_refusals(Roster("R", (wrong,)))
    assert refusal.rule == "detachment.refusal"
    assert near in refusal.remedy


@pytest.mark.rule("rampant.detachment.total")
def test_the_total_is_what_half_is_measured_against():
    from xenotable.games.rampant.rules.courage.losses import remove

    battle = Skirmish()
    for kind, bought in (("elite", ()), ("support", ()), ("greater-xenomorph", ()), ("transport-vehicle", ())):
        battle.put(0, kind, (10.0 + 6 * len(battle.rows), 10.0), *bought)
    battle.put(0, "light", (40, 10), "full-squad")
    battle.put(0, "light", where="reserve")
    assert total(Roster("R", tuple(battle.entries[0]))) == battle.game.sides[0].total == 23
    remove(battle.game, "a1", "destroyed")
    remove(battle.game, "a2", "destroyed")
    assert (battle.game.sides[0].removed, battle.game.sides[0].half) == (11, False)
    remove(battle.game, "a6", "destroyed")
    assert (battle.game.sides[0].removed, battle.game.sides[0].half) == (12, True)


@pytest.mark.parametrize(
    ("bought", "kin", "legal"),
    [
        claim("play.kin", ("machine",), "terran", False),
        (("machine",), "machine", True),
        (("undying",), "undying", True),
        (("otherworldly",), "rift", True),
        claim("play.kin", ("otherworldly",), "beast", False),
        ((), "alien", True),
        ((), "beast", True),
        ((), "machine", False),
        ((), "elf", False),
    ],
)
def test_a_nature_forces_the_kin(bought, kin, legal):
    some = Entry("Unit", "light", (), bought, kin, machine_free="shoot" if "machine" in bought else "")
    assert ("play.kin" not in rules(unit_refusals(some, 24))) is legal


# ---- what a refusal says --------------------------------------------------------------------------------------------


def said(refusals, id):
    return [(r.args, r.remedy) for r in refusals if r.rule == id]


@pytest.mark.rule("rampant.detachment.size", "rampant.detachment.unit-count")
def test_a_list_that_is_too_long_or_too_dear_says_by_how_much():
    dear = roster(*points(27))
    assert [args["over"] for args, _ in said(roster_refusals(dear), "detachment.size")] == [3]
    for n, remedy in ((2, "Add units."), (11, "Leave units out.")):
        (found,) = said(roster_refusals(roster(*[unit("light")] * n)), "detachment.unit-count")
        assert (found[0]["n"], found[1]) == (n, remedy)


@pytest.mark.rule("rampant.detachment.size")
def test_battles_have_one_of_five_sizes():
    (found,) = said(roster_refusals(roster(*[unit("light")] * 3), 20), "detachment.size")
    assert found[0] == {"n": 20}


@pytest.mark.rule("rampant.detachment.size", "rampant.detachment.refusal")
def test_what_hangs_on_the_size_is_not_judged_before_it_is_chosen():
    """It was said that from 3 to 0 units are allowed, and at most 0 points for each."""
    tanks = [unit("fighting-vehicle", name=str(i)) for i in range(2)]
    assert rules(roster_refusals(roster(*tanks), 0)) == {"detachment.size"}
    assert rules(roster_refusals(roster(*tanks), 12)) == {
        "detachment.unit-count",
        "detachment.heavy-vehicle-cap",
        "detachment.vehicle-points-cap",
    }


@pytest.mark.rule("rampant.detachment.unit-cost-cap", "rampant.detachment.vehicle-points-cap")
def test_what_is_too_much_for_half_says_what_half_is():
    elite = unit("elite", "heavy-weapon", "bombardment", "penetrators")
    assert [args["most"] for args, _ in said(unit_refusals(elite, 24), "detachment.unit-cost-cap")] == [12]
    trucks = [unit("soft-skin-vehicle", "walker")] * 2 + [unit("soft-skin-vehicle", "walker", "hover")]
    found = said(roster_refusals(roster(unit("light"), *trucks)), "detachment.vehicle-points-cap")
    assert [args["most"] for args, _ in found] == [12]
    heavy = roster(unit("light"), unit("light"), *[unit("transport-vehicle")] * 3)
    assert [args["most"] for args, _ in said(roster_refusals(heavy, 36), "detachment.heavy-vehicle-cap")] == [2]


@pytest.mark.rule("rampant.roster.name-and-points")
def test_each_unit_has_a_name_of_its_own():
    for names, twice in ((("A", "B", "C"), []), (("A", "A", "C"), ["A"]), (("A", "A", "A"), ["A"])):
        units = tuple(unit("light", name=name, commander=not i) for i, name in enumerate(names))
        found = said(roster_refusals(Roster("R", units)), "roster.name-and-points")
        assert [args["name"] for args, _ in found] == twice
    assert "roster.name-and-points" in rules(unit_refusals(unit("light", name=" "), 24))


@pytest.mark.rule("rampant.detachment.xeno-eligible")
@pytest.mark.parametrize("bought", ["overmind", "hired-guns"])
def test_what_the_commanders_own_unit_may_not_have(bought):
    for leads, refused in ((False, set()), (True, {f"xeno.{bought}"})):
        assert rules(unit_refusals(unit("heavy", bought, commander=leads), 24)) == refused
    assert rules(unit_refusals(unit("heavy", "cloaked", commander=True), 24)) == set()


@pytest.mark.rule("rampant.play.kin")
def test_a_kin_is_natural_or_that_of_its_rule():
    for kin, bought, legal in (("terran", (), True), ("rift", (), False), ("beast", ("machine",), False)):
        found = rules(unit_refusals(unit("heavy", *bought, kin=kin, machine_free="move"), 24))
        assert found == (set() if legal else {"play.kin"})


@pytest.mark.rule("rampant.xeno.machine-orders")
def test_a_machine_names_one_more_free_action_that_it_can_take():
    for free, bought, legal in (("move", (), True), ("", (), False), ("shoot", ("unarmed",), False)):
        found = rules(unit_refusals(unit("heavy", "machine", *bought, machine_free=free), 24))
        assert found == (set() if legal else {"xeno.machine-orders"})


@pytest.mark.rule("rampant.xeno.machine-orders")
def test_a_rooted_machine_can_only_shoot_and_with_nothing_to_shoot_with_names_nothing():
    for kind, free, legal in (
        ("heavy", "move", False), ("heavy", "attack", False), ("heavy", "shoot", True), ("heavy", "", False),
        ("greater-xenomorph", "", True), ("greater-xenomorph", "attack", False),
    ):  # fmt: skip
        found = rules(unit_refusals(unit(kind, "machine", "rooted", machine_free=free), 24))
        assert found == (set() if legal else {"xeno.machine-orders"})


@pytest.mark.rule("rampant.command.champion-3-seasoned")
def test_only_a_seasoned_commanders_unit_names_a_free_action():
    for leads, trait, legal in ((True, "seasoned", False), (False, "seasoned", True), (True, "", True)):
        found = rules(unit_refusals(unit("heavy", commander=leads), 24, trait))
        assert found == (set() if legal else {"command.champion-3-seasoned"})
