"""`python tools/step.py SECONDS WHAT COMMAND ...`: run a command that takes a while and say so in plain lines.

What the command itself says is shown only if it fails, whole.
"""

import subprocess
import sys
import tempfile
import time

PATIENCE = 10.0  # seconds between two signs of life


def main(seconds: str, what: str, *command: str) -> int:
    print(f"{what} (about {seconds} s) ...", flush=True)
    start = time.monotonic()
    with tempfile.TemporaryFile() as said:
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
        while True:
            try:
                code = running.wait(PATIENCE)
                break
            except subprocess.TimeoutExpired:
                print(f"  still busy after {time.monotonic() - start:.0f} s", flush=True)
        if code == 0:
            print(f"  done in {time.monotonic() - start:.1f} s", flush=True)
        else:
            said.seek(0)
            sys.stderr.write(said.read().decode(errors="replace"))
            sys.stderr.write(f"This did not work: {what}. What the command said stands above.\n")
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
