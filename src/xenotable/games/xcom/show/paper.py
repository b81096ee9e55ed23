"""XCOM on paper: a sheet for each role, the plan of the invasion, a page of reference, enemies, counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xenotable.engine.paper import Card, Cell, Counter, Paper, Press, Sheet, Table, Text, reference
from xenotable.games.xcom.content import Plan, book
from xenotable.games.xcom.state import Setup
from xenotable.rulebook import catalogue

TURN = (
    ("timed", "The timed phase", 800), ("budget", "Budget", 600), ("tasks", "Tasks", 800),
    ("research", "Research", 400), ("orbit", "Orbital defense", 400), ("globe", "Global defense", 400),
    ("panic", "Panic", 500), ("base", "Base defense", 700), ("mission", "Missions", 700),
    ("endround", "End of the round", 400), ("victory", "Winning and losing", 500),
)  # fmt: skip
COUNTERS = (
    Counter("UFO", "U", 18), Counter("Panic", "!", 8), Counter("Success", "+1", 12, "square"),
    Counter("Credit", "1", 14), Counter("Exhausted", "X", 8), Counter("Salvage", "S", 8), Counter("Threat", "T", 1),
    Counter("Base damage", "D", 1),
)  # fmt: skip
ROLES = {
    "commander": "Commander", "chief_scientist": "Chief Scientist", "central_officer": "Central Officer",
    "squad_leader": "Squad Leader",
}  # fmt: skip


def printed(setup: Setup | None) -> Paper:
    plans = [p for p in book().plans.values() if setup is None or not setup.plan or p.id == setup.plan]
    name = plans[0].name if len(plans) == 1 else "all plans"
    return Paper(
        f"XCOM: {name}",
        (
            Sheet("Roles", "cards", 2, tuple(role_cards())),
            Sheet("Invasion plans", "cards", 2, tuple(plan_card(p) for p in plans)),
            reference("Reference: the round", catalogue("xcom").rules, TURN, (difficulty_table(), unit_table())),
            Sheet("Enemies", "cards", 4, tuple(enemy_cards())),
            Sheet("Counters to cut out", "counters", counters=COUNTERS),
        ),
    )


def role_cards() -> Iterator[Card]:
    """What a role does, its actions with their seconds by difficulty, its units and cards."""
    rules = catalogue("xcom").rules
    for id, name in ROLES.items():
        told = rules.get(f"roles.{id.replace('_', '-')}")
        actions = tuple(
            (a.title, "/".join(str(n) for n in a.seconds), action_says(a.id))
            for a in book().actions.values()
            if a.role == id
        )
        units = tuple((u.name, str(u.total), u.on_loss) for u in book().units.values() if u.role == id)
        assets = tuple((c.name, c.text) for c in book().cards.values() if c.deck == "asset" and c.role == id)
        tables = [Table("Actions (seconds from easy to impossible)", ("Action", "Seconds", "What"), actions)]
        tables += [Table("Units", ("Unit", "In all", "On a loss"), units)] if units else []
        tables += [Table("Assets", ("Card", "What it does"), assets)] if assets else []
        yield Card(name, told.says if told else "", tables=tuple(tables))


def action_says(id: str) -> str:
    """The rule of an action: `deploy_satellites` is that of `actions.satellites`."""
    rules, parts = catalogue("xcom").rules, id.split("_")
    names = ("-".join(parts), *parts)
    return next((rules[f"actions.{n}"].says for n in names if f"actions.{n}" in rules), "")


def plan_card(p: Plan) -> Card:
    rounds = tuple(str(i) for i in range(1, 9))
    rows = tuple((what, *(f"{n:+d}" if n else "0" for n in row)) for what, row in (
        ("UFOs", p.ufos), ("Enemies", p.enemies), ("Crises", p.crises)))  # fmt: skip
    cells = (Cell("Difficulty", "*" * p.stars), Cell("Clock", str(p.clock)), Cell("Enemies", ", ".join(p.groups)))
    texts = (
        Text("Each round", (p.each_round_text,)), Text("Base is critically hit", (p.critical_text,)),
        Text("Final mission", (p.final_name,)),
    )  # fmt: skip
    return Card(p.name, p.about, cells, (Table("More or fewer, by round", ("", *rounds), rows),), texts)


def difficulty_table() -> Table:
    rows = tuple(
        (d.name, str(d.budget), str(d.emergency), str(d.start_panic), str(d.start_ufos))
        for d in book().difficulties.values()
    )
    return Table("Difficulty", ("", "Budget", "Emergency", "Panic", "UFOs"), rows)


def unit_table() -> Table:
    return Table(
        "Units", ("Unit", "In all", "Cost"), tuple((u.name, str(u.total), str(u.credit)) for u in book().units.values())
    )


def enemy_cards() -> Iterator[Card]:
    for c in book().cards.values():
        if c.health:
            cells = (Cell("Health", str(c.health)), Cell("Icons", ", ".join(c.icons)))
            yield Card(
                c.name, "boss" if c.deck == "boss" else c.group, cells, texts=(Text("", (c.text,)),) if c.text else ()
            )


def ready() -> Mapping[str, Setup]:
    return {p.id: Setup(plan=p.id) for p in book().plans.values()}


PRESS = Press(Setup, ready, printed)
