"""The front door of Xenos Rampant."""

from operator import attrgetter

from xenotable.engine import Title
from xenotable.games.rampant import forecasts, invariants, muster, offers, rules
from xenotable.games.rampant.forecasts import calculators
from xenotable.games.rampant.opponent import levels, tactics
from xenotable.games.rampant.rules.play import players
from xenotable.games.rampant.rules.scenarios import scoring
from xenotable.games.rampant.rules.setup import order
from xenotable.games.rampant.show import board, goal, panels, paper, sighting, tokens
from xenotable.games.rampant.state import Rampant, Setup
from xenotable.rulebook import catalogue

GAME = Title(
    id="rampant",
    title="Xenos Rampant",
    about="Small units on a 48 inch table: orders are won on two dice, and the first that fails ends the turn.",
    rules=6,
    kernels=("xenotable.table.shortest_paths",),
    state=Rampant,
    setup=Setup,
    chapters=(rules, forecasts),
    new=players.new,
    offers=offers.offers,
    random_setup=offers.random_setup,
    setup_refusals=order.setup_refusals,
    readings=catalogue("rampant").readings,
    lists=offers.lists,
    pairing=offers.pairing,
    points=offers.points,
    thinned=offers.thinned,
    muster=muster.BOOK,
    calculators=calculators.CALCULATORS.forms,
    calculate=calculators.CALCULATORS.calculate,
    opening=("side", "deploy"),
    press=paper.PRESS,
    scenario=attrgetter("now.scenario"),
    redeal=players.redeal,
    invariants=invariants.broken_invariants,
    concede_refusals=scoring.concede_refusals,
    conceded=scoring.concede,
    board=board.board,
    tokens=tokens.tokens,
    panels=panels.panels,
    progress=goal.progress,
    sight=sighting.sighting,
    advise=tactics.advise,
    recruit=levels.recruit,
    veteran=levels.veteran,
    prospects=tactics.prospects,
)
