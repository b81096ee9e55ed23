"""Chapter "roster": what a card shows."""

from fractions import Fraction

import pytest

from games.rampant.positions import entry
from games.rampant.skirmish import Skirmish, hits, rules
from xenotable.engine.paper_html import to_html
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.content import ready
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.roster.cards import PAIRS, ROWS, card, cards, live, sheets
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.scenes import Shooting
from xenotable.games.rampant.show.paper import printed, roster_card
from xenotable.games.rampant.state import Entry, Roster
from xenotable.games.rampant.title import GAME
from xenotable.odds import sums


@pytest.mark.rule("rampant.roster.card")
def test_a_card_has_two_columns_and_three_rows():
    cells = roster_card(card(entry("heavy", "full-squad", "heavy-weapon"))).cells
    assert [(left.label, right.label) for left, right in zip(cells[:12:2], cells[1:12:2], strict=True)] == list(PAIRS)
    assert [cell.label for cell in cells[12:]] == list(ROWS)
    assert [cell.wide for cell in cells] == [False] * 12 + [True] * 3
    assert [(cell.label, cell.value) for cell in cells[:2]] == [("Unit name", "Unit"), ("Points", "6")]
    assert ("Shoot Value / Range", "5+ / 18") in [(cell.label, cell.value) for cell in cells if cell.marked]


@pytest.mark.rule("rampant.roster.name-and-points")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        (entry("heavy", "full-squad", "heavy-weapon"), 6),
        (entry("heavy"), 2),
        (entry("militia", "throng", "undying", "infectious"), 3),
        (entry("elite", "psychic:4", "psi-kin:2", "backlash"), 6 + 4 + 2 - 1),
    ],
)
def test_points_are_type_options_and_xeno_rules(unit, points):
    assert cost(unit) == points
    assert card(unit).fields["Points"] == str(points)


@pytest.mark.rule("rampant.roster.name-and-points")
def test_a_name_is_needed_and_stands_once():
    from xenotable.games.rampant.rules.detachment.legality import roster_refusals

    twice = Roster("R", (entry("light", commander=True), entry("light"), entry("light")))
    assert "roster.name-and-points" in rules(roster_refusals(twice))
    blank = Roster("R", (Entry(" ", "light", commander=True), Entry("B", "light"), Entry("C", "light")))
    assert rules(roster_refusals(blank)) == {"roster.name-and-points"}


@pytest.mark.rule("rampant.roster.activation-column")
def test_free_actions_still_show_the_score_for_a_test():
    fields = card(entry("heavy")).fields
    assert (fields["Attack"], fields["Move"], fields["Shoot"]) == ("6+", "5+", "Free (6+)")
    assert sums(2, exact=True).at_least(6 + 1) == Fraction(21, 36)  # a worn Machine: 6 or more with -1


@pytest.mark.rule("rampant.roster.dash")
def test_a_dash_stands_where_the_unit_can_never_do_it():
    fields = card(entry("greater-xenomorph")).fields
    assert (fields["Shoot"], fields["Shoot Value / Range"]) == ("-", "-")
    fields = card(entry("support")).fields
    assert (fields["Attack"], fields["Attack Value"]) == ("-", "-")


def test_a_commander_cannot_make_a_dash_free():
    from xenotable.games.rampant.rules.command import free_by_trait
    from xenotable.games.rampant.rules.shooting.targets import target_refusals

    battle = Skirmish().side(0, trait="fire-control")
    battle.put(0, "heavy", (20, 20), commander=True)
    beast, enemy = battle.put(0, "greater-xenomorph", (24, 20)), battle.put(1, "heavy", (24, 30))
    assert free_by_trait(battle.game, "a1", "shoot") == "fire-control"
    assert free_by_trait(battle.game, beast, "shoot") == ""
    assert rules(target_refusals(battle.game, beast, enemy)) == {"roster.dash"}


@pytest.mark.rule("rampant.roster.values-column")
def test_each_die_at_the_value_or_more_is_one_hit():
    battle = Skirmish()
    truck = battle.put(0, "soft-skin-vehicle", (10, 10), "gun-truck")  # 5+ / 18
    enemy = battle.put(1, "primitive", (10, 20))
    battle.start(Shooting(truck)).roll(5, 6, 4, 1, 1, 2, 3, 4, 1, 2, 6, 6).go(target=enemy)
    assert battle.unit(enemy).strength == 5 - 2
    assert card(entry("soft-skin-vehicle", "gun-truck")).fields["Shoot Value / Range"] == "5+ / 18"


@pytest.mark.parametrize(
    ("unit", "field", "value"),
    [
        (entry("berserk", "ironclad"), "attack_value", 3),
        (entry("elite", "assault-drill"), "attack_value", 3),
        (entry("berserk"), "defence_value", 6),
    ],
)
def test_values_as_printed(unit, field, value):
    assert getattr(profile(unit), field) == value


@pytest.mark.rule("rampant.roster.bare-six")
def test_no_value_gets_better_than_two_or_worse_than_six():
    from xenotable.games.rampant.rules.roster.numbers import clamp_value

    assert [clamp_value(n) for n in (0, 1, 2, 6, 7)] == [0, 2, 2, 6, 6]


@pytest.mark.rule("rampant.roster.courage-armour-move-strength")
@pytest.mark.parametrize(("total", "passes"), [((2, 2), True), ((1, 2), False)])
def test_courage_is_the_total_needed(total, passes):
    from xenotable.games.rampant.scenes import Nerve, Shock

    battle = Skirmish()
    unit = battle.put(0, "heavy", (24, 40))
    battle.start(Nerve(Shock(unit, "shoot", source=True, x=24, y=20))).roll(*total).go()
    assert battle.unit(unit).suppressed is not passes


