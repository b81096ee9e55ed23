"""Closed, not hidden: whatever a player could point at stands in the ask, with the rule against it."""

from games.killteam.field import Field, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import entry
from xenotable.games.killteam.rules.scoring.tac_ops import EARLY, LATE
from xenotable.games.killteam.scenes import Burst, CoveringShot, Firefight, Group, LateReveal, Reveal, Strategy

CW, FP, VC = "cinder-wardens", "ferric-penitents", "veil-court"


@rule("activation.alternate", "activation.same-type")
def test_who_cannot_be_activated_is_listed_with_the_reason():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 3)
        .operative("a2", "cw-warden", 8, 3, ready=False)
        .operative("a3", "cw-captain", 11, 3)
    )
    field.operative("a4", "cw-warden", 14, 3).operative("b1", "fp-penitent", 5, 20)
    field.play(Firefight(0), stop="activate")
    assert field.why(0, "a2") == ["activation.alternate"]
    assert field.why(0, "a1") == []
    field.play(Group(0, "cw-warden"), stop="activate")
    assert field.why(0, "a3") == ["activation.same-type"]


@rule("activation.overwatch-when")
def test_who_cannot_perform_overwatch_is_listed_with_the_reason():
    field = (
        Field()
        .operative("a1", "cw-warden", 5, 3, ready=False)
        .operative("a2", "cw-warden", 8, 3, ready=False, order="conceal")
    )
    field.operative("a3", "cw-warden", 11, 3, ready=False, overwatched=True).operative("b1", "fp-penitent", 5, 13).cp(
        0, 0
    )
    field.play(Firefight(0), stop="overwatch")
    assert [field.why(0, i) for i in ("a1", "a2", "a3")] == [[], ["actions.overwatch"], ["actions.overwatch"]]


@rule("sight.visible")
def test_whom_an_action_cannot_select_is_listed_with_the_reason():
    field = (
        Field()
        .operative("a1", "cw-captain", 5, 3)
        .operative("b1", "fp-penitent", 5, 13)
        .operative("b2", "fp-penitent", 14, 3)
        .cp(0, 0)
    )
    field.terrain(("wall", 9, 3, 90)).operative("b3", "fp-penitent", 7, 13)
    field.act("a1", "ua-direct-fire", stop="subject")
    assert [field.why(0, i) for i in ("b1", "b2")] == [[], ["sight.visible"]]
    near = (
        Field((VC, FP))
        .operative("a1", "vc-seer", 5, 3)
        .operative("b1", "fp-penitent", 5, 8)
        .operative("b2", "fp-penitent", 8, 8)
    )
    near.operative("b3", "fp-penitent", 5, 20).cp(0, 0).game.operatives.set("b2", effects=("whispered",))
    near.operative("b4", "fp-penitent", 3, 8).act("a1", "ua-dread-whisper", stop="subject")
    whisper = entry("ua-dread-whisper")
    assert [near.why(0, i) for i in ("b1", "b2", "b3")] == [[], [whisper], [whisper]]


@rule("scoring.mission-action-common")
def test_markers_that_are_out_of_reach_are_listed_with_the_reason():
    field = Field(scenario="salvage-run").operative("a1", "cw-warden", 5, 3).operative("b1", "fp-penitent", 5, 20)
    field.marker("m1", 5, 4).marker("m2", 5, 2).marker("m3", 15, 3)
    field.act("a1", "pick-up", stop="marker")
    assert [field.why(0, m) for m in ("m1", "m3")] == [[], ["actions.pick-up", "actions.pick-up"]]
    harvest = Field(scenario="data-harvest").operative("a1", "cw-warden", 5, 3).operative("b1", "fp-penitent", 5, 20)
    harvest.marker("m1", 5, 4).marker("m2", 5, 2).marker("m3", 15, 3).act("a1", "extract", stop="marker")
    assert set(harvest.why(0, "m3")) == {"scoring.mission-action-common"}


@rule("specials.fusillade-distance")
def test_who_gets_no_dice_of_a_fusillade_is_listed_with_the_reason():
    field = (
        Field((FP, CW))
        .operative("a1", "fp-rotorist", 5, 3)
        .operative("b1", "cw-warden", 5, 12)
        .operative("b2", "cw-warden", 7.4, 12)
    )
    field.operative("b3", "cw-warden", 12, 12).cp(0, 0).act("a1", "shoot", target="b1", stop="fusillade")
    assert field.why(0, ["b3"]) == ["specials.fusillade-distance"]
    assert field.why(0, ["b2"]) == []


@rule("ploys.strategic")
def test_ploys_and_tac_ops_that_cannot_be_had_are_listed_with_the_reason():
    field = duel_field().cp(1, 1)
    field.game.sides.set(0, used=("pl-cw-dig-in",))
    field.play(Strategy(0, 0), stop="ploy")
    assert field.why(0, "pl-cw-dig-in") == ["ploys.strategic"]
    assert field.why(0, "pl-cw-fields-of-fire") == []
    card = next(c for c in content.tac_ops() if 2 not in EARLY.get(c, ()))
    field.game.secret.set(0, tac_ops=(card,))
    field.play(Reveal(0, 0), stop="reveal")
    assert field.why(0, card) == ["scoring.tacop-reveal"]


def duel_field():
    return Field().operative("a1", "cw-warden", 5, 3).operative("b1", "fp-penitent", 5, 20)


def test_who_cannot_give_a_covering_shot_is_listed_with_the_reason():
    field = Field((FP, CW)).operative("a1", "fp-penitent", 5, 3).operative("b1", "cw-warden", 5, 8, ready=False)
    field.operative("b2", "cw-warden", 8, 8).cp(0, 1).play(CoveringShot("a1"), stop="pl-cw-covering-shot")
    assert [field.why(1, i) for i in ("b1", "b2")] == [[], [entry("pl-cw-covering-shot")]]


def test_what_a_tac_op_cannot_name_and_when_it_is_not_revealed_is_said():
    field = duel_field().operative("b2", "fp-abbot", 8, 20).operative("b3", "fp-penitent", 11, 20)
    field.game.secret.set(0, tac_ops=("to-marked",))
    field.play(Reveal(0, 0), reveal=["to-marked"], stop="name")
    assert field.why(0, "b2") == [entry("to-marked")]
    assert field.why(0, "b3") == []
    late = duel_field()
    card = next(c for c in content.tac_ops() if 2 not in LATE.get(c, ()))
    late.game.secret.set(0, tac_ops=(card,))
    late.play(LateReveal(2), stop="late")
    assert late.why(0, [card]) == ["scoring.tacop-reveal"]


@rule("actions.free-counts")
def test_the_part_of_a_running_burst_that_is_done_is_closed():
    field = (
        Field()
        .operative("a1", "cw-skirmisher", 5, 3)
        .operative("b1", "fp-penitent", 5, 12)
        .cp(0, 0)
        .active("a1", did=("dash",))
    )
    field.play(Burst("a1", ("shoot",)), stop="burst")
    assert field.why(0, "dash") == ["actions.free-counts"]
    assert field.why(0, "shoot") == []
