"""Building an army: models, units, companies and their limits (chapter "army")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Random, Refusal, memoize, rule
from xenotable.faults import nearest
from xenotable.games.xenocide.content import Army, ArmyData, Buys, Company, Kind, armies, factions
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.stats.values import transport_capacity

LIMITS = {
    "6mm": {"infantry": (3, 8), "light": (3, 7), "heavy": (2, 5), "titan": (1, 1)},
    "15mm": {"infantry": (2, 5), "light": (2, 4), "heavy": (1, 3), "titan": (1, 1)},
}
LARGE = 3000  # points; above it an army may have more companies
SIZE_RULES = {"infantry": "army.unit-infantry", "light": "army.unit-light", "heavy": "army.unit-heavy"}
WORDS = {"infantry": "infantry", "light": "light vehicles", "heavy": "heavy vehicles"}


def army_of(data: ArmyData) -> Army:
    return Army(data.name, data.faction, tuple(Company(c.name, c.units) for c in data.companies))


@rule("army.unit-vp")
def unit_vp(buys: Buys) -> int:
    return sum(kinds()[k].vp * n for k, n in buys if k in kinds())


def company_vp(company: Company) -> int:
    return sum(unit_vp(u) for u in company.units)


@rule("army.army-value")
def army_value(army: Army) -> int:
    return sum(company_vp(c) for c in army.companies)


def refusals(army: Army, points: int, scale: str = "6mm") -> Iterator[Refusal]:
    """Everything that is wrong with a list, each with the rule it violates."""
    for _, refusal in located_refusals(army, points, scale):
        yield refusal


Place = tuple[int, ...]  # of a company, of a unit in its company, or () for the whole


def located_refusals(army: Army, points: int, scale: str) -> Iterator[tuple[Place, Refusal]]:
    """Everything that is wrong, and where."""
    yield from (((), refusal) for refusal in known_refusals(army))
    value = army_value(army)
    if value > points:
        args = {"army": army.name, "vp": value, "points": points}
        says = "{army} costs {vp} points; {points} are agreed."
        yield (), Refusal("army.points-total", says, args, "Leave models out.")
    yield from company_refusals(army, value, most_companies(points))
    for i, company in enumerate(army.companies):
        for j, buys in enumerate(company.units):
            yield from (((i, j), refusal) for refusal in unit_refusals(company.name, buys, scale))


@rule("army.large-games", neutral=lambda points: 6)
def most_companies(points: int) -> int:
    """Six companies; nine in very large games."""
    return 9 if points > LARGE else 6


def known_refusals(army: Army) -> Iterator[Refusal]:
    if army.faction not in factions():
        remedy = f"Choose one of the factions.{nearest(army.faction, factions())}"
        yield Refusal("army.one-faction", "There is no faction {f!r}.", {"f": army.faction}, remedy)
    for name in sorted({k for c in army.companies for u in c.units for k, _ in u}):
        if name not in kinds():
            remedy = f"Leave it out.{nearest(name, kinds())}"
            yield Refusal("army.roster-validation", "There is no model {k!r}.", {"k": name}, remedy)
        elif kinds()[name].faction != army.faction:
            args = {"k": kinds()[name].name, "f": army.faction}
            yield Refusal("army.one-faction", "{k} is not of the faction {f}.", args, "All models share one list.")


def company_refusals(army: Army, value: int, most: int) -> Iterator[tuple[Place, Refusal]]:
    n = len(army.companies)
    if not 3 <= n <= most:
        rule_id = "army.company-count" if most == 6 else "army.large-games"
        says, remedy = "An army has 3 to {most} companies, not {n}.", "Add one." if n < 3 else "Leave one out."
        yield (), Refusal(rule_id, says, {"most": most, "n": n}, remedy)
    names = [c.name for c in army.companies]
    for name in sorted({x for x in names if names.count(x) > 1 or not x}):
        says = "Every company has a name of its own: {name!r} has not."
        yield (), Refusal("army.company-names", says, {"name": name}, "Give it another name.")
    for i, company in enumerate(army.companies):
        if not 1 <= len(company.units) <= 5:
            args = {"c": company.name, "n": len(company.units)}
            says, remedy = "{c} has {n} units; one to five are allowed.", "Add or leave out units."
            yield (i,), Refusal("army.company-size", says, args, remedy)
        if company_vp(company) * 5 > value * 2:
            args = {"c": company.name, "vp": company_vp(company), "max": value * 2 // 5}
            says, remedy = "{c} holds {vp} points; 40 % of the army are {max}.", "Move units to another company."
            yield (i,), Refusal("army.company-forty-percent", says, args, remedy)


def transports_with(buys: Buys) -> Buys:
    """The transports bought with the infantry of a unit: they do not count toward its size."""
    here = [(kinds()[k], n) for k, n in buys if k in kinds()]
    if not any(k.infantry and not k.transport for k, _ in here):
        return ()
    return tuple((k.id, n) for k, n in here if k.transport)


def unit_refusals(company: str, buys: Buys, scale: str) -> Iterator[Refusal]:
    if any(n < 1 for _, n in buys) or not buys:
        yield Refusal("army.roster-validation", "A unit of {c} has no models.", {"c": company}, "Add some.")
        return
    riding = transports_with(buys)
    yield from transport_refusals(company, buys, riding)
    rest = [(kinds()[k], n) for k, n in buys if k in kinds() and (k, n) not in riding]
    classes = sorted({k.klass for k, _ in rest})
    total = sum(n for _, n in rest)
    limits = LIMITS[scale]
    if not classes:
        return
    if "titan" in classes:
        yield from alone_refusals(company, sum(n for _, n in buys))
        return
    low, high = max(limits[c][0] for c in classes), min(limits[c][1] for c in classes)
    if low <= total <= high:
        return
    rule_id = "army.mixed-units" if len(classes) > 1 else SIZE_RULES[classes[0]]
    if scale == "15mm":
        rule_id = "army.unit-size-15mm"
    what = " and ".join(WORDS[c] for c in classes)
    args = {"c": company, "what": what, "low": low, "high": high, "n": total}
    remedy = "Add models." if total < low else "Leave models out."
    yield Refusal(rule_id, "A unit of {what} in {c} has {low} to {high} models, not {n}.", args, remedy)


@rule("army.unit-titan", neutral=lambda *a: ())
def alone_refusals(company: str, models: int) -> Iterator[Refusal]:
    """A titan is a unit of exactly one model, at any scale."""
    if models != 1:
        remedy = "Give each titan a unit of its own."
        args = {"c": company, "n": models}
        yield Refusal("army.unit-titan", "A titan of {c} stands in a unit of {n} models.", args, remedy)


@rule("army.unit-transports", neutral=lambda *a: ())
def transport_refusals(company: str, buys: Buys, riding: Buys) -> Iterator[Refusal]:
    if not riding:
        return
    foot = [(kinds()[k], n) for k, n in buys if k in kinds() and kinds()[k].infantry]
    need = sum(k.size * n for k, n in foot if not k.transport)
    room = sum(transport_capacity(kinds()[k]) * n for k, n in riding)
    smallest = min(kinds()[k].transport for k, _ in riding)
    if room - smallest >= need:
        args = {"c": company, "n": sum(n for _, n in riding)}
        says = "{n} transports are more than this unit of {c} needs."
        yield Refusal("army.unit-transports", says, args, "Leave a transport out.")


@rule("army.mixed-units", neutral=lambda buys: False)
def is_mixed(buys: Buys) -> bool:
    """Whether a unit has several kinds of model, transports of its infantry aside. Legal, but the builder warns."""
    return len([b for b in buys if b not in transports_with(buys)]) > 1


def random_army(faction: str, points: int, rnd: Random) -> Army:
    """A legal list, mostly of one kind a unit: three companies or more, filled in turn with what still fits."""
    mine = [k for k in kinds().values() if k.faction == faction and "+" not in k.id]
    companies = 3 + int(rnd() * 2)
    lists: list[list[Buys]] = [[] for _ in range(companies)]
    worth = [0] * companies
    left, share, tries = points, points * 2 // 5, 0
    while tries < 60:
        at = worth.index(min(worth))
        kind = arm_titan(mine[int(rnd() * len(mine))], rnd)
        low, high = LIMITS["6mm"][kind.klass]
        buys: Buys = ((kind.id, low + int(rnd() * (high - low + 1))),)
        if kind.infantry and rnd() < 0.4:
            buys = add_transports(buys, mine, rnd)
        cost = unit_vp(buys)
        if len(lists[at]) < 5 and cost <= left and worth[at] + cost <= share:
            lists[at].append(buys)
            worth[at] += cost
            left -= cost
        tries += 1
    army = Army(
        f"{factions()[faction].name} patrol", faction, tuple(_make_company(us, i) for i, us in enumerate(lists) if us)
    )
    if next(refusals(army, points), None) is None:
        return army
    return random_army(faction, points, rnd)


def fitted(army: Army, scale: str) -> Army:
    """The same army with units of the sizes that a scale allows, and no more transports than these need."""
    companies = (Company(c.name, tuple(_fitted(buys, scale) for buys in c.units), c.names) for c in army.companies)
    return Army(army.name, army.faction, tuple(companies))


def _fitted(buys: Buys, scale: str) -> Buys:
    riding = transports_with(buys)
    rest = [(k, n) for k, n in buys if (k, n) not in riding]
    high = min(LIMITS[scale][kinds()[k].klass][1] for k, _ in rest)
    kept: list[tuple[str, int]] = []
    for k, n in rest:
        kept.append((k, min(n, high - sum(x for _, x in kept))))
    kept = [(k, n) for k, n in kept if n > 0]
    need = sum(kinds()[k].size * n for k, n in kept)
    return (*kept, *((k, min(n, -(-need // transport_capacity(kinds()[k])))) for k, n in riding))


def arm_titan(kind: Kind, rnd: Random) -> Kind:
    """A titan with any choice of its weapons; other models as they are."""
    if kind.titan is None:
        return kind
    found = armings(kind.id)
    return found[int(rnd() * len(found))]


@memoize(64)
def armings(titan: str) -> list[Kind]:
    """A titan with each choice of its weapons."""
    return [k for k in kinds().values() if k.id.partition("+")[0] == titan]


def add_transports(buys: Buys, mine: list[Kind], rnd: Random) -> Buys:
    """The same infantry with as many transports as it needs, if the list has any."""
    carriers = [k for k in mine if k.transport]
    if not carriers:
        return buys
    size = sum(kinds()[k].size * n for k, n in buys)
    carrier = carriers[int(rnd() * len(carriers))]
    return (*buys, (carrier.id, -(-size // carrier.transport)))


def _make_company(units: list[Buys], i: int) -> Company:
    return Company(("First", "Second", "Third", "Fourth", "Fifth", "Sixth")[i], tuple(units))


@rule("army.example-army")
def ready_armies() -> dict[str, Army]:
    """The shipped lists, by their ids."""
    return {a.id: army_of(a) for a in armies().values()}


def kind_counts(buys: Buys) -> list[Kind]:
    return [kinds()[k] for k, n in buys for _ in range(n)]
