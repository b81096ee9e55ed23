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
    new_slate,
    operative_performances,
    promote,
    rank_of,
    recovery,
    requisition,
    requisition_refusals,
    roster,
    with_record,
)
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


@rule("narrative.balance")
def test_the_less_seasoned_side_gets_command_points():
    from xenotable.games.killteam.rules.narrative.battle_effects import weaker_side

    field = Field(way="narrative").operative("a1", "cw-warden", 5, 5, honours=tuple(f"blade:{n}" for n in range(1, 7)))
    field.operative("b1", "fp-penitent", 9, 5)
    weaker_side(field.game)
    assert [field.game.sides[s].cp for s in (0, 1)] == [3, 5]
