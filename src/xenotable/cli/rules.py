"""`xenotable rules`: a game's chapters, rules and rulings, and what stands behind each rule."""

import sys
from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from xenotable.engine.readings import PRESETS
from xenotable.faults import Fault, nearest
from xenotable.games import game as title
from xenotable.rulebook import Catalogue, Rule, catalogue, games
from xenotable.rulebook.catalogue import ORIGINS
from xenotable.rulebook.coverage import RUN_FILE, Coverage, coverage, last_run, project_root, written_at


def command(
    game: Annotated[str, typer.Argument(help="Which game; without it, a list of the games.")] = "",
    text: Annotated[str, typer.Argument(help="Only rules whose id or words contain this.")] = "",
    chapter: Annotated[str, typer.Option(help="Only this chapter.")] = "",
    covered: Annotated[bool, typer.Option("--coverage", help="Show the functions and tests behind the rules.")] = False,
    json: Annotated[bool, typer.Option("--json", help="For machines: rules with their functions and tests.")] = False,
    readings: Annotated[bool, typer.Option("--readings", help="Only rules that a table may read otherwise.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="End with 1 when a rule lacks something or the content breaks one.")
    ] = False,
) -> None:
    console = Console(highlight=False)
    if not game:
        show_games(console)
        return
    if game.endswith(".py"):
        raise Fault(f"{title(game).title} is a game of one file, which brings no rulebook.")
    book = catalogue(game)
    book.check()
    chosen = [rule for rule in choose(book, text, chapter) if rule.alternatives or not readings]
    if not (covered or json or strict):
        show_rules(console, book, chosen, written_at(game) if text else {})
        return
    result = coverage(game, chosen, project_root())
    faults = [*title(game).content_faults()]
    if json:
        told = {**msgspec.structs.asdict(result), "content_faults": faults}
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(told)) + b"\n")
    else:
        show_coverage(console, book, result)
        if text or chapter:  # few enough to show one by one
            show_behind(console, result)
        for fault in faults:
            console.print(f"[bold]{escape(fault)}[/]")
    if strict and (result.uncovered or faults):
        raise typer.Exit(1)


def choose(book: Catalogue, text: str, chapter: str) -> list[Rule]:
    if chapter and chapter not in book.chapters:
        raise Fault(f'{book.game.name} has no chapter "{chapter}".{nearest(chapter, book.chapters)}')
    words = text.casefold()
    chosen = [
        rule
        for rule in book.rules.values()
        if chapter in ("", rule.chapter)
        and any(words in part.casefold() for part in (rule.id, rule.says, rule.ruling, rule.example))
    ]
    if not chosen:
        raise Fault(f'No rule of {book.game.name} speaks of "{text}".{nearest(text, book.rules)}')
    return chosen


def show_games(console: Console) -> None:
    table = Table("game", "name", "chapters", "rules", box=None)
    for name in games():
        book = catalogue(name)
        table.add_row(name, book.game.name, str(len(book.chapters)), str(len(book.rules)))
    console.print(table)


def show_rules(console: Console, book: Catalogue, rules: Iterable[Rule], places: Mapping[str, list[str]]) -> None:
    console.print(f"[bold]{escape(book.game.name)}[/]")
    shown = ""
    for rule in rules:
        if rule.chapter != shown:
            shown = rule.chapter
            chapter = book.chapters[shown]
            console.print(f"\n[bold underline]{escape(chapter.title)}[/] [dim]{shown}[/]\n{escape(chapter.about)}")
        heading = f", {escape(rule.source)}" if rule.source else ""
        console.print(f"\n[bold cyan]{rule.id}[/] [dim]{rule.origin}{heading}[/]")
        console.print(Padding(escape(rule.says), (0, 0, 0, 2)))
        for name, words in (("Ruling", rule.ruling), ("Example", rule.example)):
            if words:
                console.print(Padding(f"[yellow]{name}:[/] {escape(words)}", (0, 0, 0, 4)))
        for reading in rule.readings:
            preset = f" [dim]({PRESETS[reading.preset].lower()})[/]" if reading.preset else ""
            console.print(Padding(f"[yellow]Or[/] [dim]{reading.id}[/]: {escape(reading.says)}{preset}", (0, 0, 0, 4)))
        for place in places.get(rule.id, ()):
            console.print(f"    [dim]{escape(place)}[/]", soft_wrap=True)
    console.print()
    for origin, meaning in ORIGINS.items():
        console.print(f"[dim]{origin}: {meaning}[/]")


def show_coverage(console: Console, book: Catalogue, result: Coverage) -> None:
    table = Table("chapter", "rules", "with functions", "reached", "with tests", "covered", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for chapter in book.chapters:
        inside = [rule for rule in result.rules if rule.chapter == chapter]
        if inside:
            counts = (
                len(inside),
                sum(bool(rule.functions) for rule in inside),
                sum(rule.reached for rule in inside),
                sum(bool(rule.tests) for rule in inside),
                sum(not rule.missing for rule in inside),
            )
            table.add_row(chapter, *map(str, counts))
    total = len(result.rules)
    table.add_row("[bold]all[/]", str(total), "", "", "", f"[bold]{total - len(result.uncovered)}[/]")
    console.print(table)
    console.print(f"\n{where_tests_come_from()}")
    if result.uncovered:
        console.print(f"\n[bold]{len(result.uncovered)} rules are not covered:[/]")
    for rule in result.rules:
        if rule.missing:
            console.print(f"  {rule.id} [dim]has {' and '.join(rule.missing)}[/]")


def show_behind(console: Console, result: Coverage) -> None:
    for rule in result.rules:
        if rule.functions or rule.tests:
            console.print(f"\n[bold cyan]{rule.id}[/]")
            for place in (*rule.functions, *rule.tests):
                console.print(f"  {escape(place)}", soft_wrap=True)


def where_tests_come_from() -> str:
    root = project_root()
    if root is None:
        return "Tests are not part of an installed package: run this in a checkout to see them."
    if last_run(root) is None:
        return f"Tests: as claimed in the sources; nothing was run yet ({RUN_FILE} is missing)."
    return "Tests: those that passed and cited the rule when they last ran here; of others, those that claim it."
