"""Chapter "play": the vocabulary of the table, what is open and what is hidden."""

import msgspec
import pytest

from games.rampant.skirmish import Skirmish, claim, hits, rules
from xenotable.engine import Match, Placed, Scripted, View, load, save, verify
from xenotable.games.rampant.rules.content import ready
from xenotable.games.rampant.rules.courage.losses import remove
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, move_refusals
from xenotable.games.rampant.rules.play.conventions import bits_under, distance, edge_distance
from xenotable.games.rampant.rules.play.turns import begin_turn
from xenotable.games.rampant.rules.shooting.dice import volley
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.rules.terrain.field import field
from xenotable.games.rampant.scenes import Blast, Bombardment, Boom, Orders, Shooting
from xenotable.games.rampant.state import Setup, Spell
from xenotable.games.rampant.title import GAME
from xenotable.players import play_out, player


def begun(*faces, scenario="first-blood"):
    """Two ready detachments, until the first decision."""
    setup = Setup((ready("cinder-company"), ready("ashen-choir")), scenario)
    return Match(GAME.new(setup), Scripted(faces))


@pytest.mark.rule("rampant.play.players")
def test_two_players_with_one_detachment_each():
    match = begun(5, 2)
    game = match.game
    assert game.seats == 2
    assert {row.seat for row in game.units.values()} == {0, 1}
    assert [game.sides[s].total for s in (0, 1)] == [24, 24]
    assert len(game.units) == sum(len(r.units) for r in game.setup.rosters)


@pytest.mark.rule("rampant.play.table")
def test_the_table_and_its_edges():
    battle = Skirmish()
    unit = battle.put(0, "light", (1.5, 10))
    assert (field(battle.game).width, field(battle.game).depth) == (48, 48)
    at = (10.0, 20.0)
    found = {e: edge_distance(battle.game, at, e) for e in ("south", "north", "west", "east")}
    assert found == {"south": 20, "north": 28, "west": 10, "east": 38}
    context = MoveContext(battle.game, unit, 8.0)
    assert not rules(move_refusals(context, ((1.5, 12.0),)))
    assert rules(move_refusals(context, ((1.4, 12.0),))) == {"moving.table-edge"}


@pytest.mark.rule("rampant.play.measure")
def test_distances_run_between_the_nearest_edges():
    battle = Skirmish()
    one, two = battle.put(0, "light", (10, 10)), battle.put(1, "light", (25, 10))
    three = battle.put(1, "light", (12, 10))
    assert distance(battle.game, one, two) == distance(battle.game, two, one) == 12
    assert distance(battle.game, one, three) == 0  # never below zero


@pytest.mark.rule("rampant.play.within")
@pytest.mark.parametrize(("gap", "armour"), [(18.0, 3), (18.002, 4)])
def test_within_includes_the_distance_itself(gap, armour):
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy",), ("heavy",), gap)
    assert volley(battle.game, shooter, target, "shoot").armour == armour
    far = battle.put(1, "recon", (24 + 15.0, 4))
    assert not rules(target_refusals(battle.game, shooter, far))  # Elusive at exactly 12 in


@pytest.mark.parametrize(("y", "legal"), [(14.0, True), claim("moving.separation", 14.01, False)])
def test_a_gap_of_exactly_one_inch_is_legal(y, legal):
    battle = Skirmish()
    unit, _friend = battle.put(0, "light", (24, 10)), battle.put(0, "light", (24, 18))
    found = rules(move_refusals(MoveContext(battle.game, unit, 8.0), ((24.0, y),)))
    assert found == (set() if legal else {"moving.separation"})


@pytest.mark.rule("rampant.play.figures")
def test_figures_are_decoration():
    battle = Skirmish()
    squad, tank = battle.put(0, "heavy", (10, 10), strength=3), battle.put(0, "fighting-vehicle", (20, 10), strength=3)
    battle.now(marker=(24.0, 24.0))
    tokens = {t.id: t for t in GAME.tokens(battle.game, 0)}
    assert set(tokens) == {squad, tank, "envoy"}  # one token for each of them
    assert (tokens[squad].pips.now, tokens[squad].pips.full) == (3, 5)
    assert tokens[tank].kind == "vehicle"
    from xenotable.games.rampant.rules.shooting.dice import combat_dice

    assert combat_dice(battle.game, squad) == combat_dice(battle.game, tank) == 10


