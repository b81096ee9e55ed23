"""The position as text: a map drawn in characters, the tokens, the panels. For any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from statistics import fmean

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from xenotable.cli.calculating import bar_length
from xenotable.engine import Board, Forecast, Game, Line, Panel, Place, Token

COLUMNS = 72  # of the map at most
WIDTH = 80  # of a terminal of which nothing is known
SIDES = ("bold cyan", "bold yellow", "bold magenta", "bold green")
FILLS = {
    **dict.fromkeys(("woods", "scrub", "hedge"), "♣"),
    **dict.fromkeys(("wall", "barricade", "wire", "pipe", "rail"), "█"),
    **dict.fromkeys(("building", "bunker", "container", "tower", "gantry", "rocks"), "▓"),
    **dict.fromkeys(("ruin", "floor", "rubble", "scrap", "barrels"), "▒"),
    **dict.fromkeys(("rough", "crater", "chasm", "trench"), "░"),
    "water": "≈",
    "hill": "∩",
    "objective": "◎",
}
FACES = "?⚀⚁⚂⚃⚄⚅"


def draw_board(board: Board, tokens: list[Token], width: int = WIDTH) -> Text:
    """The table from above, north up, with inches along two edges, as wide as the terminal lets it be; nothing for a
    board of places."""
    if not board.measured or not board.width:
        return Text()
    columns = max(12, min(COLUMNS, max(24, int(board.width * 2)), width - 2 * MARGIN))
    scale = board.width / columns
    rows = max(1, round(board.depth / (2 * scale)))
    cells = [[(letter, "dim") for letter in line] for line in draw_ground(board, columns, rows)]
    for token in tokens:
        if token.at and not token.inside:
            c = min(columns - 1, max(0, int(token.at[0] / scale)))
            r = min(rows - 1, max(0, int((board.depth - token.at[1]) / board.depth * rows)))
            for k, letter in enumerate(sign_of(token)):
                if c + k < columns:
                    cells[r][c + k] = letter, side(token.seat)
    ticks = {min(rows - 1, max(0, int((board.depth - y) / board.depth * rows))): y for y in steps_of(board.depth)}
    out = Text(" " * MARGIN + "┌" + "─" * columns + "┐\n")
    for r, line in enumerate(cells):
        out.append(f"{ticks[r]:>{MARGIN - 1}g} │" if r in ticks else " " * MARGIN + "│", "dim" if r in ticks else "")
        for letter, style in line:
            out.append(letter, style)
        out.append("│\n")
    out.append(" " * MARGIN + "└" + "─" * columns + "┘\n")
    out.append(" " * (MARGIN + 1) + axis(board.width, columns), "dim")
    return out


def sign_of(token: Token) -> str:
    """Two letters on the map: the id, by which answers name it, where it is as short."""
    return token.id if len(token.id) <= 2 else (token.glyph or token.label)[:2]


def zone_lines(board: Board, ask: Place) -> Iterator[str]:
    """Where the zones are that something may be placed in: what a screen lights up, in numbers."""
    for area in board.areas:
        if area.id == ask.zone or (area.kind == "zone" and area.seat == ask.seat and ask.zone):
            name, points = area.label or "The zone", area.shape.points
            if area.shape.centre is not None:
                yield f"{name}: at most {area.shape.r:g} from {area.shape.centre[0]:g} {area.shape.centre[1]:g}"
            elif points:
                (x0, x1), (y0, y1) = ((min(n), max(n)) for n in zip(*points, strict=True))
                yield f"{name}: x {x0:g} to {x1:g}, y {y0:g} to {y1:g}"


MARGIN = 4  # columns for the numbers at the side


def steps_of(length: float, most: int = 12) -> list[float]:
    """Where an edge has numbers: every 4, 6 or 12 inches, as many as can be read."""
    step = next((s for s in (2, 4, 6) if length / s <= most), 12)
    return [float(n) for n in range(0, int(length) + 1, step)]


def axis(width: float, columns: int) -> str:
    """The numbers under the map; each begins where its inch is."""
    line = [" "] * (columns + MARGIN)
    for x in steps_of(width, min(12, columns // 4)):
        at = int(x / width * columns)
        line[at : at + len(f"{x:g}")] = f"{x:g}"
    return "".join(line).rstrip()


def draw_ground(board: Board, columns: int, rows: int) -> list[list[str]]:
    """What lies on the table for good; later areas lie on earlier ones."""
    from xenotable.table.raster import cells_of

    lines = [["·"] * columns for _ in range(rows)]
    for area in board.areas:
        if area.kind in FILLS:
            for r, c in zip(*cells_of(area.shape, board.width, board.depth, columns, rows).nonzero(), strict=True):
                lines[r][c] = FILLS[area.kind]
    return lines


def side(seat: int) -> str:
    return SIDES[seat % len(SIDES)] if seat >= 0 else "bold white"


def token_table(game: Game, tokens: list[Token]) -> Table:
    """Tokens with what figures on the table would show; those that look alike share a line, at their middle."""
    table = Table(show_edge=False, pad_edge=False, header_style="dim")
    for column in ("", "Id", "Name", "Side", "At", "Strength", "State"):
        table.add_column(column, overflow="fold")  # an id that is cut names nothing
    for t, alike in _alike(tokens):
        name = t.label if len(alike) == 1 else f"{t.label} × {len(alike)}"
        ids = t.id if len(alike) == 1 else f"{t.id} … {alike[-1].id}"
        pips = f"{t.pips.now}/{t.pips.full}" if t.pips is not None else ""
        state = ", ".join([*([t.state] if t.state else []), *(m.name for m in t.marks)])
        owner = game.seat_name(t.seat) if t.seat >= 0 else ""
        table.add_row(Text(t.glyph, side(t.seat)), ids, name, owner, _where(game, alike), pips, state)
    return table


def _alike(tokens: list[Token]) -> Iterator[tuple[Token, list[Token]]]:
    """Neighbours in the list that differ only in their place."""
    for _, found in groupby(tokens, lambda t: (t.label, t.seat, t.pips, t.state, t.marks, t.inside, bool(t.at))):
        alike = list(found)
        yield alike[0], alike


def _where(game: Game, alike: list[Token]) -> str:
    first = alike[0]
    if not first.at:
        return game.name(first.inside) if first.inside else "—"
    return ", ".join(f"{fmean(t.at[i] for t in alike):.1f}" for i in (0, 1))


def draw_forecast(forecast: Forecast, width: int = WIDTH) -> Text:
    """Odds as words and bars."""
    longest = bar_length(width, max((len(c.label) for c in forecast.distribution), default=0) + len("  100.0% ") + 8)
    out = Text(forecast.title + "\n", "bold")
    if forecast.mean is not None:
        out.append(f"  {forecast.mean:.2f} {forecast.unit} on average\n")
    for chance in forecast.chances:
        out.append(f"  {chance.label}: {chance.p:.1%}\n")
    for chance in forecast.distribution:
        out.append(f"  {chance.label:>6} {chance.p:6.1%} ").append("█" * round(longest * chance.p), "cyan").append("\n")
    for note in forecast.notes:
        out.append(f"  {note}\n", "dim")
    return out


def dice(faces: tuple[int, ...]) -> str:
    return " ".join(FACES[f] if f < len(FACES) else str(f) for f in faces)


def panel_table(panel: Panel, seat_name: Callable[[int], str] = str) -> Table:
    """What a panel shows: its lines, charts, cards, stages of a campaign, and people with what they did last."""
    table = Table(title=panel.title, title_justify="left", title_style="bold", show_header=False, show_edge=False)
    table.min_width = cell_len(panel.title)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    if panel.columns:
        table.add_row("", " ".join(panel.columns))
    for x in panel.lines:
        table.add_row(line_label(x, seat_name), Text(line_value(x)))
    for card in panel.cards:
        table.add_row(Text(card.title), Text(card.text))
    for stage in panel.stages:
        table.add_row(Text(stage.title), Text(stage.outcome or stage.state))
    for p in panel.people:
        facts = ", ".join(f"{name} {value}" for name, value in p.facts)
        last = f" {p.story[-1]}" if p.story else ""
        table.add_row(Text(p.name), Text(f"{p.title}; {p.state}; {facts}.{last}"))
    return table


def line_label(line: Line, seat_name: Callable[[int], str]) -> Text:
    """What a line is about; whose it is stands in its colour, and in words for who sees none."""
    if line.seat is None:
        return Text(line.label)
    whose = seat_name(line.seat)
    return Text(line.label if whose in line.label else f"{line.label}, {whose}", side(line.seat))


def line_value(line: Line) -> str:
    """The figure of a line: its words, or how many of how many with a bar."""
    if line.cells:
        return " ".join(f"[{cell}]" if i == line.lit else cell for i, cell in enumerate(line.cells))
    if line.now is None:
        return line.value
    full = f" of {line.full}" if line.full else ""
    bar = "█" * line.now + "░" * (line.full - line.now) + " " if line.full and 0 <= line.now <= line.full <= 12 else ""
    return f"{bar}{line.value or f'{line.now}{full}'}"
