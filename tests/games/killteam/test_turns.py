"""Chapter turns: turning points, and where their rules end."""

import pytest
from msgspec.structs import replace

from games.killteam.field import Field, fresh, refused, rule
from xenotable.games.killteam.offers import battle_offers as offers
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.rules.setup.ready import setup_refusals
from xenotable.games.killteam.scenes import (
    Barricades,
    Deploy,
    Hatch,
    LateReveal,
    Mission,
    Reveal,
    Scouted,
    Scouting,
    Strategy,
    Turn,
    TurnEnd,
)
from xenotable.games.killteam.state import CONCEAL, Spot

# ---- turning points


def camp():
    return Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 25, 15)


@rule("turns.four", "turns.ready", "turns.generate-cp", "turns.initiative", "turns.initiative-use")
def test_a_turning_point_begins():
    field = camp()
    field.game.operatives.set("a1", ready=False, overwatched=True)
    field.game.spots.add("s", Spot("smoke", 0, 5, 5))
    field.play(Turn(3), dice="4 4", stop="ploy")
    game = field.match.game
    assert game.operatives["a1"].ready
    assert not game.spots
    assert game.now.initiative == 1
    assert game.sides[0].cp == 4


@rule("turns.initiative")
def test_a_tied_roll_off_says_why_the_initiative_goes_to_one_side():
    tied = camp().play(Turn(3), dice="4 4", stop="ploy")
    assert any("tied" in says and "who did not have it" in says for says in tied.story)
    won = camp().play(Turn(3), dice="4 2", initiative=0, stop="ploy")
    assert not any("tied" in says for says in won.story)


@rule("turns.initiative", "dice.roll-off", "dice.roll-off-rerolls")
def test_the_winner_of_the_roll_off_gives_the_initiative():
    field = camp().cp(5, 5).play(Turn(2), dice="5 2", initiative=1, stop="ploy")
    assert [e.key for e in field.match.tape] == ["roll-off", "roll-off", "initiative"]  # no re-roll is on offer
    assert field.match.game.now.initiative == 1


@rule("turns.strategic-ploys", "ploys.strategic", "ploys.pay", "ploys.team-only")
def test_strategic_ploys_until_both_pass():
    field = camp().cp(1, 1)
    field.play(Strategy(0), ploy=["pl-cw-dig-in", "pl-fp-litany"])
    assert field.game.sides[0].in_force == ("pl-cw-dig-in",)
    assert field.game.sides[1].in_force == ("pl-fp-litany",)
    assert field.game.sides[0].cp == 0
    from xenotable.games.killteam.rules.ploys.buying import ploy_refusals

    assert refused(ploy_refusals(field.game, 0, "pl-fp-litany")) == ["ploys.team-only", "ploys.pay"]
    assert refused(ploy_refusals(field.game, 0, "pl-cw-dig-in")) == ["ploys.pay", "ploys.strategic"]


@rule("turns.target-reveal")
def test_target_reveal():
    field = camp()
    field.game.battle.set("now", turn=1)
    field.game.secret.set(0, tac_ops=("to-cull", "to-no-step-back", "to-centre"))
    field.play(Reveal(0), reveal=["to-cull", None])
    assert list(field.game.tacops) == ["0:to-cull"]


@rule("turns.firefight-end", "scoring.primary-timing")
def test_the_end_of_a_turning_point():
    field = camp()
    field.game.sides.set(0, in_force=("pl-cw-dig-in",), used=("pl-cw-dig-in",))
    field.game.operatives.set("a1", effects=("ward:4",))
    field.game.secret.set(0, tac_ops=("to-no-step-back",))
    field.game.battle.set("now", turn=3)
    field.cp(0, 0).play(LateReveal(3), Hatch(3), late=("to-no-step-back",))
    assert field.game.tacops["0:to-no-step-back"].scored == (True, False)
    assert field.game.sides[0].in_force == ()
    assert field["a1"].effects == ()
    field.play(TurnEnd(3), late=(), stop="initiative", dice="5 3")
    assert field.match.game.sides[0].primary == (0,)


@rule("turns.battle-end", "scoring.winner")
def test_the_battle_ends_after_four():
    field = camp().play(Turn(5))
    assert field.game.result is not None


@rule("turns.alone-autopass")
def test_a_player_without_operatives_passes():
    from xenotable.games.killteam.scenes import Firefight

    field = camp()
    field.game.operatives.set("a1", there=False, fallen=True)
    field.play(Firefight(0), stop="order")
    assert field.match.open[0].seat == 1