@pytest.mark.parametrize(("x", "inside"), [claim("play.in-area", 14.0, True), (14.1, False)])
def test_a_unit_is_where_its_centre_is(x, inside):
    battle = Skirmish()
    battle.land("woods", 10, 20, 4)
    unit = battle.put(0, "light", (x, 20))
    assert bool(bits_under(battle.game, unit)) is inside


@pytest.mark.rule("rampant.play.rerolls")
def test_a_missed_die_is_thrown_again_once_whatever_the_rules():
    """A sworn foe that is also guided: the misses are thrown again once, not twice."""
    from xenotable.games.rampant.state import Spell

    battle = Skirmish().side(0, foe="terran")
    shooter, target = battle.face_off(("heavy", "sworn-foe"), ("heavy",))
    battle.rows[shooter] |= {"spells": (Spell("guide-the-shot", shooter, "start", 0),)}
    battle.start(Shooting(shooter)).roll(*hits(0), *hits(3, face=6), 6, 6).go(target=target)
    assert battle.unit(target).strength == 4


@pytest.mark.rule("rampant.play.simultaneous")
def test_the_active_player_goes_first():
    """An explosion hits a unit on each side: that of the active player tests first."""
    battle = Skirmish().now(active=1)
    battle.put(0, "heavy", (18, 24)), battle.put(1, "heavy", (30, 24))
    hulk = battle.put(0, "heavy", (4, 4), "volatile:1")
    battle.start(Blast((Boom(hulk, 24.0, 24.0, 2),))).roll(3, 1, 3, 1, 6, 6, 6, 6).go()
    told = battle.told()
    assert told.index("b1 passes") < told.index("a1 passes")


@pytest.mark.rule("rampant.play.simultaneous")
def test_each_owner_chooses_the_order_of_the_own_tests():
    battle = Skirmish().now(active=1)
    near = [(24, 28), (20, 24), (28, 24)]
    first, second, third = (battle.put(seat, "heavy", at) for seat, at in zip((0, 0, 1), near, strict=True))
    caller = battle.put(1, "heavy", (4, 4))
    battle.start(Bombardment(caller, 24.0, 24.0))
    battle.roll(*([4] + [1] * 4) * 3, 6, 6).go()  # one hit each; the active player's unit tests first, unasked
    assert (battle.asked, battle.ask.seat) == ("next-test", 0)
    battle.roll(6, 6, 6, 6).go(next_test=second)
    told = battle.told()
    assert told.index(f"{third} passes") < told.index(f"{second} passes") < told.index(f"{first} passes")


@pytest.mark.rule("rampant.play.simultaneous")
def test_of_two_explosions_the_owner_chooses_the_first():
    battle = Skirmish()
    one, two = (battle.put(0, "heavy", None, "volatile:1", where="gone", gone="destroyed") for _ in range(2))
    booms = tuple(Boom(u, x, 10.0, 1) for u, x in ((one, 10.0), (two, 40.0)))
    battle.start(Blast(booms)).go(explosion=two)
    told = battle.told()
    assert told.index(f"{two} explodes") < told.index(f"{one} explodes")


def two_wrecks(seats, active=0):
    """An explosion between two transports with a point left, each full of light infantry."""
    battle = Skirmish().now(active=active)
    hulk = battle.put(1, "heavy", (4, 4), "volatile:1")
    trucks = [battle.put(s, "transport-vehicle", (24, y), strength=1) for s, y in zip(seats, (19, 29), strict=True)]
    squads = [battle.put(s, "light", where="aboard", inside=t) for s, t in zip(seats, trucks, strict=True)]
    battle.put(0, "heavy", (44, 4)), battle.put(0, "heavy", (44, 44))
    return battle.start(Blast((Boom(hulk, 24.0, 24.0, 8),))).roll(*[6] * 16), squads


@pytest.mark.rule("rampant.play.simultaneous")
def test_of_two_wrecks_the_owner_chooses_who_bails_out_first():
    battle, (one, two) = two_wrecks((0, 0), active=1)
    battle.go()
    assert (battle.asked, battle.ask.seat, battle.options()) == ("bail-first", 0, [one, two])
    battle.roll(6, 6, 6, 6, 6).go(bail_first=two)
    battle.roll(6, 6, 6, 6, 6).go(bail_place=Placed({two: (24.0, 29.0)}))
    assert battle.asked == "bail-place"  # nobody tests before all are out
    battle.go(bail_place=Placed({one: (24.0, 19.0)}))
    battle.roll(6, 6, 6, 6).go(next_test=one)
    told = battle.told()
    assert told.index(f"{two} bails out") < told.index(f"{one} bails out")
    assert told.index(f"{one} passes") < told.index(f"{two} passes")


