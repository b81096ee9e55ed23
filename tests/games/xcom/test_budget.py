"""Budget: the audit, recruiting and building, and the crises."""

from __future__ import annotations

from games.xcom.warroom import COMMANDER, LEADER, War, rule
from xenotable.games.xcom.rules.budget import assigned_units, steps
from xenotable.games.xcom.scenes import Audit, Crises, Deficit, Recruit


def spent(war: War, units: int) -> War:
    """So many units on the board."""
    for kind, place, most in (
        ("interceptor", "asia", 3), ("interceptor", "europe", 3), ("satellite", "orbit", 3), ("scientist", "lab1", 3),
        ("soldier", "base", 8),
    ):  # fmt: skip
        n = min(most, units)
        war.assign(kind, place, n)
        units -= n
    assert units == 0
    return war


@rule("budget.phase-order")
def test_the_resolution_phase_always_has_the_same_steps():
    names = [s.name for s in steps() if hasattr(s, "name")]
    assert names == [
        "audit", "recruit and build", "crises", "research", "orbital defense", "global defense", "base defense",
        "mission",         "final mission", "pressure", "end of the resolution phase",
    ]  # fmt: skip
    war = War().play(*steps())
    said = war.story().lower()
    assert [said.index(f"step: {n}.") for n in names] == sorted(said.index(f"step: {n}.") for n in names)


@rule("budget.audit-count")
def test_every_unit_on_the_board_costs_a_credit():
    war = War()
    war.assign("satellite", "orbit", 2)
    war.assign("scientist", "lab1", 3)
    war.assign("interceptor", "asia", 3)
    war.assign("interceptor", "africa", 1)
    war.squad("base", "heavy", "heavy", "sniper", "support")
    assert assigned_units(war.game) == 13


@rule("budget.audit-stayed")
def test_soldiers_that_stayed_on_a_mission_are_paid_again():
    war = War().mission("convoy-rescue")
    war.squad("mission", "heavy", "assault", "support", "sniper")
    war.squad("base", "heavy", "sniper")
    war.assign("interceptor", "asia", 3)
    war.assign("scientist", "lab1", 2)
    war.put(credits=11).play(Audit())
    assert "11 units are paid; 0 credits are left." in war.story()


@rule("budget.audit-cards")
def test_a_soldier_on_a_card_costs_nothing():
    war = spent(War(), 12)
    war.assign("heavy", "card")
    assert assigned_units(war.game) == 12


@rule("budget.audit-idle")
def test_idle_units_are_paid_like_all_others():
    war = War()
    war.squad("base", "heavy")
    war.assign("interceptor", "asia", 1)
    war.put(credits=5).play(Audit())
    assert war.match.game.now.credits == 3


@rule("budget.audit-surplus")
def test_equal_is_enough():
    war = spent(War(), 13).put(credits=13).play(Audit())
    assert "13 units are paid; 0 credits are left." in war.story()
    assert war.at("asia") == 1


@rule("budget.audit-deficit", "budget.audit-must-pay")
def test_each_unpaid_unit_raises_the_most_panicked_continent_anew():
    war = spent(War(), 14).put(credits=11).panic(asia=6, europe=5).play(Audit()).go()
    assert (war.at("asia"), war.at("europe")) == (8, 6)
    assert war.game.now.credits == 0


@rule("budget.deficit-tie", "panic.most")
def test_the_commander_breaks_the_tie():
    war = War().panic(asia=5, europe=5).play(Deficit(1))
    assert war.asked() == (COMMANDER, "tie:most")
    war.go(tie="europe")
    assert (war.at("asia"), war.at("europe")) == (5, 6)


@rule("budget.deficit-units-work")
def test_unpaid_units_work():
    from xenotable.games.xcom.scenes import GlobeTask

    war = War().ufos(asia=1).put(credits=2).panic(africa=3)
    war.assign("interceptor", "asia", 3)
    war.play(Audit(), GlobeTask("asia"))
    war.roll(5, 1, 1, 8).go(push=True)
    assert war.game.continents["asia"].ufos == 0
    assert war.match.game.now.credits == 0
    assert any(event.rule == "budget.audit-deficit" for event in war.match.events)


