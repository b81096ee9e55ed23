"""Chapters sight and terrain: what is Visible, in Cover, Obscured, in Line of Sight; Vantage Points."""

import pytest

from games.killteam.field import Field, refused, rule
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.shooting.targets import cover_die, target_refusals
from xenotable.games.killteam.rules.sight.cover_lines import BY_OPERATIVE, View, worse
from xenotable.games.killteam.rules.sight.fans import BY_HEAVY, BY_LIGHT
from xenotable.games.killteam.rules.sight.visibility import in_line_of_sight, look, sees, sees_point
from xenotable.games.killteam.rules.terrain.features import fixed_pieces, killzone, surface_under
from xenotable.games.killteam.state import CONCEAL, Spot, card

CARBINE = ("cw-carbine", 0, "shoot")


def pair(ax=5, ay=11, bx=13, by=11, **b):
    """A Warden and an enemy Penitent."""
    return Field().operative("a1", "cw-warden", ax, ay).operative("b1", "cw-warden", bx, by, **b)


@rule(
    "sight.visible",
    "terrain.blocks-sight",
    "play.miniature-model",
    "play.visibility-sampling",
    "sight.visible-obstructions",
)
def test_terrain_blocks_sight_and_bases_do_not():
    field = pair().terrain(("wall", 9, 11, 90))
    assert not sees(field.game, "a1", "b1")
    assert sees(field.terrain().operative("b2", "cw-warden", 9, 11).game, "a1", "b1")
    assert sees(field.terrain(("low-wall", 9, 11, 90)).game, "a1", "b1")


@rule("sight.visible-not-mutual")
def test_sight_need_not_be_mutual():
    field = pair(4, 10.8, 12, 10.9).terrain(("wall", 5.25, 9, 90))
    assert sees(field.game, "b1", "a1")
    assert not sees(field.game, "a1", "b1")


@rule("sight.visible-point")
def test_a_point_is_seen_along_one_line():
    field = pair().terrain(("wall", 9, 11, 90))
    assert sees_point(field.game, "a1", 7, 11, 0.0)
    assert not sees_point(field.game, "a1", 11, 11, 0.0)


@rule("sight.cover-lines", "sight.cover-terrain", "sight.cover-line-geometry", "terrain.light")
def test_a_barricade_within_an_inch_of_the_target_gives_cover():
    field = pair(bx=13.492)  # the target's base begins at 13
    for gap, covered in ((0.8, True), (1.3, False)):
        field.terrain(("barricade", 13 - gap - 0.25, 11, 90))
        assert bool(look(field.game, "a1", "b1").cover & BY_LIGHT) is covered


@rule("sight.cover-distance")
def test_within_two_inches_nobody_is_in_cover():
    field = pair(5, 11, 7.98, 11, order=CONCEAL).terrain(("barricade", 6.5, 11, 90))
    assert field.gap("a1", "b1") <= 2
    assert look(field.game, "a1", "b1").cover == 0
    assert in_line_of_sight(field.game, "a1", "b1")


@rule("sight.cover-operative", "sight.cover-operative-los")
def test_operatives_give_cover_only_while_they_are_in_line_of_sight():
    field = pair().operative("b2", "cw-warden", 11.5, 11)
    assert look(field.game, "a1", "b1").cover == BY_OPERATIVE
    field.terrain(("barrels", 10.1, 11))
    field.game.operatives.set("b2", order=CONCEAL)
    assert not in_line_of_sight(field.game, "a1", "b2")
    assert look(field.game, "a1", "b1").cover == 0


@rule("sight.obscured", "terrain.heavy", "sight.los-engage")
def test_heavy_terrain_far_from_the_target_obscures():
    field = pair(5, 11, 16, 12.2).terrain(("wall", 9, 9.2, 90))
    assert sees(field.game, "a1", "b1")
    view = look(field.game, "a1", "b1", (5.0, 10.508))
    assert view.obscured
    assert not in_line_of_sight(field.game, "a1", "b1", (5.0, 10.508))
    assert in_line_of_sight(field.game, "a1", "b1")


