"""The turn: secret order, initiative, alternating activations, phases, the end (chapter "turn")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import All, Arrange, Choose, Flow, Pick, Refusal, Roll, Scene, Then, acts, cite, rule, scene
from xenotable.games.xenocide.rules.command import bid_ask, existing, exists, may_skip, pay, refill
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.units import company_units
from xenotable.games.xenocide.rules.scenarios.scoring import (
    entry_only,
    invasion_score,
    is_first_activation,
    reveals,
    seize_scoring,
    testers,
    wiped_out,
)
from xenotable.games.xenocide.rules.titans.power import at_any_moment, late_repairs, power_up
from xenotable.games.xenocide.scenes import (
    Activate,
    Activation,
    Bid,
    BreakTests,
    CloseAssault,
    Due,
    EndActivation,
    EndTurn,
    First,
    Initiative,
    Morale,
    Movement,
    Orders,
    Phase,
    Plan,
    Reveal,
    Shooting,
    Storm,
    Turn,
    Verdict,
)
from xenotable.games.xenocide.state import Xenocide

# ---- the end of a turn -----------------------------------------------------------------------------------------------


@scene
@rule("turn.end-of-turn")
def end_turn(game: Xenocide, at: EndTurn) -> list[Scene]:
    """Objectives are scored, then break tests, then victory."""
    match game.now.scenario:
        case "seize-ground":
            seize_scoring(game)
        case "invasion":
            invasion_score(game)
    return [BreakTests(at.n, tuple(testers(game))), Verdict(at.n)]


ORDERS = ("fire-and-move", "move-and-fire", "assault")
ORDER_WORDS = {"fire-and-move": "Fire and Move", "move-and-fire": "Move and Fire", "assault": "Assault"}


# ---- the start of a turn ---------------------------------------------------------------------------------------------


@scene
@rule("turn.turn-steps")
def turn(game: Xenocide, at: Turn) -> list[Scene]:
    cite("play.decisions-turn-start")
    game.war.set("war", turn=at.n)
    cite("turn.marker-cleanup")
    for unit, row in list(game.units.items()):
        if row.company != row.home or row.order or row.acted or row.moved or row.shot or row.freed:
            game.units.set(unit, company=row.home, order="", acted=False, moved=False, shot=False, freed=False)
    for c, company in list(game.companies.items()):
        planned = exists(game, c) or not acts("turn.eliminated-not-planned")
        if company.planned != planned:
            game.companies.set(c, planned=planned)
    game.tell("Turn {n} begins.", "turn.turn-steps", n=at.n)
    refill(game)
    begin: list[Scene] = opening_due(game) if first_of_invasion(game) else [Bid(), Reveal(), Initiative()]
    return [Plan(), *begin, EndTurn(at.n)]


def first_of_invasion(game: Xenocide) -> bool:
    war = game.now
    return war.scenario == "invasion" and war.turn == 1


def opening_due(game: Xenocide) -> list[Scene]:
    """On turn 1 of an invasion the attacker simply begins."""
    cite("scenarios.invasion-turn-one")
    attacker = game.now.attacker
    game.sides.set(attacker, won=True)
    game.sides.set(1 - attacker, won=False)
    return [Due(attacker)]


def waiting_companies(game: Xenocide, seat: int) -> list[str]:
    """The companies of a side that are still to activate."""
    left = existing(game, seat)
    return [c for c, row in game.companies.items() if row.planned and row.seat == seat and c in left]


@scene
def plan(game: Xenocide, at: Plan) -> Flow[list[Scene]]:
    """Both players order their companies, unseen."""
    seats = [game.now.attacker] if first_of_invasion(game) else [0, 1]
    orders = yield from All(asks=[plan_ask(game, seat) for seat in seats])
    for seat, order in zip(seats, orders, strict=True):
        game.secret.set(seat, order=order)
    return []


@rule("turn.plan-order")
def plan_ask(game: Xenocide, seat: int) -> Arrange[str]:
    cite("play.hidden-order")
    return Arrange(
        seat=seat, key="plan", rule="turn.plan-order", prompt="Plan the order of your companies", secret=True,
        items=tuple(c for c, row in game.companies.items() if row.seat == seat and row.planned),
        label=lambda c: game.name(c),
    )  # fmt: skip


@scene
def bid(game: Xenocide, at: Bid) -> Flow[list[Scene]]:
    """Command points for initiative dice, unseen."""
    bids = yield from All(asks=[bid_ask(game, seat) for seat in (0, 1)])
    for seat in (0, 1):
        game.secret.set(seat, bid=bids[seat])
    return []


@scene
def reveal(game: Xenocide, at: Reveal) -> list[Scene]:
    for seat in (0, 1):
        n = game.secret[seat].bid
        game.secret.set(seat, bid=0)
        game.sides.set(seat, bid=n, points=game.sides[seat].points - n)
    a, b = game.sides[0].bid, game.sides[1].bid
    says, blue, red = "{blue} has bid {a:command point}, {red} {b}: they are spent.", *map(game.seat_name, (0, 1))
    game.tell(says, "play.hidden-initiative-bid", reveals=True, a=a, b=b, blue=blue, red=red)
    return []


@scene
def initiative(game: Xenocide, at: Initiative) -> Flow[list[Scene]]:
    """The higher best die wins; a tie is rolled again on turn 1, later it goes to who lost the turn before."""
    best = [0, 0]
    while True:
        for seat in (0, 1):
            faces = yield from Roll(
                seat=seat, key="initiative", rule="turn.initiative-roll", n=1 + game.sides[seat].bid
            )
            best[seat] = max(face for face, n in enumerate(faces, 1) if n)
        winner = decide_initiative(game, best[0], best[1])
        if winner is not None:
            break
        game.tell("{a} against {b}: rolled again.", "turn.initiative-tie-first", a=best[0], b=best[1])
    for seat in (0, 1):
        game.sides.set(seat, won=seat == winner)
    tied = best[0] == best[1]
    says = "{w} wins the initiative, {a} against {b}" + (": it lost it the turn before." if tied else ".")
    rule_id = "turn.initiative-tie-later" if tied else "turn.initiative-roll"
    game.tell(says, rule_id, w=game.seat_name(winner), a=best[winner], b=best[1 - winner])
    return [First(winner)]


def decide_initiative(game: Xenocide, a: int, b: int) -> int | None:
    if a != b:
        return int(b > a)
    return tie(game) if game.now.turn > 1 else None


@rule("turn.initiative-tie-later", neutral=lambda game: 0)
def tie(game: Xenocide) -> int:
    return 1 if game.sides[0].won else 0


@scene
def first(game: Xenocide, at: First) -> Flow[list[Scene]]:
    goes = yield from Choose(
        seat=at.seat, key="first", rule="turn.initiative-choice", prompt="Activate first or second?",
        among=lambda: ("first", "second"),
    )  # fmt: skip
    return [Due(at.seat if goes == "first" else 1 - at.seat)]


# ---- activations -----------------------------------------------------------------------------------------------------


@scene
@rule("turn.alternate")
def due(game: Xenocide, at: Due) -> Then:
    """The side that is due activates its next company, or pays to pass."""
    mine, theirs = waiting_companies(game, at.seat), waiting_companies(game, 1 - at.seat)
    if not mine:
        return [Due(1 - at.seat)] if theirs and acts("turn.run-out") else []
    skips = bool(game.sides[at.seat].points) and may_skip(len(mine), len(theirs)) and not is_first_activation(game)
    picks = first_of_invasion(game) and at.seat != game.now.attacker
    return choose_company(game, at, mine, skips, picks) if skips or picks else [Activate(at.seat), Due(1 - at.seat)]


def choose_company(game: Xenocide, at: Due, mine: list[str], skips: bool, picks: bool) -> Flow[list[Scene]]:
    """A side that may pass, or pick its company, decides it."""
    if skips:
        passes = yield from Choose(
            seat=at.seat, key="skip", rule="command.use-skip", prompt="Pass for a command point?",
            among=lambda: (False, True), default=False,
        )  # fmt: skip
        if passes:
            pay(game, at.seat, "command.use-skip")
            return [Due(1 - at.seat)]
    if picks:
        return [*(yield from pick_company(game, at.seat, mine)), Due(1 - at.seat)]
    return [Activate(at.seat), Due(1 - at.seat)]


def pick_company(game: Xenocide, seat: int, mine: list[str]) -> Flow[list[Scene]]:
    """Without an order the defender of an invasion picks any company."""
    company = yield from Choose(
        seat=seat, key="company", rule="scenarios.invasion-turn-one", prompt="Which company activates?",
        among=lambda: mine, label=lambda c: game.name(c),
    )  # fmt: skip
    game.companies.set(company, planned=False)
    return [Activation(seat, company)]


@scene
def activate(game: Xenocide, at: Activate) -> list[Scene]:
    order = game.secret[at.seat].order
    while order:
        company, *rest = order
        order = tuple(rest)
        game.secret.set(at.seat, order=order)
        game.companies.set(company, planned=False)
        if exists(game, company):
            name = game.seat_name(at.seat)
            game.tell("{s} activates {c}.", "turn.whole-company", reveals=True, s=name, c=company)
            return [Activation(at.seat, company)]
        cite("turn.eliminated-skipped")
    return []


@scene
def activation(game: Xenocide, at: Activation) -> Flow[list[Scene]]:
    """Coordination, orders, then five phases."""
    cite("play.decisions-activation-start")
    game.war.set("war", company=at.company, watching=False)
    held = yield from coordinate(game, at.seat, at.company)
    if held or not company_units(game, at.company):
        return [EndActivation(at.seat, at.company)]
    cite("turn.phases")
    return [
        *power_up(game, at.seat, at.company), Orders(at.seat, at.company),
        Phase(at.company), Movement(at.seat, at.company, False),
        Phase(at.company), Shooting(at.seat, at.company),
        Phase(at.company), Movement(at.seat, at.company, True),
        Storm(at.seat), CloseAssault(at.seat),
        Phase(at.company), Morale(at.seat, at.company),
        *late_repairs(game, at.seat, at.company), EndActivation(at.seat, at.company),
    ]  # fmt: skip


WAIT = {"no": "No, all of them act now", "units": "One or two units wait", "company": "The whole company waits"}


def coordinate(game: Xenocide, seat: int, company: str) -> Flow[bool]:
    """Units, or the whole company, may wait for a later company; True if nobody is left to act now."""
    later = waiting_companies(game, seat) if game.sides[seat].points else []
    if not later:
        return False
    units = company_units(game, company)
    what = yield from Choose(
        seat=seat, key="coordinate", rule="command.use-coordinate", prompt="Hold units of {c} back?",
        args={"c": company}, among=lambda: tuple(WAIT), label=WAIT.__getitem__, default="no",
        why_not=lambda w: hold_refusals(game, seat, w, len(units)),
    )  # fmt: skip
    if what == "no":
        return False
    host = yield from Choose(
        seat=seat, key="host", rule="command.use-coordinate", prompt="With which company do they act?",
        among=lambda: later, label=lambda c: game.name(c),
    )  # fmt: skip
    held = tuple(units)
    if what == "units":
        most = min(2, len(units) - 1) if is_first_activation(game) else 2
        held = yield from Pick(
            seat=seat, key="held", rule="command.use-coordinate", prompt="Which units wait?", among=lambda: units,
            least=1, most=most, label=lambda u: game.name(u),
        )  # fmt: skip
    cost = 2 if what == "company" and len(units) > 2 else 1
    rule_id = "command.use-coordinate-company" if len(held) == len(units) else "command.use-coordinate"
    pay(game, seat, rule_id, cost)
    for unit in held:
        game.units.set(unit, company=host)
        game.tell("{unit} waits for {h}.", "command.coordinate-many", unit=unit, h=host)
    return len(held) == len(units)


def hold_refusals(game: Xenocide, seat: int, what: str, units: int) -> Iterator[Refusal]:
    if what == "company" and units > 2 and game.sides[seat].points < 2:
        yield Refusal("command.use-coordinate-company", "Holding a whole company back costs 2 points.")
    if (what == "company" or (what == "units" and units == 1)) and is_first_activation(game):
        says = "The attacker makes the first activation: a whole company does not wait now."
        yield Refusal("scenarios.invasion-turn-one", says)


@scene
@at_any_moment
@rule("turn.orders-given")
def orders(game: Xenocide, at: Orders) -> Flow[list[Scene]]:
    """Every unit of the company gets one order."""
    unit = unit_without_order(game, at.company)
    if not unit:
        return []
    order = yield from Choose(
        seat=at.seat, key="order", rule="turn.orders-given", prompt="Order for {unit}?", args={"unit": unit},
        among=lambda: ORDERS, why_not=lambda o: order_refusals(game, unit, o), label=lambda o: ORDER_WORDS[o],
    )  # fmt: skip
    game.units.set(unit, order=order, moved=False, shot=False)
    game.tell("{unit}: {o}.", "turn.orders-given", unit=unit, o=ORDER_WORDS[order])
    return [at]


def unit_without_order(game: Xenocide, company: str) -> str:
    """The first unit of a company that has no order yet; "": all have."""
    for unit in company_units(game, company):
        row = game.units[unit]
        if not row.order and (row.models or acts("turn.embarked-orders")):
            return unit
    return ""


def order_refusals(game: Xenocide, unit: str, order: str) -> Iterator[Refusal]:
    if order == "assault" and any(kind_of(game, m).flyer for m in game.units[unit].models):
        yield Refusal("turn.flyers-no-assault", "{unit} flies: it cannot be given Assault orders.", {"unit": unit})
    if not game.units[unit].on and game.units[unit].away == 0 and order == "fire-and-move" and entry_only():
        yield Refusal("scenarios.invasion-entry", "{unit} enters on Move and Fire or Assault.", {"unit": unit})


@scene
def phase(game: Xenocide, at: Phase) -> list[Scene]:
    """All units of the company finish one phase before the next begins."""
    for unit in company_units(game, at.company):
        if game.units[unit].acted:
            game.units.set(unit, acted=False)
    return []


@scene
@rule("turn.end-of-activation")
def end_activation(game: Xenocide, at: EndActivation) -> list[Scene]:
    for unit, row in list(game.units.items()):
        if row.order or row.freed or row.acted or row.repelled:
            game.units.set(unit, order="", freed=False, acted=False, repelled=False)
    game.war.set("war", company="", watching=False)
    cite("rally.scenario-actions")
    reveals(game)
    wiped_out(game)
    return []
