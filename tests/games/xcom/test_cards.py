"""Cards: prices, windows, and the points at which cards are used."""

from __future__ import annotations

from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, War, rule
from xenotable.engine import is_legal
from xenotable.games.xcom.rules.cards.ownership import fits_task, watch_cards
from xenotable.games.xcom.rules.cards.prices import price_refusals
from xenotable.games.xcom.rules.cards.windows import passives, use_refusals
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.scenes import (
    Audit,
    BaseFight,
    Crises,
    GlobePanic,
    GlobeTask,
    MissionFight,
    Orbit,
    OrbitPanic,
    OrbitTask,
    Recruit,
    Refresh,
)
from xenotable.games.xcom.state import Throw


def orbit(*cards: str, ufos: int = 3, satellites: int = 2) -> War:
    war = War().ufos(orbit=ufos).card(*cards)
    war.assign("satellite", "orbit", satellites)
    return war.play(OrbitTask())


@rule("cards.exhaust", "cards.windows")
def test_a_card_works_once_per_round():
    war = (
        orbit("asset-tracking-array").roll(1, 1, 8, 5, 5).go(push=[True], card="asset-tracking-array", reroll=[(2, 0)])
    )
    assert war.game.now.orbit == 1
    assert war.game.cards["asset-tracking-array"].exhausted
    assert [r.rule for r in price_refusals(war.game, "asset-tracking-array")] == ["cards.exhaust"]


@rule("cards.pay-first")
def test_a_price_that_cannot_be_paid_closes_the_card():
    war = War().card("tech-kinetic-rods", "asset-dissection-theatre").ufos(asia=1)
    assert [r.rule for r in price_refusals(war.game, "asset-dissection-theatre")] == ["cards.pay-first"]
    assert is_legal(price_refusals(war.game, "tech-kinetic-rods"))
    war.assign("satellite", "orbit", 8)
    assert [r.rule for r in price_refusals(war.game, "tech-kinetic-rods")] == ["cards.pay-first"]


@rule("cards.pay-satellite")
def test_a_satellite_in_the_reserve_pays():
    war = War().card("tech-kinetic-rods").ufos(asia=1).play(Crises()).go(card="tech-kinetic-rods")
    assert war.game.continents["asia"].ufos == 0
    assert sum(u.exhausted for u in war.game.units.values()) == 1


@rule("cards.salvage")
def test_the_first_salvage_is_spent_first_even_if_unseen():
    war = War().card("tech-reverse-engineering").put(damage=2).deck("enemy", "gaunt-scout")
    from xenotable.games.xcom.rules.cards.decks import hide_salvage

    hide_salvage(war.game)
    war._unshelve("enemy", "enemy-gaunt-raider", "enemy-gaunt-sapper")
    war.put(salvage=(*war.game.now.salvage, "enemy-gaunt-raider", "enemy-gaunt-sapper"))
    war.play(Crises()).go(card="tech-reverse-engineering", option=0)
    assert war.game.now.salvage == ("enemy-gaunt-sapper",)
    assert war.game.decks["enemy"].discard == ("enemy-gaunt-scout", "enemy-gaunt-raider")
    assert war.game.now.damage == 1


@rule("cards.salvage-others")
def test_salvage_of_the_scientist_serves_the_roll_of_another_role():
    war = War().card("tech-xeno-biology").put(salvage=("enemy-gaunt-scout",))
    war.foe("carapace-brute")
    war.squad("base", "heavy")
    war.play(BaseFight()).roll(5, 5, 5, 1, 8).go(attack=["base1"], icon=["heavy1"])
    assert war.asked() == (SCIENTIST, "card:pre_roll")
    war.go(card="tech-xeno-biology")
    assert war.match.game.now.salvage == ("enemy-carapace-brute",)


@rule("cards.no-effect")
def test_a_card_that_would_change_nothing_cannot_be_used():
    war = War().card("tech-stealth-airframe").ufos(asia=3)
    war.assign("interceptor", "asia", 1)
    war.play(GlobeTask("asia")).roll(1, 8).go(push=[True])
    assert war.open_keys() == ["push"]  # no loss, so the card was not even offered
    assert "cards.no-effect" in [
        r.rule for r in use_refusals(War().card("tech-skyspear").game, "tech-skyspear", Context("card"))
    ]


@rule("cards.no-watch")
def test_no_reply_window_opens_in_a_timed_phase():
    war = War(plan="quiet_coup").card("tech-press-office", "asset-hotline").calm(2).panic(asia=1)
    war.deck("enemy", "puppeteer").timed("enemy_in_base")
    assert war.at("asia") == 2
    assert not any(k.startswith("card") for k in war.open_keys())
    assert not list(watch_cards(war.game))


@rule("cards.task")
def test_mission_cards_serve_the_final_mission():
    war = War().card("asset-field-surgeon").mission("beachhead")
    war.squad("final", "assault")
    war.play(MissionFight("final")).roll(1, 1, 1).go(attack=["task"], icon=["assault1"], card="asset-field-surgeon")
    assert war.unit("assault1").place == "final"
    war.game.throws.add(0, Throw("orbit", "orbit"))
    assert not fits_task(war.game, "asset-field-surgeon")