@rule("sight.obscured-near-shooter", "terrain.smoke")
def test_smoke_close_to_the_shooter_does_not_obscure():
    for x, hidden in ((5.4, False), (6.2, True)):
        field = pair(bx=20)
        field.game.spots.add("s", Spot("smoke", 0, x, 11))
        assert look(field.game, "a1", "b1").obscured is hidden


@rule("sight.los-table", "sight.los-conceal", "sight.cover-conceal-benefit", "activation.order-conceal")
def test_conceal_in_cover_makes_a_target_invalid_not_harder():
    field = pair(order=CONCEAL).terrain(("barricade", 12, 11, 90))
    use = Use("a1", *CARBINE)
    assert refused(target_refusals(field.game, use, "b1")) == ["sight.cover-conceal-benefit"]
    assert not in_line_of_sight(field.game, "a1", "b1")
    field.terrain()
    assert refused(target_refusals(field.game, use, "b1")) == []


@rule("activation.order-engage", "sight.cover-engage-benefit", exercises=["sight.los-engage", "shooting.cover-die"])
def test_engage_in_cover_keeps_a_die_and_stays_a_target():
    field = pair().terrain(("barricade", 12, 11, 90))
    use = Use("a1", *CARBINE)
    assert refused(target_refusals(field.game, use, "b1")) == []
    assert cover_die(field.game, use._replace(target="b1"), ()) == 1


# ---- Vantage Points


def high(**b):
    """A shooter on a container, an enemy below."""
    return Field().operative("a1", "cw-warden", 5, 11, 2.5).operative("b1", "cw-warden", 13, 11, **b)


@rule("terrain.vantage", "terrain.vantage-shooting")
@rule("terrain.vantage-cover-kept", exercises=["terrain.vantage-shooting", "shooting.cover-die"])
def test_from_a_vantage_point_light_cover_does_not_hide():
    field = high(order=CONCEAL).terrain(("container", 5, 11), ("barricade", 12, 11, 90))
    use = Use("a1", *CARBINE)
    assert surface_under(killzone(field.game), 5, 11, 2.5) is not None
    assert refused(target_refusals(field.game, use, "b1")) == []
    assert cover_die(field.game, use._replace(target="b1"), ()) == 1


@rule("terrain.vantage-mixed")
def test_heavy_cover_hides_from_above_too():
    field = high(order=CONCEAL).terrain(("container", 5, 11), ("barricade", 12.15, 11, 90), ("wall", 12.2, 13, 90))
    view = look(field.game, "a1", "b1")
    assert view.cover == BY_LIGHT | BY_HEAVY
    assert "sight.cover-conceal-benefit" in refused(target_refusals(field.game, Use("a1", *CARBINE), "b1"))


@rule("terrain.vantage-own-feature")
def test_the_container_under_the_shooter_does_not_obscure():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 11, 2.5)
        .operative("b1", "cw-warden", 14, 11)
        .terrain(("container", 5, 11))
    )
    assert not look(field.game, "a1", "b1").obscured
    assert refused(target_refusals(field.game, Use("a1", *CARBINE), "b1")) == []


@rule("terrain.vantage-target")
def test_the_floor_under_a_target_gives_it_no_cover_but_a_rampart_does():
    field = (
        Field()
        .operative("a1", "cw-warden", 15, 11)
        .operative("b1", "cw-warden", 5, 11, 2.5)
        .terrain(("container", 5, 11))
    )
    assert look(field.game, "a1", "b1").cover == 0
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 3)
        .operative("b1", "cw-warden", 5, 10.1, 3.0)
        .terrain(("ruin-corner", 5, 11))
    )
    assert look(field.game, "a1", "b1").cover == BY_LIGHT


