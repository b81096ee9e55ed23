"""Chapter narrative as a match: from the first asset to the end of a campaign."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaigning import Campaigning
from games.killteam.field import Field, refused, rule
from xenotable.engine import Match, View, load, save
from xenotable.games import game as game_named
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Member
from xenotable.games.killteam.opponent.campaign import battle as fought_out
from xenotable.games.killteam.rules.narrative.after_battle import FINALES, TASKS, finish, prizes, standings
from xenotable.games.killteam.rules.narrative.battle_effects import note_turning_point
from xenotable.games.killteam.rules.narrative.campaign import setup_refusals
from xenotable.games.killteam.rules.narrative.campaign_battle import battle_setup, part_of, report, result_refusals
from xenotable.games.killteam.rules.narrative.dataslate import new_slate
from xenotable.games.killteam.scenes import (
    Accounts,
    CasualtyTests,
    ChangeOfPlan,
    Commend,
    Engagement,
    Fielding,
    Founding,
    NextBattle,
    Promotions,
    RecoveryTests,
    Reward,
    Undertake,
    VisitBase,
)
from xenotable.games.killteam.state import CampaignSetup, Death, Fought, Marker, Part, Performance, Record
from xenotable.games.killteam.title import CAMPAIGN, GAME
from xenotable.players import RandomPlayer, play_out, player

OFFERS = {o.id: o.setup for o in CAMPAIGN.offers()}
ALONE, BOTH = OFFERS["alone-cinder-wardens"], OFFERS["together"]


class War(Campaigning):
    """A campaign between battles, with scripted dice and answers by key."""

    def __init__(self, setup: CampaignSetup = ALONE, **fields: Any) -> None:
        self.game = CAMPAIGN.new(setup)
        if fields:
            self.game.slates.set(0, **fields)

    def one(self, n: int = 0, **fields: Any) -> War:
        """Changes an operative of the first dataslate."""
        all_of = list(self.game.slates[0].operatives)
        all_of[n] = replace(all_of[n], **fields)
        self.game.slates.set(0, operatives=tuple(all_of))
        return self

    def battle(self, winner: int = 0, n: int = 1, scenario: str = "relay-ground", **part: Any) -> War:
        performances = part.pop("performances", ((self.names[0], Performance()),))
        mine = Part(performances, size=11, **part)
        self.game.battles.add(n, Fought(scenario, winner, (9, 4), (mine, Part())))
        self.game.fielded.set(0, names=tuple(name for name, _ in performances))
        return self

    @property
    def names(self) -> list[str]:
        return [o.name for o in self.game.slates[0].operatives]

    @property
    def slate(self) -> Any:
        return self.game.slates[0]

    @property
    def story(self) -> list[str]:
        return View(self.match, 0).story()


# ---- before a battle -------------------------------------------------------------------------------------------------


@rule("narrative.assets")
def test_a_base_begins_with_one_asset():
    war = War().play(Founding(0), asset="as-range")
    assert war.slate.assets == ("as-range",)
    assert "Firing Range" in war.story[0]


def test_one_operation_at_a_time_and_none_twice():
    war = War(finished=("op-sever",)).play(Undertake(0))
    assert war.match.open[0].among() == ["op-ghost-map", "op-siege", None]
    war.play(Undertake(0), Undertake(0), operation="op-siege")
    assert (war.slate.operation, war.match.over) == ("op-siege", True)
    every = tuple(o.id for o in content.table("operation"))
    assert War(finished=every).play(Undertake(0)).match.open[0].among() == [*every, None]


@rule("narrative.rp-spend", "narrative.max-roster")
def test_requisition_points_are_spent_between_battles():
    war = War(rp=9)
    deals = [["rq-recruit", "cw-warden"], ["rq-training", war.names[1]], ["rq-stash", "it-st-aegis"], ["rq-slot", ""]]
    war.play(VisitBase(0), quarters=[*deals, ["done", ""]])
    assert (war.slate.rp, len(war.slate.operatives), war.slate.stash, war.slate.slots) == (1, 12, ("it-st-aegis",), 3)
    assert war.slate.operatives[1].xp == 3
    closed = war.match if war.match.open else war.play(VisitBase(0)).match
    assert {r.rule for r in closed.answer(0, ["rq-slot", ""])} == {"narrative.rp-spend"}
    full = War(operatives=tuple(Record(f"R{n}", "cw-warden") for n in range(20)))
    full.play(VisitBase(0), quarters=[["dismiss", "R3"]])
    assert len(full.slate.operatives) == 19
    assert "dismiss" not in [d[0] for d in full.match.open[0].among()]


@rule("narrative.deploy", "narrative.campaign")
def test_kill_teams_are_named_unseen_and_revealed_together():
    war = War(BOTH)
    war.game.scenes = [Fielding(1)]
    match = Match(war.game, 1)
    mine, yours = ([o.name for o in war.game.slates[s].operatives] for s in (0, 1))
    assert match.answer(0, mine[:9]) == []
    assert match.game.fielded[0].names == ()
    too_many = [r.rule for r in match.answer(1, [*yours, "nobody"])]
    assert too_many
    assert match.answer(1, yours) == []
    assert [match.game.fielded[s].names for s in (0, 1)] == [tuple(mine[:9]), tuple(yours)]
    while (battle := match.open[0]).key == "plan":
        assert match.answer(battle.seat, None) == []
    assert battle.key == "battle:1"
    assert [side.team for side in battle.setup.rosters] == [slate.team for slate in BOTH.slates]
    assert battle.setup.solo == ("", "")


@rule("narrative.rp-spend")
def test_change_of_plan_exchanges_one_of_the_same_role():
    war = War(rp=1)
    war.game.slates.set(0, operatives=(*war.slate.operatives, Record("Reserve", "cw-warden")))
    war.game.fielded.set(0, names=tuple(war.names[:-1]))
    line = next(o.name for o in war.slate.operatives if o.unit == "cw-warden")
    war.play(ChangeOfPlan(0), plan=(line, "Reserve"))
    assert "Reserve" in war.game.fielded[0].names
    assert line not in war.game.fielded[0].names
    assert war.slate.rp == 0
    assert war.play(ChangeOfPlan(0)).match.over  # nobody can pay for another


# ---- the battle ------------------------------------------------------------------------------------------------------


@rule("narrative.campaign")
def test_a_player_alone_meets_another_team_of_the_machine():
    war = War()
    war.game.fielded.set(0, names=tuple(war.names))
    war.play(Engagement(1), draws=["veil-court"])
    ask = war.match.open[0]
    assert (ask.game, ask.setup.way, ask.setup.scenario) == ("killteam", "narrative", "")
    assert [r.team for r in ask.setup.rosters] == ["cinder-wardens", "veil-court"]
    assert ask.setup.solo == ("", "veteran")
    assert list(GAME.setup_refusals(ask.setup)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"winner": "me"},
        {"winner": 7},
        {"scores": (-4, 3)},
        {"scenario": "nowhere"},
        {"parts": ()},
        {"more": 1},
    ],
)
def test_a_result_must_be_one(wrong):
    war = War()
    war.game.fielded.set(0, names=tuple(war.names[:2]))
    good = msgspec.to_builtins(
        Fought("relay-ground", 0, (5, 3), (Part(tuple((n, Performance()) for n in war.names[:2]), size=11), Part()))
    )
    assert list(result_refusals(war.game, good)) == []
    assert list(result_refusals(war.game, {**good, **wrong} if wrong else {}))
    few = {**good, "parts": (msgspec.to_builtins(Part()), msgspec.to_builtins(Part()))}
    assert "narrative.campaign" in refused(result_refusals(war.game, few))


@rule("narrative.campaign")
def test_what_a_battle_reports():
    leader = content.teams()["ferric-penitents"].leader
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 5, name="Ada", kills=3)
        .operative("b1", leader, 9, 5, fallen=True, there=False)
    )
    field.operative("b2", "fp-penitent", 9, 9, fallen=True, there=False)
    field.game.setup = replace(
        field.game.setup,
        rosters=(content.Roster("cinder-wardens", (Member("cw-warden", name="Ada"),)), content.Roster()),
    )
    for n, (operative, how) in enumerate((("b1", "shoot"), ("b2", "overwatch")), 1):
        field.game.deaths.add(f"d{n}", Death(operative, 1, 2, by="a1", how=how))
    mine, yours = part_of(field.game, 0), part_of(field.game, 1)
    assert mine.performances == (("Ada", Performance(3, False, False)),)
    assert (mine.shot, mine.leader, mine.lost, mine.size) == (2, True, 0, 1)
    assert (yours.shot, yours.leader, yours.lost, yours.size) == (0, False, 2, 2)
    assert report(field.game)["winner"] == -1


def test_turning_points_are_noted_for_operations():
    field = (
        Field()
        .operative("a1", "cw-warden", 29, 11)
        .operative("a2", "cw-warden", 3, 11)
        .operative("b1", "fp-penitent", 15, 20)
    )
    x0, y0, x1, y1 = content.scenarios()["relay-ground"].zones[1]
    field.game.operatives.set("a1", x=(x0 + x1) / 2, y=(y0 + y1) / 2)
    field.game.markers.add("m1", Marker(3.0, 10.0))
    note_turning_point(field.game)
    assert (field.game.sides[0].reached, field.game.sides[0].held, field.game.now.ended) == (1, 1, 1)
    assert (field.game.sides[1].reached, field.game.sides[1].held) == (0, 0)
    assert part_of(field.game, 0).reached
    assert part_of(field.game, 0).held


# ---- after it --------------------------------------------------------------------------------------------------------


@rule("narrative.xp-fought", "narrative.xp-kills", "narrative.xp-commend", "narrative.rest")
@pytest.mark.parametrize(("winner", "commended"), [(0, 2), (1, 1)])
def test_experience_and_commendations(winner, commended):
    war = War()
    one, two, three = war.names[:3]
    performances = ((one, Performance(kills=2)), (two, Performance(mission=True)))
    war.battle(winner, performances=performances).play(Commend(1, 0), commend=[[one, two][:commended]])
    xp = [o.xp for o in war.slate.operatives[:3]]
    assert xp == [1 + 2 + 2, 1 + 1 + (2 if commended == 2 else 0), 0]
    assert [o.rest for o in war.slate.operatives[:3]] == [0, 0, 1]
    assert war.slate.operatives[0].kills == 2
    assert three in war.names


@rule("narrative.rank-up", "narrative.specialism", "narrative.honour-roll")
def test_promotions_one_after_the_other():
    war = War().one(0, xp=6).one(1, xp=13, rank="Seasoned", specialism="ghost", honours=(2,))
    war.play(Promotions(0, tuple(war.names[:3])), dice=[5, 2], specialism="ghost")
    first, second, third = war.slate.operatives[:3]
    assert (first.rank, first.honours, first.specialism) == ("Seasoned", (5,), "ghost")
    assert (second.rank, second.honours) == ("Veteran", (2, 3))
    assert third.rank == "Recruit"
    assert "is Seasoned now, with the honour" in war.story[0]


@rule("narrative.casualty", "narrative.scar-roll", "narrative.scar-limit")
def test_casualties_one_after_the_other():
    war = War(rp=0).one(2, scars=(2, 3, 4))
    hurt = tuple(war.names[:4])
    war.play(CasualtyTests(0, hurt, False), dice=[1, 5, 1, 1, 1, 6, 4])
    assert [n in war.names for n in hurt] == [True, False, False, True]
    assert war.slate.operatives[0].scars == (5,)
    assert hurt[1] in war.slate.memorial[0]
    told = " ".join(war.story)
    assert "Cracked Ribs" in told
    assert f"{hurt[1]} is slain" in told
    assert f"{hurt[2]} has one scar too many" in told
    assert f"{hurt[3]} recovers fully" in told


@rule("narrative.recovery")
def test_who_rested_may_recover():
    war = War(rp=0).one(0, scars=(2, 6), rest=2).one(1, scars=(3,), rest=1).one(2, scars=(4,))
    war.play(RecoveryTests(0, tuple(war.names)), dice=[3], recover=[True, False], scar=6)
    assert [o.scars for o in war.slate.operatives[:3]] == [(2,), (3,), (4,)]
    assert war.match.over


@rule("narrative.rp-gain", "narrative.operation", "narrative.log")
def test_accounts_of_a_battle():
    war = War(operation="op-sever", progress=2).battle(0, shot=3, performances=(("Ada", Performance(2, fell=True)),))
    war.play(Accounts(1, 0))
    assert (war.slate.rp, war.slate.progress, war.slate.finished) == (5, 3, ())
    assert war.slate.chronicle == ("Victory. Relay Ground, 9 to 4. Kills: Ada 2. Fallen: Ada.",)
    war.battle(0, 2, leader=True).play(Accounts(2, 0), reward=("stash", "it-st-aegis"))
    assert (war.slate.finished, war.slate.operation, war.slate.stash) == (("op-sever",), "", ("it-st-aegis",))


@pytest.mark.parametrize(
    ("operation", "task", "not_task", "finale", "not_finale"),
    [
        ("op-sever", Part(shot=3), Part(shot=2), (Part(leader=True), True, ""), (Part(leader=True), False, "")),
        ("op-ghost-map", Part(reached=True), Part(), (Part(), True, "salvage-run"), (Part(), True, "relay-ground")),
        ("op-siege", Part(held=True), Part(), (Part(lost=5, size=11), False, ""), (Part(lost=6, size=11), True, "")),
    ],
)
def test_what_operations_ask_for(operation, task, not_task, finale, not_finale):
    assert TASKS[operation](task, False, "")
    assert not TASKS[operation](not_task, True, "")
    assert FINALES[operation](*finale)
    assert not FINALES[operation](*not_finale)


@pytest.mark.parametrize(
    ("operation", "prize", "check"),
    [
        ("op-sever", ("rp", ""), lambda s: s.rp == 6),
        ("op-ghost-map", ("asset", "as-workshop"), lambda s: s.assets == ("as-workshop",)),
        ("op-ghost-map", ("xp", 0), lambda s: s.operatives[0].xp == 4),
        ("op-siege", ("honour", 0), lambda s: s.operatives[0].honours == (4,)),
    ],
)
def test_rewards(operation, prize, check):
    war = War()
    what, on = prize
    said = [what, war.names[on] if isinstance(on, int) else on]
    war.play(Reward(0, operation), reward=tuple(said), specialism="ghost", dice=[4] if what == "honour" else [])
    assert check(war.slate)
    full = replace(new_slate("A", "B", "veil-court"), assets=("as-range", "as-workshop"))
    assert "asset" not in [p[0] for p in prizes(full, "op-ghost-map")]


# ---- the end, and the whole ------------------------------------------------------------------------------------------


@rule("narrative.assets")
def test_a_listening_post_helps_once_per_operation():
    war = War(assets=("as-range", "as-listening-post"), operation="op-siege")
    before = battle_setup(war.battle().game, "veil-court").rosters[0].assets
    war.play(Accounts(1, 0))
    unused = battle_setup(war.game, "veil-court").rosters[0].assets
    war.battle(0, 2, listened=True).play(Accounts(2, 0)).battle(0, 3).play(Accounts(3, 0))
    used = battle_setup(war.game, "veil-court").rosters[0].assets
    assert (before, unused, used) == (war.slate.assets, war.slate.assets, ("as-range",))
    war.game.slates.set(0, operation="")
    war.play(Undertake(0), operation="op-sever")
    assert battle_setup(war.game, "veil-court").rosters[0].assets == war.slate.assets


@rule("narrative.campaign-end")
def test_points_of_a_campaign():
    war = War(replace(ALONE, battles=4), finished=("op-siege",))
    for n, winner in enumerate((0, 0, -1, 1), 1):
        war.battle(winner, n)
    assert (standings(war.game, 0), standings(war.game, 1)) == (3 + 4 + 1, 2 + 1)
    war.play(NextBattle(3))
    assert war.match.open
    war.play(NextBattle(4))
    assert war.game.result is not None
    assert war.game.result.winners == (0,)
    assert "8 points against 3" in war.game.result.says


@rule("narrative.campaign", "narrative.start")
def test_what_is_wrong_with_a_campaign():
    assert list(setup_refusals(ALONE)) == []
    slate = ALONE.slates[0]
    twins = replace(slate, operatives=tuple(replace(o, name="Ada") for o in slate.operatives))
    old = replace(slate, operatives=tuple(replace(o, xp=9) for o in slate.operatives))
    for setup, wanted in (
        (replace(ALONE, slates=()), "narrative.campaign"),
        (replace(ALONE, battles=13), "narrative.campaign"),
        (replace(ALONE, level="god"), "solo.levels"),
        (CampaignSetup((twins,)), "narrative.start"),
        (CampaignSetup((old,)), "narrative.start"),
        (CampaignSetup((replace(slate, rp=9),)), "narrative.start"),
        (CampaignSetup((replace(slate, team="cinder-warden"),)), "setup.kill-team"),
        (CampaignSetup((replace(slate, operatives=slate.operatives[:1]),)), ""),  # the rest are nameless Recruits
    ):
        found = refused(setup_refusals(setup))
        assert (wanted in found) if wanted else found == []


@rule("narrative.campaign")
def test_a_real_battle_is_an_answer_and_a_campaign_can_be_branched():
    """The whole loop: name a kill team, fight, report, save, load, branch."""
    assert game_named("killteam-campaign") is CAMPAIGN
    match = Match(CAMPAIGN.new(ALONE), 8)
    me = player("tactician", CAMPAIGN, 3)
    while not match.open[0].key.startswith("battle:"):
        said = me.decide(View(match, 0))
        assert match.answer(0, said.value, said.key) == []
    ask = match.open[0]
    result, _ = fought_out(match.game, 0, ask, random.Random(5).random)
    assert match.answer(0, result, match.id(ask)) == []
    assert len(match.game.battles) == 1
    again, note = load(save(match), CAMPAIGN)
    assert note == ""
    assert again.game.encoded() == match.game.encoded()


@pytest.mark.parametrize("offer", OFFERS)
def test_machines_play_a_campaign_to_its_end(offer):
    match = Match(CAMPAIGN.new(OFFERS[offer]), 2)
    play_out(match, {s: player("tactician", CAMPAIGN, f"{offer}:{s}") for s in range(match.game.seats)})
    assert match.game.result is not None
    assert match.game.result.rule == "narrative.campaign-end"
    assert len(match.game.battles) == OFFERS[offer].battles
    panels = {p.id: p for p in CAMPAIGN.panels(match.game, 0)}
    assert [s.state for s in panels["campaign"].stages] == ["done"] * OFFERS[offer].battles
    assert all(s.outcome and s.story for s in panels["campaign"].stages)
    slate = match.game.slates[0]
    assert [p.name for p in panels["slate0"].people] == [o.name for o in (*slate.operatives, *slate.former)]
    assert len(panels["story0"].lines) >= OFFERS[offer].battles


@pytest.mark.parametrize("seed", range(8))
def test_random_campaigns_end_soundly(seed):
    setup = CAMPAIGN.random_setup(random.Random(seed).random)
    assert list(CAMPAIGN.setup_refusals(setup)) == []
    match = Match(CAMPAIGN.new(setup), seed)

    def sound(m):
        assert list(CAMPAIGN.invariants(m.game)) == []

    play_out(match, {s: RandomPlayer(CAMPAIGN, f"{seed}:{s}") for s in range(match.game.seats)}, watch=sound)
    assert match.game.result is not None


def test_giving_up_gives_the_campaign_away():
    match = Match(CAMPAIGN.new(BOTH), 1)
    assert match.concede(1) == []
    assert match.game.result.winners == (0,)


# ---- at the limits ---------------------------------------------------------------------------------------------------


@rule("narrative.campaign")
def test_what_a_result_may_not_say():
    war = War().battle()
    good = msgspec.to_builtins(war.game.battles[1])
    numbers = {"shot": 0, "lost": 0, "size": 11}

    def why(**changes):
        return refused(result_refusals(war.game, {**good, **changes}))

    assert why() == []
    assert [why(winner=w) for w in (-1, 0, 1, 2, -2)] == [[], [], [], ["narrative.campaign"], ["narrative.campaign"]]
    assert [why(scores=s) for s in ((0, 99), (-1, 4), (4, 100))] == [[], ["scoring.vp"], ["scoring.vp"]]
    assert why(scenario="nowhere") == ["setup.mission"]
    for name in numbers:
        for n, refusals in ((0, []), (99, []), (100, ["narrative.campaign"]), (-1, ["narrative.campaign"])):
            mine, theirs = good["parts"]
            assert why(parts=[{**mine, name: n}, theirs]) == refusals
            assert why(parts=[mine, {**theirs, name: n}]) == refusals


@rule("narrative.start")
def test_a_campaign_begins_with_recruits_of_their_own_names():
    slate = ALONE.slates[0]
    assert refused(setup_refusals(ALONE)) == []
    for n, fields in ((0, {"name": ""}), (0, {"name": slate.operatives[1].name}), (3, {"xp": 1}), (3, {"scars": (2,)})):
        records = [replace(o, **fields) if i == n else o for i, o in enumerate(slate.operatives)]
        changed = replace(ALONE, slates=(replace(slate, operatives=tuple(records)),))
        assert refused(setup_refusals(changed)) == ["narrative.start"], fields
    short = replace(
        ALONE, slates=(replace(slate, operatives=(*slate.operatives, replace(slate.operatives[-1], name="Zed"))),)
    )
    assert refused(setup_refusals(short)) == ["content.selection-limits"]


@rule("narrative.deploy")
def test_no_more_take_part_than_a_team_has():
    extra = tuple(replace(ALONE.slates[0].operatives[-1], name=f"Extra {n}") for n in range(2))
    war = War(operatives=(*ALONE.slates[0].operatives, *extra)).play(Fielding(1))
    _, found = war.match.check(0, war.names)
    assert "narrative.deploy" in refused(found) or "engine.how-many" in refused(found)
    assert war.match.check(0, war.names[:11])[1] == []
    assert war.match.open[0].secret


@rule("narrative.campaign-end")
def test_a_campaign_may_be_drawn():
    for points, winners, says in (
        ((4, 4), (), "drawn at 4"),
        ((5, 3), (0,), "5 points against 3"),
        ((3, 5), (1,), "5 points against 3"),
    ):
        war = War(BOTH)
        war.game.ledger.set("now", points=points)
        finish(war.game)
        assert war.game.result.winners == winners
        assert says in war.game.result.says


@rule("narrative.xp-commend")
@pytest.mark.parametrize(("winner", "most"), [(0, 2), (1, 1), (-1, 1)])
def test_the_winner_commends_two(winner, most):
    war = War()
    war.battle(winner, performances=tuple((name, Performance()) for name in war.names[:3]))
    war.play(Commend(1, 0))
    ask = war.match.open[0]
    assert (ask.least, ask.most) == (most, most)
    alone = War()
    alone.battle(0).play(Commend(1, 0), commend=(alone.names[0],))
    assert alone.slate.operatives[0].xp == 1 + 2


@rule("narrative.recovery")
def test_who_rested_is_tested_one_after_another():
    war = War().one(0, rest=4, scars=(3,)).one(1, rest=1, scars=(4,)).one(2, rest=2)
    war.play(RecoveryTests(0, tuple(war.names)), dice=[3, 1], recover=True, surgery=False)
    assert [o.scars for o in war.slate.operatives[:2]] == [(), (4,)]
    assert "rested, and lost a scar." in war.slate.operatives[0].story[-1]
    assert not any("lost a scar" in line for line in war.slate.operatives[1].story)
    assert war.match.over


@rule("narrative.casualty", "narrative.scar-roll")
def test_casualties_are_told_and_written_down():
    war = War(rp=0).one(1, scars=(2, 3, 4))
    names = war.names
    war.play(CasualtyTests(0, tuple(names[:4]), False), dice=[2, 1, 5, 1, 1, 1, 3])
    told = " ".join(war.story)
    assert f"{names[0]} recovers fully." in told
    assert f"{names[1]} has one scar too many and retires." in told
    assert f"{names[2]} is slain." in told
    assert f"{names[3]} bears a scar" in told
    assert [s.partition(" (")[2] for s in war.game.fielded[0].scars][:2] == ["retired)", "slain)"]
    assert "recovered fully." in war.slate.operatives[0].story[-1]