@pytest.mark.parametrize(("n", "lost"), [(2, 0), (5, 1), (6, 2)])
@pytest.mark.rule("rampant.roster.courage-armour-move-strength")
def test_armour_is_how_many_hits_cost_a_point(n, lost):
    battle = Skirmish()
    shooter, target = battle.put(0, "elite", (24, 10)), battle.put(1, "heavy", (24, 25))
    battle.start(Shooting(shooter)).roll(*hits(n), 6, 6).go(target=target, firefight=False)
    assert battle.unit(target).strength == 5 - lost


@pytest.mark.rule("rampant.roster.text-rows")
def test_the_rows_name_specials_options_and_xeno_rules_with_what_was_chosen():
    bought = ("titan-plate", "psychic:2", "machine", "volatile:1")
    unit = entry("elite", *bought, powers=("barrier", "hurl"), machine_free="move")
    fields = card(unit, named={}).fields
    assert fields["Special rules"] == "Rebound, Firefight, Ranger, Titan Plate"
    assert fields["Options"] == "Titan Plate"
    assert fields["Xeno rules"] == "kin machine, Psychic 2 (Barrier, Hurl), Machine (Move free), Volatile 1"
    spit = card(entry("lesser-xenomorph", "spit", "grudge"), named={"grudge": "terran"}).fields
    assert spit["Special rules"] == "Sure-Footed, Ranger"  # Spit takes Wild Charge away
    assert spit["Xeno rules"] == "kin terran, Grudge (terran)"


@pytest.mark.rule("rampant.roster.final-numbers")
def test_final_numbers_are_shown_and_those_that_differ_marked():
    of = card(entry("heavy", "full-squad", "assault-shields"))
    assert of.fields["Attack Value"] == "5+"
    assert of.fields["Defence Value"] == "3+"
    assert of.fields["Armour"] == "3"  # the point more against shooting is not printed
    assert of.changed == {"Attack Value", "Defence Value", "Shoot Value / Range", "Strength Points"}
    assert card(entry("heavy")).changed == frozenset()


@pytest.mark.rule("rampant.roster.six-per-sheet")
def test_six_cards_on_a_sheet_the_rest_blank():
    for units, filled in ((8, [6, 2]), (6, [6]), (0, [0]), (1, [1]), (7, [6, 1]), (12, [6, 6])):
        found = sheets([card(entry("light"))] * units)
        assert [sum(bool(c.fields) for c in sheet) for sheet in found] == filled
        assert all(len(sheet) == 6 for sheet in found)


@pytest.mark.rule("rampant.roster.card")
def test_a_printed_sheet_names_the_fields_even_on_blank_cards():
    roster = Roster("Ash & Sons <1st>", ready("cinder-company").units[:4])
    page = to_html(printed(roster))
    assert page.count('class="sheet six"') == 1
    for field in (*(f for pair in PAIRS for f in pair), *ROWS):
        assert page.count(f"<dt>{field}</dt>") == 6
    assert "Ash &amp; Sons &lt;1st&gt;" in page
    assert "<1st>" not in page
    marked = sum(len(c.changed) for c in cards(roster))
    assert 0 < marked < 6 * len(ROWS)
    assert page.count('class="marked"') == marked


@pytest.mark.rule("rampant.roster.live-card")
@pytest.mark.parametrize(("strength", "dice"), [(5, ("5", "1")), (6, ("10", "2"))])
def test_the_live_card_shows_strength_and_dice(strength, dice):
    battle = Skirmish()
    squad = battle.put(0, "heavy", (24, 10), "full-squad", strength=strength)
    found = dict(live(battle.game, squad))
    assert found["Strength"] == f"{strength}/10"
    assert (found["Combat dice"], found["Courage dice"]) == dice
    assert found["Markers"] == "none"


@pytest.mark.rule("rampant.roster.live-card")
def test_the_live_card_shows_markers():
    from xenotable.games.rampant.state import Spell

    battle = Skirmish()
    spell = Spell("barrier", "a1", "start", 0)
    squad = battle.put(0, "heavy", (24, 10), prone=True, activated=True, spells=(spell,))
    assert dict(live(battle.game, squad))["Markers"] == "Prone, activated, Barrier"
    (token,) = [t for t in GAME.tokens(battle.game, 0) if t.id == squad]
    assert ("Markers", "Prone, activated, Barrier") in [tuple(row) for row in token.about]


@pytest.mark.rule("rampant.play.open-information", "rampant.roster.text-rows", "rampant.roster.live-card")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_card_in_play_shows_both_players_what_was_bought(seat):
    battle = Skirmish()
    bought = ("full-squad", "psychic:1", "deflector:2", "sworn-foe")
    squad = battle.put(0, "heavy", (24, 10), *bought, powers=("barrier",))
    bare = battle.put(1, "light", (24, 30))
    battle.side(0, foe="vermin")
    shown = {t.id: dict(t.about) for t in GAME.tokens(battle.game, seat)}
    assert shown[squad]["Points"] == str(battle.game.profile[squad].points)
    assert (shown[squad]["Strength"], shown[squad]["Combat dice"]) == ("10/10", "10")
    assert shown[squad]["Options"] == "Full Squad"
    assert shown[squad]["Xeno rules"] == "kin terran, Psychic 1 (Barrier), Deflector 2, Sworn Foe (vermin)"
    assert (shown[bare]["Options"], shown[bare]["Xeno rules"]) == ("none", "kin terran")


@pytest.mark.parametrize("id", list(content().detachments))
def test_every_ready_detachment_prints(id):
    roster = ready(id)
    page = to_html(printed(roster))
    assert all(unit.name.replace("'", "&#x27;") in page for unit in roster.units)
