"""Closed, not hidden: whatever a player could point at stands in the ask, with the rule against it."""

import pytest

from games.rampant.skirmish import Skirmish
from xenotable.games.rampant.scenes import Attack, Charges, Combined, Moving, Orders, Rally, Shooting


@pytest.mark.rule("rampant.specials.wild-charge", "rampant.activation.wild-charge-no-target")
def test_who_does_not_charge_wildly_is_listed_with_the_reason():
    battle = Skirmish()
    one, two, far = (battle.put(0, "berserk", (x, 10)) for x in (10, 20, 44))
    calm = battle.put(0, "heavy", (30, 4))
    battle.put(1, "light", (15, 16))
    battle.start(Charges(0)).go()
    assert battle.options() == [one, two]
    assert battle.why_not(far) == {"activation.wild-charge-no-target"}
    assert battle.why_not(calm) == {"specials.wild-charge"}


@pytest.mark.rule("rampant.activation.rally-first", "rampant.suppression.rally-test")
def test_who_does_not_rally_is_listed_with_the_reason():
    battle = Skirmish()
    one, two, three = (battle.put(0, "light", (x, 4), suppressed=True) for x in (10, 20, 30))
    fresh = battle.put(0, "light", (40, 4))
    battle.put(1, "heavy", (24, 44))
    battle.start(Rally(0, (one, two, three))).roll(6, 6).go(rally=one)
    assert battle.options() == [two, three]
    assert battle.why_not(one) == {"suppression.rally-test"}
    assert battle.why_not(fresh) == {"activation.rally-first"}


@pytest.mark.rule("rampant.moving.move-alternatives", "rampant.terrain.building-enter", "rampant.vehicles.board")
def test_buildings_and_vehicles_that_cannot_be_entered_are_listed_with_the_reason():
    battle = Skirmish()
    near, far = battle.land("house", 20, 14, 24, 17), battle.land("house", 40, 40, 44, 44)
    squad, truck = battle.put(0, "light", (22, 10)), battle.put(0, "transport-vehicle", (40, 10))
    battle.put(1, "heavy", (4, 44))
    battle.start(Moving(squad)).go()
    assert battle.options() == ["move", "prone", f"enter:{near}"]
    assert battle.why_not(f"enter:{far}") == {"terrain.building-enter"}
    assert battle.why_not(f"board:{truck}") == {"vehicles.board"}


@pytest.mark.rule("rampant.specials.skirmish")
def test_the_parts_of_a_skirmish_that_cannot_be_done_say_why():
    battle = Skirmish()
    recon = battle.put(0, "recon", (24, 10))
    battle.put(1, "heavy", (24, 40))
    battle.start(Combined(recon, "skirmish")).go()
    assert battle.options() == ["move", "done"]
    assert battle.why_not("shoot") == {"activation.legal-order", "shooting.extreme-range"}
    near = Skirmish()
    recon = near.put(0, "recon", (24, 10))
    near.put(1, "heavy", (24, 20))
    near.start(Combined(recon, "skirmish", moved=True)).go()
    assert near.why_not("move") == {"specials.skirmish"}


@pytest.mark.rule("rampant.specials.spotted-fire", "rampant.specials.spotter-cost")
def test_friends_that_cannot_spot_are_listed_with_the_reason():
    battle = Skirmish()
    pit, scouts = battle.put(0, "support", (24, 8)), battle.put(0, "recon", (34, 24))
    spent, far = battle.put(0, "recon", (14, 24), activated=True), battle.put(0, "recon", (44, 4))
    shaken, target = battle.put(0, "recon", (18, 30), suppressed=True), battle.put(1, "heavy", (24, 28))
    battle.start(Shooting(pit)).go(target=target)
    assert battle.options() == ["", scouts]
    assert battle.why_not(spent) == {"specials.spotter-cost"}
    assert battle.why_not(far) == battle.why_not(shaken) == {"specials.spotted-fire"}


@pytest.mark.rule("rampant.specials.no-assault")
def test_a_wild_charge_lists_what_it_may_not_turn_on():
    battle = Skirmish()
    house = battle.land("house", 30, 14, 34, 17)
    pack = battle.put(0, "berserk", (24, 10))
    battle.put(1, "light", (24, 16)), battle.put(1, "light", (20, 15))
    battle.start(Attack(pack, True)).go()
    assert "activation.wild-charge-must" in battle.why_not(house)
    guns = Skirmish()
    nest = guns.put(0, "support", (24, 10))
    one, two, other = (guns.put(1, "light", (x, 20)) for x in (20, 24, 28))
    guns.start(Shooting(nest, "shoot", (one, two))).go()
    assert guns.options() == [one, two]
    assert guns.why_not(other) == {"specials.no-assault"}


@pytest.mark.rule("rampant.psychic.target-first", "rampant.psychic.dread-vision")
def test_friends_are_listed_for_a_power_against_enemies():
    battle = Skirmish()
    psy = battle.put(0, "elite", (24, 10), "psychic:1", powers=("dread-vision",))
    friend = battle.put(0, "light", (30, 10))
    foe, far = battle.put(1, "heavy", (24, 18)), battle.put(1, "heavy", (4, 46))
    foe2 = battle.put(1, "heavy", (30, 18))
    battle.start(Orders(0)).go(unit=psy, order="manifest:dread-vision")
    assert battle.options() == [foe, foe2]
    assert battle.why_not(friend) == {"psychic.dread-vision"}
    assert battle.why_not(far) == {"psychic.target-first"}
