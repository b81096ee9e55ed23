"""The roster card: what each field of the form shows, in text and in HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from xenotable.engine import rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.detachment import Entry, Profile, Roster, profile, tier
from xenotable.games.rampant.state import Rampant, above_half

PER_SHEET = 6
PLAIN = ("attack", "move", "shoot", "courage", "armour", "attack_value", "defence_value", "shoot_value", "shoot_range", "max_move", "strength")


def plus(n: int) -> str:
    return f"{n}+" if n else "-"


@rule("roster.dash")
def activation(what: Profile, action: str) -> str:
    """ "Free (5+)", "5+" or a dash."""
    score: int = getattr(what, action)
    if not score:
        return "-"
    return f"Free ({score}+)" if action in what.free else f"{score}+"


@rule("roster.card")
def fields(what: Profile) -> list[tuple[str, str, str, str]]:
    """The two columns of the card, row by row."""
    shoot = f"{plus(what.shoot_value)} / {what.shoot_range} in" if what.shoot_value else "-"
    return [
        ("Unit name", what.name, "Points", str(what.points)),
        ("Attack", activation(what, "attack"), "Attack Value", plus(what.attack_value)),
        ("Move", activation(what, "move"), "Defence Value", plus(what.defence_value)),
        ("Shoot", activation(what, "shoot"), "Shoot Value / Range", shoot),
        ("Courage", f"{what.courage}+", "Maximum Movement", f"{what.max_move} in"),
        ("Armour", str(what.armour), "Strength Points", str(what.strength)),
    ]


@rule("roster.final-numbers")
def changed(entry: Entry) -> set[str]:
    """The fields whose numbers differ from the unit type's."""
    type, what = content().units[entry.type], profile(entry)
    found = {f for f in PLAIN if getattr(type, f) != getattr(what, f)}
    return found | ({"free"} if set(type.free) != set(what.free) else set())


MARKED = {
    "attack": "Attack", "move": "Move", "shoot": "Shoot", "courage": "Courage", "armour": "Armour",
    "attack_value": "Attack Value", "defence_value": "Defence Value", "shoot_value": "Shoot Value / Range",
    "shoot_range": "Shoot Value / Range", "max_move": "Maximum Movement", "strength": "Strength Points",
}  # fmt: skip


@rule("roster.text-rows")
def text_rows(entry: Entry) -> list[tuple[str, str]]:
    """Special rules, options, xeno rules with their tier, kin or powers."""
    c, what = content(), profile(entry)
    xeno = []
    for bought in entry.xeno:
        id, n = tier(bought)
        name = f"{c.xeno[id].name} {n}" if c.xeno[id].tiers else c.xeno[id].name
        if id == "psychic":
            name += f" ({', '.join(c.powers[p].name for p in entry.powers)})"
        xeno.append(name)
    return [
        ("Special rules", ", ".join(c.specials[s].name for s in what.specials) or "none"),
        ("Options", ", ".join(c.options[o].name for o in entry.options) or "none"),
        ("Xeno rules", ", ".join(xeno) or "none"),
    ]


def marked(entry: Entry) -> list[tuple[str, str, str, str]]:
    stars = {MARKED[f] for f in changed(entry) if f in MARKED}
    return [
        (left, f"{a}*" if left in stars else a, right, f"{b}*" if right in stars else b)
        for left, a, right, b in fields(profile(entry))
    ]


def card_text(entry: Entry) -> str:
    """One card as plain text; a star marks what differs from the unit type."""
    width = 33
    lines = ["+" + "-" * width + "+" + "-" * width + "+"]
    for left, a, right, b in marked(entry):
        lines.append(f"| {left + ': ' + a:<{width - 1}}| {right + ': ' + b:<{width - 1}}|")
    lines.append(lines[0])
    for name, text in [("Unit type", content().units[entry.type].name), *text_rows(entry)]:
        lines += [f"| {part:<{2 * width}}|" for part in folded(f"{name}: {text}", 2 * width)]
    return "\n".join([*lines, lines[0]])


def folded(text: str, width: int) -> Iterator[str]:
    from textwrap import wrap

    yield from wrap(text, width) or [""]


