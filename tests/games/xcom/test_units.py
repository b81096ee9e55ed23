"""Units: kinds, exhaustion, the pool, elite soldiers; set-up and roles."""

from __future__ import annotations

import pytest

from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, War, rule
from xenotable.engine import Match, Scripted, Seeded
from xenotable.games.xcom.content import CONTINENTS, book
from xenotable.games.xcom.invariants import broken_invariants
from xenotable.games.xcom.rules.cards.decks import deck_size
from xenotable.games.xcom.rules.content.soldiers import SOLDIER_NAMES as NAMES
from xenotable.games.xcom.rules.content.soldiers import soldier_name
from xenotable.games.xcom.rules.content.tutorial import stack_deck
from xenotable.games.xcom.rules.roles import default_split, roles, split_refusals
from xenotable.games.xcom.rules.setup.opening import starting_panic
from xenotable.games.xcom.rules.setup.pieces import bonus_in_force, deck_cards
from xenotable.games.xcom.rules.units.losses import hit, lose, pick_units, recruit
from xenotable.games.xcom.rules.units.unit_locations import alike, icons, owner
from xenotable.games.xcom.scenes import BaseFight
from xenotable.games.xcom.state import Setup, Xcom
from xenotable.games.xcom.title import GAME


def started(seed: int = 1, **setup: object) -> Xcom:
    return Match(GAME.new(Setup(**setup)), seed).game


@rule("units.kinds")
def test_each_kind_belongs_to_a_role():
    assert [owner(k) for k in ("satellite", "scientist", "interceptor", "soldier")] == [
        OFFICER, SCIENTIST, COMMANDER, LEADER,
    ]  # fmt: skip


@rule("units.places")
def test_a_unit_is_in_one_lawful_place():
    war = War()
    assert [b for b in broken_invariants(war.game) if "deck" not in b] == []
    war.game.units.set("sat1", place="asia")
    war.game.units.set("sci1", place="pool")
    war.game.units.set("int1", exhausted=True)
    assert len([b for b in broken_invariants(war.game) if "deck" not in b]) == 3


@rule("units.exhaust-kinds")
def test_a_loss_exhausts_or_takes_away():
    war = War()
    hit(war.game, ["sat1", "sci1", "int1", "heavy1"], "tasks.loss-effect")
    assert war.unit("sat1").exhausted
    assert war.unit("sci1").exhausted
    assert war.unit("int1").place == war.unit("heavy1").place == "pool"


@rule("units.exhausted", "cards.pay-first")
def test_an_exhausted_unit_cannot_pay():
    war = War().card("tech-kinetic-rods").ufos(asia=1)
    for i in range(1, 9):
        war.game.units.set(f"sat{i}", exhausted=True)
    from xenotable.games.xcom.rules.cards.windows import use_refusals
    from xenotable.games.xcom.rules.effects.context import Context

    assert [r.rule for r in use_refusals(war.game, "tech-kinetic-rods", Context("card"))] == ["cards.pay-first"]
    assert War().timed("deploy_satellites").act("sat1", "orbit")
    war.game.units.set("sat1", exhausted=True)
    assert war.timed("deploy_satellites").cannot("sat1", "orbit") == ["actions.no-exhausted"]


@rule("units.classes")
def test_the_icons_of_the_classes():
    assert {c: icons(c) for c in ("assault", "heavy", "sniper", "support")} == {
        "assault": ("breach*", "shield"), "heavy": ("blast*", "breach"), "sniper": ("aim*", "blast"),
        "support": ("shield*", "aim"),
    }  # fmt: skip


@rule("units.elite-lost")
def test_an_elite_soldier_that_is_lost_and_recruited_is_elite_no_more():
    war = War()
    war.game.units.set("support1", elite=True)
    lose(war.game, "support1", "tasks.loss-effect")
    recruit(war.game, "support1", "budget.recruit")
    assert not war.unit("support1").elite


