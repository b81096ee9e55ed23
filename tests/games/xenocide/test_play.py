"""The digital board: decisions, tolerances, dice, what is open and what is hidden (chapter "play"), and rules that are
shown by what they leave out."""

import msgspec
import pytest

from games.xenocide.battlefield import Battlefield, faces, rules, step
from xenotable.engine import Match, Moved
from xenotable.games.xenocide import content
from xenotable.games.xenocide.content import maps, weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import casualties
from xenotable.games.xenocide.rules.assault import dice as assault_dice
from xenotable.games.xenocide.rules.content import quick_start
from xenotable.games.xenocide.rules.ground.paths import trials
from xenotable.games.xenocide.rules.ground.terrain import rank
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.moving import perform, settle
from xenotable.games.xenocide.rules.movement.phases import mode_refusals
from xenotable.games.xenocide.rules.overwatch import openings
from xenotable.games.xenocide.rules.play import dice, measuring
from xenotable.games.xenocide.rules.play.dice import thirds
from xenotable.games.xenocide.rules.pricing.formula import mispriced_models
from xenotable.games.xenocide.rules.shooting.alternatives import watch_refusals
from xenotable.games.xenocide.rules.shooting.pools import pools_of
from xenotable.games.xenocide.rules.shooting.targeting import aim, fire_refusals, target_refusals
from xenotable.games.xenocide.rules.transport.passengers import load
from xenotable.games.xenocide.rules.turn.sequence import waiting_companies
from xenotable.games.xenocide.scenes import Activation, Fight, FollowUp, Manner, Movement, Shooting, Verdict
from xenotable.games.xenocide.title import GAME
from xenotable.players import RandomPlayer, play_out

rule = pytest.mark.rule


@rule("xenocide.play.within")
@pytest.mark.parametrize(("d", "inside"), [(12.0, True), (12.01, True), (12.02, False)])
def test_within(d, inside):
    assert measuring.within(d, 12.0) is inside


@rule("xenocide.play.die-types")
def test_a_d3_is_a_halved_die():
    low, middle, high = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    assert [thirds(*c) for c in (low, middle, high)] == [1, 2, 3]
    assert thirds(0, 1, 1) == 5


@rule("xenocide.play.roll-high")
@rule("xenocide.play.rounding")
def test_assault_dice_want_high_results_and_fractions_round_down():
    assert dice.succeeds(4, 4)
    assert not dice.succeeds(3, 4)
    assert dice.succeeds(6, 8)
    assert assault_dice.third(14) == 4


@rule("xenocide.play.two-players")
def test_a_battle_is_for_two():
    setup = GAME.offers()[0].setup
    crowd = msgspec.structs.replace(setup, armies=(*setup.armies, setup.armies[0]))
    assert rules(GAME.setup_refusals(crowd)) == ["play.two-players"]
    assert len(GAME.new(setup).sides) == 2


@rule("xenocide.play.unit-state")
def test_everything_about_a_unit_is_open_to_both():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 13), (11.25, 13)], order="assault", marks=2, dug=True)
    field.mix(u, "apc", [(11, 10)])
    load(field.game, u)
    cards = [{t.id: dict(t.about) for t in GAME.tokens(field.game, seat)} for seat in (0, 1)]
    assert cards[0] == cards[1]
    about = cards[1][f"{u}m0"]
    assert (about["Models"], about["Suppression markers"], about["Order"]) == ("3 of 3", "2", "assault")
    assert (about["Altitude"], about["Riding"]) == ("low", "2 models in 1 transports")
    assert about["Activated this turn"] == "yes"
    field.game.companies.set("b0", planned=True)
    assert {dict(t.about)["Activated this turn"] for t in GAME.tokens(field.game, 1)} == {"no"}


@rule("xenocide.play.table")
def test_the_table_of_a_battle(monkeypatch):
    setup = GAME.offers()[0].setup
    assert rules(GAME.setup_refusals(setup)) == []
    small = msgspec.structs.replace(maps()[setup.map], width=48.0)
    monkeypatch.setitem(content.maps(), setup.map, small)
    assert rules(GAME.setup_refusals(setup)) == []
    large = msgspec.structs.replace(setup, points=1000)
    assert "play.table" in rules(GAME.setup_refusals(large))


@rule("xenocide.play.scale")
@rule("xenocide.setup.terrain-agree")
@rule("xenocide.setup.choose-scenario")
def test_a_set_up_names_what_is_wrong():
    setup = msgspec.structs.replace(GAME.offers()[0].setup, scale="28mm", map="nowhere", scenario="chess")
    assert rules(GAME.setup_refusals(setup)) == ["setup.choose-scenario", "setup.terrain-agree", "play.scale"]