def blank_text() -> str:
    width = 33
    lines = ["+" + "-" * width + "+" + "-" * width + "+"]
    for left, right in BLANK:
        lines.append(f"| {left + ':':<{width - 1}}| {right + ':':<{width - 1}}|")
    lines.append(lines[0])
    lines += [f"| {name + ':':<{2 * width}}|" for name in ("Unit type", "Special rules", "Options", "Xeno rules")]
    return "\n".join([*lines, lines[0]])


BLANK = (
    ("Unit name", "Points"), ("Attack", "Attack Value"), ("Move", "Defence Value"), ("Shoot", "Shoot Value / Range"),
    ("Courage", "Maximum Movement"), ("Armour", "Strength Points"),
)  # fmt: skip


@rule("roster.six-per-sheet")
def sheets(roster: Roster) -> list[list[Entry | None]]:
    """Six cards to a sheet; empty places stay blank forms; at least one sheet."""
    cards: list[Entry | None] = list(roster.units)
    while not cards or len(cards) % PER_SHEET:
        cards.append(None)
    return [cards[i : i + PER_SHEET] for i in range(0, len(cards), PER_SHEET)]


def roster_text(roster: Roster) -> str:
    parts = [f"{roster.name}\n"]
    for sheet in sheets(roster):
        parts += [blank_text() if entry is None else card_text(entry) for entry in sheet]
    return "\n\n".join(parts)


STYLE = (
    ".sheet{display:grid;grid-template-columns:1fr 1fr;gap:6mm;page-break-after:always}"
    ".card{border:1px solid #333;font:11px sans-serif;border-collapse:collapse;width:100%}"
    ".card th{text-align:left;background:#eee;padding:2px 4px}.card td{padding:2px 4px;min-width:3em}"
    ".changed{font-weight:bold}"
)


def card_html(entry: Entry | None) -> str:
    """One card as a table; None is a blank form."""
    rows = []
    if entry is None:
        rows = [f"<tr><th>{a}</th><td></td><th>{b}</th><td></td></tr>" for a, b in BLANK]
        texts: Sequence[tuple[str, str]] = [(n, "") for n in ("Special rules", "Options", "Xeno rules")]
    else:
        for left, a, right, b in marked(entry):
            rows.append(f"<tr><th>{left}</th>{_cell(a)}<th>{right}</th>{_cell(b)}</tr>")
        texts = text_rows(entry)
    rows += [f'<tr><th>{name}</th><td colspan="3">{escape(text)}</td></tr>' for name, text in texts]
    return f'<table class="card">{"".join(rows)}</table>'


def _cell(text: str) -> str:
    return f'<td class="changed">{escape(text[:-1])}</td>' if text.endswith("*") else f"<td>{escape(text)}</td>"


def roster_html(roster: Roster) -> str:
    pages = "".join(f'<div class="sheet">{"".join(card_html(e) for e in sheet)}</div>' for sheet in sheets(roster))
    head = f'<meta charset="utf-8"><title>{escape(roster.name)}</title><style>{STYLE}</style>'
    return f"<!doctype html><html><head>{head}</head><body><h1>{escape(roster.name)}</h1>{pages}</body></html>"


# ---- during play -----------------------------------------------------------------------------------------------------


def card_rows(what: Profile, game: Rampant, uid: str) -> Iterator[tuple[str, str]]:
    """The card behind a token."""
    yield from live(game, uid)
    for left, a, right, b in fields(what)[1:]:
        yield left, a
        yield right, b
    c = content()
    yield "Type", what.title
    yield "Kin", what.kin
    yield "Special rules", ", ".join(c.specials[s].name for s in what.specials) or "none"


@rule("roster.live-card")
def live(game: Rampant, uid: str) -> Iterator[tuple[str, str]]:
    """Strength, the dice of combat and of Courage, and the markers."""
    row = game.units[uid]
    full = above_half(game, uid)
    yield "Strength", f"{row.strength}/{game.profile[uid].strength}"
    yield "Combat dice", "10" if full else "5"
    yield "Courage dice", "2" if full else "1"
    names = [n for n, on in (("Suppressed", row.suppressed), ("Prone", row.prone), ("activated", row.activated)) if on]
    yield "Markers", ", ".join(names) or "none"