@rule("play.simultaneous-effects")
def test_who_orders_simultaneous_rules():
    from xenotable.games.killteam.rules.play.measuring import order_of_effects

    field = camp()
    field.game.battle.set("now", initiative=1)
    assert order_of_effects(field.game) == 1
    field.game.battle.set("now", turn=0)
    assert order_of_effects(field.game) == 0


# ---- turning points, at their limits


@rule("turns.four", "turns.generate-cp", "turns.initiative")
def test_a_turning_point_in_its_order():
    for n, scouted, dice, asked in ((1, "", "4 2", True), (1, "recon", "", False), (2, "recon", "4 2", True)):
        field = camp().cp(1, 2)
        field.game.battle.set("now", turn=n - 1, initiative=1)
        for s in (0, 1):
            field.game.sides.set(s, scouting=scouted)
        field.play(Turn(n), dice=dice, initiative=0, stop="ploy")
        now = field.match.game
        assert ("initiative" in [e.key for e in field.match.tape]) is asked
        assert (now.now.turn, now.now.initiative) == (n, 0 if asked else 1)
        assert [now.sides[s].cp for s in (0, 1)] == [2, 3]
        assert field.match.open[0].seat == now.now.initiative
        kinds = [type(s).__name__ for s in now.scenes]
        assert kinds == ["TurnEnd", "Firefight", "Reveal", "Strategy"][: len(kinds)]


@rule("turns.initiative")
@pytest.mark.parametrize("had", [0, 1])
def test_a_tie_gives_the_initiative_to_who_did_not_have_it(had):
    field = camp().cp(0, 0)
    field.game.battle.set("now", initiative=had)
    field.play(Turn(2), dice="3 3", stop="order")
    assert field.match.game.now.initiative == 1 - had


@rule("turns.ready")
def test_everybody_who_stands_is_ready_again():
    field = camp().operative("b2", "fp-penitent", 20, 15, fallen=True, ready=False)
    for i in ("a1", "b1"):
        field.game.operatives.set(i, ready=False, overwatched=True)
    field.game.spots.add("s", Spot("smoke", 0, 5, 5)), field.game.spots.add("r", Spot("rig", 0, 5, 5))
    field.cp(0, 0).play(Turn(2), dice="4 2", initiative=0, stop="order")
    game = field.match.game
    assert [(game.operatives[i].ready, game.operatives[i].overwatched) for i in ("a1", "b1")] == [(True, False)] * 2
    assert not game.operatives["b2"].ready
    assert list(game.spots) == ["r"]
    assert sum("smoke clears" in line for line in field.story) == 1
    clear = camp().cp(0, 0).play(Turn(2), dice="4 2", initiative=0, stop="order")
    assert not any("smoke" in line for line in clear.story)


@rule("turns.strategic-ploys", "turns.target-reveal")
@pytest.mark.parametrize("seat", [0, 1])
def test_ploys_and_tac_ops_alternate_until_both_pass(seat):
    field = camp().cp(3, 3)
    field.play(Strategy(seat, 0), ploy=lambda ask: None)
    assert [e.seat for e in field.match.tape if e.key == "ploy"] == [seat, 1 - seat]
    hands = camp()
    for s in (0, 1):
        hands.game.secret.set(s, tac_ops=("to-headhunt",))
    hands.play(Reveal(seat, 0), reveal=lambda ask: None)
    assert [e.seat for e in hands.match.tape if e.key == "reveal"] == [seat, 1 - seat]
    one = camp()
    one.game.secret.set(1 - seat, tac_ops=("to-headhunt",))
    one.play(Reveal(seat, 0), reveal=["to-headhunt"])
    assert f"{1 - seat}:to-headhunt" in one.game.tacops
    assert [e.seat for e in one.match.tape if e.key == "reveal"] == [1 - seat]


@rule("turns.firefight-end")
def test_what_expires_with_a_turning_point():
    field = camp().marker("m1", 5, 5).marker("m2", 9, 5)
    field.game.operatives.set("a1", effects=("whispered",), overwatched=True)
    field.game.operatives.set("b1", overwatched=True)
    field.game.markers.set("m1", drawn=(0,))
    for s in (0, 1):
        field.game.sides.set(s, in_force=("pl-cw-dig-in",), used=("pl-cw-grit",), marked="x")
    field.play(TurnEnd(2), dice="4 2", initiative=0, stop="ploy")
    game = field.match.game
    assert (game.operatives["a1"].effects, game.markers["m1"].drawn) == ((), ())
    assert [game.operatives[i].overwatched for i in ("a1", "b1")] == [False, False]
    assert [(game.sides[s].in_force, game.sides[s].used, game.sides[s].marked) for s in (0, 1)] == [((), (), "")] * 2
    assert game.now.ended == 1


