"""Chapters setup and turns: from the mission to the end of the battle."""

import pytest
from msgspec.structs import replace

from games.killteam.field import Field, fresh, path, radius, refused, rule
from xenotable.engine import Match, Placed, Scripted
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Member, Roster
from xenotable.games.killteam.offers import battle_offers as offers
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.rules.equipment.carrying import kit_refusals
from xenotable.games.killteam.rules.narrative.campaign_battle import part_of
from xenotable.games.killteam.rules.setup.kill_teams import members_of
from xenotable.games.killteam.rules.setup.placing import barricade_refusals, deploy_refusals, group_sizes
from xenotable.games.killteam.rules.setup.ready import random_roster, redeal, setup_refusals
from xenotable.games.killteam.rules.setup.scouting import BEATS
from xenotable.games.killteam.rules.setup.sequence import hand_refusals
from xenotable.games.killteam.rules.setup.territory import in_territory
from xenotable.games.killteam.rules.terrain.features import barricade_pieces, killzone
from xenotable.games.killteam.scenes import (
    Barricades,
    Deploy,
    EarlyStart,
    Equipment,
    FirstInitiative,
    Mission,
    Outfit,
    Recon,
    Scouted,
    Scouting,
    TacOps,
)
from xenotable.games.killteam.state import CONCEAL, Barricade, BattleSetup
from xenotable.games.killteam.title import GAME
from xenotable.table import Ground


@rule(
    "setup.sequence",
    "setup.mission",
    "setup.objectives",
    "setup.roles",
    "setup.drop-zones",
    "play.roles",
    "dice.roll-off",
    "setup.command-points",
)
def test_mission_roles_and_zones():
    field = fresh("").play(Mission(), dice="4 4 2 5", draws=("data-harvest",), attacker=1, zone=0, stop="tac-ops")
    game = field.match.game
    assert game.now.scenario == "data-harvest"
    assert [game.sides[s].role for s in (0, 1)] == ["defender", "attacker"]
    assert [game.sides[s].zone for s in (0, 1)] == [0, 1]
    assert len(game.markers) == 4
    assert game.sides[0].cp == 3


@rule("setup.drop-zones")
def test_a_mission_may_fix_the_zones():
    field = fresh("break-the-line").play(Mission(), dice="5 2", attacker=1, stop="tac-ops")
    assert [field.match.game.sides[s].zone for s in (0, 1)] == [1, 0]


@rule("setup.kill-team", "content.selection-limits", "content.loadouts")
def test_illegal_lists_are_refused_with_every_limit():
    team = content.teams()["cinder-wardens"]
    special = [u.id for u in content.units_of(team.id) if u.role == "specialist"]
    members = tuple(rosters.member(u) for u in (team.leader, *special[:7], *["cw-warden"] * 3))
    why = [str(r) for r in rosters.roster_refusals(Roster(team.id, members))]
    assert any("specialists" in w for w in why)
    assert any("Warden" in w for w in why)
    legal = tuple(rosters.member(u) for u in (team.leader, *special[:6], *["cw-warden"] * 4))
    assert list(rosters.roster_refusals(Roster(team.id, legal))) == []
    bad = Roster("ferric-penitents", (Member("fp-penitent", ("cw-carbine",)),))
    assert "content.loadouts" in refused(rosters.roster_refusals(bad))
    assert refused(rosters.roster_refusals(Roster("cinder-warden"))) == ["setup.kill-team"]


@rule("setup.kill-team", "play.simultaneous-choice", "play.hidden-information")
def test_kill_teams_chosen_in_secret_and_revealed_together():
    game = GAME.new(BattleSetup("relay-ground"))
    match = Match(game, Scripted([5, 2]))
    for seat, value, key in (
        (0, 0, "attacker"),
        (1, 0, "zone"),
        (0, "cinder-wardens", "team"),
        (1, "carrion-brood", "team"),
    ):
        assert match.answer(seat, value, key) == []
    assert all(s.team == "" for s in match.game.sides.values())
    assert match.game.secret[0].team == "cinder-wardens"
    lists = {}
    for seat in (0, 1):
        team = ("cinder-wardens", "carrion-brood")[seat]
        lists[seat] = {u: content.teams()[team].default.count(u) for u in dict.fromkeys(content.teams()[team].default)}
        assert match.answer(seat, lists[seat], "list") == []
    assert match.game.sides[1].team == "carrion-brood"
    assert len(match.game.operatives) == 23
    assert members_of({"fp-penitent:fp-scattergun": 2})[1].options == ("fp-scattergun",)