@rule("cards.step-points", "cards.resolution-start")
def test_a_step_card_works_between_the_task_and_its_panic():
    war = War().card("tech-skyspear").calm(2).ufos(orbit=1).play(OrbitPanic())
    assert war.asked() == (COMMANDER, "card:step")
    war.go(card="tech-skyspear")
    assert war.match.game.now.orbit == 0
    assert war.at("africa") == 2


@rule("cards.step-points")
def test_step_points_before_audit_recruit_and_crises():
    for scene in (Audit(), Recruit(), Crises(), Orbit()):
        assert War().card("tech-trauma-gel").play(scene).asked() == (LEADER, "card:step")


@rule("cards.window-order", "cards.twice")
def test_the_role_of_the_task_is_asked_first_and_then_the_others():
    war = orbit("tech-hardened-satellites", "tech-alien-alloys", "tech-global-net", ufos=1)
    war.put(salvage=("enemy-gaunt-scout",)).roll(1, 1, 1, 1).go(push=[True])
    assert war.asked() == (OFFICER, "card:post_roll")
    war.say("card:post_roll", "tech-global-net")
    assert war.asked() == (SCIENTIST, "card:post_roll")
    war.say("card:post_roll", None)
    assert war.asked() == (OFFICER, "card:post_roll")
    assert war.options("card:post_roll") == [None, "tech-hardened-satellites"]
    war.say("card:post_roll", "tech-hardened-satellites")
    war.go(card=None)
    assert not war.unit("sat1").exhausted


@rule("cards.twice", "cards.window-order")
def test_the_same_card_is_not_used_twice_in_a_window():
    war = War().card("tech-trauma-gel", "tech-reverse-engineering").put(salvage=("enemy-gaunt-scout",) * 2)
    war.play(Audit())
    assert war.asked() == (SCIENTIST, "card:step")
    war.say("card:step", None).say("card:step", "tech-trauma-gel").say("recruit", "heavy3")
    assert war.asked() == (SCIENTIST, "card:step")
    war.go(card="tech-reverse-engineering", option=2, refresh=["tech-trauma-gel", None])
    assert not war.game.cards["tech-trauma-gel"].exhausted
    assert war.over


@rule("cards.pre-roll", "cards.post-roll", "cards.mid-roll", "tasks.sequence")
def test_windows_open_before_the_dice_and_before_anything_is_applied():
    war = War().card("tech-afterburner-refit", "tech-stealth-airframe").ufos(asia=2)
    war.assign("interceptor", "asia", 1)
    war.play(GlobeTask("asia")).go(push=[True])
    assert war.asked() == (COMMANDER, "card:pre_roll")
    war.roll(5, 1).say("card:pre_roll", None)
    assert war.asked() == (COMMANDER, "card:post_roll")
    assert war.game.continents["asia"].ufos == 2
    assert war.game.throws[0].hits == 1
    war.say("card:post_roll", "tech-stealth-airframe")
    assert war.game.continents["asia"].ufos == 1
    assert war.units_in("asia") == 1


@rule("cards.passive-order")
def test_passive_cards_work_by_themselves():
    war = orbit("tech-phased-array").roll(1, 1, 1, 8).go(push=[True])
    assert [len(e.value) for e in war.match.tape if e.key == "roll"] == [3]
    assert [c for c, _ in passives(war.game, "pre_roll")] == ["tech-phased-array"]


@rule("cards.once-round", "setup.headquarters-bonus")
def test_the_headquarters_bonus_works_once_per_round():
    war = orbit().put(headquarters="australia").roll(1, 1, 1, 8).go(push=[True], card="australia")
    assert not war.unit("sat1").exhausted
    war.roll(1, 1, 1).go(push=[True])
    assert war.unit("sat1").exhausted
    war.play(Refresh())
    assert not war.match.game.now.hq_used


@rule("setup.headquarters-bonus")
def test_night_foundries_recruit_or_build():
    war = War().put(headquarters="asia", credits=0).play(Recruit()).go(card="asia", option=1)
    assert war.units_in("reserve", "interceptor") == 7
    assert War().put(headquarters="asia").fallen("asia").play(Recruit()).over


@rule("cards.nesting", "effects.gain_salvage")
def test_salvage_then_on_kill_then_the_window_kill():
    war = War(plan="quiet_coup").card("tech-salvage-yard")
    war.foe("shade", tokens=1)
    war.squad("base", "sniper")
    war.play(BaseFight()).roll(5, 1, 8).go(attack=["base1"], card="tech-salvage-yard")
    assert war.game.now.salvage == ("enemy-shade", "?", "?")


@rule("effects.cancel_panic", "cards.window-order")
def test_panic_cards_of_the_commander():
    war = War().card("tech-press-office", "asset-hotline").panic(asia=2).ufos(asia=1).play(GlobePanic("asia"))
    assert set(war.options("card:panic")) == {None, "tech-press-office", "asset-hotline"}
    war.go(card=["tech-press-office"])
    assert war.at("asia") == 2
    assert war.over


@rule("cards.windows", "cards.task")
def test_cards_that_cannot_be_used_stand_in_their_window_closed():
    war = War().card("asset-field-surgeon", "tech-lance-rifles").card("asset-fire-discipline", exhausted=True)
    war.squad("base", "support")
    war.foe("oracle")
    war.play(BaseFight()).roll(1, 6, 1).go(attack="base1", icon="support1")
    assert "tech-lance-rifles" in war.options("card:post_roll")
    assert war.refused("card:post_roll", "asset-fire-discipline")[0] == "cards.exhaust"
