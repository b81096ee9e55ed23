"""What events show: worked out from the table as anybody sees it, and hung on the event that speaks of the piece."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.engine import (
    NOBODY,
    Confirm,
    Flow,
    Game,
    Mark,
    Match,
    Move,
    Moved,
    Offer,
    Piece,
    Pips,
    Roll,
    Row,
    Scene,
    Table,
    Title,
    Token,
    View,
    load,
    save,
    scene,
)
from xenotable.engine import gestures as g
from xenotable.engine.staging import way


class Man(Row, frozen=True):
    x: float = 0.0
    y: float = 0.0
    strength: int = 3
    there: bool = True
    pinned: bool = False
    inside: str = ""


class Scout(Row, frozen=True):
    x: float = 0.0


class Script(Row, frozen=True):
    steps: tuple[str, ...] = ()


class Act(Scene, frozen=True):
    step: str


class Yard(Game):
    Hidden = Scout
    men: Table[str, Man]


def new(setup: Script) -> Yard:
    game = Yard(setup)
    for id in ("a", "b", "c"):
        game.men.add(id, Man(x=float(ord(id) - ord("a")), there=id != "c"))
    game.scenes = [Act(step) for step in ("end", *reversed(setup.steps))]
    return game


def tokens(game: Yard, seat: int) -> list[Token]:
    """The scout of a seat is shown to its owner alone."""
    shown = [token(id, man) for id, man in game.men.items()]
    own = [Token("scout", "Scout", seat, (game.secret[seat].x, 9.0))] if seat >= 0 else []
    return [*shown, *own]


def token(id: str, man: Man) -> Token:
    marks = (Mark("P", "pinned"),) if man.pinned else ()
    at = (man.x, man.y) if man.there and not man.inside else ()
    return Token(id, id, 0, at, pips=Pips(man.strength, 3), marks=marks, inside=man.inside)


def told_first(game: Yard) -> None:
    game.tell("{who} is hit.", "yard.hit", who="a")
    game.men.set("a", strength=1)
    game.tell("{who} is pinned.", "yard.pin", who="b")
    game.men.set("b", pinned=True)


def written_first(game: Yard) -> None:
    game.men.set("a", strength=1)
    game.tell("{who} is hit.", "yard.hit", who="a")
    game.men.set("a", there=False)
    game.tell("{who} falls.", "yard.fall", who="a")


def silent(game: Yard) -> None:
    game.men.set("c", there=True)


def secret(game: Yard) -> None:
    game.secret.set(0, x=5.0)
    game.men.set("a", pinned=True)
    game.tell("Your scout moves.", "yard.scout", only=(0,), shows=(g.Moved("scout", ((0.0, 9.0), (5.0, 9.0))),))


def aims(game: Yard) -> None:
    game.tell("{who} shoots.", "yard.shot", shows=(g.Aimed(("a",), ("b",)),), who="a")
    game.tell("You see it.", "yard.shot", only=(1,), shows=(g.Drew("ace", 1),))


def leaves(game: Yard) -> None:
    game.men.set("b", there=False)
    game.tell("{who} goes home.", "yard.home", shows=(g.Left("b"),), who="b")


def boards(game: Yard) -> None:
    game.men.set("b", inside="a")
    game.tell("{who} gets in.", "yard.in", who="b")


PLAIN = {f.__name__: f for f in (told_first, written_first, silent, secret, aims, leaves, boards)}


@scene
def act(game: Yard, at: Act) -> Flow[list[Scene]]:
    if at.step == "end":
        game.finish((), "Enough.", "yard.end")
    elif at.step == "throws":
        yield from Roll(seat=1, key="luck", rule="yard.luck", n=3, cuts=(4,), names=("miss", "hit"))
        yield from Confirm(seat=0, key="sure", rule="yard.sure")
        game.tell("{n} of them hit.", "yard.luck", n=2)
    elif at.step == "walks":
        went = yield from Move(
            seat=0,
            key="walk",
            rule="yard.walk",
            pieces=[Piece("a", (0.0, 0.0))],
            legal=lambda m: (),
            propose=lambda n, r: [Moved({"a": ((0.0, 4.0), (4.0, 4.0))})],
        )
        x, y = went.end("a") or (0.0, 0.0)
        game.men.set("a", x=x, y=y)
        game.tell("{who} walks.", "yard.walk", who="a")
    else:
        PLAIN[at.step](game)
        yield from Confirm(seat=0, key="on", rule="yard.on")
    return []


GAME: Title[Any] = Title(
    id="yard",
    title="Yard",
    state=Yard,
    setup=Script,
    new=new,
    offers=lambda: [Offer("yard", "Yard", "A yard.", Script())],
    tokens=tokens,
)


def played(*steps: str) -> Match[Any]:
    return Match(GAME.new(Script(steps)), 1)


def shown(match: Match[Any], seat: int = NOBODY) -> list[tuple[str, tuple[Any, ...]]]:
    return [(e.words(), e.shows) for e in View(match, seat).events()]


LOST = g.Lost(("a",), 2, 1, 3)


def test_a_change_hangs_on_the_event_that_speaks_of_its_piece():
    pinned = g.Became(("b",), gained=(Mark("P", "pinned"),))
    assert shown(played("told_first")) == [("A is hit.", (LOST,)), ("B is pinned.", (pinned,))]
    assert shown(played("written_first")) == [("A is hit.", (LOST,)), ("A falls.", (g.Fell("a"),))]


def test_what_nobody_tells_is_shown_without_words():
    ((words, shows),) = shown(played("silent"))
    assert words == ""
    assert [type(s) for s in shows] == [g.Appeared]
    assert shows[0].token.at == (2.0, 0.0)
    assert View(played("silent"), 0).story() == []


def test_who_goes_of_his_own_will_does_not_fall():
    assert shown(played("leaves")) == [("B goes home.", (g.Left("b"),))]


def test_who_boards_is_where_he_got_in():
    assert shown(played("boards")) == [("B gets in.", (g.Moved("b", ((1.0, 0.0),), (), "a"),))]


def test_dice_are_shown_before_the_decision_that_follows_them():
    match = played("throws")
    ((words, (threw,)),) = shown(match)
    hits = sum(face >= 4 for face in threw.dice)
    counts = ", ".join(f"{n} × {name}" for n, name in ((len(threw.dice) - hits, "miss"), (hits, "hit")) if n)
    assert words == f"Player 2 rolled {', '.join(map(str, threw.dice))}: {counts} (luck)."
    assert (threw.seat, threw.key, threw.needed, threw.names) == (1, "luck", (4,), ("miss", "hit"))
    assert threw.dice == match.tape[0].value


def test_a_piece_goes_the_way_it_was_sent():
    match = played("walks")
    match.answer(0, {"paths": {"a": [[0, 4], [4, 4]]}})
    walk = g.Moved("a", ((0.0, 0.0), (0.0, 4.0), (4.0, 4.0)), (4.0, 4.0))
    assert shown(match)[0] == ("A walks.", (walk,))


@pytest.mark.parametrize(
    ("end", "path", "gone"),
    [
        ((4.0, 4.0), ((0.0, 4.0), (4.0, 4.0)), ((0.0, 0.0), (0.0, 4.0), (4.0, 4.0))),
        ((2.0, 4.0), ((0.0, 4.0), (4.0, 4.0)), ((0.0, 0.0), (0.0, 4.0), (2.0, 4.0))),  # stopped on the way
        ((9.0, 9.0), ((0.0, 4.0), (4.0, 4.0)), ((0.0, 0.0), (9.0, 9.0))),  # and somewhere else altogether
        ((9.0, 9.0), (), ((0.0, 0.0), (9.0, 9.0))),
        ((), ((0.0, 4.0),), ((0.0, 0.0),)),
    ],
)
def test_a_way_ends_where_the_piece_is(end, path, gone):
    assert way((0.0, 0.0), end, path) == gone


def test_a_secret_place_is_in_no_gesture_for_others():
    match = played("secret")
    everything = [e.shows for e in match.events]
    assert not any("scout" in str(shows) for shows in everything), "not even for its owner: the table does not show it"
    for seat in (1, NOBODY, -2):
        assert [type(s) for _, shows in shown(match, seat) for s in shows] == [g.Became]
        assert [words for words, _ in shown(match, seat)] == [""]


def test_a_gesture_is_seen_by_whom_its_event_is_for():
    match = played("aims")
    aimed = ("A shoots.", (g.Aimed(("a",), ("b",)),))
    assert shown(match, 0) == [aimed]
    assert shown(match, 1) == [aimed, ("You see it.", (g.Drew("ace", 1),))]


def test_worlds_that_differ_in_a_secret_show_the_same():
    worlds = []
    for x in (1.0, 7.0):
        match = played("silent", "secret", "told_first")
        match.game.secret.set(0, x=x)
        while match.open:
            match.answer(0, True)
        worlds.append([View(match, seat).encoded() for seat in (1, -2)])
    assert worlds[0] == worlds[1]


def test_the_same_story_is_told_again_after_saving_and_taking_back():
    match = played("silent", "written_first", "walks", "throws", "leaves")
    match.answer(0, True)
    match.answer(0, True)
    match.answer(0, {"paths": {"a": [[0, 4], [4, 4]]}})
    loaded, _ = load(save(match), GAME)
    assert loaded.events == match.events
    before = list(match.events)
    match.answer(0, True)
    assert match.undo(match.last_answer(0)) == []
    assert match.events[:-1] == before