@rule(
    "setup.equipment",
    "equipment.points",
    "equipment.assign",
    "equipment.weapons",
    "equipment.actions",
    "equipment.team-items",
)
def test_equipment_is_assigned_and_revealed():
    from xenotable.games.killteam.rules.equipment.carrying import actions_of, choices, equipment_refusals

    field = fresh().play(Mission(), dice="5 2", attacker=0, zone=1, stop="tac-ops")
    game = field.match.game
    pairs = choices(game, 0)
    assert ("it-cw-range-cards", "a3") in pairs
    assert not any(item in ("it-fp-censer", "it-st-aegis") for item, _ in pairs)
    assert refused(equipment_refusals(game, 0, [("it-cw-trench-club", "a1")])) == ["equipment.assign"]
    many = [("it-breach-charge", f"a{n}") for n in range(1, 6)]
    assert set(refused(equipment_refusals(game, 0, many))) == {"equipment.points"}
    game.scenes = []
    field.game = game
    picked = (("it-shard-bomb", "a8"), ("it-medi-gel", "a9"))
    field.play(Equipment(), Outfit(), equipment=[picked, ()])
    assert "eq-shard-bomb" in field["a8"].ranged
    assert actions_of(field["a9"].items) == ["ua-patch"]


@rule("play.simultaneous-choice")
def test_tac_ops_stay_hidden():
    field = fresh().play(Mission(), dice="5 2", attacker=0, zone=1, stop="tac-ops")
    field.game = field.match.game
    hands = [("to-headhunt", "to-cull", "to-marked"), ("to-bastion", "to-centre", "to-no-step-back")]
    field.play(TacOps(), tac_ops=list(hands))
    assert field.game.secret[0].tac_ops == hands[0]
    assert not field.game.tacops
    copy = field.game.blanked(1)
    assert copy.secret[0].tac_ops == ()
    redeal(copy, 1, lambda: 0.3)
    assert len(copy.secret[0].tac_ops) == 3


@rule("setup.barricade-place", "setup.barricades")
def test_where_a_barricade_may_stand():
    field = Field()
    ok = Barricade(0, 10.25 - 0.001, 11, 90)
    assert refused(barricade_refusals(field.game, 0, ok, False)) == []
    assert refused(barricade_refusals(field.game, 0, Barricade(0, 10.4, 11, 90), False)) == ["setup.barricade-place"]
    field.terrain(("container", 5, 11))
    assert refused(barricade_refusals(field.game, 0, Barricade(0, 5, 11), False)) == ["setup.barricade-place"]
    field.terrain()
    field.play(Barricades(0, 2), barricade=[lambda a: {"at": {"w1": [5, 5]}}, lambda a: {"at": {"w2": [25, 5]}}])
    assert [b.seat for b in field.game.barricades.values()] == [0, 1]
    assert any(p.name.startswith("barricade-2") for p in killzone(field.game).pieces)


@rule("setup.groups", "setup.operative-place")
def test_groups_are_set_up_in_the_drop_zone():
    assert [group_sizes(n) for n in (10, 8, 12)] == [(4, 3, 3), (3, 3, 2), (4, 4, 4)]
    field = Field().operative("a1", "cw-warden", 0, 0, there=False).operative("a2", "cw-warden", 0, 0, there=False)
    field.game.sides.set(0, size=2)
    from xenotable.engine import Placed

    assert refused(deploy_refusals(field.game, 0, Placed({"a1": (3.8, 5.0)}))) == ["setup.operative-place"]
    assert refused(deploy_refusals(field.game, 0, Placed({"a1": (2.0, 5.0), "a2": (2.5, 5.0)}))) == [
        "setup.operative-place"
    ]
    field.play(Deploy(0, 0), group=("a1",), deploy=lambda a: {"at": {"a1": [2, 5]}}, concealed=("a1",))
    assert field["a1"].there
    assert field["a1"].order == CONCEAL


@rule("setup.scouting-choice", "setup.scouting-initiative")
def test_scouting_decides_the_first_initiative():
    assert BEATS == {"fortify": "infiltrate", "infiltrate": "recon", "recon": "fortify"}
    field = Field().operative("a1", "cw-warden", 2, 5).operative("b1", "fp-penitent", 28, 5)
    field.play(Scouting(), scouting=["recon", "fortify"])
    field.play(Scouted(), stop="scout")
    assert field.match.game.now.initiative == 0
    same = Field()
    for s in (0, 1):
        same.game.sides.set(s, scouting="infiltrate")
    same.play(FirstInitiative(), initiative=1)
    assert same.game.now.initiative == 1
    assert same.game.sides[0].infiltrates


