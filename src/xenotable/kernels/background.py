"""Compiling in a process of its own while the game goes on, and loading what that has made.

`python -m xenotable.kernels MODULE...` is that process. It ends with the process that started it, however that ends.
"""

from __future__ import annotations

import atexit
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module

from xenotable.kernels import cache

PLAIN = "XENOTABLE_PLAIN"  # the variable that forbids it all: whatever is not asked for by name stays plain
BUSY = 75  # how the process ends if another one is compiling
LOOK = 1.0  # seconds between two looks at what is complete
PATIENCE = 3.0  # seconds of play after which somebody is taken to play on for long enough to load compiled code

log = logging.getLogger(__name__)
_end = threading.Event()
_threads: list[threading.Thread] = []
_awaited: set[str] = set()


def compile_now(module: str) -> None:
    """Loads the compiled code of a module, compiling what is not there yet; never in two processes at once."""
    if not cache.complete(module):
        with cache.lock():
            import_module(module).use_compiled()
            cache.note(module)
            cache.clean()
    else:
        import_module(module).use_compiled()
        with suppress(OSError):  # not ours, perhaps: it is here to be read
            os.utime(cache.place())  # used last


def compile_in_background(modules: Sequence[str], say: Callable[[str], None]) -> None:
    """Sees to it that the compiled code of these modules will be there. Says so if that takes its time."""
    missing = [] if os.environ.get(PLAIN) else [m for m in modules if not cache.complete(m)]
    if missing:
        say("Compiling faster code in the background; until it is ready, plain code runs.")
        _start(_keep_compiling, missing, say)


def _keep_compiling(modules: Sequence[str], say: Callable[[str], None]) -> None:
    code = BUSY
    while code == BUSY and not _end.is_set():
        code = _compiled_by_child(modules)
        if code == BUSY:
            _end.wait(LOOK)
    if code and not _end.is_set():
        say("Faster code could not be compiled (`xenotable warm` says why); plain code runs.")


def _compiled_by_child(modules: Sequence[str]) -> int:
    """How a compiling process ended. Its input ends with this process, and so does it."""
    command = [sys.executable, "-m", "xenotable.kernels", *modules]
    quiet = subprocess.DEVNULL
    # Ctrl-C is not for it. In a session of its own, Linux would not hold its low priority against us (autogroups).
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, process_group=0) as child:
        while child.poll() is None:
            if _end.wait(0.1):
                child.kill()
        return child.returncode


def load_when_ready(modules: Sequence[str], at_once: bool = False, pays: Callable[[], bool] | None = None) -> None:
    """Loads the compiled code of these modules as soon as it is there and pays, while this process goes on. To load it
    takes a second or more; who knows how long the process has to play says whether that `pays`. `at_once`: it is worth
    waiting for, if it is there already."""
    wanted = [] if os.environ.get(PLAIN) else [m for m in modules if m not in _awaited]
    _awaited.update(wanted)
    if at_once and all(cache.complete(m) for m in wanted):
        for module in wanted:
            compile_now(module)
    elif wanted:
        _start(_load, wanted, pays or _patience())


def _patience() -> Callable[[], bool]:
    since = time.monotonic()
    return lambda: time.monotonic() - since >= PATIENCE


def _load(modules: Sequence[str], pays: Callable[[], bool]) -> None:
    for module in modules:
        while _end.is_set() or not (pays() and cache.complete(module)):
            if _end.wait(LOOK):
                return
        try:
            compile_now(module)
        except Exception as fault:
            log.warning("Faster code could not be loaded (%s); plain code runs.", type(fault).__name__)


def _start(work: Callable[..., None], *given: object) -> None:
    if not _threads:
        atexit.register(_finish)
    thread = threading.Thread(target=work, args=given, daemon=True)
    _threads.append(thread)
    thread.start()


def _finish() -> None:
    """A thread that is inside the compiler when Python ends would bring everything down."""
    _end.set()
    for thread in _threads:
        thread.join()
