"""Chapter narrative: a campaign from its first battle on."""

import pytest
from msgspec.structs import replace

from games.killteam.field import Field, refused, rule, run
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Member, Roster
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.rules.narrative.dataslate import (
    add_asset,
    advance_operation,
    as_member,
    buy,
    casualty,
    commend,
    count_rest,
    gain_battle_xp,
    gain_honour,
    gain_scar,
    honour_odds,
    new_slate,
    operative_performances,
    promote,
    rank_of,
    recovery,
    recovery_odds,
    requisition,
    requisition_refusals,
    roster,
    with_record,
)
from xenotable.games.killteam.rules.wounds import suffer
from xenotable.games.killteam.scenes import Hatch
from xenotable.games.killteam.state import Performance, Record


def slate(**k):
    return replace(new_slate("Ash Company", "Ada", "cinder-wardens"), **k)


def first(s):
    return s.operatives[0].name


@rule("narrative.start", "narrative.dataslate", "narrative.datacard", "content.narrative-tables")
def test_a_new_dataslate():
    s = slate()
    assert (s.rp, s.slots, len(s.operatives), s.stash) == (3, 2, 11, ())
    assert all(o.rank == "Recruit" and o.xp == 0 for o in s.operatives)
    assert len({o.name for o in s.operatives}) == 11
    sizes = {n: len(content.table(n)) for n in ("honour", "scar", "requisition", "asset", "operation", "specialism")}
    assert sizes == {"honour": 24, "scar": 6, "requisition": 6, "asset": 4, "operation": 3, "specialism": 4}
    assert all(len(names) >= 40 for names in content.names().values())


@rule("narrative.deploy", "narrative.stash")
def test_a_kill_team_from_the_slate_is_filled_with_recruits():
    s = slate(stash=("it-st-aegis", "it-st-aegis"))
    team = roster(s, tuple(o.name for o in s.operatives[:9]))
    assert list(rosters.roster_refusals(team)) == []
    assert [m.name for m in team.members[-2:]] == ["", ""]
    leaderless = roster(s, tuple(o.name for o in s.operatives[1:9]))
    assert list(rosters.roster_refusals(leaderless)) == []
    assert team.stash == ("it-st-aegis",)


@rule("narrative.optional")
def test_honours_count_in_narrative_battles_only():
    from xenotable.games.killteam.rules.setup.sequence import recruit

    member = as_member(Record("Ada", "cw-warden", (), "bulwark", honours=(1,), scars=(4,)))
    assert recruit(Field(way="narrative").game, 0, member, "Ada").full == 8
    assert recruit(Field().game, 0, member, "Ada").full == 7


@rule("narrative.xp-fought", "narrative.xp-kills", "narrative.xp-mission")
def test_experience():
    assert gain_battle_xp(Record("A", "cw-warden"), Performance()).xp == 1
    assert gain_battle_xp(Record("A", "cw-warden"), Performance(kills=4, mission=True)).xp == 5


@rule("narrative.xp-commend", "narrative.assets")
def test_commendations():
    assert commend(slate(), Record("A", "cw-warden")).xp == 2
    assert commend(slate(assets=("as-range",)), Record("A", "cw-warden")).xp == 3
    assert add_asset(slate(assets=("as-range", "as-workshop")), "as-infirmary").assets == ("as-range", "as-workshop")
    assert add_asset(slate(), "as-infirmary").assets == ("as-infirmary",)


@rule("narrative.ranks")
@pytest.mark.parametrize(
    ("xp", "rank"), [(4, "Recruit"), (5, "Seasoned"), (11, "Seasoned"), (12, "Veteran"), (32, "Legend")]
)
def test_ranks(xp, rank):
    assert rank_of(xp) == rank


