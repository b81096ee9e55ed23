"""Chapter "play": table, measuring, footprints, dice, hidden information, and the list of every decision."""

import pytest

from games.rampant.skirmish import Skirmish, rules
from xenotable.engine import Match, View
from xenotable.games.rampant.command import near
from xenotable.games.rampant.detachment import Entry, profile, ready
from xenotable.games.rampant.display import tokens
from xenotable.games.rampant.field import bits_under, circle, distance, field, within
from xenotable.games.rampant.orders import why_not_order
from xenotable.games.rampant.paths import edge_distance
from xenotable.games.rampant.scenes import Blast, Boom, Orders, Turn
from xenotable.games.rampant.shooting import combat_dice
from xenotable.games.rampant.state import Rampant, Setup, above_half
from xenotable.games.rampant.targets import target_refusals
from xenotable.table import on_table


@pytest.mark.rule("rampant.play.players")
def test_two_detachments_oppose_each_other_whoever_plays():
    match = Match(Rampant.new(Setup((ready("cinder-company"), ready("silent-vault")))), 1)
    assert match.game.seats == 2
    assert {row.seat for row in match.game.units.values()} == {0, 1}


@pytest.mark.rule("rampant.play.round-turn-phase")
def test_a_round_is_two_turns_and_reactions_come_back_each_turn():
    battle = Skirmish()
    uid = battle.put(0, "light", (10, 10), targeted=True, activated=True)
    battle.put(1, "heavy", (40, 40))
    battle.start(Turn(3, 1)).go()
    assert (battle.live.now.round, battle.live.now.active) == (3, 1)
    assert not battle.unit(uid).targeted
    assert battle.live.scenes[0].seat == 1


@pytest.mark.rule("rampant.play.table")
def test_the_table_and_its_edges():
    game = Skirmish().game
    assert (field(game).width, field(game).depth) == (48, 48)
    assert [edge_distance(game, (10, 20), e) for e in ("south", "north", "west", "east")] == [20, 28, 10, 38]
    battle = Skirmish()
    inside, outside = battle.put(0, "heavy", (1.5, 10)), battle.put(0, "heavy", (1.4, 30))
    assert on_table(circle(battle.game, inside), 48, 48)
    assert not on_table(circle(battle.game, outside), 48, 48)


@pytest.mark.rule("rampant.play.measure")
def test_distances_run_between_edges():
    battle = Skirmish()
    a, b = battle.put(0, "heavy", (10, 10)), battle.put(1, "heavy", (25, 10))
    assert distance(battle.game, a, b) == 12.0
    assert distance(battle.game, b, b) == 0.0


@pytest.mark.parametrize(("gap", "extreme"), [(18.0, 3), (18.0009, 3), (18.0029, 4)])
@pytest.mark.rule("rampant.play.within")
def test_within_includes_the_distance_itself(gap, extreme):
    from xenotable.games.rampant.shooting import volley

    battle = Skirmish()
    a, b = battle.put(0, "heavy", (24, 4)), battle.put(1, "heavy", (24, 7 + gap))
    assert volley(battle.game, a, b, "shoot").armour == extreme
    assert within(12.0, 12.0)
    assert not within(12.002, 12.0)


@pytest.mark.parametrize(
    ("kind", "options", "diameter"),
    [
        ("heavy", (), 3),
        ("heavy", ("full-squad",), 4),
        ("militia", ("throng",), 5),
        ("soft-skin-vehicle", (), 4),
        ("soft-skin-vehicle", ("big-rig",), 5),
    ],
)
@pytest.mark.rule("rampant.play.footprint")
def test_footprints_follow_from_the_starting_strength(kind, options, diameter):
    battle = Skirmish()
    uid = battle.put(0, kind, (24, 24), *options, strength=3)
    assert circle(battle.game, uid).r * 2 == diameter