@rule("setup.scouting-recon", "setup.scouting-fortify", "setup.scouting-infiltrate")
def test_what_scouting_brings():
    field = (
        Field().operative("a1", "cw-warden", 2, 5).operative("b1", "fp-penitent", 28, 5).terrain(("wall", 3.5, 5, 90))
    )
    field.game.battle.set("now", turn=0)
    field.play(Recon(0, "recon"), scout="a1", move=path("a1", (5.0, 5.0)))
    assert field["a1"].x == 5.0
    field = Field().terrain(("container", 11, 11))
    field.play(Recon(0, "fortify"), barricade=lambda a: {"at": {"w1": [11, 11, 2.5]}})
    assert field.game.barricades["w1"].z == 2.5
    field.play(Recon(0, "infiltrate"))
    assert field.game.sides[0].infiltrates


@rule("setup.scouting-initiative")
def test_a_listening_post_exchanges_the_choice_and_that_is_noted():
    for said, used in (("fortify", True), ("infiltrate", False)):
        field = Field(way="narrative")
        owner = replace(field.game.setup.rosters[0], assets=("as-listening-post",))
        field.game.setup = replace(field.game.setup, rosters=(owner, field.game.setup.rosters[1]))
        for s in (0, 1):
            field.game.sides.set(s, scouting="infiltrate")
        first = {} if used else {"initiative": 1}
        field.play(FirstInitiative(), stop="barricade", listening_post=said, **first)
        assert field.match.game.sides[0].scouting == said
        assert part_of(field.match.game, 0).listened is used


def test_everybody_with_an_early_start_may_dash_after_scouting_wherever_that_has_led():
    early = {"honours": ("ghost:3",)}
    field = (
        Field(way="narrative").operative("a1", "cw-warden", 2, 5, **early).operative("a2", "cw-warden", 2, 9, **early)
    )
    field.operative("a3", "cw-warden", 2, 13).operative("b1", "fp-penitent", 28, 5)
    field.game.battle.set("now", turn=0)
    moves = [path("a1", (5.0, 5.0)), path("a1", (8.0, 5.0)), path("a2", (5.0, 9.0))]
    asked = []

    def scout(ask):
        asked.append([*ask.options()])
        return ["a1", "a1", "a2"][len(asked) - 1]

    field.play(Recon(0, "recon"), EarlyStart(0), EarlyStart(1), scout=scout, move=moves)
    assert asked == [["a1", "a2", "a3", None], ["a1", "a2", None], ["a2", None]]
    assert (field["a1"].x, field["a2"].x, field["a3"].x) == (8.0, 5.0, 2.0)


@rule("play.ways-to-play", "content.tutorial")
def test_ways_to_play_and_offers():
    assert refused(setup_refusals(BattleSetup("relay-grond", way="fun", solo=("king", "")))) == [
        "setup.mission",
        "play.ways-to-play",
        "solo.levels",
    ]
    first = offers()[0]
    assert first.setup.tutorial
    for offer in offers():
        assert list(setup_refusals(offer.setup)) == []
    field = fresh(way="open").play(Mission(), dice="5 2", attacker=0, zone=1, stop="equipment")
    assert not any(type(s).__name__ == "Scouting" for s in field.match.game.scenes)


def test_random_rosters_are_legal():
    import random

    rnd = random.Random(3).random
    for _ in range(40):
        assert list(rosters.roster_refusals(random_roster(rnd))) == []


# ---- lists, at their limits


@rule("content.selection-limits", "setup.kill-team")
def test_what_is_wrong_with_a_list_is_said_with_its_numbers():
    def wrong(*units):
        found = rosters.roster_refusals(Roster("cinder-wardens", tuple(rosters.member(u) for u in units)))
        return [(r.args.get("a"), r.args.get("b"), r.remedy) for r in found]

    team = content.teams()["cinder-wardens"]
    assert wrong(*team.default) == []
    assert wrong(*team.default[:-1]) == [(11, 10, "Add operatives."), (4, 3, "Take more of them.")]
    assert wrong(*team.default, "cw-warden") == [(11, 12, "Leave operatives out.")]
    twice = (*team.default[:6], "cw-deadeye", *team.default[7:])
    assert wrong(*twice) == [(1, 2, "Leave some out.")]
    none = (team.default[0], *["cw-warden"] * 10)
    assert wrong(*none) == []
    assert wrong("cw-captain", *["cw-warden"] * 11) == [(11, 12, "Leave operatives out."), (10, 11, "Leave some out.")]
    without = tuple(u for u in team.default if u != "cw-warden")
    assert wrong(*without)[1] == (4, 0, "Take more of them.")
    foreign = Roster("cinder-wardens", (*(rosters.member(u) for u in team.default), rosters.member("fp-penitent")))
    assert refused(rosters.roster_refusals(foreign)) == ["setup.kill-team"]


