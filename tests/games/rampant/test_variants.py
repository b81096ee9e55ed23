"""Chapter "variants": table switches that are off unless both players turn them on."""

import pytest

from games.rampant.skirmish import Skirmish, rules, way
from xenotable.engine import Match
from xenotable.games.rampant.armour import shooting_armour
from xenotable.games.rampant.detachment import Entry, Roster, ready
from xenotable.games.rampant.field import field_of
from xenotable.games.rampant.legality import roster_refusals
from xenotable.games.rampant.moving import separation
from xenotable.games.rampant.scenarios import last_round
from xenotable.games.rampant.scenes import Moving, Orders
from xenotable.games.rampant.state import Rampant, Setup
from xenotable.games.rampant.zones import own_zones


@pytest.mark.rule("rampant.variants.switches")
def test_the_log_lists_what_is_in_force():
    pair = (ready("cinder-company"), ready("ashen-choir"))
    match = Match(Rampant.new(Setup(pair, "first-blood", variants=("steady-command", "no-vows"))), 1)
    told = [e.words(match.game.name) for e in match.events]
    assert told[:2] == ["Steady Command is in force.", "Plain Victory is in force."]
    assert "variants.switches" in rules(Rampant.setup_refusals(Setup(pair, variants=("steady-comand",))))


@pytest.mark.parametrize(("variants", "over"), [((), True), (("steady-command",), False)])
@pytest.mark.rule("rampant.activation.failure-ends-phase")
def test_a_failed_order(variants, over):
    battle = Skirmish(variants=variants)
    first, second = battle.put(0, "light", (10, 10)), battle.put(0, "heavy", (20, 10))
    battle.put(1, "heavy", (20, 22))
    battle.start(Orders(0)).roll(1, 1).go(unit=first, order="shoot")
    assert battle.live.now.over is over
    if not over:
        assert second in battle.options()
        assert first not in battle.options()


@pytest.mark.rule("rampant.variants.steady-command")
def test_with_steady_command_only_that_unit_is_done():
    battle = Skirmish(variants=("steady-command",))
    first, second = battle.put(0, "light", (10, 10)), battle.put(0, "heavy", (20, 10))
    foe = battle.put(1, "heavy", (20, 22))
    battle.start(Orders(0)).roll(2, 3).go(unit=first, order="shoot")
    battle.roll(*[1] * 10).go(unit=second, order="shoot", target=foe)
    assert battle.unit(second).activated


@pytest.mark.rule("rampant.variants.wide-order")
def test_wide_order_is_three_inches():
    battle = Skirmish(variants=("wide-order",))
    uid = battle.put(0, "light", (24, 10))
    battle.put(0, "light", (24, 20))
    assert separation(battle.game) == 3.0
    battle.start(Moving(uid)).go(manner="move")
    assert battle.why_not(way(uid, (24, 14.1))) == {"variants.wide-order"}
    assert not battle.why_not(way(uid, (24, 14)))
    for gap, fine in ((7.0, True), (6.9, False)):
        lane = Skirmish(variants=("wide-order",))
        uid = lane.put(0, "light", (24, 8), "mobile")
        lane.put(1, "light", (24 - gap / 2 - 1.5, 14))
        lane.put(1, "light", (24 + gap / 2 + 1.5, 14))
        lane.start(Moving(uid)).go(manner="move")
        assert (not lane.why_not(way(uid, (24, 19.5)))) is fine


@pytest.mark.parametrize(
    ("at", "bought", "armour"), [((24, 10), (), 4), ((38, 24), (), 5), ((24, 10), ("anti-vehicle",), 1)]
)
@pytest.mark.rule("rampant.variants.rear-hits")
def test_rear_hits(at, bought, armour):
    battle = Skirmish(variants=("rear-hits",))
    truck = battle.put(0, "transport-vehicle", (24, 24), facing=90.0)
    foe = battle.put(1, "elite", at, *bought)
    assert shooting_armour(battle.game, foe, truck, False, "anti-vehicle" if bought else "") == armour
    plain = Skirmish()
    truck = plain.put(0, "transport-vehicle", (24, 24), facing=90.0)
    foe = plain.put(1, "elite", at)
    assert shooting_armour(plain.game, foe, truck, False, "") == 5


@pytest.mark.rule("rampant.variants.quick-battle")
def test_a_quick_battle():
    field = field_of("quick-battle")
    assert (field.width, field.depth) == (36, 36)
    discs = {land.kind.id: [] for land in field.lands.values()}
    for land in field.lands.values():
        if land.piece.disc:
            discs[land.kind.id].append(land.piece.disc[:2])
    assert discs["hill"] == [(18, 18)]
    assert discs["woods"] == [(4, 14), (32, 22)]
    assert "spires" not in discs
    units = tuple(Entry(f"U{n}", "light", ("full-squad",), commander=n == 0) for n in range(4))
    small = Roster("Small", units)
    assert not rules(roster_refusals(small, 12))
    setup = Setup((small, small), "first-blood", 12, ("quick-battle",))
    assert not list(Rampant.setup_refusals(setup))
    game = Match(Rampant.new(setup), 1).game
    assert last_round(game) == 5
    assert own_zones(game, game.now.attacker)[0].corners[2] == (36, 6)
    assert "variants.quick-battle" in rules(
        Rampant.setup_refusals(Setup((small, small), "the-envoy", 12, ("quick-battle",)))
    )


@pytest.mark.rule("rampant.variants.no-vows")
def test_plain_victory_asks_for_no_vows_and_counts_none():
    from xenotable.games.rampant.scenarios import finish

    battle = Skirmish("three-beacons", variants=("no-vows",))
    battle.put(0, "heavy", (10, 10))
    battle.put(1, "heavy", (40, 40))
    battle.game.secret.set(0, vows=("unbroken",))
    finish(battle.game, None)
    assert battle.game.result.scores == (0, 0)
