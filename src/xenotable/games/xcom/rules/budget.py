"""Budget: the steps of the resolution phase, the audit, recruiting and building, and the crises."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Scene, cite, rule, scene
from xenotable.games.xcom.content import COMMANDER, book, card_of
from xenotable.games.xcom.rules.actions.showing import hand_beside
from xenotable.games.xcom.rules.cards.decks import discard
from xenotable.games.xcom.rules.cards.windows import step_point, window
from xenotable.games.xcom.rules.effects.context import Context, Rise
from xenotable.games.xcom.rules.effects.interpreter import carry_out, decider
from xenotable.games.xcom.rules.modes.tutorial import STEPS, explain
from xenotable.games.xcom.rules.panic import extreme, rise
from xenotable.games.xcom.rules.units.losses import recruit
from xenotable.games.xcom.rules.units.unit_locations import alike, on_board
from xenotable.games.xcom.scenes import (
    Audit,
    BaseStart,
    Crises,
    Deficit,
    FinalEnd,
    Globe,
    Mission,
    Orbit,
    Recruit,
    Refresh,
    Research,
    Step,
)
from xenotable.games.xcom.state import POOL, Report, Xcom


@rule("budget.phase-order", neutral=lambda *_: [])
def steps() -> list[Scene]:
    """The resolution phase, always the same."""
    cite("play.decisions-resolution")
    return [
        Step("audit"),
        Audit(),
        Step("recruit and build"),
        Recruit(),
        Step("crises"),
        Crises(),
        Step("research"),
        Research(0),
        Step("orbital defense"),
        Orbit(),
        Step("global defense"),
        Globe(),
        Step("base defense"),
        BaseStart(),
        Step("mission"),
        Mission("mission"),
        Step("final mission"),
        Mission("final"),
        Step("pressure"),
        FinalEnd(),
        Step("end of the resolution phase"),
        Refresh(),
    ]


@scene
def step(game: Xcom, at: Step) -> list[Scene]:
    explain(game, STEPS[at.name])
    game.tell("Step: {name}.", "budget.phase-order", name=at.name.capitalize())
    return []


# ---- the audit -------------------------------------------------------------------------------------------------------


@rule("budget.audit-count", neutral=lambda game: 0)
@rule("budget.audit-stayed", neutral=lambda game: 0)
@rule("budget.audit-cards", neutral=lambda game: 0)
@rule("budget.audit-idle", neutral=lambda game: 0)
def assigned_units(game: Xcom) -> int:
    """Units on the board: those that stayed on a mission count again, those on cards or in a reserve do not."""
    return sum(on_board(u.place) for u in game.units.values())


@scene
@hand_beside
@rule("budget.audit-must-pay", neutral=lambda *_: [])
@rule("budget.no-emergency-now", neutral=lambda *_: [])
def audit(game: Xcom, at: Audit) -> Flow[list[Scene]]:
    game.put(step="audit")
    yield from step_point(game, COMMANDER)
    units, purse = assigned_units(game), game.now.credits
    paid = min(units, purse)
    game.put(credits=purse - paid)
    if paid == units:
        says = "{n:unit is|units are} paid; {s:credit is|credits are} left."
        game.tell(says, "budget.audit-surplus", n=units, s=purse - paid)
        return []
    cite("budget.deficit-units-work")
    says = "{n:unit}, {c:credit}: {d:unit is|units are} not paid."
    game.tell(says, "budget.audit-deficit", n=units, c=purse, d=units - paid)
    return [Deficit(units - paid)]


@scene
@hand_beside
@rule("budget.audit-deficit", neutral=lambda *_: [])
def deficit(game: Xcom, at: Deficit) -> Flow[list[Scene]]:
    """One unit after the other; the most-panicked continent is found anew each time."""
    continent = yield from extreme(game, "most", "budget.deficit-tie")
    if continent:
        yield from rise(game, continent, Rise(), "budget.audit-deficit")
    return [Deficit(at.left - 1)] if at.left > 1 else []


# ---- recruit and build -----------------------------------------------------------------------------------------------


@scene
@hand_beside
@rule("budget.recruit", neutral=lambda *_: [])
@rule("budget.recruit-deficit", neutral=lambda *_: [])
def recruit_pieces(game: Xcom, at: Recruit) -> Flow[list[Scene]]:
    """One piece after the other; what is not spent then returns to the supply."""
    if not at.begun:
        game.put(step="recruit")
        yield from step_point(game, COMMANDER)
        yield from window(game, "recruit", COMMANDER, Context("card"))
        return [Recruit(True)]
    pool = list(for_sale(game)) if game.now.credits else []
    chosen = None
    if pool:
        options: list[str | None] = [*pool, None]
        chosen = yield from Choose(
            seat=COMMANDER,
            key="recruit",
            rule="budget.recruit",
            prompt="Recruit or build for 1 of {n:credit}?",
            args={"n": game.now.credits},
            among=lambda: options,
            label=lambda u: "Nothing more" if u is None else game.name(u),
        )
    if chosen is None:
        excess(game)
        return []
    game.put(credits=game.now.credits - 1)
    game.tell("1 credit is spent; {n} left.", "budget.recruit", n=game.now.credits)
    cite("budget.recruit-use")
    recruit(game, chosen, "budget.recruit")
    return [at]


@rule("budget.recruit-pool-only", neutral=lambda game: ())
def for_sale(game: Xcom) -> Iterator[str]:
    return iter(alike(game, [i for i, u in game.units.items() if u.place == POOL]))


@rule("budget.excess-lost", neutral=lambda game: None)
def excess(game: Xcom) -> None:
    if game.now.credits:
        game.tell("Credits that return to the supply: {n}.", "budget.excess-lost", n=game.now.credits)
    game.put(credits=0)


# ---- crises ----------------------------------------------------------------------------------------------------------


@scene
@hand_beside
@rule("budget.crises", neutral=lambda *_: [])
@rule("budget.crises-decide", neutral=lambda *_: [])
def crises(game: Xcom, at: Crises) -> Flow[list[Scene]]:
    """From top to bottom: its effects in their order, then the card is discarded."""
    game.put(step="crises")
    if not at.begun or game.now.crises:
        yield from step_point(game, COMMANDER)
    if not game.now.crises:
        return []
    card = game.now.crises[0]
    game.tell("Crisis: {card}.", "budget.crises", card=card)
    yield from carry_out(game, card_of(card).effects, Context("crisis", card, decider("crisis")))
    game.put(crises=game.now.crises[1:])
    discard(game, "crisis", card)
    game.tell("{card} is over.", "budget.crises", card=card)
    return [Crises(True)]


@rule("budget.funding", neutral=lambda *_: -1)
@rule("budget.difficulty", neutral=lambda *_: -1)
@rule("budget.red-while", neutral=lambda *_: -1)
def funding(difficulty: str, report: Report) -> int:
    cite("panic.report-colours")
    paid = sum({"yellow": 2, "red": 1, "orange": 0}[c] for c in report.colours)
    return max(0, paid + book().difficulties[difficulty].budget)