@rule("combos.vantage-silent", exercises=["terrain.vantage-shooting"])
def test_a_concealed_sniper_uses_the_height():
    field = high(order=CONCEAL).terrain(("container", 5, 11), ("barricade", 12, 11, 90))
    field.operative("a2", "cw-deadeye", 6, 11, 2.5, order=CONCEAL)
    assert refused(target_refusals(field.game, Use("a2", "cw-long-rifle", 0, "shoot"), "b1")) == []


@rule("terrain.parts", "content.terrain-kit", "terrain.barricade")
def test_every_trait_is_on_the_table():
    from xenotable.games.killteam.content import terrain_types
    from xenotable.games.killteam.rules.terrain.features import barricade_pieces
    from xenotable.games.killteam.state import Barricade

    traits = {t for kind in terrain_types().values() for p in kind.parts for t in p.traits}
    assert traits == {"Heavy", "Light", "Traversable", "Vantage Point", "Scalable", "Insignificant"}
    assert any("/platform" in p.name for p in fixed_pieces("relay-ground"))
    (one,) = barricade_pieces(1, Barricade(0, 5, 5))
    assert (one.low, one.high) == (0.0, 1.0)


@rule("terrain.insignificant", "movement.no-through-terrain")
@rule("terrain.doors", exercises=["movement.no-through-terrain", "movement.climb"])
def test_debris_does_nothing_and_a_gap_is_a_door():
    from xenotable.games.killteam.rules.movement.legality import path_refusals, way_of

    field = pair().terrain(("debris", 7, 11), ("wall", 9, 13.6, 90), ("wall", 9, 8.4, 90))
    way = way_of(field.game, "a1", "normal", 6)
    assert refused(path_refusals(field.game, way, ((7.0, 11.0),))) == []
    assert refused(path_refusals(field.game, way, ((10.9, 11.0),))) == []
    assert "movement.climb" in refused(path_refusals(field.game, way, ((10.9, 8.0),)))


@rule("terrain.standing-contact")
def test_operatives_stand_under_platforms_and_against_walls():
    from xenotable.games.killteam.rules.movement.legality import can_stand

    field = pair().terrain(("gantry", 15, 11))
    assert can_stand(field.game, "a1", 15.0, 11.0, 0.0)
    assert can_stand(field.game, "a1", 15.0, 11.0, 3.0)
    assert not can_stand(field.game, "a1", 15.0, 11.8, 3.0)


@rule("sight.cover-lines")
def test_the_shooter_may_say_from_which_point_cover_lines_run():
    """0 leaves it to the engine, 1 is the centre, then the rim; from its far side a wall hides the enemy."""
    field = Field(points=True).operative("a1", "cw-warden", 5, 11).operative("b1", "fp-penitent", 16, 12.2).cp(0, 0)
    field.terrain(("wall", 9, 9.2, 90)).act("a1", "shoot", stop="point", weapon=("cw-carbine", 0), target="b1")
    ask = field.match.open[0]
    assert (ask.seat, ask.default, ask.options()) == (0, 0, [0, 1, 2, 3, 4, 5])
    assert [field.why(0, k) for k in range(6, 10)] == [["sight.obscured"]] * 4
    assert field.why(0, 10) == ["engine.no-such-option"]


@rule("sight.cover-lines")
@pytest.mark.parametrize(("said", "cover"), [(0, False), (1, True), (3, False), (6, True), (9, True)])
def test_the_point_that_was_said_decides_about_cover(said, cover):
    field = Field(points=True).operative("a1", "cw-warden", 9.5, 11).operative("b1", "fp-penitent", 13, 11).cp(0, 0)
    field.terrain(("barricade", 12, 9.55, 90))
    field.act("a1", "shoot", weapon=("cw-carbine", 0), target="b1", point=said, dice="4 1 1 1 1 1" + " 1" * (not cover))
    assert any("keeps a defence die for Cover" in line for line in field.story) is cover


# ---- to the inch

R = card("cw-warden").r


