"""The position as text: a map drawn in characters, the tokens, the panels. For any game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from statistics import fmean

from rich.table import Table
from rich.text import Text

from xenotable.engine import Area, Board, Forecast, Game, Panel, Token

COLUMNS = 72
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


def draw_board(board: Board, tokens: list[Token]) -> Text:
    """The table from above, north up; nothing for a board of places."""
    if not board.measured or not board.width:
        return Text()
    columns = min(COLUMNS, max(24, int(board.width * 2)))
    scale = board.width / columns
    rows = max(1, round(board.depth / (2 * scale)))
    cells: list[list[tuple[str, str]]] = []
    for r in range(rows):
        y = board.depth - (r + 0.5) * board.depth / rows
        cells.append([(ground_at(board, (c + 0.5) * scale, y, scale), "dim") for c in range(columns)])
    for token in tokens:
        if token.at and not token.inside:
            c = min(columns - 1, max(0, int(token.at[0] / scale)))
            r = min(rows - 1, max(0, int((board.depth - token.at[1]) / board.depth * rows)))
            for k, letter in enumerate((token.glyph or token.label)[:2]):
                if c + k < columns:
                    cells[r][c + k] = letter, side(token.seat)
    out = Text("┌" + "─" * columns + "┐\n")
    for line in cells:
        out.append("│")
        for letter, style in line:
            out.append(letter, style)
        out.append("│\n")
    out.append("└" + "─" * columns + "┘")
    return out


def side(seat: int) -> str:
    return SIDES[seat % len(SIDES)] if seat >= 0 else "bold white"


def ground_at(board: Board, x: float, y: float, scale: float) -> str:
    for area in reversed(board.areas):
        if area.kind in FILLS and covers(area, x, y, scale):
            return FILLS[area.kind]
    return "·"


def covers(area: Area, x: float, y: float, scale: float) -> bool:
    shape = area.shape
    if shape.centre is not None:
        return (shape.centre[0] - x) ** 2 + (shape.centre[1] - y) ** 2 <= max(shape.r, scale) ** 2
    points = shape.points
    if shape.width or len(points) == 2:
        return any(near(x, y, a, b) <= max(shape.width / 2, scale) for a, b in pairwise(points))
    inside = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], *points[:1]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def near(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)))
    return float(((a[0] + t * dx - x) ** 2 + (a[1] + t * dy - y) ** 2) ** 0.5)


def token_table(game: Game, tokens: list[Token]) -> Table:
    """Tokens with what figures on the table would show; those that look alike share a line, at their middle."""
    table = Table(show_edge=False, pad_edge=False, header_style="dim")
    for column in ("", "Name", "Side", "At", "Strength", "State"):
        table.add_column(column)
    for t, alike in _alike(tokens):
        name = t.label if len(alike) == 1 else f"{t.label} × {len(alike)}"
        pips = f"{t.pips.now}/{t.pips.full}" if t.pips is not None else ""
        state = ", ".join([*([t.state] if t.state else []), *(m.name for m in t.marks)])
        owner = game.seat_name(t.seat) if t.seat >= 0 else ""
        table.add_row(Text(t.glyph, side(t.seat)), name, owner, _where(game, alike), pips, state)
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


def draw_forecast(forecast: Forecast) -> Text:
    """Odds as words and bars."""
    out = Text(forecast.title + "\n", "bold")
    if forecast.mean is not None:
        out.append(f"  {forecast.mean:.2f} {forecast.unit} on average\n")
    for chance in forecast.chances:
        out.append(f"  {chance.label}: {chance.p:.1%}\n")
    for chance in forecast.distribution:
        out.append(f"  {chance.label:>6} {chance.p:6.1%} ").append("█" * round(40 * chance.p), "cyan").append("\n")
    for note in forecast.notes:
        out.append(f"  {note}\n", "dim")
    return out


def dice(faces: tuple[int, ...]) -> str:
    return " ".join(FACES[f] if f < len(FACES) else str(f) for f in faces)


def panel_lines(panel: Panel) -> Iterator[str]:
    """What a panel shows, in words: its lines, cards, stages of a campaign, and people with what they did last."""
    for x in panel.lines:
        yield f"{x.label} {x.value or ('' if x.now is None else x.now)}".strip()
    for card in panel.cards:
        yield f"{card.title} ({card.text})" if card.text else card.title
    for stage in panel.stages:
        yield f"{stage.title}: {stage.outcome or stage.state}"
    for p in panel.people:
        facts = ", ".join(f"{name} {value}" for name, value in p.facts)
        yield f"{p.name} ({p.title}; {p.state}; {facts}){' ' + p.story[-1] if p.story else ''}"
