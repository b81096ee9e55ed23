"""A squad on paper: unit cards with weapons and rules, AI cards, rewards, missions, a page of reference, counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xenotable.engine.paper import Card, Cell, Counter, Paper, Press, Sheet, Table, Text, reference, shortened
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.squad.profiles import Profile, recruit_profile
from xenotable.games.xcx.state import Recruit, Squad
from xenotable.rulebook import catalogue

TURN = (
    ("bag", "The bag", 700), ("actions", "Orders", 800), ("shooting", "Shooting", 600), ("charging", "Charging", 700),
    ("damage", "Armour and Wounds", 600), ("suppression", "Suppression", 600), ("overwatch", "Overwatch", 500),
    ("engaged", "Engaged", 400), ("movement", "Movement", 400),
)  # fmt: skip
NO_LIMIT = 1000  # what a reward that gives any model says
COUNTERS = (
    Counter("Suppression", "S", 18), Counter("Down", "D", 8), Counter("Overwatch", "O", 8),
    Counter("Activated", "A", 8), Counter("Engaged", "E", 8), Counter("Wound", "1", 12, "square"),
    Counter("Core", "C", 2), Counter("Search", "?", 6),
)  # fmt: skip


def printed(squad: Squad | None) -> Paper:
    """A squad; without one, a card for every unit of the book."""
    models = squad.models if squad else tuple(Recruit(u) for u in content.units())
    faction = squad.faction if squad else ""
    name = (squad.name or squad.faction) if squad else "every unit"
    kinds = list(dict.fromkeys(m.unit for m in models))
    cards = tuple(unit_card(m, faction, models.count(m)) for m in dict.fromkeys(models))
    return Paper(
        f"XCX Enemy Eternal: {name}",
        (
            Sheet(f"{name}: units", "cards", 2, cards),
            Sheet("Rules of these units", "reference", 3, texts=tuple(rule_texts(models, faction))),
            Sheet("AI cards", "cards", 3, (*(ai_card(k) for k in kinds if k in content.ai_cards()), letters())),
            *common(),
        ),
    )


def unit_card(m: Recruit, faction: str, n: int) -> Card:
    p = recruit_profile(m, faction)
    values = {"WILL": p.will, "Mobility": p.mobility, **{content.skills()[k].name: p.skill(k) for k in content.SKILLS}}
    cells = tuple(Cell(name, str(v) if v else "-") for name, v in values.items())
    cells += (Cell("[Armour]", str(p.unit.armour)), Cell("Cost", str(p.cost)))
    points = ", ".join(f"{kind} {v}" for kind, v in p.unit.armour_points.items())
    about = f"{p.unit.faction}, {p.unit.type}" + (f", {n} of them" if n > 1 else "") + (", Leader" if m.leader else "")
    rules = [Text("Special rules", (", ".join(sorted(p.rules)) or "none",))]
    rules += [Text("Armour Points", (points,))] if points else []
    return Card(p.name, about, cells, (weapon_table(p),), tuple(rules), p.wounds, "Wounds")


def weapon_table(p: Profile) -> Table:
    rows = tuple(
        (w.name, str(w.range), content.skills()[w.skill].name, str(w.damage), w.type, ", ".join(w.rules))
        for w in p.weapons
    )
    return Table("", ("Weapon", "Range", "Skill", "Damage", "Type", "Rules"), rows)


def rule_texts(models: Sequence[Recruit], faction: str) -> Iterator[Text]:
    rules = catalogue("xcx").rules
    profiles = [recruit_profile(m, faction) for m in models]
    names = {r for p in profiles for r in (*p.rules, *(x for w in p.weapons for x in w.rules))}
    for name in sorted(names):
        id = f"special.{name.lower().replace(' ', '-')}"
        if id in rules:
            yield Text(name, (rules[id].says,))


def ai_card(unit: str) -> Card:
    """What the unit does by D6: healthy, and at so many Wounds left."""
    card = content.ai_cards()[unit]
    rows = tuple((str(i + 1), card.healthy[i], card.wounded[i]) for i in range(6))
    table = Table("", ("D6", "Healthy", f"At {card.wounded_at} or fewer"), rows)
    texts = [Text("Targets", (", then ".join(card.priorities),))]
    texts += [Text("Prefers", (card.prefer,))] if card.prefer != "none" else []
    return Card(content.units()[unit].name, "", tables=(table,), texts=tuple(texts))


def letters() -> Card:
    """What the letters of the AI cards mean, and the marks behind them."""
    rules = catalogue("xcx").rules
    ids = ("roll", "letters", "mark-reckless", "mark-remain", "wounded-column", "priority-meanings")
    return Card("How to read AI cards", texts=(Text("", tuple(rules[f"ai.{i}"].says for i in ids)),))


def common() -> tuple[Sheet, ...]:
    rules = catalogue("xcx").rules
    missions = tuple(
        Card(f"{m.number}. {m.name}", f"{m.limit} points, {m.rounds} rounds", texts=(
            Text("", (m.brief,)), Text("Rules", tuple(rules[r].says for r in m.rules)),
            Text("Reward cards", (", ".join(f"{k} {n}" for k, n in m.reward_cards.items()),))))
        for m in content.missions().values()
    )  # fmt: skip
    return (
        reference("Reference: the round", rules, TURN, (to_hit_table(), skills_table())),
        Sheet("Rewards", "reference", 4, tables=tuple(reward_tables())),
        Sheet("Missions", "cards", 2, missions),
        Sheet("Counters to cut out", "counters", counters=COUNTERS),
    )


def to_hit_table() -> Table:
    rules = catalogue("xcx").rules
    ids = ("short-range", "long-range", "soft-cover", "hard-cover", "target-down", "moving")
    rows = tuple((i.replace("-", " "), shortened(rules[f"shooting.{i}"].says)) for i in ids)
    return Table("To hit", ("What", "How much"), rows)


def skills_table() -> Table:
    return Table("Skills", ("Skill", "Use"), tuple((s.name, s.use) for s in content.skills().values()))


def reward_tables() -> Iterator[Table]:
    """Every card of the reward decks, by suit and tier."""
    decks: dict[tuple[str, int], list[tuple[str, str]]] = {}
    for r in content.rewards().values():
        ranks = str(r.ranks[0]) if len(r.ranks) == 1 else f"{r.ranks[0]}-{r.ranks[-1]}"
        gives = content.equipment_name(r.gives) if r.gives else f"{r.promotions} promotions"
        decks.setdefault((r.suit, r.tier), []).append((ranks, gives))
    for (suit, tier), rows in decks.items():
        yield Table(f"{suit.title()}, tier {tier}", ("Rank", "Gives"), tuple(dict.fromkeys(rows)))
    faces = tuple(
        (f.rank, str(f.max_cost) if f.max_cost < NO_LIMIT else "any", "yes" if f.unique_allowed else "no")
        for f in content.face_rewards().values()
    )
    yield Table("Faces: a model", ("Rank", "Cost at most", "Unique"), faces)
    rolls = tuple(("-".join(str(d) for d in r.d6), r.name) for r in content.casualty_results())
    yield Table("Casualties", ("D6", "Result"), rolls)
    finds = tuple(("-".join(str(d) for d in r.d6), f"{r.kind} {r.detail}") for r in content.search_results())
    yield Table("Search", ("D6", "Find"), finds)


def ready() -> Mapping[str, Squad]:
    found = {}
    for s in content.squads().values():
        models = [Recruit(e.unit, leader=e.unit == s.leader and i == 0) for e in s.entries for i in range(e.models)]
        found[s.id] = Squad(s.faction, tuple(models), s.name)
    return found


PRESS = Press(Squad, ready, printed)
