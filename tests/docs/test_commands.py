"""Each command in the documentation runs, and each program does.

They run as they stand but for places and numbers: few games and lists instead of many, one game to compile for, any
free port of this machine instead of a public one, folders and databases of the test. A person who plays leaves at once.
"""

import ast
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from docs.pages import PAGES, ROOT, blocks, spans
from server.postgresql import postgresql
from xenotable.server.log.storage import Storage

PROGRAMS = ("make", "xenotable", "pip", "pipx", "uv", "uvx", "python", "npm", "node", "pytest", "ruff", "docker")
COMMAND = re.compile(rf"(\.venv/bin/)?({'|'.join(PROGRAMS)}) \S")

LONG = "part of `make test`, or too long for it"
OTHERS = "run by the tests of the package"
ON_ROWS = "run by the tests of the laboratory, on rows that are there"
LEARNS = "run by the tests of the laboratory, with few games"
ON_WHAT_IS_THERE = "run by the tests of administration, on what is there"
ADMIN = "xenotable admin --database postgresql+psycopg://club@localhost/club"
ELSEWHERE = {
    "make test": "this run",
    "make test PYTHON=python3.12": "this run, elsewhere",
    "make pythons": LONG,
    "make lint": "a part of `make test`",
    "make bench": LONG,
    "make prove": LONG,
    "make prove GAME=xcom": LONG,
    "make prove SAMPLE=5": LONG,
    "make prove GAME=xcom CHANGES=build/survivors-xcom.txt": LONG,
    "make change": LONG,
    "make change BASE=main": LONG,
    "make lock": "changes the lock",
    f"{ADMIN} delete-lists 5f1c09be77a3d214 --yes": ON_WHAT_IS_THERE,
    "make goldens": "changes the recorded games",
    ".venv/bin/python tools/reprice.py": "changes the book of Xenocide",
    "make docs": "run by the tests of the site",
    "make screenshots": "changes the pictures",
    "npm --prefix web run dev": "a server for those who work on the client",
    "npm --prefix web test": "run by the tests of the browser",
    "pytest tests/browser": "a part of `make test`",
    "node tests/browser/scenarios.mjs mouse http://127.0.0.1:8420": "run by the tests of the browser",
    "ruff check": "a part of `make lint`",
    "python tools/typescript.py": "a part of `make lint`",
    "pip install 'xenotable[lab]'": "the lock brings what it installs",
    "pip install open-spiel": "the lock brings what it installs",
    "python examples/train_rampant.py --games 400 --out rampant.npz --plot learning.svg": LEARNS,
    "pip install 'xenotable[postgres]'": OTHERS,
    "uvx --from dist/*.whl xenotable serve --open": OTHERS,
    "python -m xenotable": OTHERS,
    "python -m benchmarks.frames": LONG,
    "python -m benchmarks odds table": LONG,
    "python -m benchmarks odds": LONG,
    "python -m benchmarks games": LONG,
    "python -m benchmarks table server": LONG,
    "python -m benchmarks server": LONG,
    "python -m benchmarks --json FILE": LONG,
    "python -m benchmarks.compare REV": LONG,
    "python -m benchmarks jobs": LONG,
    "python -m benchmarks peers": LONG,
    "python -m benchmarks growth": LONG,
    "python -m benchmarks.server": LONG,
    "python -m benchmarks.compare main~20 --only decisions": LONG,
    "python -m benchmarks.compare a7c375e6 --compiled --only tacticians --pieces 12": LONG,
    "python -m benchmarks.server --game xenocide --matches 300 --pause 1": LONG,
    "xenotable play rampant --lists mine.txt,theirs.txt": "run by the tests of the command, on lists that are there",
    "xenotable print killteam team.json": "run by the tests of the command, on a list that is there",
    "xenotable verify record.json": "run by the tests of the command, on a record that is there",
    f'{ADMIN} close q3J0xVbT1m2Z --says "This table was closed for insults."': ON_WHAT_IS_THERE,
    f"{ADMIN} delete q3J0xVbT1m2Z --yes": ON_WHAT_IS_THERE,
    ".venv/bin/xenotable lab report rows.jsonl": ON_ROWS,
    ".venv/bin/xenotable lab replay rows.jsonl 1 7 2 --out game.json": ON_ROWS,
    ".venv/bin/xenotable lab export rows.jsonl decisions.parquet": ON_ROWS,
    ".venv/bin/xenotable lab run my-study.toml --shard 1/4 --out part-1.jsonl": ON_ROWS,
    ".venv/bin/xenotable lab merge part-1.jsonl part-2.jsonl part-3.jsonl part-4.jsonl --out rows.jsonl": ON_ROWS,
    ".venv/bin/xenotable lab run my-study.toml --on ray://head:10001": "run by the tests of the laboratory, on Ray",
    "pip install 'xenotable[cluster]'": "the lock brings what it installs",
    f"{ADMIN} unban 192.0.2.7": ON_WHAT_IS_THERE,
    f'{ADMIN} export "Kim" kims-tables': ON_WHAT_IS_THERE,
    f'{ADMIN} forget "Kim" --yes': ON_WHAT_IS_THERE,
}
# What a page calls a command whose arguments it explains elsewhere.
NAME = re.compile(r"xenotable (\w+|odds killteam (shoot|fight))")
HERE = (
    (r" (-n|--games) \d+", r" \1 2"),
    (r"( sim \w+)$", r"\1 -n 2"),
    (r" warm$", " warm xcx"),
    (r" --pairs \d+", " --pairs 1"),
    (r"( lab run benchmarks\S+)", r"\1 --pairs 1"),
    (r" --lists every", " --lists cinder-wardens,veil-court"),
    (r"( lab sensitivity killteam \S+)", r"\1 --lists cinder-wardens,veil-court --players random"),
    (r"( lab price rampant \S+)", r"\1 --lists cinder-company,ninefold-brood --players random"),
    (r" balance killteam", " balance killteam --lists cinder-wardens,veil-court"),
    (r" --host 0\.0\.0\.0", " --host 127.0.0.1"),
    (r" --port \d+", ""),
    (r" serve\b", " serve --port 0"),
    (r"/srv/xenotable", "{folder}"),
    (r"postgresql\+psycopg://club@localhost/club", "{database}"),
    (r"^make play", "make play PORT=0 DATA={folder}"),
    (r"^make wheel", "make wheel DIST={folder}"),
)