@rule("sight.cover-distance")
@pytest.mark.parametrize("turned", [False, True])
def test_nobody_within_two_inches_is_in_cover(turned):
    for gap, covered in ((2.0, False), (2.01, True)):
        far = 2 * R + gap
        field = pair(15, 11, 15, 11 + far) if turned else pair(15, 11, 15 + far, 11)
        field.terrain(("barricade", 15, 11 + far / 2) if turned else ("barricade", 15 + far / 2, 11, 90))
        assert bool(look(field.game, "a1", "b1").cover) is covered


@rule("sight.cover-terrain")
@pytest.mark.parametrize("side", [1, -1])
def test_cover_is_what_is_crossed_within_an_inch_of_the_target(side):
    """A line has the width of 1 mm, half of which a part must reach beyond the inch."""
    for gap, covered in ((0.98, True), (0.99, False)):
        field = pair(15 - side * 6, 11, 15 + side * R, 11)  # the target's base begins at 15
        field.terrain(("barricade", 15 - side * (gap + 0.25), 11, 90))
        assert bool(look(field.game, "a1", "b1").cover & BY_LIGHT) is covered
        field.terrain(("wall", 15 - side * (gap + 0.25), 11, 90))
        assert bool(look(field.game, "a1", "b1").cover & BY_HEAVY) is covered


@rule("sight.obscured", "sight.obscured-near-shooter")
@pytest.mark.parametrize("side", [1, -1])
def test_heavy_terrain_obscures_two_inches_from_the_target_and_one_from_the_shooter(side):
    """A wall of half an inch: its side away from the target, its side away from the shooter."""
    for x, hidden in ((1.73, False), (1.77, True)):
        field = pair(15 - side * 8, 11, 15 + side * R, 11).terrain(("wall", 15 - side * x, 11, 90))
        assert look(field.game, "a1", "b1").obscured is hidden, x
    for x, hidden in ((0.76, False), (0.79, True)):
        field = pair(15 - side * R, 11, 15 + side * 8, 11).terrain(("wall", 15 + side * x, 11, 90))
        assert look(field.game, "a1", "b1").obscured is hidden, x


@rule("sight.obscured", "terrain.smoke")
@pytest.mark.parametrize("side", [1, -1])
def test_smoke_obscures_two_inches_from_the_target_and_one_from_the_shooter(side):
    for x, hidden in ((0.9, False), (1.1, True), (4.0, True)):  # its middle, from the target's base; it is 1 in wide
        field = pair(15 - side * 10, 11, 15 + side * R, 11)
        field.game.spots.add("s", Spot("smoke", 0, 15 - side * x, 11))
        assert look(field.game, "a1", "b1").obscured is hidden, x
    for x, hidden in ((-0.1, False), (0.1, True)):  # from the shooter's base
        field = pair(15 - side * R, 11, 15 + side * 10, 11)
        field.game.spots.add("s", Spot("smoke", 0, 15 + side * x, 11))
        assert look(field.game, "a1", "b1").obscured is hidden, x
    for y, hidden in ((11 + R + 0.9, True), (11 + R + 1.1, False)):  # beside all lines
        field = pair(10, 11, 20, 11)
        field.game.spots.add("s", Spot("smoke", 0, 15, y))
        assert look(field.game, "a1", "b1", (10, 11 + R)).obscured is hidden, y


@rule("terrain.smoke")
def test_smoke_is_three_inches_high():
    for z, hidden in ((0.0, True), (2.5, True), (5.0, False)):
        field = Field().operative("a1", "cw-warden", 5, 11, z).operative("b1", "cw-warden", 20, 11, z)
        field.game.spots.add("s", Spot("smoke", 0, 12, 11))
        assert look(field.game, "a1", "b1").obscured is hidden


def test_the_shooter_prefers_what_hides_least():
    """Not Obscured before in Cover, Light before Heavy."""
    assert [
        worse(View((0, 0), *seen)) for seen in ((False, 0), (False, BY_LIGHT), (False, BY_OPERATIVE), (False, BY_HEAVY))
    ] == [0, 1, 1, 4]
    assert [worse(View((0, 0), True, cover)) for cover in (0, BY_LIGHT, BY_HEAVY)] == [8, 9, 12]