@rule("xenocide.play.decisions-turn-start")
@rule("xenocide.play.decisions-activation-start")
@rule("xenocide.play.decisions-movement")
@rule("xenocide.play.decisions-shooting")
@rule("xenocide.play.decisions-assault")
@rule("xenocide.turn.unit-order-within-phase")
def test_the_decisions_of_whole_battles():
    wanted = {
        "company", "deploy", "plan", "bid", "first", "coordinate", "order", "unit", "how", "named", "move", "act",
        "target", "remove", "split", "maneuver", "retreat", "flee", "follow", "flight", "aboard",
    }  # fmt: skip
    keys = set()
    for seed in range(20):
        match = Match(GAME.new(quick_start().setup), seed)
        play_out(match, {s: RandomPlayer(GAME, f"{seed}:{s}") for s in (0, 1)})
        keys |= {e.key for e in match.tape}
        if wanted <= keys:
            break
    assert wanted <= keys, wanted - keys


@rule("xenocide.movement.action")
def test_ways_to_move_lie_on_the_unit_that_is_asked_about():
    """So a screen shows who acts: each unit counts as one that has acted from the moment it is named."""
    match, seen = Match(GAME.new(quick_start().setup), 3), []

    def look(m: Match) -> None:
        seen.extend((ask.args["unit"], {ask.on(way) for way in ask.options()}) for ask in m.open if ask.key == "how")

    play_out(match, {s: RandomPlayer(GAME, f"3:{s}") for s in (0, 1)}, watch=look)
    assert seen
    assert all(on == {unit} for unit, on in seen)


@rule("xenocide.play.concede")
def test_conceding():
    match = Match(GAME.new(GAME.offers()[0].setup), 1)
    match.concede(0)
    result = match.game.result
    assert (result.winners, result.rule) == ((1,), "play.concede")


@rule("xenocide.pricing.price-test")
def test_nothing_is_mispriced():
    assert mispriced_models(kinds().values()) == []
    dear = msgspec.structs.replace(kinds()["apc"], vp=99)
    assert mispriced_models([dear]) == ["apc"]
    assert list(GAME.content_faults()) == []


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(c, marks=rule(f"xenocide.stats.type-{c}"))
        for c in ("walker", "wheeled", "tracked", "skimmer", "hover", "flyer")
    ],
)
def test_types_have_their_column(column):
    mud = content.terrains()["mud"]
    assert rank(mud, column)[0] == {"walker": 2, "wheeled": 2, "tracked": 1}.get(column, 0)


@pytest.mark.parametrize(
    ("terrain", "kind", "rolls"),
    [
        pytest.param(t, k, n, marks=rule(f"xenocide.ground.row-{r}"))
        for t, r, k, n in (
            ("low-wall", "low-wall", "medium-tank", 1), ("brush", "brush", "scout-car", 1),
            ("ruins", "ruins", "medium-tank", 1), ("trench", "trenches", "medium-tank", 1),
            ("sand", "shallow-water", "assault-walker", 1), ("deep-water", "deep-water", "medium-infantry", 1),
            ("caves", "caves", "scout-car", 1),
        )
    ],
)  # fmt: skip
def test_rows_of_the_terrain_table(terrain, kind, rolls):
    field = Battlefield((terrain, 5, 12, 20, 2))
    u = field.line(0, kind, [(10, 10.5)])
    assert len(trials(field.game, u, {f"{u}m0": [(10.0, 13.0)]})) == rolls


@rule("xenocide.ground.open", exercises=["ground.row-forest"])
def test_open_ground_costs_nothing():
    field = Battlefield(("forest", 5, 12, 20, 2))
    u = field.line(0, "medium-infantry", [(10, 10.5)])
    assert trials(field.game, u, {f"{u}m0": [(10.0, 13.0)]}) == {}


@rule("xenocide.stats.range")
def test_range_in_words():
    field = Battlefield()
    a, b = field.line(0, "medium-infantry", [(10, 5)]), field.line(1, "medium-infantry", [(10, 40)])
    (no,) = target_refusals(field.game, a, weapons()["assault-rifles"], b)
    assert str(no).endswith("is 34.0 in away; Assault rifles reaches 18 in.")


@rule("xenocide.sight.stealth-mixed")
def test_only_the_visible_models_of_a_mixed_unit():
    field = Battlefield()
    a = field.line(0, "medium-tank", [(20, 10)])
    b = field.line(1, "veil-scout", [(20, 30)])
    field.mix(b, "lancer-adept", [(22, 30)])
    found = aim(field.game, a, weapons()["tank-cannon"], b)
    assert [field.game.models[m].kind for m in found.exposed] == ["lancer-adept"]