@rule("narrative.rank-up", "narrative.specialism", "narrative.honour-roll")
def test_one_rank_per_battle_with_an_honour():
    s = slate()
    s = with_record(s, replace(s.operatives[0], xp=14))
    s = run(promote(s, first(s)), [3], {"specialism": "deadeye"})
    assert (s.operatives[0].rank, s.operatives[0].honours) == ("Seasoned", (3,))
    assert s.operatives[0].specialism == "deadeye"
    s = run(promote(s, first(s)), [3], {})
    assert (s.operatives[0].rank, s.operatives[0].honours) == ("Veteran", (3, 4))
    assert run(gain_honour(Record("A", "x", specialism="blade", honours=(6,))), [6], {}).honours == (6, 1)


@rule("narrative.casualty", "narrative.scar-roll")
def test_casualties_and_scars():
    s = slate(rp=0)
    names = [o.name for o in s.operatives[:3]]
    for name, dice in zip(names, ([2], [1, 4], [6]), strict=True):
        s, _ = run(casualty(s, name), dice, {})
    assert [o.scars for o in s.operatives[:3]] == [(), (4,), ()]
    dead = run(gain_scar(s, names[0]), [1], {})
    assert len(dead.operatives) == 10
    assert names[0] in dead.memorial[0]
    twice = run(gain_scar(with_record(s, replace(s.operatives[0], scars=(6,))), names[0]), [6], {})
    assert twice.operatives[0].scars == (6, 2)


@rule("narrative.casualty")
def test_the_infirmary_turns_the_first_one():
    s = slate(rp=0)
    assert run(casualty(s, first(s), True), [1], {}) == (s, False)
    assert run(casualty(s, first(s), True), [2], {}) == (s, True)


@rule("narrative.rp-spend", "narrative.casualty", "narrative.recovery")
def test_field_surgery_is_offered_after_the_die():
    s = slate()
    log = []
    saved, _ = run(casualty(s, first(s)), [1, 5], {"surgery": True}, log)
    assert [key for key, _ in log] == ["casualty", "surgery", "casualty"]
    assert (saved.rp, saved.operatives[0].scars) == (2, ())
    hurt, _ = run(casualty(s, first(s)), [1, 3], {"surgery": False})
    assert (hurt.rp, hurt.operatives[0].scars) == (3, (3,))
    resting = with_record(s, replace(s.operatives[0], scars=(3,), rest=1))
    healed = run(recovery(resting, first(s)), [2], {"surgery": True})
    assert (healed.rp, healed.operatives[0].scars) == (2, ())
    log = []
    assert run(recovery(resting, first(s)), [1], {}, log) == resting  # 2 more would not help
    assert [key for key, _ in log] == ["recovery"]


@rule("narrative.scar-limit")
def test_a_fourth_scar_retires():
    s = slate()
    s = with_record(s, replace(s.operatives[0], scars=(2, 3, 4)))
    assert len(run(gain_scar(s, first(s)), [5], {}).operatives) == 10


@rule("narrative.rest", "narrative.recovery")
def test_rest_and_recovery():
    s = slate()
    s = count_rest(with_record(s, replace(s.operatives[0], scars=(2,))), tuple(o.name for o in s.operatives[1:]))
    assert s.operatives[0].rest == 1
    assert run(recovery(s, first(s)), [3], {"surgery": False}).operatives[0].scars == (2,)
    healed = run(recovery(s, first(s)), [4], {})
    assert (healed.operatives[0].scars, healed.operatives[0].rest) == ((), 0)


@rule("narrative.rp-gain", "narrative.rp-spend", "narrative.max-roster")
def test_requisition():
    assert requisition(3, True) == 5
    assert requisition(10, False) == 10
    s = buy(slate(), "rq-recruit", "cw-warden")
    assert (s.rp, len(s.operatives)) == (2, 12)
    assert buy(slate(), "rq-training", first(slate())).operatives[0].xp == 3
    assert buy(slate(), "rq-slot").slots == 3
    assert buy(slate(), "rq-stash", "it-st-aegis").stash == ("it-st-aegis",)
    full = slate(operatives=tuple(Record(str(n), "cw-warden") for n in range(20)), rp=0)
    assert refused(requisition_refusals(full, "rq-recruit")) == ["narrative.rp-spend", "narrative.max-roster"]
    trained = buy(slate(), "rq-training", first(slate()))
    assert refused(requisition_refusals(replace(trained, rp=5), "rq-training", first(trained))) == [
        "narrative.rp-spend"
    ]
    assert refused(requisition_refusals(slate(slots=4), "rq-slot")) == ["narrative.assets"]


