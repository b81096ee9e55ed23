"""The terminal: a person types, the game answers, and nothing typed can break it."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from xenotable.cli.terminal import Sitting
from xenotable.engine import Match
from xenotable.games import game, packages

ROOT = Path(__file__).parents[2]


def typed(*lines: str, args: tuple[str, ...] = ("docs/duel.py", "--seed", "5")) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "xenotable", "play", *args],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
    )


def test_a_whole_game_can_be_played_by_typing():
    done = typed(*["auto"] * 400)
    assert done.returncode == 0
    assert "The end." in done.stdout


def test_who_leaves_before_a_game_is_chosen_has_done_nothing_wrong():
    done = typed("killteem", "²", "[/nothing]", args=())  # and the input ends
    assert done.returncode == 0, done.stderr
    assert 'There is no game "killteem". Did you mean "killteam"?' in done.stdout
    assert 'There is no game "[/nothing]".' in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("lines", [(), ("",), ("", "concede")], ids=["at once", "at a turn", "at a question"])
def test_the_input_may_end_anywhere(lines: tuple[str, ...]):
    command = [sys.executable, "-m", "xenotable", "play", "rampant", "--seed", "5", "--plain", "--players", "human"]
    done = subprocess.run(command, input="".join(f"{x}\n" for x in lines), capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Good-bye" in done.stdout


def test_everything_one_may_type_gets_an_answer():
    looked = ("?", "nonsense", "99", "m", "t", "l", "hint", "odds", "why 1", "[/nothing]", "rule [/nothing]")
    done = typed(*looked, "--5", "²", "9" * 5000, "1", "99 99", "6 3", "² 1 1", "u", "concede", "n", "q")
    assert done.returncode == 0
    assert "Type an answer" in done.stdout
    assert "Answer with numbers" in done.stdout
    assert "no number 99" in done.stdout
    assert "No rule has '[/nothing]' in its name." in done.stdout
    assert "leave the table" in done.stdout
    assert "is taken back" in done.stdout
    assert "Good-bye" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_campaign_has_the_rules_of_its_game():
    done = typed("rule campaign", "q", args=("xcx-campaign", "--seed", "5", "--plain"))
    assert done.returncode == 0, done.stderr
    assert "campaign." in done.stdout.partition("> ")[2]
    assert "Good-bye" in done.stdout


def test_a_hint_names_the_places_that_it_is_about():
    done = typed("hint", "q", args=("rampant", "--seed", "5", "--plain"))
    assert re.search(r"Command Section to \d+\.\d \d+\.\d, Rifle Section to", done.stdout)


def test_why_not_is_answered_for_places_too():
    done = typed("why", "why 1 2", "q", args=("rampant", "--seed", "5", "--plain"))
    assert done.returncode == 0
    assert "has no place yet" in done.stdout
    assert "Good-bye" in done.stdout


def test_standing_orders_can_be_typed():
    done = typed("order", "order 9", "order 1", "order", "order off", "auto", *["auto"] * 4, "q")
    assert "always aim" in done.stdout
    assert "no number 9" in done.stdout
    assert "From now on: always aim" in done.stdout
    assert "You will be asked again." in done.stdout
    assert "Nothing can be ordered" in done.stdout  # moving has no standing orders
    assert "Traceback" not in done.stdout + done.stderr


def test_orders_with_a_condition_can_be_typed():
    done = typed("order", "order 4", "q", args=("tests/browser/sampler.py", "--seed", "5"))
    assert "Alpha 1: red at 5 or more" in done.stdout
    assert "From now on: Alpha 1: red at 5 or more." in done.stdout
    assert "Both hold a card." in done.stdout  # it was answered at once


def test_a_newcomer_is_asked_for_what_is_asked_now_before_what_can_wait():
    done = typed("next", "q", args=("xcom", "--seed", "5", "--players", "human,tactician,tactician,tactician"))
    first, _, then = done.stdout.partition("or (type next)")
    assert "Commander: What do you signal to the Central Officer?" in first
    assert "Use Officer Training?" not in first
    assert "Commander: Use Officer Training?" in then


def test_odds_are_shown_before_the_shot():
    lines = ["1", "2 4", "1", "2 8", *["odds", "auto"] * 40]
    assert "If the target dodges" in typed(*lines).stdout


def test_a_match_is_saved_and_goes_on(tmp_path: Path):
    file = tmp_path / "match.json"
    assert "Saved" in typed("1", f"save {file}", "q").stdout
    done = typed(*["auto"] * 400, args=("docs/duel.py", "--load", str(file)))
    assert "The end." in done.stdout


def test_who_leaves_is_asked_whether_to_keep_what_was_decided(tmp_path: Path):
    file = tmp_path / "match.json"
    kept = typed("1", "q", "/nowhere/x.json", str(file))
    assert "cannot be written" in kept.stdout  # and one is asked again
    assert f"Saved to {file}" in kept.stdout
    assert kept.stdout.endswith("Good-bye.\n")
    assert file.is_file()
    assert "Good-bye" in typed("1", "q", "").stdout  # Enter alone lets it go
    assert "Keep this match?" not in typed("q").stdout  # nothing was decided
    assert "Keep this match?" not in typed("1", f"save {file}", "q").stdout


def test_who_interrupts_a_machine_that_thinks_leaves_politely():
    class Pondering:
        def decide(self, view: object, deadline: float) -> None:
            raise KeyboardInterrupt

    title = game("docs/duel.py")
    out = io.StringIO()
    match = Match(title.begin(title.offers()[0].setup), "5")
    Sitting(Console(file=out), match, dict.fromkeys(range(2), Pondering()), plain=True).run()
    assert out.getvalue().endswith("Good-bye.\n")


def test_odds_of_all_options_name_them():
    done = typed("auto", "auto", "odds", "q", args=("rampant", "--seed", "3", "--plain"))
    shown = done.stdout.partition("ordered to do?")[2]
    for order in ("Move", "Shoot"):  # which unit it is, and so which order is free, hangs on the machine
        assert re.search(rf"\d  {order}( \(free\))?\n(Two dice|Free: no test)", shown), shown


def test_every_game_has_its_first_battle_by_that_name():
    for name in packages():
        title = game(name)
        assert title.offered("first-battle") == title.offers()[0]


def test_a_match_by_other_rules_says_so(tmp_path: Path):
    file = tmp_path / "match.json"
    typed("1", f"save {file}", "q")
    file.write_text(file.read_text().replace('"rules":1', '"rules":7'))
    done = typed(f"save {file}", "q", args=("docs/duel.py", "--load", str(file)))
    assert "began by version 7 of the rules" in done.stdout
    assert '"rules":7' in file.read_text()  # still: it began by those


def test_two_people_at_one_screen_hand_over():
    done = typed("1", "", "2", "q", args=("docs/duel.py", "--players", "human,human"))
    assert "Press Enter when only you look" in done.stdout


def test_real_dice_are_typed_in():
    done = typed(*["auto"] * 600, args=("docs/duel.py", "--real-dice", "--players", "human,human"))
    assert "faces from 1 to 6" in done.stdout


def test_who_sits_down_is_told_how_rules_are_read():
    args = ("rampant", "--ruling", "retreat.fan=straight-only", "--plain", "--seed", "1")
    done = typed("m", "rule retreat.fan", "quit", args=args)
    assert "This table reads retreat.fan otherwise than we rule" in done.stdout
    assert "Read otherwise at this table" in done.stdout  # beside the map, too
    assert "This table reads: There is no fan" in done.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("rampnat",), 'Did you mean "rampant"'),
        (("docs/nothing.py",), "no file"),
        (("docs/duel.py", "--offer", "dual"), 'Did you mean "duel"'),
        (("docs/duel.py", "--players", "humam"), 'Did you mean "human"'),
        (("--load", "README.md"), "damaged"),
        (("--load", "nowhere.json"), "cannot be read: No such file"),
        (("--load", "nowhere.json", "--real-dice"), "--real-dice is for a new one"),
    ],
)
def test_mistakes_on_the_command_line_get_a_sentence(args: tuple[str, ...], says: str):
    done = typed("q", args=args)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_end_of_input_ends_the_game_politely():
    done = typed("1")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_campaign_is_told_in_words():
    done = typed(*["auto"] * 4, "m", "q", args=("xcx-campaign", "--seed", "5"))
    assert "1. Cut the Spire " in done.stdout
    assert "Mission 1: " in done.stdout  # somebody's history
    assert "Traceback" not in done.stdout + done.stderr


def test_a_coach_speaks_in_a_first_battle_and_a_hint_in_table_words():
    done = typed("auto", "auto", "m", "hint", "auto", "q", args=("rampant", "--seed", "5", "--plain"))
    words = " ".join(done.stdout.split())
    assert words.count("Your turn: one order after the other.") == 1  # said once, and no line of the map
    assert "succeeds with 100%" in words


def test_enter_alone_decides_nothing():
    """Neither an order nor a move: the same question stands again."""
    done = typed("", "1", "", "   ", "stay", "q")
    assert done.stdout.count("Nothing was typed, so nothing is decided.") == 3
    assert done.stdout.count("Move Ada") == 3


def test_the_map_has_inches_and_comes_again_when_something_moved():
    done = typed("", "hint", "q")
    assert " 10 │" in done.stdout
    assert "0   2   4   6   8   10  12" in done.stdout
    assert done.stdout.count("┌─") == 1  # nothing has changed
    assert typed("1", "3 north", "q").stdout.count("┌─") > 1


def test_a_place_is_said_from_a_piece():
    done = typed("1", "6 towards bob", "2 towards bo", "q")
    assert "nothing called 'bob' on the table" in done.stdout
    assert done.stdout.count("Move Ada") == 2


def test_no_table_of_pieces_is_shown_before_there_are_any():
    done = typed("m", "q", args=("xcx", "--seed", "5", "--plain"))
    assert "not deployed yet" in done.stdout
    assert "Strength" not in done.stdout  # the head of the table
    assert "Strength" in typed("m", "q", args=("xcom", "--seed", "5", "--plain")).stdout


def test_panels_are_tables():
    done = typed("q", args=("xcom", "--offer", "beachhead", "--seed", "5"))
    panic = done.stdout[done.stdout.index("Panic") :]
    assert "│" in panic.splitlines()[1]
    assert "[" not in panic.splitlines()[1]


def test_a_bot_that_fails_does_not_end_the_match(tmp_path: Path):
    bot = tmp_path / "my_bot.py"
    bot.write_text(
        "class Broken:\n    def __init__(self, title, seed=0): ...\n"
        "    def decide(self, view, deadline=None): raise ValueError('oops')\n"
    )
    args = ("docs/duel.py", "--seed", "5", "--players", f"human,{bot}:Broken")
    done = typed(*["auto"] * 400, args=args)
    assert done.returncode == 0, done.stderr
    assert "fails (ValueError: oops" in " ".join(done.stdout.split())
    assert "The end." in done.stdout


def test_more_players_than_seats_are_refused():
    done = typed(args=("docs/duel.py", "--players", "human,random,tactician"))
    assert done.returncode == 2
    assert "3 players (human, random, tactician), but only 2 seats." in done.stderr


def test_what_cannot_be_saved_is_said_in_words():
    said = typed("save /nowhere/x.json", "save \0", "q").stdout
    assert "cannot be written: No such file or directory." in said
    assert "embedded null byte" in said  # a name that no file can have: the match goes on
    assert said.endswith("Good-bye.\n")
