"""Paper as one HTML file with everything inside: page styles for A4 and Letter, black on white, nothing to load."""

from __future__ import annotations

from html import escape

from xenotable.engine.paper import SIZES, Card, Cell, Counter, Paper, Sheet, Size, Table, Text

MARGIN = 10.0  # millimetres of a page
HEADINGS = 24.0  # millimetres above the cards of the first page
STYLE = """
@page { size: %(width)smm %(height)smm; margin: %(margin)smm; }
* { box-sizing: border-box; }
html { background: #ddd; }
body { margin: 0; color: #000; background: #fff; font: 8.5pt/1.28 "DejaVu Sans", Arial, sans-serif; }
main { width: %(inner)smm; margin: 0 auto; background: #fff; }
.sheet { break-after: page; padding-bottom: 4mm; }
.sheet:last-child { break-after: auto; }
.sheet.cards:has(+ .cards, + .counters) { break-after: auto; } /* no card is alone on a page for want of room */
h1 { margin: 0 0 2mm; font-size: 15pt; }
h2 { break-after: avoid; margin: 0 0 2mm; padding-bottom: 1mm; border-bottom: 0.6mm solid #000; font-size: 12pt; }
h3 { margin: 0; font-size: 10.5pt; }
h4 { margin: 1.6mm 0 0.4mm; font-size: 8pt; text-transform: uppercase; letter-spacing: 0.04em; }
p, ul, dl { margin: 0; }
ul { padding-left: 3.2mm; }
.about { font-style: italic; }
.cards { columns: var(--columns); column-gap: 4mm; }
.card { break-inside: avoid; margin: 0 0 4mm; padding: 2.5mm; border: 0.35mm solid #000; border-radius: 1.5mm; }
.cells { display: grid; grid-template-columns: repeat(auto-fill, minmax(24mm, 1fr)); margin-top: 1.4mm; }
.cells div { padding: 0.5mm 1mm; border: 0.2mm solid #777; margin: -0.1mm; }
.cells .wide { grid-column: 1 / -1; }
dt { font-size: 6.5pt; }
dd { margin: 0; font-weight: bold; min-height: 1.2em; overflow-wrap: anywhere; }
.marked dd { text-decoration: underline; }
.marked dd::after { content: " *"; }
table { width: 100%%; margin-top: 1.4mm; border-collapse: collapse; font-size: 7.5pt; break-inside: avoid; }
caption { font-weight: bold; text-align: left; padding-bottom: 0.5mm; }
th, td { padding: 0.5mm 0.9mm; border: 0.2mm solid #777; text-align: left; vertical-align: top; }
td { overflow-wrap: break-word; }
th { background: #eee; }
.boxes { margin-top: 1.4mm; line-height: 1; }
.boxes i { display: inline-block; width: 3.6mm; height: 3.6mm; margin: 0.4mm 0.6mm 0 0; border: 0.3mm solid #000; }
.six .cards { display: grid; grid-template: repeat(3, 1fr) / 1fr 1fr; gap: 4mm; columns: auto;
  height: %(six)smm; }
.six .card { margin: 0; overflow: hidden; }
.six .cells { grid-template-columns: 1fr 1fr; }
.six .card { padding: 1.6mm; }
.six .cells { margin: 0; }
.six .cells div { min-height: 6.5mm; }
.six .cells .wide { min-height: 9mm; }
.six dd { font-size: 7.8pt; line-height: 1.15; }
.reference .columns { columns: var(--columns); column-gap: 4mm; font-size: 7.2pt; line-height: 1.22; }
.reference .text { break-inside: auto; }
.reference h4 { break-after: avoid; }
.reference table { font-size: 6.6pt; }
.reference table.wide { column-span: all; margin-bottom: 2mm; }
.counters { display: flex; flex-wrap: wrap; gap: 2mm; }
.counter { display: grid; align-content: center; width: 25mm; height: 25mm; padding: 2mm; border: 0.35mm dashed #000;
  text-align: center; overflow: hidden; font-size: 6.2pt; line-height: 1.1; break-inside: avoid; }
.counter b { font-size: 14pt; line-height: 1.1; }
.counter.round { border-radius: 50%%; }
.hint { padding: 3mm 0; }
@media print { .hint { display: none; } html { background: #fff; } main { width: auto; } }
@media screen { main { padding: %(margin)smm; width: %(width)smm; margin: 6mm auto; } }
"""


def to_html(paper: Paper, size: Size = "a4") -> str:
    """A whole page, to be printed or kept as a file."""
    width, height = SIZES[size]
    inner, six = width - 2 * MARGIN, height - 2 * MARGIN - HEADINGS
    numbers = {"width": width, "height": height, "margin": MARGIN, "inner": inner, "six": six}
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(paper.title)}</title><style>{STYLE % numbers}</style>"
    )
    hint = "Print this page, or save it as a PDF, with the print command of your browser."
    body = "\n".join(_sheet(s) for s in paper.sheets)
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body><main><h1>{escape(paper.title)}</h1>'
        f'<p class="hint">{hint}</p>\n{body}\n</main></body></html>\n'
    )


def _sheet(s: Sheet) -> str:
    match s.kind:
        case "reference":
            parts = "".join([*(_table(t) for t in s.tables), *(_text(t) for t in s.texts)])
            inner = f'<div class="columns" style="--columns: {s.columns}">{parts}</div>'
        case "counters":
            inner = f'<div class="counters">{"".join(_counter(c) for c in s.counters)}</div>'
        case _:
            inner = f'<div class="cards" style="--columns: {s.columns}">{"".join(_card(c) for c in s.cards)}</div>'
    return f'<section class="sheet {s.kind}"><h2>{escape(s.title)}</h2>{inner}</section>'


def _card(c: Card) -> str:
    title = f"<h3>{escape(c.title)}</h3>" if c.title else ""
    about = f'<p class="about">{escape(c.about)}</p>' if c.about else ""
    cells = f'<dl class="cells">{"".join(_cell(x) for x in c.cells)}</dl>' if c.cells else ""
    boxes = f'<p class="boxes">{escape(c.box_name)} {"<i></i>" * c.boxes}</p>' if c.boxes else ""
    rest = "".join([*(_table(t) for t in c.tables), *(_text(t) for t in c.texts)])
    return f'<article class="card">{title}{about}{cells}{boxes}{rest}</article>'


def _cell(c: Cell) -> str:
    kinds = " ".join(name for name, there in (("marked", c.marked), ("wide", c.wide)) if there)
    return f'<div class="{kinds}"><dt>{escape(c.label)}</dt><dd>{escape(c.value)}</dd></div>'


def _table(t: Table) -> str:
    caption = f"<caption>{escape(t.title)}</caption>" if t.title else ""
    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in t.head)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(x)}</td>' for x in row)}</tr>" for row in t.rows)
    wide = ' class="wide"' if t.wide else ""
    return f"<table{wide}>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _text(t: Text) -> str:
    one = len(t.says) == 1
    says = f"<p>{escape(t.says[0])}</p>" if one else f"<ul>{''.join(f'<li>{escape(s)}</li>' for s in t.says)}</ul>"
    return f'<div class="text"><h4>{escape(t.title)}</h4>{says}</div>'


def _counter(c: Counter) -> str:
    about = f"<span>{escape(c.about)}</span>" if c.about else ""
    one = f'<div class="counter {c.shape}"><b>{escape(c.sign)}</b><span>{escape(c.name)}</span>{about}</div>'
    return one * c.count
