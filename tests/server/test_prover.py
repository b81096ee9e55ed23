"""What a page needs to prove a record by the rules: sent by the server, complete, and nothing that serves. That a page
does it is shown in the browser (`proved`)."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from server.serving import serving
from xenotable.server.http.rules_archive import rules_archive

MUSEUM = Path(__file__).parent.parent / "museum" / "0.2.0"
ALONE = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {"xenotable", "msgspec", *sys.stdlib_module_names, *sys.builtin_module_names}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import msgspec
sys.path[:] = [sys.argv[1], *[p for p in sys.path if "site-packages" not in p]]
from pathlib import Path
import xenotable
assert xenotable.__file__.startswith(sys.argv[1]), xenotable.__file__
from xenotable.engine.saving import read, verify
from xenotable.games import game
for file in sys.argv[2:]:
    saved = read(Path(file).read_bytes())
    print(saved.game, len(verify(saved, game(saved.game))))
"""


def test_the_archive_proves_records_of_every_game_with_msgspec_alone(tmp_path: Path):
    zipfile.ZipFile(io.BytesIO(rules_archive())).extractall(tmp_path)
    records = sorted(map(str, MUSEUM.glob("*.replay.json")))
    command = (sys.executable, "-I", "-c", ALONE, str(tmp_path), *records)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = [line.split() for line in done.stdout.splitlines()]
    assert len(told) == len(records) >= 8
    assert {faults for _, faults in told} == {"0"}


def test_the_archive_holds_what_plays_and_nothing_that_serves():
    names = zipfile.ZipFile(io.BytesIO(rules_archive())).namelist()
    parts = {name.split("/")[1] for name in names}
    assert {"engine", "games", "table", "rulebook"} <= parts
    assert not parts & {"server", "cli", "lab", "players"}
    assert rules_archive() == rules_archive()  # whoever has it need not fetch it again


def test_only_the_prover_may_compile(tmp_path: Path):
    with serving(f"sqlite:///{tmp_path}/games.db") as server:
        for path in ("/", "/api/games", "/prover/nothing/../../"):
            assert "wasm" not in server.http.get(path).headers["content-security-policy"]
        for path in ("/prover/worker.js", "/prover/pyodide.asm.wasm", "/prover/xenotable.zip"):
            reply = server.http.get(path)
            assert reply.status_code == 200, "the browser table is not built: run `make test`, which builds it"
            policy = reply.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "'unsafe-eval'" not in policy
            again = server.http.get(path, headers={"If-None-Match": reply.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/prover/", "/prover/%2e%2e/app.py", "/prover/%2e%2e%2fapp.py"])
def test_nothing_else_lies_there(path: str, tmp_path: Path):
    with serving(f"sqlite:///{tmp_path}/games.db") as server:
        assert server.http.get(path).status_code == 404