@rule("xenocide.sight.inside-obscuring")
@pytest.mark.parametrize(("deep", "seen"), [(3.0, True), (5.0, False)])
def test_how_deep_in_a_forest_one_is_seen(deep, seen):
    from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees

    field = Battlefield(("forest", 0, 30, 72, 12))
    a, b = field.line(0, "medium-tank", [(20, 10)]), field.line(1, "medium-infantry", [(20, 30 + deep)])
    assert model_sees(field.game, f"{a}m0", f"{b}m0") is seen


@rule("xenocide.movement.no-spacing")
@rule("xenocide.aoe.own-models")
def test_area_fire_looks_at_one_unit_and_not_at_its_spacing():
    field = Battlefield()
    a = field.put(0, "medium-artillery", (20, 5))
    tight = field.put(1, "medium-infantry", (20, 30), 4)
    loose = field.line(1, "medium-infantry", [(40, 30), (45, 30), (40, 35), (45, 35)])
    howitzer = weapons()["howitzer"]
    for u in (tight, loose):
        found = aim(field.game, a, howitzer, u)
        made = pools_of(field.game, howitzer, u, found, found.direct)
        assert sorted(m for p in made for m in p.models) == sorted(field.unit(u).models)


@rule("xenocide.assault.no-armor")
def test_armour_and_cover_do_not_save_in_close_assault():
    field = Battlefield(("ruins", 5, 5, 12, 12))
    b = field.line(1, "medium-tank", [(10, 10)])
    field.run(casualties.assign(field.game, b, {(6, False, False): 1}, assault_dice.levels_of(field.game, b, True)))
    assert field.size(b) == 0


@rule("xenocide.assault.wiped-dice")
def test_dice_at_a_unit_that_is_gone_are_lost():
    field = Battlefield()
    a, b = field.line(0, "medium-tank", [(10, 10)]), field.line(1, "medium-tank", [(10, 14)])
    field.game.units.set(b, models=())
    assert assault_dice.is_wiped_out(field.game, b)
    field.game.units.set(a, attack=4)
    field.run(assault_dice.strike(field.game, [a], [b], True, True))


@rule("xenocide.assault.maneuver-limits")
@rule("xenocide.assault.follow-up-occupy")
@rule("xenocide.overwatch.not-triggered", exercises=["assault.maneuver"])
def test_maneuvers_stop_at_guarded_edges_and_follow_up_occupies():
    field = Battlefield(("ruins", 5, 14, 20, 8))
    a = field.line(0, "medium-infantry", [(10, 13)], charge="assault", came=(10.0, 5.0))
    b = field.line(1, "medium-infantry", [(10, 15.5)])
    watcher = field.line(1, "medium-tank", [(40, 10)], watch=True)
    way = Manner("walk", (b,), limit=2.0, maneuver=True)
    assert "movement.guarded-edge" in rules(move_refusals(field.game, a, way, step(field, a, 0, 1.25)))
    assert openings(field.game, watcher, a, [{f"{a}m0": (10.0, 13.0)}])  # it could fire
    nearer = lambda _: step(field, a, 0, 0.25)  # noqa: E731
    field.play(Fight(0, (a,), (b,), 1, "maneuver-attacker"), maneuver=a, maneuver_move=nearer)
    assert field.at(f"{a}m0") == (10, 13.25)
    field.game.models.set(f"{b}m0", x=30.0, y=40.0)
    field.play(FollowUp(0, (a,), (b,)), follow=a, follow_move=lambda _: step(field, a, 0, 2.75))
    assert field.at(f"{a}m0") == (10, 16)
    assert field.unit(watcher).watch
    assert "react" not in field.asked


@rule("xenocide.overwatch.overwatch-cancels-move")
def test_moving_after_going_on_overwatch_gives_it_up():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)], watch=True, order="fire-and-move")
    settle(field.game, u, {f"{u}m0": [(12.0, 10.0)]})
    assert not field.unit(u).watch


@rule("xenocide.overwatch.keep")
def test_a_unit_that_does_nothing_keeps_its_marker():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)], watch=True, order="move-and-fire")
    assert rules(watch_refusals(field.game, u)) == ["overwatch.keep"]
    field.play(Movement(0, "b0", False), unit=u, how="stay")
    field.game.units.set(u, acted=False)
    field.play(Shooting(0, "b0"), unit=u, act="nothing")
    assert field.unit(u).watch
    assert field.game.sides[0].points == 3


