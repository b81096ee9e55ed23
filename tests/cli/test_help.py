"""`xenotable --help` comes at once: it loads what it shows and nothing else."""

import subprocess
import sys

HEAVY = ("numba", "numpy", "litestar", "sqlalchemy", "uvicorn", "xenotable.games", "xenotable.engine")


def test_help_loads_neither_games_nor_libraries_for_numbers_and_servers() -> None:
    source = f"""
import sys
from xenotable.cli import main
try:
    main(["--help"])
except SystemExit as end:
    assert not end.code
    print("loaded:", [name for name in {HEAVY} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert "Serve the browser table" in done.stdout
    assert done.stdout.splitlines()[-1] == "loaded: []"