@rule("units.owner-picks")
def test_units_that_are_alike_are_not_asked_about():
    war = War()
    assert alike(war.game, ["int1", "int2", "int3"]) == ["int1"]
    war.game.units.set("heavy2", elite=True)
    assert alike(war.game, ["heavy1", "heavy2"]) == ["heavy1", "heavy2"]
    from xenotable.games.xcom.scenes import Crises

    war = War()
    war.assign("heavy", "base", 2)
    war.assign("assault", "base", 2)
    war.assign("sniper", "base")
    flow = pick_units(war.game, ["heavy1", "heavy2", "assault1"], 1, "Who?", shut="{unit} is in no danger.")
    ask = next(flow)
    assert list(ask.among()) == ["heavy1", "assault1", "sniper1"]
    assert [(r.rule, r.says) for r in ask.why_not("sniper1")] == [("units.owner-picks", "{unit} is in no danger.")]
    assert list(ask.options()) == ["heavy1", "assault1"]
    war = War().put(crises=("crisis-hangar-sabotage",)).play(Crises())
    assert war.match.over
    assert war.units_in("pool", "interceptor") == 3


@rule("units.ufo-limit")
def test_any_number_of_ufos_up_to_twenty_four():
    assert not [b for b in broken_invariants(War().ufos(asia=24).game) if "UFO" in b]
    assert [b for b in broken_invariants(War().ufos(asia=24, orbit=1).game) if "UFO" in b]


@rule("content.soldier-names")
def test_names_and_the_memorial():
    assert len(set(NAMES)) >= 60
    assert soldier_name(len(NAMES)) != soldier_name(0)
    war = War()
    before = war.unit("heavy1").name
    lose(war.game, "heavy1", "tasks.loss-effect", "base base", 0.25)
    assert war.game.memorial[0].name == before
    assert (war.game.memorial[0].round, war.game.memorial[0].odds) == (1, 0.25)
    recruit(war.game, "heavy1", "budget.recruit")
    assert war.unit("heavy1").name != before


@rule("content.soldier-names", "effects.alien_minus")
def test_the_memorial_tells_the_odds_of_the_roll_as_it_was():
    war = War()
    war.squad("base", "support")
    war.foe("oracle")  # the alien die counts 1 less: threat 1 loses on 1 and 2
    war.play(BaseFight()).roll(1, 1, 2).go(attack="base1", icon="support1")
    assert {f.odds for f in war.game.memorial.values()} == {0.25}


# ---- roles -----------------------------------------------------------------------------------------------------------


@rule(
    "roles.four", "roles.colours", "roles.commander", "roles.chief-scientist", "roles.central-officer",
    "roles.squad-leader",
)  # fmt: skip
def test_the_four_roles():
    all_ = roles()
    assert [r.name for r in all_] == ["Commander", "Chief Scientist", "Central Officer", "Squad Leader"]
    assert [r.colour for r in all_] == ["green", "purple", "cyan", "white"]
    assert "Interceptors" in all_[COMMANDER].duties
    assert "labs" in all_[SCIENTIST].duties
    assert "DONE" in all_[OFFICER].duties
    assert "soldiers" in all_[LEADER].duties
    assert GAME.new(Setup()).seats == 4


@rule("roles.four-players", "roles.three-players", "roles.two-players", "roles.solo")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_default_splits_leave_no_role_empty(players):
    split = default_split(players)
    assert len(split) == players
    assert sorted(s for p in split for s in p) == [0, 1, 2, 3]
    assert not list(split_refusals(split, companion=True))


@rule("roles.three-players")
def test_with_three_one_player_is_officer_and_commander():
    assert (OFFICER, COMMANDER) in default_split(3)


@rule("roles.ai-fill", "play.decisions-setup")
def test_machines_take_the_free_roles_except_in_companion_mode():
    assert not list(GAME.setup_refusals(Setup(humans=((SCIENTIST,),))))
    assert not list(split_refusals(()))
    assert [r.rule for r in GAME.setup_refusals(Setup(humans=((0,), (0,))))] == ["roles.owner-decides"]
    assert [r.rule for r in split_refusals(((SCIENTIST,),), companion=True)] == ["roles.ai-fill"]


@rule("roles.owner-decides", "roles.ai-fill")
def test_no_two_people_hold_one_role():
    assert [r.rule for r in split_refusals(((0, 1), (1,)))] == ["roles.owner-decides"]
    assert [r.rule for r in split_refusals(((0,), ()))] == ["roles.two-players"]
    assert [r.rule for r in split_refusals(((7,),))] == ["roles.four"]