@rule("scoring.tacop-reveal")
def test_late_tac_ops_are_asked_of_whoever_has_cards():
    field = camp()
    field.game.secret.set(1, tac_ops=("to-shadow",))
    field.play(LateReveal(2), stop="late")
    ask = field.match.open[0]
    assert (ask.seat, ask.secret, ask.default) == (1, True, ())
    field.play(LateReveal(2), late=[("to-shadow",)], note=None)
    assert field.game.tacops["1:to-shadow"].late


@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [(2, 5, True), (3.51, 5, False), (3.5, 5, True), (2, 12.9, False), (2, 13.1, True), (2, 18, False)],
)
def test_where_a_scuttler_hatches(x, y, legal):
    """Wholly in the drop zone, off walls, and with no enemy within engagement range."""
    from xenotable.games.killteam.rules.turns import hatches

    field = Field(("carrion-brood", "cinder-wardens")).operative("a1", "cb-scuttler", 5, 3, fallen=True, there=False)
    field.operative("b1", "cw-warden", 2, 11).terrain(("container", 2, 18))
    assert hatches(field.game, 0, "a1", x, y) is legal


def test_hatching_is_for_the_fallen_while_turning_points_are_left():
    for turn, lost, cp, asked in ((2, True, 1, True), (4, True, 1, False), (2, False, 1, False), (2, True, 0, False)):
        field = Field(("carrion-brood", "cinder-wardens")).operative(
            "a1", "cb-scuttler", 2, 5, wounds=0, fallen=lost, there=not lost
        )
        field.operative("b1", "cw-warden", 25, 4).cp(cp, 0)
        field.game.battle.set("now", turn=turn)
        field.play(Hatch(turn), pl_cb_hatch=False)
        assert ("pl-cb-hatch" in [e.key for e in field.match.tape]) is asked
    back = Field(("carrion-brood", "cinder-wardens")).operative(
        "a1", "cb-scuttler", 2, 5, 2.5, wounds=0, fallen=True, there=False
    )
    back.operative("b1", "cw-warden", 25, 4).cp(1, 0).play(
        Hatch(2), pl_cb_hatch=True, hatch=lambda a: {"at": {"a1": [2, 9]}}
    )
    row = back["a1"]
    assert (row.x, row.y, row.z, row.there, row.fallen, row.wounds, row.order, row.ready) == (
        2, 9, 0.0, True, False, row.full, CONCEAL, False,
    )  # fmt: skip
    assert back.game.sides[0].once == ("pl-cb-hatch",)


@rule("setup.sequence")
def test_what_comes_between_the_lists_and_the_first_turning_point():
    for fields, walls, scouts in (({}, 4, 2), ({"way": "open"}, 4, 0)):
        field = fresh(**fields).play(
            Mission(),
            dice="5 2",
            attacker=0,
            zone=1,
            stop="equipment",
            tac_ops=lambda ask: ask.candidates(1, lambda: 0.5)[0],
        )
        scenes = field.match.game.scenes
        assert [s.left for s in scenes if type(s) is Barricades] == [walls]
        assert sum(type(s) in (Scouting, Scouted) for s in scenes) == scouts
        assert [s.n for s in scenes if type(s) is Turn] == [1]


@rule("content.tutorial")
def test_lessons_are_for_their_own_teams():
    lessons = offers()[0].setup
    others = tuple(rosters.default_roster(t) for t in ("cinder-wardens", "ferric-penitents"))
    assert refused(setup_refusals(lessons)) == []
    assert refused(setup_refusals(replace(lessons, rosters=others))) == ["content.tutorial"]


@rule("setup.barricade-place", "setup.barricades")
def test_a_barricade_out_of_place_is_refused_when_it_is_put_down():
    field = Field().terrain().play(Barricades(0, 2), stop="barricade")
    assert field.why(0, {"at": {"w1": [15, 11]}}) == ["setup.barricade-place"]
    assert field.why(0, {"at": {"w1": [3, 3]}}) == []
    assert field.why(0, {"at": {"w1": [3, 3, 2.5]}}) == ["setup.barricade-place"]  # this is no fortification


@rule("setup.operative-place")
def test_who_is_set_up_on_a_roof_stands_there():
    for spot, z in (([2, 5], 0.0), ([2, 11, 2.5], 2.5)):
        field = Field().operative("a1", "cw-warden", 0, 0, there=False).terrain(("container", 2, 11))
        field.game.sides.set(0, size=1)
        field.play(Deploy(0, 0), group=("a1",), deploy=lambda a, spot=spot: {"at": {"a1": spot}}, concealed=())
        assert (field["a1"].z, field["a1"].there) == (z, True)