@pytest.mark.rule("rampant.play.figures")
def test_figures_are_decoration():
    battle = Skirmish()
    squad, tank = battle.put(0, "heavy", (10, 10), strength=3), battle.put(0, "fighting-vehicle", (20, 10), strength=3)
    shown = {t.id: t for t in tokens(battle.game)}
    assert (shown[squad].pips.now, shown[squad].pips.full) == (3, 5)
    assert shown[tank].kind == "vehicle"
    assert combat_dice(battle.game, squad) == combat_dice(battle.game, tank) == 10


@pytest.mark.rule("rampant.play.in-area")
def test_the_centre_decides_and_the_boundary_counts():
    battle = Skirmish()
    battle.land("woods", 10, 20, 4)
    on, off = battle.put(0, "heavy", (14, 20)), battle.put(0, "heavy", (14.1, 28))
    assert bits_under(battle.game, on)
    assert not bits_under(battle.game, off)
    rim = Skirmish()
    rim.land("woods", 10, 20, 4)
    outside = rim.put(0, "heavy", (14.1, 20))
    assert not bits_under(rim.game, outside)


@pytest.mark.rule("rampant.play.kin")
def test_a_nature_forces_its_kin():
    def refusals(entry):
        from xenotable.games.rampant.legality import unit_refusals

        return rules(unit_refusals(entry, 24))

    golem = Entry("Golems", "heavy", (), ("machine",), "terran", machine_free="move")
    assert profile(golem).kin == "machine"
    assert refusals(golem) == {"play.kin"}
    assert not refusals(Entry("Skitterlings", "lesser-xenomorph", kin="beast"))
    assert refusals(Entry("Ghosts", "light", kin="ghost")) == {"play.kin"}
    assert profile(Entry("R", "light", (), ("otherworldly",))).kin == "rift"


@pytest.mark.rule("rampant.play.dice")
def test_tests_add_dice_and_hits_are_read_one_by_one():
    battle = Skirmish()
    uid, foe = battle.put(0, "light", (24, 10), "full-squad"), battle.put(1, "heavy", (24, 25))
    battle.roll(3, 4, 1, 2, 5, 6, 3, 5, 4, 6, 2, 1, 6, 6)
    battle.start(Orders(0)).go(unit=uid, order="shoot", target=foe)
    assert "7 against 6" in battle.told()
    assert "4 hits" in battle.told()


@pytest.mark.rule("rampant.play.rounding")
def test_more_than_half_is_counted_exactly():
    battle = Skirmish()
    cases = (("heavy", (), 3, 2), ("heavy", ("full-squad",), 6, 5), ("primitive", ("throng",), 8, 7))
    for n, (kind, options, above, below) in enumerate(cases):
        for y, strength, full in ((10, above, True), (20, below, False)):
            uid = battle.put(0, kind, (8 + n * 8, y), *options, strength=strength)
            battle._game = None
            assert above_half(battle.game, uid) is full


@pytest.mark.rule("rampant.play.rerolls")
def test_no_test_is_rolled_a_third_time():
    from xenotable.games.rampant.state import Spell

    battle = Skirmish().side(0, "commanding-voice")
    spell = Spell("impel", "a2", "start", 0)
    uid = battle.put(0, "light", (24, 10), commander=True, spells=(spell,))
    battle.put(0, "light", (30, 10), "psychic:1", powers=("impel",))
    battle.put(1, "heavy", (24, 24))
    battle.start(Orders(0)).roll(2, 2).go(unit=uid, order="shoot")  # 4 + 1 = 5 against 6
    assert set(battle.options()) == {"", "commanding-voice", "impel"}
    battle.roll(1, 2).go(order_again="commanding-voice")
    assert battle.live.now.over
    assert battle.unit(uid).spells == (spell,)


