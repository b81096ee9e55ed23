"""`xenotable warm`: compile ahead what else would be compiled in the background of the first games."""

import time
from typing import Annotated, Any

import typer
from filelock import Timeout
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from xenotable.engine import Title
from xenotable.faults import Fault
from xenotable.games import game as game_named
from xenotable.games import packages
from xenotable.kernels import cache, compile_now
from xenotable.kernels.jit import report_progress


def command(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; all of them without it.")] = None,
) -> None:
    console = Console(highlight=False)
    titles = [game_named(name) for name in games or packages()]
    try:
        wait_for_others(console)
        with cache.lock():
            for title in titles:
                console.print(f"{title.title}: {compile_kernels(title, console)}")
    except OSError as fault:
        raise Fault(f"Compiled code cannot be kept in {cache.root()} ({fault.strerror}); set {cache.FOLDER}.") from None
    console.print(f"Compiled code is kept in {cache.root()}.")


def wait_for_others(console: Console) -> None:
    try:
        cache.lock().acquire(blocking=False).lock.release()
    except Timeout:
        console.print("Another process is compiling; this one goes on when that has ended.")


def compile_kernels(title: Title[Any], console: Console) -> str:
    """Does it, and says what was done."""
    modules = (*title.kernels, *title.batch_kernels)
    if not modules:
        return "nothing to compile."
    if all(cache.complete(module) for module in modules):
        return "compiled already."
    start = time.monotonic()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(f"Compiling {title.title}", total=None)
        with report_progress(lambda done, of: progress.update(task, completed=done, total=of)):
            for module in modules:
                compile_now(module)
    return f"compiled in {time.monotonic() - start:.0f} s."