def commands() -> list[tuple[str, str]]:
    """Each command once, with the first page that has it; without the remark behind it."""
    found: dict[str, str] = {}
    for page in PAGES:
        lines = [line for block in blocks(page, "", "sh", "bash", "console") for line in block.splitlines()]
        for line in (*lines, *spans(page)):
            command = re.sub(r"\s+# .*", "", line).strip()
            if COMMAND.match(command):
                found.setdefault(command, page)
    return [(page, command) for command, page in found.items()]


COMMANDS = commands()
RUN = [(page, command) for page, command in COMMANDS if command not in ELSEWHERE]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the commands run: it has what the pages speak of."""
    for name in ("benchmarks", "docs", "examples", "src", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    for name in ("my_game.py", "duel.py"):
        (tmp_path / name).write_text((ROOT / "docs" / "duel.py").read_text())
    (games := tmp_path / "xenotable").mkdir()  # the data folder of a server that ran once
    Storage(f"sqlite:///{games}/games.db").close()
    (tmp_path / "my_bot.py").write_text("from xenotable.players import RandomPlayer as Bot\n")
    (installed := tmp_path / "duel-1.dist-info").mkdir()  # as an installation of that game would leave it
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: duel\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[xenotable.games]\nduel = duel:GAME\n")
    return tmp_path


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    with postgresql() as address:
        yield address


def here(command: str, folder: Path, request: pytest.FixtureRequest) -> list[str]:
    """The words of a command, with places and numbers of this test."""
    for pattern, instead in HERE:
        command = re.sub(pattern, instead, command)
    places = {"folder": str(folder)}
    if "{database}" in command:
        places["database"] = request.getfixturevalue("database")
    first, *rest = shlex.split(command.format_map(places) if "{" in command else command)
    program = first.removeprefix(".venv/bin/")
    own = {"python": [sys.executable], "xenotable": [sys.executable, "-m", "xenotable"]}
    return [*own.get(program, [program]), *rest]


@pytest.mark.timeout(600)  # the first game after a change compiles
@pytest.mark.parametrize(("page", "command"), RUN, ids=[command for _, command in RUN])
def test_a_command_of_the_documentation_runs(
    page: str, command: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    words = here(command, folder, request)
    where = ROOT if words[0] == "make" else folder
    own = {"XDG_DATA_HOME": str(folder), "BROWSER": "true", "VENV": Path(sys.prefix).name}  # no page, this Python
    environment = os.environ | own
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        environment.pop(name, None)
    if NAME.fullmatch(command):
        words.append("--help")
    elif "serve" in words or words[:2] == ["make", "play"]:
        assert serves(words, where, environment), page
        return
    typed = "1\nq\n" if words[:2] == ["make", "terminal"] else "q\n"  # the first game; good-bye
    done = subprocess.run(words, cwd=where, env=environment, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{page}: {shlex.join(words)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    assert "play" not in words or "--help" in words or "Good-bye" in done.stdout


def serves(words: list[str], where: Path, environment: dict[str, str]) -> bool:
    """Whether the page comes. The process is ended with all that it started."""
    with subprocess.Popen(
        words, cwd=where, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None
        try:
            address = next((found[0] for line in running.stdout if (found := re.search(r"http://\S+/", line))), None)
            return address is not None and "<title>" in httpx.get(address, timeout=None).text
        finally:
            os.killpg(running.pid, signal.SIGTERM)


@pytest.mark.parametrize("command", ELSEWHERE)
def test_what_is_not_run_here_still_stands_in_the_documentation(command: str) -> None:
    assert command in [said for _, said in COMMANDS]


@pytest.mark.parametrize("command", [command for command in ELSEWHERE if command.startswith("make ")])
def test_make_knows_what_is_not_run_here(command: str) -> None:
    done = subprocess.run([*command.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# Their blocks are parts of something that the page speaks of.
EXCERPTS = ("CONTRIBUTING.md", "docs/architecture.md", "docs/performance.md", "docs/rules-authoring.md")
PYTHON = [page for page in PAGES if any(blocks(page, "python"))]


@pytest.mark.parametrize("page", PYTHON)
def test_the_python_of_a_page_runs(page: str, folder: Path) -> None:
    """Its blocks are one program, in their order."""
    program = "\n\n".join(blocks(page, "python"))
    if page in EXCERPTS:
        ast.parse(program)
        return
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