@rule("xenocide.overwatch.direct-only")
def test_artillery_on_overwatch_fires_only_directly():
    field = Battlefield(("solid-wall", 10, 20, 30, 1))
    guns = field.line(1, "medium-artillery", [(20, 30)], watch=True)
    field.line(1, "scout-car", [(50, 10)])
    mover = field.line(0, "medium-tank", [(20, 10)])
    from xenotable.games.xenocide.rules.overwatch import reaction

    assert aim(field.game, guns, weapons()["howitzer"], mover).indirect
    field.run(reaction(field.game, mover, {f"{mover}m0": (20.0, 9.0)}, {f"{mover}m0": [(20.0, 10.0)]}))
    assert field.unit(guns).watch
    open_ = field.line(0, "medium-tank", [(60, 30)])
    starts, ways = {f"{open_}m0": (60.0, 29.0)}, {f"{open_}m0": [(60.0, 30.0)]}
    field.roll(6).run(reaction(field.game, open_, starts, ways), react=guns)
    assert not field.unit(guns).watch


@rule("xenocide.flight.jump-zoc", exercises=["movement.zoc-none-for"])
@rule("xenocide.flight.teleport-assault")
def test_jumps_and_teleports_into_contact_are_declared():
    field = Battlefield()
    u, foe = field.line(0, "leaper", [(10, 10)]), field.line(1, "medium-infantry", [(10, 18)])
    assert rules(move_refusals(field.game, u, Manner("jump"), step(field, u, 0, 15))) == ["movement.zone-of-control"]
    guard = field.line(0, "blink-guard", [(14, 10)])
    land = Moved({f"{guard}m0": ((12.0, 16.0),)})
    assert rules(move_refusals(field.game, guard, Manner("teleport"), land)) == ["flight.teleport-assault"]
    assert rules(move_refusals(field.game, guard, Manner("teleport", (foe,)), land)) == []


@rule("xenocide.suppression.extra-markers")
def test_more_markers_hurt_no_more():
    from xenotable.games.xenocide.rules.shooting.pools import volleys_for

    field = Battlefield()
    a, b = field.line(0, "medium-tank", [(10, 10)], marks=1), field.line(1, "medium-tank", [(10, 30)])
    w = weapons()["tank-cannon"]
    once = volleys_for(field.game, a, w, b, aim(field.game, a, w, b))
    field.game.units.set(a, marks=4)
    assert volleys_for(field.game, a, w, b, aim(field.game, a, w, b)) == once


@rule("xenocide.turn.order-optional-actions")
def test_nobody_must_move_or_shoot():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)], order="move-and-fire")
    field.line(1, "medium-tank", [(10, 30)])
    assert field.play(Movement(0, "b0", False), unit=None) == []
    field.play(Shooting(0, "b0"), unit=None)
    assert not field.unit(u).moved


@rule("xenocide.command.coordinate-destroyed")
def test_attached_units_act_when_their_host_is_gone():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)])
    field.game.units.set(u, company="b2")
    field.game.companies.set("b2", planned=True)
    assert waiting_companies(field.game, 0) == ["b2"]
    assert type(field.play(Activation(0, "b2"))[0]).__name__ == "Orders"


@rule("xenocide.command.no-carry-over")
def test_points_do_not_carry_over():
    field = Battlefield()
    field.game.sides.set(0, points=2)
    (turn,) = field.play(Verdict(3))
    field.play(turn)
    assert field.game.sides[0].points == 3


@rule("xenocide.scenarios.invasion-both-thresholds")
def test_the_break_test_comes_before_victory():
    from xenotable.games.xenocide.scenes import EndTurn

    field = Battlefield(scenario="invasion")
    field.game.sides.set(0, value=100, lost=60, score=101, points=0)
    field.game.sides.set(1, points=0)
    tests, verdict = field.play(EndTurn(3))
    (left,) = field.roll(5, 5).play(tests)
    assert left.left == ()
    field.play(verdict)
    assert field.game.result.winners == (0,)


@rule("xenocide.setup.off-table-status")
def test_units_off_the_table_do_not_shoot():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)], on=False, order="move-and-fire")
    assert rules(fire_refusals(field.game, u)) == ["setup.off-table-status"]


