"""No door bypasses the rules of lists: what a builder would refuse is refused wherever a set-up comes in."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from xenotable.engine import Match, save
from xenotable.engine.saving import SaveFault, check_setup, read
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.games.killteam.state import BattleSetup
from xenotable.games.rampant.rules.content import ready
from xenotable.games.rampant.state import Setup
from xenotable.games.xcx.rules.content import versus
from xenotable.games.xcx.state import Recruit, Side


def xcx_setup(*more: Recruit) -> object:
    plain = versus("attrition", 500)
    first = plain.sides[0].squads[0]
    squad = replace(first, models=(*first.models, *more))
    return replace(plain, sides=(Side((squad,)), plain.sides[1]))


def killteam_setup(**changes: object) -> BattleSetup:
    offer = game("killteam").offers()[1].setup
    roster = offer.rosters[0]
    leader = replace(roster.members[0], **changes)
    return replace(offer, rosters=(replace(roster, members=(leader, *roster.members[1:])), offer.rosters[1]))


def rampant_setup(*xeno: str) -> Setup:
    one = ready("cinder-company")
    unit = replace(one.units[1], xeno=xeno)
    return Setup((replace(one, units=(one.units[0], unit, *one.units[2:])), ready("ashen-choir")))


FORBIDDEN = [
    ("xcx", xcx_setup(*[Recruit("spark", lent=True)] * 6), "campaigns"),
    ("xcx", xcx_setup(Recruit("volunteer", ups=("aim",) * 9, lent=True)), "campaigns"),
    ("xcx", xcx_setup(Recruit("volunteer", talents=("Fearless",), lent=True)), "campaigns"),
    ("killteam", killteam_setup(honours=("blade:1", "bulwark:2")), "campaigns"),
    ("killteam", replace(killteam_setup(), equipment=((("it-frag", 0),) * 9, ())), "There is no item"),
    ("killteam", replace(killteam_setup(), tutorial=True), "first battle"),
    ("killteam", replace(game("killteam").offers()[-1].setup, equipment=((("it-climbing-rig", 3),), ())), "is not for"),
    ("rampant", rampant_setup("machine:7"), "called machine:7"),
    ("rampant", rampant_setup("deflector:9"), "called deflector:9"),
]


@pytest.mark.parametrize(("name", "setup", "says"), FORBIDDEN)
def test_python_and_saves_are_checked(name: str, setup: object, says: str):
    title = game(name)
    with pytest.raises(Fault, match=says):
        title.begin(setup)
    honest = title.offers()[1].setup
    record = read(save(Match(title.begin(honest), b"seed")))
    check_setup(record, title)
    forged = msgspec.structs.replace(record, setup=msgspec.to_builtins(setup))
    with pytest.raises(SaveFault, match=says):
        check_setup(forged, title)


def test_battles_of_a_campaign_keep_what_was_earned():
    game("killteam").begin(killteam_setup(honours=("blade:1",)), campaign=True)
    title = game("xcx")
    title.begin(xcx_setup(Recruit("volunteer", talents=("Fearless",), lent=True)), campaign=True)


def test_a_campaign_begins_with_nothing_earned():
    title = game("xcx-campaign")
    setup = title.offers()[0].setup
    squad = setup.forces[0].squads[0]
    rich = replace(squad, models=(*squad.models, *[Recruit("spark", lent=True)] * 6))
    with pytest.raises(Fault, match="campaigns"):
        title.begin(replace(setup, forces=(replace(setup.forces[0], squads=(rich,)), setup.forces[1])))


@pytest.mark.parametrize("name", ["rampant", "killteam", "xcx", "xenocide", "xcom"])
def test_everything_that_ships_may_be_played(name: str):
    title = game(name)
    for offer in title.offers()[:12]:
        title.begin(offer.setup)
