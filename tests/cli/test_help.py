"""Help comes at once."""

import subprocess
import sys

from xenotable.cli import COMMANDS

HELP = """
import sys
from xenotable.cli import main
try:
    main(["--help"])
finally:
    print(*sorted({"numpy", "numba", "rich", "litestar", "sqlalchemy"} & set(sys.modules)), file=sys.stderr)
"""


def test_help_shows_every_command_whole_and_loads_nothing_heavy():
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    assert done.stderr == "\n"
    for name, line in COMMANDS.items():
        assert f"  {name:8} {line}\n" in done.stdout