@rule("narrative.campaign")
def test_what_a_campaign_gives_has_no_place_in_a_single_battle():
    team = rosters.default_roster("cinder-wardens")
    assert refused(rosters.earned_refusals(team)) == []
    seasoned = Member("cw-captain", honours=("deadeye:1",), scars=(2,))
    (refusal,) = rosters.earned_refusals(Roster(team.team, (seasoned, *team.members[1:]), stash=("it-st-aegis",)))
    assert refusal.args == {"n": 3}


@rule("equipment.points", "equipment.assign", "equipment.team-items")
def test_equipment_at_its_limits():
    own = {f"a{n}": ("cw-warden", ("cw-carbine", "cw-bayonet")) for n in range(1, 8)}
    mine, stash = Roster("cinder-wardens"), Roster("cinder-wardens", stash=("it-st-aegis",))
    blades = [("it-combat-blade", f"a{n}") for n in range(1, 6)]
    dear = [("it-ablative-plate", "a1"), ("it-ablative-plate", "a2"), ("it-optic", "a3")]
    for chosen, roster, narrative, why in (
        (blades[:4], mine, False, []),
        (blades, mine, False, ["equipment.points"]),  # five of four
        ([*dear, ("it-combat-blade", "a1")], mine, False, []),
        ([*dear, ("it-smoke-pot", "a1")], mine, False, ["equipment.points"]),  # eleven of ten points
        ([("it-optik", "a1")], mine, False, ["equipment.assign"]),
        ([("it-combat-blade", "a1"), ("it-combat-blade", "a1")], mine, False, ["equipment.assign"]),
        ([("it-combat-blade", "a9")], mine, False, ["equipment.assign"]),
        ([("it-st-aegis", "a1")], stash, True, []),
        ([("it-st-aegis", "a1")], stash, False, ["equipment.assign"]),
        ([("it-st-aegis", "a1")], mine, True, ["equipment.assign"]),
        ([("it-fp-censer", "a1")], mine, False, ["equipment.assign"]),
    ):  # fmt: skip
        assert refused(kit_refusals(own, roster, narrative, 10, chosen)) == why, chosen


@rule("equipment.weapons")
def test_a_blade_joins_the_melee_weapons():
    field = fresh().play(Mission(), dice="5 2", attacker=0, zone=1, stop="tac-ops")
    field.game = field.match.game
    field.game.scenes = []
    field.play(Equipment(), Outfit(), equipment=[(("it-combat-blade", "a8"),), ()])
    assert "eq-combat-blade" in field["a8"].melee
    assert "eq-combat-blade" not in field["a8"].ranged
    assert "cw-bayonet" in field["a8"].melee


@rule("setup.tac-ops")
def test_a_hand_holds_one_tac_op_of_the_faction_at_most():
    hands = (("to-cull", "to-cw"), []), (("to-cw", "to-fp"), ["setup.tac-ops"]), (("to-cull", "to-marked"), [])
    for hand, why in hands:
        assert [r.rule for r in hand_refusals("cinder-wardens", hand) if "faction" in r.says] == why


# ---- barricades and drop zones, at their limits


@rule("setup.barricade-place")
@pytest.mark.parametrize(
    ("x", "y", "turn", "legal"),
    [
        (1.0, 5, 0, True), (0.99, 5, 0, False), (5, 0.25, 0, True), (5, 0.24, 0, False), (5, 21.75, 0, True),
        (5, 21.76, 0, False), (0.25, 5, 90, True), (10.25, 5, 90, True), (10.26, 5, 90, False), (11.0, 5, 0, True),
        (11.01, 5, 0, False),
    ],
)  # fmt: skip
def test_a_barricade_lies_in_the_killzone_near_its_drop_zone(x, y, turn, legal):
    field = Field()
    assert refused(barricade_refusals(field.game, 0, Barricade(0, x, y, turn), False)) == (
        [] if legal else ["setup.barricade-place"]
    )
    assert refused(barricade_refusals(field.game, 1, Barricade(1, 30 - x, y, turn), False)) == (
        [] if legal else ["setup.barricade-place"]
    )


