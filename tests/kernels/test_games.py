"""A game takes the same course on plain code, on compiled code, and if it changes from one to the other anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from xenotable.cli.studying import pays_to_compile
from xenotable.lab.playing import pays_to_load

MATCH = """
import sys
from functools import wraps
from hashlib import sha256
from importlib import import_module

from xenotable.engine import Match
from xenotable.games import game
from xenotable.kernels import compile_now
from xenotable.players import play_out, player

name, offer, hook = sys.argv[1:4]
limit, change = map(int, sys.argv[4:])
title, calls, decisions, prints = game(name), 0, 0, sha256()
module, _, function = hook.partition(":")
plain = getattr(import_module(module), function)


@wraps(plain)  # kernels that call it are compiled with what it wraps
def counted(*given, **named):
    global calls
    calls += 1
    if calls == change:  # in the midst of a decision
        use_compiled()
    return plain(*given, **named)


def use_compiled():
    for module in title.kernels:
        compile_now(module)


def watch(m):
    global decisions
    decisions += 1
    prints.update(m.game.fingerprint().encode())
    if decisions == limit:
        raise StopIteration


setattr(import_module(module), function, counted)
if change == 0:
    use_compiled()
setup = next(o for o in title.offers() if o.id == offer).setup
match = Match(title.new(setup), 5, live=False)
try:
    play_out(match, {s: player("tactician", title, str(s)) for s in range(match.game.seats)}, watch=watch)
except StopIteration:
    pass
print(prints.hexdigest(), calls)
"""


PLAIN, COMPILED = -1, 0


def course(name: str, offer: str, hook: str, change: int) -> tuple[str, int]:
    """The fingerprints after 150 decisions of a game that goes on compiled from that call of a plain function on; and
    how often that was called."""
    world = {k: v for k, v in os.environ.items() if k != "XENOTABLE_TRACE"}
    command = [sys.executable, "-c", MATCH, name, offer, f"xenotable.{hook}", "150", str(change)]
    prints, calls = subprocess.run(command, env=world, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return prints, int(calls)


@pytest.mark.timeout(600)  # it may have to be compiled first
@pytest.mark.parametrize(
    "battle",
    [
        ("xcx", "open-line", "games.xcx.rules.sight:nine_lines"),
        ("xcx", "spire-hexes", "games.xcx.kernels:flood"),
        ("killteam", "relay-ground", "games.killteam.rules.sight.fans:shows"),
        ("xenocide", "attrition-thren-1000-generic-ground-1000", "games.xenocide.rules.sight.rays:table"),
    ],
)
def test_a_change_in_the_midst_of_a_game_changes_nothing(battle: tuple[str, str, str]):
    prints, calls = course(*battle, PLAIN)
    same, fewest = course(*battle, COMPILED)
    assert same == prints
    assert fewest < calls
    for change in (calls // 5, calls // 2):
        same, fewer = course(*battle, change)
        assert same == prints
        assert fewest < fewer < calls


FIRST = """
import sys
from xenotable.cli import main
from xenotable.games.xcx.rules import sight
from xenotable.games.xcx import kernels
from xenotable.cli import studying
from xenotable.lab import playing

playing.LONG = studying.A_WHILE = studying.COMPILER = 0.0
plain, ran = sight.nine_lines, set()


def nine_lines(*given):
    ran.add("plain")
    return plain(*given)


def used(*_):
    ran.add("compiled")


sight.nine_lines, sight.load, kernels.load = nine_lines, used, used
try:
    main(["sim", "xcx", "-n", "20", "--offer", "first-battle", "--json"])
finally:
    print(*ran, file=sys.stderr)
"""


def test_the_first_games_ever_are_played_at_once_on_plain_code(tmp_path: Path):
    world = {k: v for k, v in os.environ.items() if k not in ("XENOTABLE_TRACE", "XENOTABLE_PLAIN")}
    world |= {"XENOTABLE_CACHE": str(tmp_path), "COLUMNS": "120"}
    other = "from xenotable.kernels import cache; cache.lock().acquire(); print(flush=True); input()"
    pipe = subprocess.PIPE
    # Another process holds the lock, so that the compiler cannot win this race on any machine.
    with subprocess.Popen([sys.executable, "-c", other], env=world, stdin=pipe, stdout=pipe) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        played = subprocess.run([sys.executable, "-c", FIRST], env=world, capture_output=True, text=True, check=True)
        holder.kill()
    assert len(played.stdout.splitlines()) == 20
    said, *_, ran = played.stderr.splitlines()
    assert said == "Compiling faster code in the background; until it is ready, plain code runs."
    assert ran == "plain"


def test_a_compiler_is_started_only_when_what_is_left_takes_far_longer():
    assert not pays_to_compile(seconds=1.0, done=1, left=19)  # too soon to tell
    assert not pays_to_compile(seconds=10.0, done=10, left=10)  # it would save seconds and take a minute
    assert pays_to_compile(seconds=10.0, done=10, left=1000)


def test_compiled_code_is_loaded_only_when_what_is_left_takes_longer():
    assert not pays_to_load(seconds=1.0, done=100, left=900)  # to load it takes longer than it saves
    assert not pays_to_load(seconds=60.0, done=1000, left=10)  # almost done
    assert pays_to_load(seconds=1.0, done=100, left=5000)
    assert not pays_to_load(seconds=1.0, done=0, left=1)  # perhaps it is a short game
    assert pays_to_load(seconds=60.0, done=0, left=1)