@rule("narrative.operation")
def test_an_operation_has_two_stages():
    s = slate(operation="op-siege")
    for _ in range(3):
        s = advance_operation(s, True, True)
    assert (s.progress, s.operation) == (3, "op-siege")
    s = advance_operation(s, False, True)
    assert (s.finished, s.operation) == (("op-siege",), "")


def test_deeds_are_read_off_the_table():
    team = Roster("cinder-wardens", (Member("cw-warden", name="Ada"), Member("cw-warden"), Member("cw-warden")))
    field = Field()
    field.game.setup = replace(field.game.setup, rosters=(team, Roster()))
    field.operative("a1", "cw-warden", 5, 5, name="Ada", kills=2, missions=1).operative(
        "a2", "cw-warden", 7, 5, name="Warden 1"
    )
    assert operative_performances(field.game, 0) == {"Ada": Performance(2, True, False)}


def test_who_fell_and_hatched_again_has_fallen_all_the_same():
    team = Roster("carrion-brood", (Member("cb-scuttler", name="Skitter"), Member("cb-scuttler", name="Chirr")))
    field = Field(("carrion-brood", "cinder-wardens"), way="narrative")
    field.game.setup = replace(field.game.setup, rosters=(team, Roster()))
    field.operative("a1", "cb-scuttler", 5, 5, name="Skitter").operative("a2", "cb-scuttler", 9, 5, name="Chirr")
    suffer(field.game, "a1", 6)
    field.game.operatives.set("a1", there=False)
    field.play(Hatch(2), pl_cb_hatch=True, hatch=lambda ask: {"at": {"a1": [2, 5]}})
    assert field["a1"].there
    assert {name: done.fell for name, done in operative_performances(field.game, 0).items()} == {
        "Skitter": True,
        "Chirr": False,
    }


@rule("narrative.balance")
def test_the_less_seasoned_side_gets_command_points():
    from xenotable.games.killteam.rules.narrative.battle_effects import weaker_side

    field = Field(way="narrative").operative("a1", "cw-warden", 5, 5, honours=tuple(f"blade:{n}" for n in range(1, 7)))
    field.operative("b1", "fp-penitent", 9, 5)
    weaker_side(field.game)
    assert [field.game.sides[s].cp for s in (0, 1)] == [3, 5]


# ---- odds and tables, at their limits


def sixths_of(forecast):
    return {c.label: round(c.p * 6) for c in forecast.chances}


@rule("narrative.specialism", "narrative.honour-roll")
def test_the_odds_of_an_honour_are_those_of_its_table():
    log = []
    fresh = Record("A", "cw-warden")
    run(gain_honour(fresh), [2], {"specialism": lambda ask: log.append(ask.odds("blade")) or "blade"})
    names = {h.roll: h.name for h in content.table("honour") if h.specialism == "blade"}
    assert sixths_of(log[0]) == dict.fromkeys(names.values(), 1)
    seasoned = Record("A", "cw-warden", specialism="blade", honours=(2, 3))
    assert sixths_of(honour_odds(seasoned, "blade")) == {names[1]: 1, names[4]: 3, names[5]: 1, names[6]: 1}
    whole = Record("A", "cw-warden", specialism="blade", honours=(1, 2, 3, 4, 5, 6))
    assert sixths_of(honour_odds(whole, "blade")) == {"nothing more": 6}