# ---- set-up ----------------------------------------------------------------------------------------------------------


@rule("setup.order", "setup.damage", "setup.decks")
def test_a_new_game():
    game = started()
    w = game.now
    assert (w.damage, w.threat, w.round) == (0, 1, 0)
    assert [deck_size(game, d) for d in ("tech", "mission", "crisis", "enemy")] == [32, 18, 24, 20]
    assert w.headquarters in CONTINENTS


@rule("setup.difficulty", "setup.emergency")
@pytest.mark.parametrize(("level", "n"), [("easy", 12), ("normal", 10), ("hard", 8), ("impossible", 6)])
def test_emergency_credits_by_difficulty(level, n):
    assert GAME.new(Setup(level)).now.emergency == n


@rule("setup.roles", "cards.asset")
def test_every_role_starts_with_three_assets():
    game = GAME.new(Setup())
    assert [sum(c.seat == s for c in game.cards.values()) for s in range(4)] == [3, 3, 3, 3]
    assert game.cards["asset-officer-training"].seat == COMMANDER


@rule("setup.soldiers", "setup.interceptors", "setup.satellites-scientists")
def test_reserves_and_pool():
    war = War()
    for cls in ("assault", "heavy", "sniper", "support"):
        assert (war.units_in("reserve", cls), war.units_in("pool", cls)) == (2, 1)
    assert (war.units_in("reserve", "interceptor"), war.units_in("pool", "interceptor")) == (6, 2)
    assert war.units_in("reserve", "satellite") == war.units_in("reserve", "scientist") == 8


@rule("setup.panic")
def test_starting_panic():
    assert dict(zip(CONTINENTS, starting_panic("hard", "harvest"), strict=True)) == {
        "africa": 2, "asia": 2, "australia": 1, "europe": 1, "north_america": 1, "south_america": 1,
    }  # fmt: skip
    assert starting_panic("easy", "beachhead") == (0,) * 6


@rule("setup.decks")
def test_a_shuffle_fills_the_deck_from_the_top():
    assert Scripted(draws=["C", "A", "B"]).shuffle(["A", "B", "C"]) == ("C", "A", "B")
    first, second = started(1), started(2)
    assert first.secret[-1].tech != second.secret[-1].tech
    assert sorted(first.secret[-1].tech) == sorted(second.secret[-1].tech)


@rule("setup.enemy-deck")
def test_the_enemy_deck_is_core_and_two_groups():
    deck = deck_cards("enemy", "beachhead", "on")
    assert len(deck) == 20
    assert "enemy-oracle" not in deck
    assert "enemy-siege-walker" in deck


@rule("modes.timer-off")
def test_without_timers_burst_codec_is_out_of_the_deck():
    assert "tech-burst-codec" not in deck_cards("tech", "beachhead", "off")
    assert len(deck_cards("tech", "beachhead", "off")) == 31
    assert "tech-burst-codec" in deck_cards("tech", "beachhead", "relaxed")


@rule("setup.start-ufos", "setup.first-report")
def test_the_first_report_is_made_of_the_set_up():
    game = started(4, difficulty="hard")
    assert game.now.orbit + sum(c.ufos for c in game.continents.values()) == 4
    assert game.reports[0].orbit == game.now.orbit
    assert game.reports[0].mission == "none"


@rule("setup.headquarters", "setup.plan", "modes.tutorial")
def test_everything_wrong_with_a_set_up_at_once():
    wrong = Setup("nightmare", "beachead", "sometimes", "atlantis", tutorial=True)
    found = list(GAME.setup_refusals(wrong))
    assert [r.rule for r in found] == [
        "setup.difficulty", "setup.plan", "modes.timer-option", "setup.headquarters", "modes.tutorial",
    ]  # fmt: skip
    assert "beachhead" in found[1].remedy
    assert [r.rule for r in GAME.setup_refusals(Setup("hard", headquarters="asia"))] == ["setup.headquarters"]
    assert started(difficulty="easy", headquarters="asia").now.headquarters == "asia"