@pytest.mark.rule("rampant.play.simultaneous")
def test_the_active_player_goes_first():
    battle = Skirmish().now(active=1)
    bomb = battle.put(0, "primitive", None, "volatile:1", where="gone", gone="destroyed")
    mine, theirs = battle.put(0, "heavy", (24, 28)), battle.put(1, "heavy", (24, 20))
    battle.start(Blast((Boom(bomb, 24.0, 24.0, 2),))).roll(3, 1, 3, 1, 6, 6, 6, 6).go()
    told = battle.told()
    assert told.index("Heavy Infantry b1 passes") < told.index("Heavy Infantry a2 passes")
    assert mine < theirs


@pytest.mark.rule("rampant.play.open-information", "rampant.play.hidden-information")
def test_all_is_open_but_vows():
    match = Match(Rampant.new(Setup((ready("cinder-company"), ready("silent-vault")), "break-the-line")), 1)
    assert [a.key for a in match.open] == ["vows", "vows"]
    match.answer(0, ["unbroken"])
    match.answer(1, ["cold-steel", "long-arm"])
    assert match.game.secret[0].vows == ("unbroken",)
    state = View(match, 1).encoded()
    assert b"unbroken" not in state
    assert b"cold-steel" in state
    assert b"Rifle Section" in state or match.game.name("a2") == "Rifle Section"


@pytest.mark.rule("rampant.play.illegal-choices")
def test_what_cannot_be_done_is_not_offered_and_says_why():
    battle = Skirmish()
    uid, foe = battle.put(0, "militia", (24, 10)), battle.put(1, "heavy", (24, 10 + 2 + 7 + 1.5))
    assert rules(why_not_order(battle.game, uid, "shoot")) == {"activation.legal-order", "shooting.extreme-range"}
    assert rules(target_refusals(battle.game, uid, foe)) == {"shooting.extreme-range"}
    battle.start(Orders(0))
    before = battle.match.game.fingerprint()
    assert battle.match.answer(0, "a9", "unit")
    assert battle.match.game.fingerprint() == before
    assert not battle.unit(uid).activated


@pytest.mark.rule("rampant.play.markers")
def test_the_markers_of_a_unit():
    battle = Skirmish()
    uid = battle.put(0, "light", (24, 10), charge="held", moved=4.0, prone=True)
    battle.put(1, "heavy", (40, 40))
    battle.start(Turn(2, 0)).go()
    row = battle.unit(uid)
    assert (row.charge, row.moved, row.prone) == ("", 0.0, True)


@pytest.mark.rule("rampant.play.decisions-in-turn")
def test_every_decision_of_a_turn_is_a_real_ask():
    battle = Skirmish(react=True)
    pinned = [battle.put(0, "heavy", (8 + 6 * n, 8), suppressed=True) for n in range(2)]
    packs = [battle.put(0, "lesser-xenomorph", (26 + 6 * n, 20)) for n in range(2)]
    squad = battle.put(0, "light", (8, 20))
    berserk, elite = battle.put(1, "berserk", (29, 29), "mobile"), battle.put(1, "elite", (8, 34))
    battle.start(Turn(1, 0)).go()
    assert battle.asked == "rally"
    battle.roll(6, 6, 6, 6).go(rally=pinned[1])
    assert battle.asked == "charge"
    battle.roll(6, 6).go(charge=packs[0], target=berserk)
    assert battle.asked == "counter-charge"
    battle.roll(6, 6).go(counter_charge=True)
    assert battle.asked in ("contact", "charge", "unit")
    shot = Skirmish(react=True)
    squad, elite = shot.put(0, "light", (8, 20)), shot.put(1, "elite", (8, 34))
    shot.start(Orders(0)).go()
    assert shot.asked == "unit"
    shot.roll(6, 6).go(unit=squad, order="shoot")
    assert shot.asked == "firefight"
    assert elite == "b1"


@pytest.mark.rule("rampant.command.model")
def test_the_commander_is_a_figure_in_the_middle():
    battle = Skirmish()
    battle.put(0, "heavy", (10, 10), commander=True)
    friend = battle.put(0, "heavy", (24, 10))
    assert near(battle.game, friend)