@rule("setup.barricade-place")
def test_what_a_barricade_keeps_clear_of():
    field, wall = Field(), Barricade(0, 3, 11)
    field.game.barricades.add("w1", wall)
    field.game.built = (field.game.now.scenario, 1, Ground.of(barricade_pieces(1, wall), 30, 22))
    field.marker("m1", 3, 15).operative("a1", "cw-warden", 3, 19).operative("a2", "cw-warden", 8, 19, 1.0)
    r = radius("cw-warden")
    for x, y, z, legal in (
        (7.01, 11, 0, True), (7.0, 11, 0, False), (3, 13.51, 0, True), (3, 13.5, 0, False),  # 2 in to another one
        (3, 13.96, 0, True), (3, 13.97, 0, False),  # an objective marker
        (3, 18.75 - r, 0, True), (3, 18.76 - r, 0, False), (8, 19, 0, True),  # operatives, on the floor or above it
        (8, 5, 2.5, False),  # not on the floor
    ):  # fmt: skip
        found = refused(barricade_refusals(field.game, 0, Barricade(0, x, y, 0.0, z), False))
        assert found == ([] if legal else ["setup.barricade-place"]), (x, y, z)


@rule("setup.scouting-fortify", "setup.territory")
def test_a_fortification_stands_wholly_in_the_own_territory():
    for scenario, seat, inside, across in (
        ("relay-ground", 0, (14, 5), (14.01, 5)), ("relay-ground", 1, (16, 5), (15.99, 5)),
        ("data-harvest", 0, (5, 10.75), (5, 10.76)), ("data-harvest", 1, (5, 11.25), (5, 11.24)),
    ):  # fmt: skip
        field = Field(scenario=scenario).terrain(("container", 20, 5), ("container", 10, 18))
        for (x, y), why in ((inside, []), (across, ["setup.scouting-fortify"])):
            assert refused(barricade_refusals(field.game, seat, Barricade(seat, x, y), True)) == why
    field = Field().terrain(("container", 5, 5))
    for x, why in ((6.0, []), (6.1, ["setup.scouting-fortify"])):
        assert refused(barricade_refusals(field.game, 0, Barricade(0, x, 5, 0.0, 2.5), True)) == why


@rule("setup.territory")
def test_the_line_between_territories_belongs_to_both():
    field = Field()
    assert [in_territory(field.game, s, 15, 5, 15, 5) for s in (0, 1)] == [True, True]
    assert [in_territory(field.game, s, 14, 5, 15.01, 5) for s in (0, 1)] == [False, False]
    assert [in_territory(field.game, s, 14.99, 5, 16, 5) for s in (0, 1)] == [False, False]
    assert [in_territory(field.game, s, 2, 5, 3, 5) for s in (0, 1)] == [True, False]


@rule("setup.operative-place")
def test_a_group_is_set_up_without_overlaps():
    r = radius("cw-warden")
    for gap, z, why in ((0.0, 0.0, []), (-0.01, 0.0, ["setup.operative-place"])):
        field = Field().operative("a1", "cw-warden", 0, 0, there=False).operative("a2", "cw-warden", 0, 0, there=False)
        for dx, dy in ((1, 0), (0, 1), (0.6, 0.8)):
            far = 2 * r + gap
            spots = Placed({"a1": (2.0, 5.0, z), "a2": (2.0 + dx * far, 5.0 + dy * far, z)})
            assert refused(deploy_refusals(field.game, 0, spots)) == why


@rule("setup.barricades")
def test_barricades_are_placed_in_turn_by_both():
    field = Field()
    at = [(3, 3), (27, 3), (3, 9), (27, 9)]
    placing = [lambda a, n=n, p=p: {"at": {f"w{n}": [*p]}, "facing": {f"w{n}": 90.0}} for n, p in enumerate(at, 1)]
    field.play(Barricades(0, 4), barricade=placing)
    assert [(b.seat, b.x, b.y, b.facing, b.z) for b in field.game.barricades.values()] == [
        (n % 2, x, y, 90.0, 0.0) for n, (x, y) in enumerate(at)
    ]


@rule("setup.scouting-initiative")
@pytest.mark.parametrize("attacker", [0, 1])
def test_the_better_scouting_begins_whoever_attacks(attacker):
    for option, beaten in BEATS.items():
        for first in (0, 1):
            field = Field().operative("a1", "cw-warden", 2, 5).operative("b1", "fp-penitent", 28, 5)
            for s in (0, 1):
                field.game.sides.set(s, role="attacker" if s == attacker else "defender")
                field.game.secret.set(s, scouting=option if s == first else beaten)
            fort = [lambda ask: ask.candidates(1, lambda: 0.5)[0]] * 2
            field.play(Scouted(), barricade=fort, scout=lambda ask: None, stop="scout")
            assert field.match.game.now.initiative == first
            assert [field.match.game.secret[s].scouting for s in (0, 1)] == ["", ""]
            assert "initiative" not in [e.key for e in field.match.tape]