@rule("xenocide.overrun.who-cannot", exercises=["movement.suppressed-no-assault"])
@rule("xenocide.overrun.shoot-after", exercises=["overrun.success"])
def test_who_overruns_and_shoots_afterwards():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order="move-and-fire", marks=1)
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16)])
    assert "movement.suppressed-no-assault" in rules(mode_refusals(field.game, u, "overrun"))
    field.game.units.set(u, marks=0)
    way = Manner("walk", (foe,), overrun=True)
    field.roll(1, 1, *[1] * 4, 6, 6, 6, 6)
    field.run(perform(field.game, u, way, step(field, u, 0, 12)), split=0,
              finish_overrun=lambda ask: ask.candidates(1, lambda: 0.5)[0])  # fmt: skip
    assert rules(fire_refusals(field.game, u)) == []


@rule("xenocide.play.roll-low")
def test_saves_want_low_results():
    from xenotable.games.xenocide.rules.shooting.hits import saves
    from xenotable.games.xenocide.scenes import Pool, Volley

    v = Volley(weapons()["assault-rifles"], 1, 1, 3, 0, (), 1, (0, 1))
    p = Pool("x", 0, 0, ("a",), (0, 0, 3))
    assert [Battlefield().roll(d).run(saves(v, p, 1)) for d in (1, 3, 4, 6)] == [0, 0, 1, 1]
    assert faces(1, 6) == (1, 0, 0, 0, 0, 1)


@rule("xenocide.play.heights")
def test_heights_are_used_for_sight():
    from xenotable.games.xenocide.rules.sight.line_of_sight import sight_shape

    field = Battlefield(("cliff", 5, 5, 10, 10))
    low, high = field.line(0, "heavy-tank", [(30, 30)]), field.line(0, "heavy-tank", [(8, 8)])
    assert [sight_shape(field.game, f"{u}m0")[3] for u in (low, high)] == [1.0, 4.0]


@rule("xenocide.scenarios.attrition-goal")
@rule("xenocide.command.use-scenario")
@rule("xenocide.play.decisions-end")
def test_attrition_is_decided_by_break_tests_alone():
    from xenotable.games.xenocide.rules.scenarios.scoring import testers
    from xenotable.games.xenocide.scenes import BreakTests

    field = Battlefield()
    field.game.sides.set(0, value=100, lost=50)
    assert testers(field.game) == [0]
    assert not field.game.markers
    field.roll(4, 4).play(BreakTests(2, (0,)), break_points=1)
    assert field.game.result is None


@rule("xenocide.stats.transport-stat")
def test_transports_carry_by_size():
    from xenotable.games.xenocide.rules.army.lists import unit_refusals

    assert rules(unit_refusals("C", (("lancer-adept", 7), ("shard-skiff", 3)), "6mm")) == []
    assert rules(unit_refusals("C", (("lancer-adept", 6), ("shard-skiff", 3)), "6mm")) == ["army.unit-transports"]


def test_ready_armies_of_one_size_can_be_paired():
    lists = GAME.lists()
    small = [x for x in lists if content.armies()[x].points == 500]
    large = [x for x in lists if content.armies()[x].points != 500]
    assert len(small) > 1
    for share in (0.0, 0.3, 0.6, 0.9):
        setup = GAME.pairing(small[0], small[1], lambda share=share: share)
        assert rules(GAME.setup_refusals(setup)) == []
    assert all(GAME.pairing(small[0], x, lambda: 0.0) is None for x in large)


def test_invariants_notice_what_cannot_be():
    field = Battlefield()
    a, b = field.line(0, "medium-tank", [(10, 10), (20, 10)]), field.line(1, "medium-infantry", [(30, 10)])
    game = field.game
    assert not list(GAME.invariants(game))
    one, two = field.unit(a).models
    game.models.set(two, x=10.5)
    assert list(GAME.invariants(game)) == [f"{one} and {two} overlap"]
    game.models.set(two, x=game.field.ground.width)
    (said,) = GAME.invariants(game)
    assert said.startswith(f"{two} of {a} stands off the table")
    game.models.set(two, x=20.0)
    game.units.set(b, marks=1, watch=True)
    assert list(GAME.invariants(game)) == [f"{b} is suppressed and on overwatch"]
    game.units.set(b, marks=0, watch=False)
    game.sides.set(0, points=4)
    (said,) = GAME.invariants(game)
    assert "4 command points" in said


def test_screens_say_where_models_and_scenarios_come_from():
    game = GAME.new(quick_start().setup)
    shown = {game.models[t.id].kind: t.origin for t in GAME.tokens(game, 0) if t.id in game.models}
    assert (shown["medium-infantry"], shown["leaper"]) == ("restored", "ours")
    assert {offer.origin for offer in GAME.offers()} == {"source"}
    assert GAME.panels(game, 0)[0].lines[0].origin == "source"
    assert content.model_origin("bastion-titan+siege-mortar") == "ours"
    assert content.model_origin("own-0123456789ab") == ""
