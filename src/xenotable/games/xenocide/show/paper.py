"""An army on paper: a card for each kind of model, company lists, titan consoles, orders, reference, scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xenotable.engine.paper import Card, Cell, Counter, Paper, Press, Sheet, Table, Text, reference
from xenotable.games.xenocide.content import CAD_ORDER, Army, Frame, Kind, scenarios, terrains
from xenotable.games.xenocide.rules.army.lists import ready_armies
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.turn.sequence import ORDER_WORDS
from xenotable.rulebook import catalogue

TURN = (
    ("turn", "The turn", 900), ("movement", "Movement", 500), ("shooting", "Shooting", 900), ("saves", "Saves", 600),
    ("suppression", "Suppression", 800), ("assault", "Close assault", 1000), ("overwatch", "Overwatch", 500),
    ("rally", "Rally", 400), ("command", "Command points", 500),
)  # fmt: skip
COUNTERS = (
    *(Counter(name, "".join(w[0] for w in name.split()), 8, "square", "order") for name in ORDER_WORDS.values()),
    Counter("Suppressed", "S", 16), Counter("Overwatch", "O", 8), Counter("Dug in", "D", 8), Counter("Acted", "X", 10),
    Counter("High", "H", 4), Counter("Power", "P", 12),
)  # fmt: skip
TURNS = tuple(f"T{n}" for n in range(1, 7))
TRAITS = ("stealth", "entrench", "recon", "burrowing", "amphibious", "cutter", "shatter")
SPECIALS = (
    "shield", "stealth", "entrench", "recon", "jump", "teleport", "guard", "charge", "cutter", "shatter", "suppression",
    "artillery", "anti-air", "ignores-cover", "shield-breaker", "crippling", "bombs",
)  # fmt: skip
NUMBERS = ("shield", "jump", "teleport", "guard", "charge", "transport")


def printed(army: Army | None) -> Paper:
    """An army; without one, every model of the book."""
    ids = list(dict.fromkeys(k for c in army.companies for u in c.units for k, _ in u)) if army else plain_ids()
    found = [kinds()[i] for i in ids]
    name = army.name if army else "every model"
    lists = (Sheet(f"{name}: companies", "cards", 2, tuple(company_cards(army))),) if army else ()
    troops = tuple(model_card(k) for k in found if k.titan is None)
    giants = tuple(console(k, k.titan) for k in found if k.titan is not None)
    sheets = [*lists]
    sheets += [Sheet(f"{name}: models", "cards", 2, troops)] if troops else []
    sheets += [Sheet("Titan consoles", "cards", 1, giants)] if giants else []
    return Paper(
        f"Xenocide: {name}", (*sheets, Sheet("Specials", "reference", 3, texts=tuple(special_texts())), *common())
    )


def plain_ids() -> list[str]:
    return [k.id for k in kinds().values() if "+" not in k.id]


def company_cards(army: Army) -> Iterator[Card]:
    """Every company with a line for each unit, and room for its orders turn by turn."""
    for c in army.companies:
        rows = []
        for i, unit in enumerate(c.units):
            models = ", ".join(f"{n} {kinds()[k].name}" for k, n in unit)
            rows.append(
                (
                    f"{c.named(i)}: {models}" if c.named(i) else models,
                    str(sum(kinds()[k].vp * n for k, n in unit)),
                    *("" for _ in TURNS),
                )
            )
        cost = sum(kinds()[k].vp * n for u in c.units for k, n in u)
        table = Table("Orders", ("Unit", "Points", *TURNS), tuple(rows))
        yield Card(c.name, f"{cost} points", tables=(table,))


def model_cells(k: Kind) -> tuple[Cell, ...]:
    values = {
        "Points": k.vp, "Move": f"{k.move:g} in", "Size": k.size, "Aspect": f"{k.aspect:+d}", "Armour": k.armor,
        "CAA": k.caa, "CAD": CAD_ORDER[k.cad - 1],
    }  # fmt: skip
    return tuple(Cell(name, str(v)) for name, v in values.items())


def model_card(k: Kind) -> Card:
    traits = [t for t in TRAITS if getattr(k, t)] + [f"{n} {getattr(k, n):g}" for n in NUMBERS if getattr(k, n)]
    texts = (Text("Specials", (", ".join(traits),)),) if traits else ()
    about = f"{', '.join(k.types)}; {k.role}" if k.role else ", ".join(k.types)
    return Card(k.name, about, model_cells(k), (weapon_table(k),) if k.weapons else (), texts)


def weapon_table(k: Kind) -> Table:
    rows = tuple(
        (w.name, str(w.shots), f"{w.range:g}", str(w.accuracy), str(w.strength), str(w.aoe or ""), ", ".join(w.special))
        for w in k.weapons
    )
    return Table("", ("Weapon", "Shots", "Range", "Acc", "Str", "AoE", "Special"), rows)


def console(k: Kind, frame: Frame) -> Card:
    """A titan: power to write down for each system and turn, deflector layers, its core."""
    cells = (*model_cells(k), Cell("Core", str(frame.core)), Cell("Deflector layers", str(frame.layers or "-")))
    cells += (Cell("Boost", f"{frame.boost:g} in"), Cell("Hull aspect", f"{frame.hull_aspect:+d}"))
    turns = tuple(str(t) for t in range(1, 9))
    systems = ("Boost", "Deflectors", *(a.name for a in frame.arms))
    power = Table("Power by system and turn", ("System", *turns), tuple((s, *("" for _ in turns)) for s in systems))
    return Card(k.name, "titan", cells, (power, weapon_table(k)), boxes=frame.core, box_name="Core")


def special_texts() -> Iterator[Text]:
    rules = catalogue("xenocide").rules
    for name in SPECIALS:
        found = next((r for id, r in rules.items() if id.partition(".")[0] == "stats" and name in id), None)
        if found is not None:
            yield Text(name.replace("-", " ").title(), (found.says,))


def common() -> tuple[Sheet, ...]:
    rules = catalogue("xenocide").rules
    missions = tuple(scenario_cards())
    return (
        reference("Reference: the turn", rules, TURN, (terrain_table(),)),
        *((Sheet("Scenarios", "cards", 2, missions),) if missions else ()),
        Sheet("Counters to cut out", "counters", counters=COUNTERS),
    )


def terrain_table() -> Table:
    rows = tuple((t.name, t.cover, f"{t.height:g} in" if t.height else "-") for t in terrains().values())
    return Table("Terrain", ("Kind", "Cover", "Height"), rows)


def scenario_cards() -> Iterator[Card]:
    rules = catalogue("xenocide").rules
    for s in scenarios().values():
        words = s.id.split("-")
        texts = tuple(r.says for id, r in rules.items() if id.startswith(tuple(f"scenarios.{w}-" for w in words)))
        yield Card(s.name, "", texts=(Text("", texts or (s.name,)),))


def ready() -> Mapping[str, Army]:
    return ready_armies()


PRESS = Press(Army, ready, printed)
