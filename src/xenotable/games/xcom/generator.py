"""Invasion generator: how the app decides what happens in a timed phase, in which order, and how it reacts.

Pure functions of data and virtual rolls: no board, no clock, no game object. The companion runs the same functions.
`d(n)` gives a whole number from 1 to n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from xenotable.engine import Row, Seeded, cite, rule
from xenotable.games.xcom.content import CONTINENTS, Difficulty, Lesson, Plan, book

Die = Callable[[int], int]
COLOURS = ("yellow", "red", "orange")
COMPLETED, IN_PLAY, NONE = "completed", "play", "none"
FIRST = ("new_tech", "budget", "unlock_final")


class Planned(Row, frozen=True):
    """An action as the list of a round holds it."""

    id: str
    places: tuple[str, ...] = ()
    scrambled: bool = False


class Report(Row, frozen=True):
    """What the app is told at the end of a round: UFOs in orbit, the mission, the colour of each continent."""

    orbit: int
    mission: str
    colours: tuple[str, ...]


class Brief(Row, frozen=True):
    """All that the generator knows."""

    difficulty: str
    plan: str
    round: int
    reports: tuple[Report, ...]  # of rounds 0 (set-up) to the last one
    scrambles: int = 0
    unscramble: int = 0
    more_enemies: int = 0

    @property
    def last(self) -> Report:
        return self.reports[-1]


class Invasion(Row, frozen=True):
    actions: tuple[Planned, ...]
    focus: str
    wave: tuple[int, int, int]
    rolls: tuple[tuple[str, int, int], ...] = ()  # what for, sides, result


@rule("modes.seed")
def sequence(seed: str, name: str) -> Die:
    """One of the invasion sequences: "setup" or "round 3". None of them shifts another."""
    source = Seeded(bytes.fromhex(seed) + name.encode())
    return lambda sides: source.below(sides) + 1


class Rolls:
    """Virtual rolls with a note of each; a die with one side is not rolled."""

    def __init__(self, d: Die) -> None:
        self.d, self.noted = d, list[tuple[str, int, int]]()

    def __call__(self, sides: int, what: str) -> int:
        if sides == 1:
            cite("generator.no-trivial-roll")
            return 1
        result = self.d(sides)
        self.noted.append((what, sides, result))
        return result


# ---- the wave --------------------------------------------------------------------------------------------------------


def _figure(figures: Sequence[int], round_: int) -> int:
    return figures[min(round_, 8) - 1]


@rule("generator.focus", neutral=lambda brief: "")
def focus(brief: Brief) -> str:
    if brief.round == 1:
        return ""
    last = brief.last
    if sum(c != "yellow" for c in last.colours) >= 2:
        return "terror"
    if last.mission == COMPLETED:
        return "reprisal"
    return "jamming" if last.orbit else "unrest"


@rule("generator.focus-terror", neutral=lambda name: (0, 0, 0))
@rule("generator.focus-reprisal", neutral=lambda name: (0, 0, 0))
@rule("generator.focus-jamming", neutral=lambda name: (0, 0, 0))
@rule("generator.focus-unrest", neutral=lambda name: (0, 0, 0))
def shift(name: str) -> tuple[int, int, int]:
    """What a focus adds to UFOs, enemies and crises."""
    return {"": (0, 0, 0), "terror": (1, -1, 0), "reprisal": (-1, 1, 0), "jamming": (0, 0, -1), "unrest": (-1, 0, 1)}[
        name
    ]


@rule("generator.wave", neutral=lambda brief: (0, 0, 0))
def wave(brief: Brief) -> tuple[int, int, int]:
    hard, plan, extra = _level(brief), _plan(brief), shift(focus(brief))
    r = brief.round
    return clamped(
        _figure(hard.ufos, r) + _figure(plan.ufos, r) + extra[0],
        _figure(hard.enemies, r) + _figure(plan.enemies, r) + extra[1] + announced(brief),
        _figure(hard.crises, r) + _figure(plan.crises, r) + extra[2],
    )


@rule("generator.next-enemies", neutral=lambda brief: 0)
def announced(brief: Brief) -> int:
    return brief.more_enemies


@rule("generator.clamp", neutral=lambda u, e, c: (u, e, c))
def clamped(ufos: int, enemies: int, crises: int) -> tuple[int, int, int]:
    return max(1, min(8, ufos)), max(0, min(4, enemies)), max(0, min(3, crises))


# ---- where UFOs go ---------------------------------------------------------------------------------------------------


@rule("generator.placement", neutral=lambda *_, **__: "")
def place(colours: Sequence[str], red_weight: int, d: Rolls, what: str, orbit: bool = True) -> str:
    weights = [{"yellow": 2, "red": red_weight, "orange": 0}[c] for c in colours]
    weights.append(3 if orbit else 0)
    at = d(sum(weights), what)
    for where, weight in zip((*CONTINENTS, "orbit"), weights, strict=True):
        at -= weight
        if at <= 0:
            return where
    raise AssertionError("the weights add up to the die")


@rule("generator.descent", neutral=lambda *_: ())
@rule("generator.all-descend", neutral=lambda *_: ())
def descents(brief: Brief, d: Rolls) -> tuple[str, ...]:
    weight = _level(brief).red_weight
    return tuple(place(brief.last.colours, weight, d, "descent", orbit=False) for _ in range(brief.last.orbit))


@rule("generator.forced-orbit", neutral=lambda brief, ufos: 0)
def forced_to_orbit(brief: Brief, ufos: int) -> int:
    return min(ufos, _plan(brief).orbit + (focus(brief) == "jamming"))


def detections(brief: Brief, ufos: int, d: Rolls) -> tuple[str, ...]:
    forced = forced_to_orbit(brief, ufos)
    weight = _level(brief).red_weight
    rolled = [place(brief.last.colours, weight, d, "UFO") for _ in range(ufos - forced)]
    return ("orbit",) * forced + tuple(rolled)


@rule("generator.grouping", neutral=lambda places: [])
def grouped(places: Sequence[str]) -> list[Planned]:
    return [Planned("ufos_detected", tuple(places[i : i + 2])) for i in range(0, len(places), 2)]


# ---- the final mission -----------------------------------------------------------------------------------------------


@rule("generator.unlock", neutral=lambda *_: 0)
@rule("generator.clock", neutral=lambda *_: 0)
@rule("generator.unlock-stays", neutral=lambda *_: 0)
def unlocking_round(plan: str, reports: Sequence[Report]) -> int:
    """The round in which the final mission is unlocked, as far as the reports tell; 0 while it is locked."""
    completed = 0
    for finished, report in enumerate(reports):
        completed += report.mission == COMPLETED
        if finished + completed >= book().plans[plan].clock:
            return finished + 1
    return 0


# ---- the list --------------------------------------------------------------------------------------------------------


@rule("generator.choose-mission-when", neutral=lambda brief: False)
@rule("generator.mission-report", neutral=lambda brief: False)
def may_choose_mission(brief: Brief) -> bool:
    return brief.last.mission != IN_PLAY and not unlocking_round(brief.plan, brief.reports)


@rule("generator.deploy-squad-when", neutral=lambda brief: False)
def may_deploy_squad(brief: Brief) -> bool:
    return brief.last.mission == IN_PLAY or may_choose_mission(brief)


@rule("generator.contents", neutral=lambda *_: [])
def contents(brief: Brief, down: Sequence[str], ufos: Sequence[str], enemies: int, crises: int) -> list[Planned]:
    """The body, in the order of the action rows, copies one after the other."""
    body = [Planned("ufos_descend", tuple(down))] if down else []
    body += grouped(ufos)
    body += [Planned("enemy_in_base")] * enemies + [Planned("crisis")] * crises
    if may_choose_mission(brief):
        body.append(Planned("choose_mission"))
    cite("actions.research-all-labs")
    body += [Planned(f"assign_research_{i}") for i in (1, 2, 3)]
    body += [Planned("emergency_funding"), Planned("deploy_satellites"), Planned("deploy_interceptors")]
    if may_deploy_squad(brief):
        body.append(Planned("deploy_squad"))
    if unlocking_round(brief.plan, brief.reports):
        body.append(Planned("deploy_final"))
    return [*body, Planned("defend_base")]


@rule("generator.order", neutral=lambda body, d: list(body))
def ordered(body: Sequence[Planned], d: Rolls) -> list[Planned]:
    left, out = list(body), list[Planned]()
    while left:
        waiting = {p.id for p in left}
        free = [i for i, p in enumerate(left) if ready(p.id, waiting)]
        out.append(left.pop(free[d(len(free), "order") - 1]))
    return out


@rule("generator.prerequisites", neutral=lambda action, waiting: True)
def ready(action: str, waiting: Iterable[str]) -> bool:
    after = book().actions[action].after
    return not after or not any(a in after for a in waiting)


# ---- scrambling ------------------------------------------------------------------------------------------------------


@rule("generator.scramble-roll", neutral=lambda *_: 0)
def scrambles(brief: Brief, d: Rolls) -> int:
    limit = _level(brief).scramble
    rolled = sum(d(20, "scramble") <= limit for _ in range(min(6, brief.last.orbit)))
    return cancelled(rolled + forced(brief), brief)


@rule("generator.scramble-force", neutral=lambda brief: 0)
def forced(brief: Brief) -> int:
    return brief.scrambles


@rule("generator.scramble-cancel", neutral=lambda n, brief: n)
def cancelled(n: int, brief: Brief) -> int:
    return max(0, n - brief.unscramble)


@rule("generator.scramble-target", neutral=lambda *_: None)
@rule("generator.scramble-never", neutral=lambda *_: None)
@rule("generator.scramble-once", neutral=lambda *_: None)
def target(body: Sequence[Planned], d: Rolls) -> int | None:
    """The place in the body of the action to scramble; None if none is left."""
    rows = book().actions
    left = [a for a in rows if rows[a].response and any(p.id == a and not p.scrambled for p in body)]
    if not left:
        return None
    chosen = left[d(len(left), "target") - 1]
    return next(i for i, p in enumerate(body) if p.id == chosen)


@rule("generator.scramble-move", neutral=lambda body, at, d: list(body))
def scrambled(body: Sequence[Planned], at: int, d: Rolls) -> list[Planned]:
    out = list(body)
    moved = out.pop(at)
    out.insert(earlier(body, at, d), Planned(moved.id, moved.places, True))
    return out


def earlier(body: Sequence[Planned], at: int, d: Rolls) -> int:
    """Where the action at this place goes (places counted from 0)."""
    if body[at].id == "deploy_squad":
        chosen = next((i for i, p in enumerate(body) if p.id == "choose_mission"), None)
        if chosen is not None:
            cite("generator.scramble-squad")
            return chosen + d(at - chosen, "position")
    if at == 0:
        cite("generator.scramble-first")
        return 0
    return d(at, "position") - 1


# ---- a whole round ---------------------------------------------------------------------------------------------------


@rule("generator.steps")
@rule("generator.report-only")
@rule("generator.first-round-deck")
def invade(brief: Brief, die: Die) -> Invasion:
    d = Rolls(die)
    ufos, enemies, crises = wave(brief)
    down = descents(brief, d)
    detected = detections(brief, ufos, d)
    body = ordered(contents(brief, down, detected, enemies, crises), d)
    for _ in range(scrambles(brief, d)):
        at = target(body, d)
        if at is not None:
            body = scrambled(body, at, d)
    return Invasion(framed(brief, body), focus(brief), (ufos, enemies, crises), tuple(d.noted))


@rule("timed.first-two", neutral=lambda brief, body: tuple(body))
def framed(brief: Brief, body: Sequence[Planned]) -> tuple[Planned, ...]:
    """The body between the actions that are always first and ENDING."""
    opening = [Planned("new_tech"), Planned("budget")]
    if unlocking_round(brief.plan, brief.reports) == brief.round:
        opening.append(Planned("unlock_final"))
    return (*opening, *body, Planned("ending"))


@rule("modes.tutorial")
def lesson(brief: Brief, script: Lesson) -> Invasion:
    """A scripted round: no roll is made for it."""
    ufos = iter(script.ufos)
    body = []
    for id in script.order:
        if id == "choose_mission" and brief.last.mission == IN_PLAY:
            continue  # the lesson's note: the space holds one mission
        places = next(ufos) if id == "ufos_detected" else ()
        body.append(Planned(id, places, id in script.scrambled))
    wave_ = (sum(map(len, script.ufos)), script.order.count("enemy_in_base"), script.order.count("crisis"))
    return Invasion(framed(brief, body), "", wave_)


# ---- set-up ----------------------------------------------------------------------------------------------------------


class Opening(Row, frozen=True):
    """What the app fixes before round 1."""

    plan: str
    headquarters: str
    panic: tuple[int, ...]
    ufos: tuple[str, ...]


@rule("setup.plan")
@rule("setup.headquarters")
@rule("setup.start-ufos")
def opening(difficulty: str, plan: str, headquarters: str, die: Die) -> Opening:
    d = Rolls(die)
    plan = plan or list(book().plans)[d(5, "plan") - 1]
    headquarters = headquarters or CONTINENTS[d(6, "headquarters") - 1]
    panic = starting_panic(difficulty, plan)
    level = book().difficulties[difficulty]
    colours = [book().tracks["panic"].spaces[p] for p in panic]
    ufos = tuple(place(colours, level.red_weight, d, "UFO") for _ in range(level.start_ufos))
    return Opening(plan, headquarters, panic, ufos)


@rule("setup.panic", neutral=lambda *_: (0,) * 6)
def starting_panic(difficulty: str, plan: str) -> tuple[int, ...]:
    start, more = book().difficulties[difficulty].start_panic, book().plans[plan].setup_panic
    return tuple(start + more.get(c, 0) for c in CONTINENTS)


@rule("setup.first-report")
def first_report(fixed: Opening) -> Report:
    colours = tuple(book().tracks["panic"].spaces[p] for p in fixed.panic)
    return Report(fixed.ufos.count("orbit"), NONE, colours)


# ---- the budget that the app shows -----------------------------------------------------------------------------------


@rule("budget.funding", neutral=lambda *_: -1)
@rule("budget.difficulty", neutral=lambda *_: -1)
@rule("budget.red-while", neutral=lambda *_: -1)
@rule("panic.report-colours", neutral=lambda *_: -1)
def funding(difficulty: str, report: Report) -> int:
    paid = sum({"yellow": 2, "red": 1, "orange": 0}[c] for c in report.colours)
    return max(0, paid + book().difficulties[difficulty].budget)


def _level(brief: Brief) -> Difficulty:
    return book().difficulties[brief.difficulty]


def _plan(brief: Brief) -> Plan:
    return book().plans[brief.plan]