@rule("narrative.recovery")
@pytest.mark.parametrize(("rest", "good"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 6)])
def test_the_odds_of_a_recovery_are_those_of_its_die(rest, good):
    s = slate(rp=0)
    s = with_record(s, replace(s.operatives[0], scars=(3,), rest=rest))
    healed = sum(run(recovery(s, first(s)), [face], {}).operatives[0].scars == () for face in range(1, 7))
    assert healed == good
    odds = {"a scar is gone": good, "not yet": 6 - good}
    assert sixths_of(recovery_odds(s.operatives[0])) == {what: n for what, n in odds.items() if n}


@rule("narrative.recovery")
def test_surgery_helps_a_recovery_that_is_short_by_two_at_most():
    for face, asked, healed in ((3, False, True), (2, True, True), (1, True, True)):
        s = slate(rp=1)
        s = with_record(s, replace(s.operatives[0], scars=(3, 4), rest=2))
        log = []
        found = run(recovery(s, first(s)), [face], {"surgery": True, "scar": 4}, log)
        assert (("surgery", 0) in log) is asked
        assert (found.operatives[0].scars == (3,)) is healed
        assert found.rp == (0 if asked else 1)
    far = slate(rp=1)
    far = with_record(far, replace(far.operatives[0], scars=(3,), rest=1))
    log = []
    assert run(recovery(far, first(far)), [1], {"surgery": True}, log).operatives[0].scars == (3,)
    assert ("surgery", 0) not in log  # short by three
    one = with_record(far, replace(far.operatives[0], scars=(3,), rest=4))
    log = []
    run(recovery(one, first(one)), [1], {}, log)
    assert ("scar", 0) not in log  # one scar alone is no choice


@rule("narrative.scar-roll")
@pytest.mark.parametrize(
    ("face", "had", "gets"), [(2, (), 2), (3, (3,), 4), (6, (6,), 2), (5, (5, 6), 2), (6, (), 6), (2, (2,), 3)]
)
def test_a_scar_that_is_held_gives_the_next(face, had, gets):
    s = slate()
    s = with_record(s, replace(s.operatives[0], scars=had))
    assert run(gain_scar(s, first(s)), [face], {}).operatives[0].scars == (*had, gets)


@rule("narrative.xp-fought")
def test_a_battle_is_counted_with_its_kills():
    record = gain_battle_xp(Record("A", "cw-warden", xp=2, battles=3, kills=4), Performance(kills=5))
    assert (record.xp, record.battles, record.kills) == (2 + 1 + 3, 4, 9)


@rule("narrative.operation")
def test_an_operation_goes_on_only_by_its_task_and_ends_by_its_finale():
    none = slate()
    assert advance_operation(none, True, True) == none
    at = [
        advance_operation(slate(operation="op-siege", progress=p), t, f)
        for p, t, f in ((1, True, True), (1, False, True), (3, True, False), (3, False, True))
    ]
    assert [(s.operation, s.progress, s.finished) for s in at] == [
        ("op-siege", 2, ()), ("op-siege", 1, ()), ("op-siege", 3, ()), ("", 0, ("op-siege",)),
    ]  # fmt: skip


@rule("narrative.deploy")
def test_a_team_without_a_leader_gets_one_first():
    s = slate()
    without = tuple(o.name for o in s.operatives[1:8])
    assert [m.unit for m in roster(s, without).members[7:]] == ["cw-captain", "cw-warden", "cw-warden", "cw-warden"]
    assert [m.unit for m in roster(s, (first(s), *without)).members[8:]] == ["cw-warden"] * 3


@rule("narrative.assets")
def test_a_base_has_four_slots_at_most():
    for slots, why in ((3, []), (4, ["narrative.assets"])):
        assert refused(requisition_refusals(slate(slots=slots, rp=9), "rq-slot")) == why
        assert refused(requisition_refusals(slate(slots=slots, rp=9), "rq-stash")) == []
