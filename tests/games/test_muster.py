"""Lists of every game that has a book: what is built survives every way it can be passed on."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from xenotable.engine import Match, load, save
from xenotable.engine.muster import (
    Add,
    ArmyList,
    Book,
    Choose,
    Count,
    Duplicate,
    Remove,
    Rename,
    Reorder,
    complete,
    difference,
    entry_at,
    from_json,
    from_link,
    from_text,
    node_at,
    paths,
    random_list,
    repairs,
    since_kept,
    to_json,
    to_link,
    to_text,
)
from xenotable.engine.muster.repairs import single_changes
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.rulebook import catalogue

BOOKS = ["rampant", "killteam", "xcx", "xenocide", "xcom"]
MANY = int(os.environ.get("XENOTABLE_LISTS", "50"))  # random lists a game


def book_of(name: str) -> Book:
    book = game(name).muster
    assert book is not None
    return book


def some_lists(name: str, n: int) -> list[ArmyList]:
    return [random_list(book_of(name), random.Random(f"{name}:{i}").random) for i in range(n)]


@pytest.mark.parametrize("name", BOOKS)
def test_ready_lists_are_legal_and_survive_every_way(name: str):
    book = book_of(name)
    assert book.ready()
    for army in book.ready().values():
        assert book.faults(army) == []
        assert book.settle(army) == army
        assert from_text(book, to_text(book, army)) == army
        assert from_link(to_link(army)) == army
        assert from_json(to_json(army)) == army
        assert difference(book, army, army) == []


@pytest.mark.parametrize("name", BOOKS)
def test_random_lists_survive_link_table_save_and_text(name: str):
    """Build -> share link -> table -> save -> text -> build. XENOTABLE_LISTS=1000 tries more."""
    book, title = book_of(name), game(name)
    offer = title.offers()[0].setup
    for army in some_lists(name, MANY):
        assert book.faults(army) == []
        linked = from_link(to_link(army))
        setup = offer
        for seat in range(len(book.lists_in(offer))):
            setup = book.seated(setup, seat, linked)
        match, _ = load(save(Match(title.begin(setup), b"seed")), title)
        for found in book.lists_in(match.game.setup):
            assert from_text(book, to_text(book, found)) == army
            assert book.build(found) == book.build(army)


@pytest.mark.parametrize("name", BOOKS)
def test_a_random_list_begins_as_simulations_draw_one(name: str):
    """Legal before anything is added to it; a list for the table has everything that it began with."""
    book = book_of(name)
    for seed in range(6):
        begun = book.draft(random.Random(seed).random)
        done = random_list(book, random.Random(seed).random)
        assert book.faults(begun) == []
        assert not {(p.group, p.pick, p.name) for p in begun.parts} - {(p.group, p.pick, p.name) for p in done.parts}


@pytest.mark.parametrize("name", BOOKS)
def test_same_chance_same_list(name: str):
    book = book_of(name)
    assert random_list(book, random.Random(5).random) == random_list(book, random.Random(5).random)


@pytest.mark.parametrize("name", BOOKS)
def test_every_fault_of_a_list_names_rule_and_remedy(name: str):
    """Lists that chance has spoilt: every fault cites a rule of the book and says what to do."""
    book, known = book_of(name), catalogue(name).rules
    rnd = random.Random(3)
    seen: Counter[str] = Counter()
    for army in [*book.ready().values(), book.blank()]:
        for _ in range(12):
            army = book.apply(army, rnd.choice(list(single_changes(book, army))))
            for fault in book.faults(army):
                assert fault.rule in known, fault
                assert fault.remedy, fault
                seen[fault.rule] += 1
    assert len(seen) >= 3


@pytest.mark.parametrize("name", BOOKS)
def test_repairs_do_what_they_say(name: str):
    book = book_of(name)
    rnd = random.Random(8)
    mended = 0
    army = next(iter(book.ready().values()))
    for _ in range(5):
        army = book.apply(army, rnd.choice(list(single_changes(book, army))))
    for fault, ways in repairs(book, army):
        for way in ways:
            after = army
            for change in way.changes:
                after = book.apply(after, change)
            keys = Counter(f.key for f in book.faults(after))
            before = Counter(f.key for f in book.faults(army))
            assert keys[fault.key] < before[fault.key]
            assert not keys - before
            assert book.total(after) - book.total(army) == way.price
            mended += 1
    assert mended or not book.faults(army)


@pytest.mark.parametrize("name", BOOKS)
def test_slots_tell_what_their_changes_do(name: str):
    book = book_of(name)
    army = next(iter(book.ready().values()))
    places = [at for at in paths(army) if book.groups(army, at)]
    for at in places[:3]:
        for slot in book.slots(army, at):
            for candidate in slot.candidates:
                after = book.apply(army, candidate.change)
                assert book.total(after) - book.total(army) == candidate.price
                if not candidate.refusals:
                    assert book.faults(after) == []


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_begun_is_completed(name: str):
    book = book_of(name)
    begun = book.draft(random.Random(1).random)
    done = complete(book, begun, random.Random(2).random)
    left = book.left(done)
    assert left is None or left >= 0
    kept = [(part.group, part.pick, part.name) for part in done.parts]
    assert all((part.group, part.pick, part.name) in kept for part in begun.parts)


def test_names_copies_and_order():
    book = book_of("rampant")
    army = book.ready()["cinder-company"]
    second = book.apply(army, Duplicate((4,)))
    assert [p.name for p in second.parts[4:6]] == ["Rifle Section", "Rifle Section 2"]
    assert not any(p.group == "commander" for p in book.apply(army, Duplicate((3,))).parts[4].parts)
    moved = book.apply(army, Reorder((4,), 0))
    assert [p.name for p in moved.parts[3:5]] == ["Rifle Section", "Command Section"]
    named = book.apply(army, Rename((4,), "  Third\nPlatoon "))
    assert named.parts[4].name == "ThirdPlatoon"
    assert book.apply(army, Rename((), "Mine")).name == "Mine"
    said = [d.says for d in difference(book, army, named)]
    assert said == ["Rifle Section is called ThirdPlatoon now."]


def test_a_leader_is_one():
    book = book_of("rampant")
    army = book.apply(book.ready()["cinder-company"], Choose((4,), "commander", "commander"))
    assert [bool([x for x in p.parts if x.group == "commander"]) for p in army.parts[3:6]] == [False, True, False]
    assert book.faults(army) == []


def test_what_follows_from_choices_follows_them():
    """A psyker knows as many powers as its tier says; a machine is of the kin machine and has a free action."""
    book = book_of("rampant")
    army = book.apply(book.ready()["cinder-company"], Add((4,), "xeno", "psychic:2"))
    assert len([p for p in army.parts[4].parts if p.group == "powers"]) == 2
    at = next(i for i, p in enumerate(army.parts[4].parts) if p.pick == "psychic:2")
    army = book.apply(army, Remove((4, at)))
    assert not [p for p in army.parts[4].parts if p.group == "powers"]
    army = book.apply(army, Add((4,), "xeno", "machine"))
    assert [p.pick for p in army.parts[4].parts if p.group in ("kin", "machine_free")] == ["machine", "attack"]


def test_the_smallest_repair_of_a_list_that_costs_too_much():
    book = book_of("rampant")
    army = book.ready()["cinder-company"]
    at = next(i for i, p in enumerate(army.parts) if p.name == "Trackfinder Team")
    army = book.apply(army, Add((at,), "options", "sharpshooters"))
    (fault, ways), *rest = repairs(book, army)
    assert not rest
    assert (fault.rule, fault.says) == ("detachment.size", "Cinder Company costs 26 points, 2 more than 24.")
    assert {w.says for w in ways} >= {"Remove Full Squad from Rifle Section"}
    assert all(w.price == -2 for w in ways)


def test_in_an_empty_list_every_faction_is_open():
    """What an empty list of another one lacks is no worse than what this one lacks; a finished one would be spoilt."""
    book = book_of("killteam")
    teams = next(slot for slot in book.slots(book.blank(), ()) if slot.group == "team")
    assert [c.title for c in teams.candidates if c.refusals] == []
    teams = next(slot for slot in book.slots(book.ready()["cinder-wardens"], ()) if slot.group == "team")
    assert [c.chosen for c in teams.candidates if not c.refusals] == [1]


def test_differences_in_words_and_points():
    book = book_of("rampant")
    old = book.ready()["cinder-company"]
    new = book.apply(book.apply(old, Remove((4,))), Choose((), "trait", "firm-hand"))
    said = [(d.says, d.price) for d in difference(book, old, new)]
    assert ("Heavy Infantry (Rifle Section) is gone (-4).", -4) in said
    assert ("Firm Hand instead of Fire Control.", 0) in said
    assert said[-1] == ("Together 20 points instead of 24.", -4)


def test_new_rules_say_what_they_did():
    from msgspec.structs import replace

    book = book_of("rampant")
    army = book.kept(book.ready()["cinder-company"])
    assert since_kept(book, army) == []
    old = replace(army, rules=book.rules - 1, points=23)
    assert since_kept(book, old)[1] == "It costs 24 points now, 23 then (+1)."


@pytest.mark.parametrize(
    "change",
    [
        Remove((99,)),
        Remove(()),
        Add((), "units", "heavy"),
        Add((), "unit", "heavvy"),
        Add((4, 0), "options", "mobile"),
        Count((3,), -1),
        Rename((9, 9), "x"),
        Reorder((), 0),
    ],
)
def test_changes_that_make_no_sense_are_a_sentence(change: object):
    book = book_of("rampant")
    with pytest.raises(Fault):
        book.apply(book.ready()["cinder-company"], change)  # type: ignore[arg-type]  # one of the changes


@pytest.mark.parametrize(
    "text",
    ["", "1.", "2.abcd", "1.!!!!", "1.AAAA", "x" * 9000, "1." + "A" * 100, "1.q1bKz1eyUkqtKMgvKlGyUrLITFGqBQA"],
)
def test_links_that_are_none_are_a_sentence(text: str):
    with pytest.raises(Fault):
        from_link(text)


def test_links_that_hold_too_much_are_refused():
    import base64
    import zlib

    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = squeeze.compress(b" " * 50_000_000) + squeeze.flush()
    with pytest.raises(Fault):
        from_link("1." + base64.urlsafe_b64encode(bomb).decode().rstrip("="))
    for text in ("[" * 5000, '{"game":"rampant","parts":' + '[{"group":"a","pick":"b","parts":' * 50, "{}", "7"):
        with pytest.raises(Fault):
            from_json(text)
    many = ArmyList("rampant", "x", tuple(book_of("rampant").blank().parts) * 601)
    with pytest.raises(Fault):
        from_json(to_json(many))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x\ny",
        "A\nXenos Rampant (killteam)\n",
        "A\nXenos Rampant (rampant)\nUnit Heavy",
        "A\nX (rampant)\n  Unit: Z",
    ],
)
def test_texts_that_are_none_are_a_sentence(text: str):
    with pytest.raises(Fault):
        from_text(book_of("rampant"), text)


def test_places_of_a_list():
    army = book_of("rampant").blank()
    assert node_at(army, ()) is army
    assert list(paths(army)) == [(), (0,)]


def test_own_designs_are_priced_by_the_formula_with_the_sum_shown():
    book = book_of("xenocide")
    army = book.apply(book.ready()["generic-500"], Add((), "design", "design", name="Raft"))
    at = next(i for i, p in enumerate(army.parts) if p.group == "design")
    for change in (
        Add((at,), "type", "hover"),
        Choose((at,), "move", "12"),
        Choose((at,), "armor", "2"),
        Add((at,), "weapons", book.group(army, (at,), "weapons").choices[0].id),
    ):
        army = book.apply(army, change)
    lines = {line.label: line.text for line in book.profile(army, (at,)).lines}
    assert lines["Price"].endswith(f"= {lines['VP']}")
    assert [f.rule for f in book.faults(army)] == ["pricing.custom-models"]  # both players must agree
    army = book.apply(army, Choose((), "agreed", "agreed"))
    assert book.faults(army) == []
    company = next(i for i, p in enumerate(army.parts) if p.group == "company")
    bought = book.apply(army, Add((company, 0), "model", "own:Raft", count=2))
    assert book.total(bought) - book.total(army) == 2 * int(lines["VP"])
    setup = book.seated(game("xenocide").offers()[0].setup, 0, army)
    game("xenocide").begin(setup)
    assert book.lists_in(setup)[0] == army


def test_titans_choose_their_weapons():
    book = book_of("xenocide")
    army = book.blank()
    for change in (
        Add((), "company", "company"),
        Add((3,), "unit", "unit"),
        Add((3, 1), "model", "bastion-titan"),
    ):
        army = book.apply(army, change)
    titan = (3, 1, len(entry_at(army, (3, 1)).parts) - 1)  # a unit comes with models
    slots = book.slots(army, titan)
    assert [s.title for s in slots] == ["Instead of the Titan assault sword", "Instead of the Macro cannon"]
    for slot in slots:
        army = book.apply(army, slot.candidates[0].change)
    assert book.build(army).army.companies[0].units[-1] == (("bastion-titan+rotary-battery+siege-mortar", 1),)


def test_a_kill_team_brings_its_equipment_along():
    book, title = book_of("killteam"), game("killteam")
    army = random_list(book, random.Random(4).random)
    assert book.total(army) > 0
    setup = book.seated(book.seated(title.offers()[1].setup, 0, army), 1, book.ready()["cinder-wardens"])
    match = Match(title.begin(setup), b"seed")
    from xenotable.players import play_out, player

    class Enough(Exception):
        pass

    def watch(m: Match) -> None:  # type: ignore[type-arg]  # any game
        if m.game.now.step == "deploy":
            raise Enough

    with pytest.raises(Enough):
        play_out(match, {s: player("random", title, str(s)) for s in (0, 1)}, 1000, watch)
    carried = [i for row in match.game.operatives.values() if row.seat == 0 for i in row.items]
    assert sorted(carried) == sorted(item for item, _ in book.build(army).equipment)


@pytest.mark.parametrize(
    ("name", "id", "prices"),
    [
        ("rampant", "cinder-company", {"Command Section": 2 + 2 + 2, "Rifle Section": 2 + 2, "Vanguard Section": 1 + 2,
                                       "Mortar Pit": 5 + 1, "Trackfinder Team": 2, "Mule Truck": 2 + 2 - 1}),
        ("xenocide", "generic-500", {"First": 6 * 9 + 3 * 11 + 5 * 18, "Second": 7 * 7 + 5 * 10 + 4 * 10,
                                     "Third": 3 * 10 + 3 * 28 + 4 * 16}),
    ],
)  # fmt: skip
def test_ready_lists_cost_what_a_hand_adds_up(name: str, id: str, prices: dict[str, int]):
    book = book_of(name)
    army = book.ready()[id]
    owners = [i for i, p in enumerate(army.parts) if p.group in ("unit", "company")]
    assert [book.profile(army, (i,)).price for i in owners] == list(prices.values())
    assert book.total(army) == sum(prices.values())


def test_a_ready_squad_costs_what_a_hand_adds_up():
    book = book_of("xcx")
    assert book.total(book.ready()["xcx-500"]) == 2 * 70 + 125 + 110 + 75 + 45


def test_ready_lists_cost_what_the_catalogues_print():
    for name, table, key in (("rampant", "detachment", "points"), ("xcx", "squad", "cost"), ("xenocide", "army", "vp")):
        book = book_of(name)
        printed = {row["id"]: row[key] for row in catalogue(name).plain(table)}
        assert {id: book.total(army) for id, army in book.ready().items()} == printed


def test_random_lists_spend_their_points():
    for name in ("rampant", "killteam", "xcx", "xenocide"):
        book = book_of(name)
        for army in some_lists(name, 4):
            left, most = book.left(army), book.limit(army)
            assert left is not None
            assert most is not None
            assert 0 <= left <= most // 10


@pytest.mark.parametrize("name", [n for n in BOOKS if n != "xcom"])
def test_every_entry_with_a_profile_opens_in_a_calculator_as_it_was_built(name: str):
    """What the page fills in is what the calculator takes."""
    book, title = book_of(name), game(name)
    seen = set()
    for army in book.ready().values():
        for at in paths(army):
            profile = book.profile(army, at) if at else None
            if profile is None or not profile.lines or (profile.title, len(at)) in seen:
                continue
            seen.add((profile.title, len(at)))
            assert profile.odds is not None
            groups = {g.id: g for c in title.calculators() if c.id == profile.odds.calculator for g in c.groups}
            for group, values in profile.odds.values.items():
                assert values.keys() <= {f.name for f in groups[group].fields}, (profile.title, group)
    assert len(seen) > 5


def test_bought_options_reach_the_calculator():
    book = book_of("rampant")
    army = book.ready()["cinder-company"]
    (at,) = [(i,) for i, p in enumerate(army.parts) if p.name == "Command Section"]
    full = book.profile(army, at).odds
    plain = book.profile(book.apply(army, Remove((*at, 1))), at).odds
    assert full is not None
    assert plain is not None
    assert full.values["shooter"]["strength"] == 10
    assert plain.values["shooter"]["strength"] == 5
    found = game("rampant").calculate(full.calculator, full.values)
    assert found[0].chances


def test_units_of_xenocide_have_names_at_the_table_and_on_the_way():
    book, title = book_of("xenocide"), game("xenocide")
    army = book.ready()["generic-500"]
    at = next(at for at in paths(army) if len(at) == 2 and entry_at(army, at).group == "unit")
    named = book.apply(army, Rename(at, "Ash Guard"))
    setup = next(o.setup for o in title.offers() if o.id == "quick-start")
    battle = book.seated(setup, 0, named)
    assert "Blue Ash Guard" in [unit.name for unit in title.begin(battle).units.values()]
    assert book.lists_in(battle)[0].parts == named.parts
    assert from_text(book, to_text(book, named)).parts == named.parts
    twice = book.apply(named, Duplicate(at))
    names = [u.name for u in title.new(book.seated(setup, 0, twice)).units.values()]
    assert {"Blue Ash Guard", "Blue Ash Guard 2"} <= {*names}


def test_vows_are_a_plan_that_no_set_up_tells():
    book, title = book_of("rampant"), game("rampant")
    army = book.ready()["cinder-company"]
    for vow in ("first-strike", "cold-steel", "long-arm"):
        army = book.apply(army, Add((), "vows", vow))
    assert book.is_legal(army)
    assert from_text(book, to_text(book, army)).parts == army.parts
    setup = next(o.setup for o in title.offers() if o.id == "sabotage")
    assert book.seated(setup, 0, army) == book.seated(setup, 0, book.ready()["cinder-company"])
    more = book.apply(army, Add((), "vows", "clockwork"))
    (fault,) = book.faults(more)
    assert fault.rule == "scenarios.vows"
    assert fault.remedy


@pytest.mark.parametrize("name", BOOKS)
def test_lists_of_random_set_ups_are_legal_by_the_book(name: str):
    """Simulations draw their lists by quicker ways than the builder: it offers whatever they choose and builds the same
    set-up of it."""
    book, title = book_of(name), game(name)
    for seed in range(6):
        setup = title.random_setup(random.Random(seed).random)
        for seat, army in enumerate(book.lists_in(setup)):
            if not army.parts:
                continue  # drawn when the battle begins
            assert book.faults(army) == [], (seed, book.faults(army))
            for at in paths(army):
                offered = {group.id: {choice.id for choice in group.choices} for group in book.groups(army, at)}
                assert all(part.pick in offered[part.group] for part in node_at(army, at).parts)
            assert book.lists_in(book.seated(setup, seat, army)) == book.lists_in(setup), seed