@pytest.mark.rule("rampant.play.simultaneous")
@pytest.mark.parametrize("active", [0, 1])
def test_of_two_wrecks_the_active_players_passengers_get_out_first(active):
    battle, squads = two_wrecks((0, 1), active)
    battle.roll(6, 6, 6, 6, 6).go()
    assert (battle.asked, battle.ask.seat) == ("bail-place", active)
    assert f"{squads[active]} bails out" in battle.told()


@pytest.mark.rule("rampant.play.simultaneous")
def test_wrecks_of_a_bombardment_are_left_in_the_same_order():
    battle = Skirmish().now(active=1)
    trucks = [battle.put(s, "transport-vehicle", (24, y), strength=1) for s, y in ((0, 21.5), (1, 26.5))]
    squads = [battle.put(s, "light", where="aboard", inside=trucks[s]) for s in (0, 1)]
    caller = battle.put(1, "heavy", (4, 4))
    battle.roll(*[6] * 10).roll(6, 6, 6, 6, 6).start(Bombardment(caller, 24.0, 24.0)).go()
    assert (battle.asked, battle.ask.seat) == ("bail-place", 1)
    assert f"{squads[0]} bails out" not in battle.told()


@pytest.mark.rule("rampant.xeno.volatile-blast")
def test_passengers_get_out_after_the_last_explosion():
    battle = Skirmish()
    hulk = battle.put(1, "heavy", (4, 4), "volatile:1")
    truck = battle.put(0, "transport-vehicle", (24, 19), strength=1)
    squad = battle.put(0, "light", where="aboard", inside=truck)
    bomb = battle.put(1, "light", (24, 29), "volatile:1", strength=1)
    battle.put(0, "heavy", (44, 4))
    battle.roll(*[6] * 8, *[6] * 8).roll(6, 6, 6, 6, 6)  # the second explosion meets nobody
    battle.start(Blast((Boom(hulk, 24.0, 24.0, 8),))).go()
    told = battle.told()
    assert told.index(f"{bomb} explodes") < told.index(f"{squad} bails out")


@pytest.mark.parametrize("active", [0, 1])
def test_every_unit_that_an_explosion_meets_is_a_safe_point(active):
    """And whoever is active, its owner decides whether its surgeon tries."""
    battle = Skirmish(ask_all=True).now(active=active)
    hulk = battle.put(1, "heavy", (4, 4), "volatile:1")
    for x in (18, 22, 26, 30):
        battle.put(0, "heavy", (x, 22), "field-surgeon")
    battle.roll(*[6] * 32).start(Blast((Boom(hulk, 24.0, 24.0, 8),)))
    tails = []
    while battle.asked == "treat":
        tails.append(len(battle.match.tail))
        assert not battle.match.answer(0, False)
    assert tails == [1, 1, 1, 1]
    assert battle.asked == "next-test"


@pytest.mark.rule("rampant.play.open-information")
def test_rosters_rows_and_scores_are_seen_by_both():
    match = begun(5, 2)
    views = [View(match, seat).game.encode() for seat in (0, 1)]
    for part in ("units", "sides", "battle", "buildings"):
        assert views[0][part] == views[1][part]
    assert match.game.sides[0].trait == ready("cinder-company").trait


@pytest.mark.rule("rampant.play.hidden-information")
def test_vows_are_hidden_from_the_enemy():
    match = begun(5, 2)
    while match.open[0].key != "vows":
        ask = match.open[0]
        assert not match.answer(ask.seat, ask.candidates(1, lambda: 0.0)[0], ask.key)
    assert not match.answer(0, ("cold-steel", "unbroken"), "vows")
    assert not match.answer(1, (), "vows")
    assert match.game.secret[0].vows == ("cold-steel", "unbroken")
    assert View(match, 0).game.secret[0].vows == ("cold-steel", "unbroken")
    assert View(match, 1).game.secret[0].vows == ()
    assert b"unbroken" not in View(match, 1).encoded().replace(b"vow-unbroken", b"")
    imagined = {match.imagine(1, seed).game.secret[0].vows for seed in range(12)}
    assert len(imagined) > 1  # the enemy can only guess