@rule("budget.no-emergency-now")
def test_emergency_credits_do_not_pay_in_the_audit():
    war = spent(War(), 3).put(credits=1, emergency=6).panic(asia=4).play(Audit())
    assert war.match.game.now.emergency == 6
    assert war.at("asia") == 6


@rule("budget.recruit", "budget.excess-lost")
def test_a_surplus_buys_from_the_pool_and_the_rest_is_lost():
    war = War().put(credits=3).play(Recruit())
    war.go(recruit=["sniper3", "int7", None])
    assert war.unit("sniper3").place == war.unit("int7").place == "reserve"
    assert war.game.now.credits == 0
    assert "Credits that return to the supply: 1." in war.story()


@rule("budget.recruit-pool-only")
def test_only_pieces_in_the_pool_can_be_bought():
    war = War().put(credits=9).play(Recruit())
    assert set(war.options("recruit")) == {"assault3", "heavy3", "sniper3", "support3", "int7", None}
    war.go(recruit=["assault3", "heavy3", "sniper3", "support3", "int7", "int8"])
    assert war.over


@rule("budget.recruit-deficit", "effects.free_recruit")
def test_with_a_deficit_only_free_recruits_come():
    war = War().put(credits=0).card("tech-rapid-assembly").play(Recruit())
    war.go(card="tech-rapid-assembly", option=0, recruit="heavy3")
    assert war.unit("heavy3").place == "reserve"
    assert war.over


@rule("budget.recruit-use")
def test_a_recruit_is_in_the_reserve_at_once():
    war = War().put(credits=1).play(Recruit()).go(recruit="heavy3")
    assert war.unit("heavy3").place == "reserve"


@rule("budget.crises")
def test_crises_are_resolved_from_top_to_bottom_and_discarded():
    war = War().put(crises=("crisis-mothership-shadow", "crisis-capital-riots")).panic(asia=3)
    war._unshelve("crisis", "crisis-mothership-shadow", "crisis-capital-riots")
    war.play(Crises())
    assert war.match.game.now.orbit == 2
    assert war.at("asia") == 4
    assert war.game.decks["crisis"].discard == ("crisis-mothership-shadow", "crisis-capital-riots")


@rule("budget.crises-decide", "units.owner-picks")
def test_the_commander_decides_but_each_role_picks_its_own_losses():
    war = War().put(crises=("crisis-stolen-specimens", "crisis-barracks-fever")).play(Crises())
    assert war.asked() == (COMMANDER, "rise")
    war.go(rise="asia")
    assert war.asked() == (LEADER, "loss")
    war.go(loss="heavy1")
    assert war.unit("heavy1").place == "pool"


@rule("budget.crises-impossible", "effects.lose_credits", "effects.else")
def test_market_crash_takes_what_is_there_and_then_its_else():
    war = War().put(crises=("crisis-market-crash",), emergency=1).panic(asia=3).play(Crises())
    assert war.match.game.now.emergency == 0
    assert war.at("asia") == 4
    war = War().put(crises=("crisis-market-crash",), emergency=2).panic(asia=3).play(Crises())
    assert war.match.game.now.emergency == 0
    assert war.at("asia") == 3


@rule("setup.credits")
def test_the_supply_of_credits_has_no_end():
    from xenotable.games.xcom.content import Effect
    from xenotable.games.xcom.rules.effects.context import Context
    from xenotable.games.xcom.rules.effects.interpreter import carry_out

    war = War().put(emergency=10)
    list(carry_out(war.game, (Effect("gain_emergency", 5000),), Context("mission")))
    assert war.game.now.emergency == 5010


@rule("budget.audit-surplus")
def test_the_audit_counts_in_good_english():
    war = War().put(credits=2)
    war.assign("satellite", "orbit", 1)
    war.play(Audit())
    assert "1 unit is paid; 1 credit is left." in war.story()
    war = War().put(credits=1)
    war.assign("satellite", "orbit", 2)
    war.play(Audit()).go()
    assert "2 units, 1 credit: 1 unit is not paid." in war.story()
