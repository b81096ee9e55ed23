"""`xenotable odds GAME KIND` for every calculator of every game: words in, a chart out; or JSON in, JSON out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from xenotable.engine.display import Calculator, Chance, Field, Forecast, Group
from xenotable.engine.title import Title
from xenotable.faults import Fault, nearest, some
from xenotable.files import NO_JSON, read_file

Values = dict[str, dict[str, Any]]
BAR = 40  # the longest bar of a chart
AGAINST = "vs"
FLAGS = {**dict.fromkeys(("yes", "true", "1", "on"), True), **dict.fromkeys(("no", "false", "0", "off"), False)}
JSON_HELP = "Read one situation, or a list, from this file (- is standard input) and print JSON."
USAGE = """What is said is GROUP.FIELD=VALUE, or GROUP="NAME" to fill a group from the book; what is left out stands as
it is at first. After the word vs come the changes of a second choice, which is shown beside the first. Example:"""


def add_calculators(app: typer.Typer, title: Title[Any], but: Sequence[str]) -> None:
    """A command for each calculator of a game, except for those that have one of their own."""
    for calculator in title.calculators():
        if calculator.id not in but:
            add_calculator(app, title, calculator)


def add_calculator(app: typer.Typer, title: Title[Any], calculator: Calculator) -> None:
    def run(
        words: Annotated[list[str] | None, typer.Argument(help="GROUP.FIELD=VALUE or GROUP=NAME; see above.")] = None,
        json: Annotated[str | None, typer.Option("--json", help=JSON_HELP)] = None,
        exact: Annotated[bool, typer.Option("--exact", help="Fractions beside the percentages.")] = False,
    ) -> None:
        if json is not None:
            answer_json(title, calculator, read_source(json), exact)
        else:
            answer_words(title, calculator, words or [], exact)

    example = f"  xenotable odds {title.id} {calculator.id} {' '.join(_example(calculator))}"
    app.command(
        calculator.id,
        help=f"{calculator.title}. {calculator.about}\n\n{USAGE}\n\n\b\n{example}",
        short_help=calculator.title,
        epilog="\b\n" + "\n".join(_described(calculator)),
    )(run)


def _example(calculator: Calculator) -> list[str]:
    first = calculator.groups[0]
    named = [f'{first.id}="{first.presets[0].label}"'] if first.presets else []
    field = calculator.groups[-1].fields[0]
    said = field.choices[-1] if field.choices else "yes" if field.kind == "flag" else str(field.high)
    return [*named, f'{calculator.groups[-1].id}.{field.name}="{said}"']


def _described(calculator: Calculator) -> list[str]:
    """Every field with what it may be and what it is at first."""
    lines = ["Fields:"]
    for g in calculator.groups:
        lines += [f"  {f'{g.id}.{f.name}':<26} {f.label}: {_allowed(f)}{_first(f)}" for f in g.fields]
        if g.presets:
            lines.append(f"  {f'{g.id}=NAME':<26} one of {len(g.presets)} from the book, such as {g.presets[0].label}")
    return lines


def _first(f: Field) -> str:
    """What stands there at first."""
    return "" if f.kind in ("flag", "words") else f" [{f.value}]"


def _allowed(f: Field) -> str:
    if f.kind == "number":
        return f"{f.low} to {f.high}"
    return {"choice": some(f.choices, 5), "flag": "yes or no", "words": "names with commas between them"}[f.kind]


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_source(source: str) -> bytes:
    """What stands in a file or on standard input."""
    return sys.stdin.buffer.read() if source == "-" else read_file(Path(source))


def values_of(calculator: Calculator, words: Sequence[str], start: Values) -> Values:
    """The situation that some words change."""
    values = {g: dict(fields) for g, fields in start.items()}
    for word in words:
        where, sign, said = word.partition("=")
        name, _, field = where.partition(".")
        group = next((g for g in calculator.groups if g.id == name), None)
        if not sign or group is None:
            names = [g.id for g in calculator.groups]
            raise Fault(f'"{word}" does not fit: GROUP.FIELD=VALUE is wanted, and the groups are {", ".join(names)}.')
        values.setdefault(name, {}).update(_one(group, field, said) if field else _preset(group, said))
    return values


def _preset(group: Group, name: str) -> dict[str, Any]:
    known = {p.label: p.values for p in group.presets}
    found = next((v for label, v in known.items() if label.lower() == name.lower()), None)
    if found is None:
        raise Fault(f'The book has no "{name}" for {group.id}.{nearest(name, known)}')
    return found


def _one(group: Group, name: str, said: str) -> dict[str, Any]:
    field = next((f for f in group.fields if f.name == name), None)
    if field is None:
        names = [f.name for f in group.fields]
        raise Fault(f'{group.id} has no field "{name}".{nearest(name, names)} They are: {", ".join(names)}.')
    if field.kind == "flag":
        if said.lower() not in FLAGS:
            raise Fault(f"{group.id}.{name}: yes or no is wanted, not {said}.")
        return {name: FLAGS[said.lower()]}
    if field.kind == "number":
        try:
            return {name: int(said)}
        except ValueError:
            raise Fault(f"{group.id}.{name}: a whole number is wanted, not {said}.") from None
    return {name: said}


# ---- answers ---------------------------------------------------------------------------------------------------------


def answer_json(title: Title[Any], calculator: Calculator, data: bytes, exact: bool) -> None:
    """One situation, or a list, in the order in which they came."""
    if not data.strip():
        raise Fault("Nothing came in: a situation or a list of them is wanted, as JSON.")
    try:
        said = msgspec.json.decode(data)
    except NO_JSON as fault:
        raise Fault(f"This is not JSON: {fault}.") from None
    many = isinstance(said, list)
    answers = []
    for i, values in enumerate(said if many else [said]):
        entry = f"Entry {i + 1}" if many else "The situation"
        if not isinstance(values, dict):
            raise Fault(f"{entry}: groups in braces are wanted.")
        try:
            answers.append(title.calculate(calculator.id, values, exact))
        except Fault as fault:
            raise Fault(str(fault).replace("The situation", entry, 1)) from None
    sys.stdout.buffer.write(msgspec.json.encode(answers if many else answers[0]) + b"\n")
    sys.stdout.buffer.flush()


def answer_words(title: Title[Any], calculator: Calculator, words: Sequence[str], exact: bool) -> None:
    cut = words.index(AGAINST) if AGAINST in words else len(words)
    first = values_of(calculator, words[:cut], {})
    choices = [first] if cut == len(words) else [first, values_of(calculator, words[cut + 1 :], first)]
    found = [title.calculate(calculator.id, values, exact) for values in choices]
    for i in range(len(found[0])):
        show([f[i] for f in found if i < len(f)], exact)


def show(forecasts: Sequence[Forecast], exact: bool) -> None:
    """A forecast, or two of them side by side: figures, a chart, and what each modifier does."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table(title=forecasts[0].title, box=None, title_justify="left", show_header=False)
    labels = list(dict.fromkeys(c.label for f in forecasts for c in f.distribution))
    top = max((c.p for f in forecasts for c in f.distribution), default=1.0)
    taken = max(map(len, labels), default=0) + 2 + 18 * len(forecasts)  # the columns of numbers, with their margins
    longest = bar_length(console.width // len(forecasts), -(-taken // len(forecasts)))
    for label in sorted(labels, key=lambda v: int(v) if v.lstrip("-").isdigit() else 0):
        cells = [label]
        for f, colour in zip(forecasts, ("cyan", "magenta"), strict=False):
            p = next((c.p for c in f.distribution if c.label == label), 0.0)
            cells += [f"{p:6.1%}", f"{_at_least(f, label):6.1%}", f"[{colour}]" + "█" * round(longest * p / top)]
        table.add_row(*cells)
    console.print(table)
    for f, letter in zip(forecasts, "AB" if len(forecasts) > 1 else " ", strict=False):
        mean = [] if f.mean is None else [f"mean {f.mean:.3f} {f.unit}".strip()]
        chances = [f"{c.label} {c.p:.1%}{_fraction(c, exact)}" for c in f.chances]
        console.print(f"{letter} {', '.join([*mean, *chances])}".strip(), markup=False)
        for s in f.shares:
            parts = [f"{c.label} {100 * c.p:+.1f}" for c in s.chances if abs(c.p) >= 0.0005]
            parts += [f"mean {s.mean:+.3f}"] if s.mean else []
            console.print(f"  {s.label}: {', '.join(parts)}", markup=False)
    console.print()


def bar_length(width: int, taken: int) -> int:
    """How long the longest bar of a chart may be where this much of a line is taken: a bar that is cut would lie."""
    return max(4, min(BAR, width - taken))


def _at_least(f: Forecast, label: str) -> float:
    """The chance of this number or more; of what is no number, of itself."""
    if not label.lstrip("-").isdigit():
        return next((c.p for c in f.distribution if c.label == label), 0.0)
    return sum(c.p for c in f.distribution if c.label.lstrip("-").isdigit() and int(c.label) >= int(label))


def _fraction(c: Chance, exact: bool) -> str:
    return f" ({c.exact})" if exact and c.exact else ""