@pytest.mark.rule("rampant.play.decisions-in-turn")
def test_decisions_of_a_turn_are_put_to_whom_they_belong():
    battle = Skirmish(react=True)
    shooter, target = battle.face_off(("light",), ("heavy",), 10.0)
    battle.put(1, "heavy", (34, 20))
    battle.start(Orders(0))
    seen = []
    dice = {"order": (6, 5), "firefight": hits(0)}
    for key, said in (("unit", shooter), ("order", "shoot"), ("target", target), ("firefight", False)):
        seen.append((battle.asked, battle.ask.seat))
        battle.roll(*dice.get(key, ())).go(**{key: said})
    assert seen == [("unit", 0), ("order", 0), ("target", 0), ("firefight", 1)]


@pytest.mark.parametrize(
    ("bought", "strength", "more"),
    [
        ((), 3, True),
        claim("play.rounding", (), 2, False),
        (("full-squad",), 6, True),
        claim("play.rounding", ("full-squad",), 5, False),
    ],
)
def test_more_than_half_is_checked_exactly(bought, strength, more):
    from xenotable.games.rampant.rules.play.conventions import above_half

    battle = Skirmish()
    unit = battle.put(0, "light", (10, 10), *bought, strength=strength)
    assert above_half(battle.game, unit) is more


@pytest.mark.rule("rampant.play.markers")
def test_a_new_turn_clears_the_markers_of_the_last_one():
    from xenotable.games.rampant.scenes import Turn

    battle = Skirmish()
    unit = battle.put(0, "light", (10, 4), activated=True, targeted=True, moved=5.0, prone=True, charge="held")
    battle.put(1, "heavy", (10, 44), targeted=True)
    battle.start(Turn(3, 0)).go()
    row = battle.unit(unit)
    assert (row.activated, row.targeted, row.moved, row.charge, row.prone) == (False, False, 0.0, "", True)
    assert not battle.unit("b1").targeted


def test_a_unit_that_is_gone_stays_gone():
    battle = Skirmish()
    unit = battle.put(0, "light", (10, 4))
    battle.put(0, "light", (20, 4))
    remove(battle.game, unit, "destroyed")
    assert battle.game.units[unit].where == "gone"
    assert not list(GAME.invariants(battle.game))


def test_a_battle_saved_under_the_rules_before_goes_on():
    """Rules 2 had no wrecks in an explosion and laid out random terrain in one go."""
    setup = Setup((ready("cinder-company"), ready("ashen-choir")), "three-beacons", terrain="random")
    match = Match(GAME.new(setup), 3)
    records = []
    play_out(
        match,
        {s: player("random", GAME, f"3:{s}") for s in (0, 1)},
        watch=lambda m: records.append(save(m)) if not records and len(m.tape) >= 60 else None,
    )
    plain = msgspec.json.decode(records[0])
    plain["rules"] = 2
    old = msgspec.json.encode(plain)
    assert verify(old, GAME) == ["It was played by rules rampant/2; these are rampant/6."]
    again, note = load(old, GAME)
    assert note == ""
    play_out(again, {s: player("random", GAME, f"4:{s}") for s in (0, 1)})
    assert again.game.result is not None


def test_rounds_are_counted_to_where_the_battle_may_end():
    """Five rounds, and up to two more by the dice: never "6 of 5"."""
    match, seen = Match(GAME.new(GAME.offers()[0].setup), 3), []

    def look(battle):
        lines = next(panel.lines for panel in GAME.panels(battle.game, 0) if panel.id == "turn")
        seen.extend(line.value for line in lines if line.label == "Round")

    play_out(match, {seat: player("random", GAME, seat) for seat in (0, 1)}, watch=look)
    rounds = list(dict.fromkeys(seen))
    assert rounds[0] == "not begun"
    assert rounds[1:] == [f"{n} of 5 to 7" for n in range(1, len(rounds))]


@pytest.mark.rule("rampant.play.round-turn-phase", "rampant.play.markers")
def test_what_is_marked_for_one_turn_is_taken_off_both_sides():
    battle = Skirmish().side(0, used=("drillmaster",), drops=2).side(1, used=("fire-control",), drops=1)
    unit = battle.put(0, "light", (24, 4), rallied=True, spells=SPELLS)
    gone = battle.put(1, "light", where="gone", activated=True)
    begin_turn(battle.game, 2, 0)
    assert [(battle.of_side(s).used, battle.of_side(s).drops) for s in (0, 1)] == [((), 0), ((), 0)]
    assert not battle.unit(unit).rallied
    assert battle.unit(gone).activated  # who is gone is left alone
    assert battle.unit(unit).spells == SPELLS[1:]  # only what ends at the start of this side's phase


SPELLS = (Spell("impel", "a1", "start", 0), Spell("calm", "a1", "end", 0), Spell("veil", "b1", "start", 1))