@rule("modes.seed")
def test_the_same_seed_gives_the_same_game_and_another_one_another():
    assert started(7, plan="").encoded() == started(7, plan="").encoded()
    assert started(7, plan="").encoded() != started(8, plan="").encoded()
    assert Match(GAME.new(Setup()), Seeded(7)).game.secret[-1].seed == started(7).secret[-1].seed


@rule("content.tutorial", "modes.tutorial")
def test_the_first_lesson():
    match = Match(GAME.new(Setup("easy", "beachhead", tutorial=True)), 3)
    assert match.game.now.headquarters == "australia"
    assert match.game.now.orbit == 0
    match.answer(OFFICER, "start")
    assert match.due() is None
    assert match.game.secret[SCIENTIST].hand == book().lessons[0].hand
    match.answer(OFFICER, (0,), "done")
    assert match.game.now.credits == 13
    match.answer(OFFICER, (1,), "done")
    assert match.game.clock[0].places == ("north_america", "south_america")


@rule("modes.tutorial")
def test_the_lessons_explain_each_action_and_each_step():
    match = Match(GAME.new(Setup("easy", "beachhead", tutorial=True)), 3)
    match.answer(OFFICER, "start")
    told = [e.words(match.game.name) for e in match.events]
    assert any(t.startswith("Lesson: The Chief Scientist draws six cards") for t in told)
    while match.game.now.phase == "timed":
        if match.game.clock[0].action == "crisis":
            match.answer(COMMANDER, (match.game.clock[0].n, match.game.now.drawn[0]), "act")
        match.answer(OFFICER, (match.game.clock[0].n,), "done")
    assert any("Lesson: In the audit" in e.words(match.game.name) for e in match.events)
    plain = Match(GAME.new(Setup("easy", "beachhead")), 3)
    plain.answer(OFFICER, "start")
    assert not any("Lesson" in e.words(plain.game.name) for e in plain.events)


@rule("content.tutorial")
def test_the_cards_of_the_lessons_lie_on_top():
    order = stack_deck("mission", book().deck("mission"))
    assert order[:4] == tuple(c for s in book().lessons for c in s.missions)
    assert sorted(order) == sorted(book().deck("mission"))


@rule("setup.headquarters", "play.decisions-setup")
def test_on_easy_the_players_choose_the_headquarters_or_let_the_dice_decide():
    match = Match(GAME.new(Setup("easy", "beachhead", "off")), 3)
    (ask,) = match.open
    assert (ask.seat, ask.key) == (COMMANDER, "headquarters")
    assert match.answer(COMMANDER, "europe", "headquarters") == []
    assert match.game.now.headquarters == "europe"
    rolled = Match(GAME.new(Setup("easy", "beachhead", "off")), 3)
    assert rolled.answer(COMMANDER, "", "headquarters") == []
    assert rolled.game.now.headquarters in CONTINENTS
    assert Match(GAME.new(Setup("normal", "beachhead", "off")), 3).find(OFFICER, "start") is not None


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("setup.soldiers", "setup.interceptors", "setup.satellites-scientists")
def test_every_soldier_has_a_name_and_nobody_else():
    game = GAME.new(Setup("normal", "beachhead", "off"))
    soldiers = [u for u in game.units.values() if u.kind == "soldier"]
    assert [u.name for u in soldiers] == [soldier_name(n) for n in range(len(soldiers))]
    assert all(not u.name for u in game.units.values() if u.kind != "soldier")
    assert game.now.names == len(soldiers)
    for kind in book().units.values():
        mine = [u for u in game.units.values() if u.cls == kind.id]
        assert [u.place for u in mine].count("reserve") == kind.start_reserve
        assert len(mine) == kind.total
    assert {"sat1", "sci1", "int1", "heavy1"} <= set(game.units)


@rule("setup.headquarters-bonus")
def test_a_fallen_continent_gives_no_bonus():
    war = War()
    assert bonus_in_force(war.game) == ""
    war.put(headquarters="asia")
    assert bonus_in_force(war.game) == "asia"
    war.fallen("asia")
    assert bonus_in_force(war.game) == ""
