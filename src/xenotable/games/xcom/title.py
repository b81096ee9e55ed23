"""The front door of XCOM and of its companion."""

from operator import attrgetter

from xenotable.engine import Title
from xenotable.games.xcom import forecasts, invariants, muster, offers, rules
from xenotable.games.xcom.forecasts import calculators
from xenotable.games.xcom.opponent.advice import advise
from xenotable.games.xcom.rules.companion import session, timed
from xenotable.games.xcom.rules.modes import online
from xenotable.games.xcom.rules.play import hidden, undo
from xenotable.games.xcom.rules.roles import seat_colour
from xenotable.games.xcom.rules.setup import choices, pieces
from xenotable.games.xcom.rules.timed.interface import too_late
from xenotable.games.xcom.rules.victory import concede
from xenotable.games.xcom.show import board, companion, goal, panels, paper
from xenotable.games.xcom.state import Companion, Setup, TableSetup, Xcom
from xenotable.rulebook import catalogue

GAME = Title(
    id="xcom",
    title="XCOM: The Board Game",
    about="One to four people in four roles against an invasion and the clock.",
    rules=3,
    together=True,
    state=Xcom,
    setup=Setup,
    chapters=(rules, forecasts),
    new=pieces.new,
    offers=offers.offers,
    random_setup=offers.random_setup,
    muster=muster.BOOK,
    setup_refusals=choices.setup_refusals,
    readings=catalogue("xcom").readings,
    calculators=calculators.CALCULATORS.forms,
    calculate=calculators.CALCULATORS.calculate,
    press=paper.PRESS,
    scenario=attrgetter("now.plan"),
    redeal=hidden.redeal,
    invariants=invariants.broken_invariants,
    conceded=concede,
    board=board.board,
    tokens=board.tokens,
    panels=panels.panels,
    progress=goal.progress,
    seat_colour=seat_colour,
    advise=advise,
    peopled=online.seat_machines,
    parting=online.replies_on_leaving,
    stands_in=online.stands_in,
    may_undo=undo.may_undo,
    too_late=too_late,
)
COMPANION = Title(
    id="xcom-companion",
    title="XCOM companion",
    about="The app for the physical game: the same invasion, the same clock, and a guide through every step.",
    rules=3,
    state=Companion,
    setup=TableSetup,
    chapters=(rules, forecasts),
    new=timed.new,
    offers=offers.companion_offers,
    random_setup=offers.random_table,
    setup_refusals=session.setup_refusals,
    redeal=timed.redeal,
    invariants=invariants.broken_companion_invariants,
    conceded=session.concede,
    board=board.board,
    panels=companion.panels,
    parting=session.replies_on_leaving,
    may_undo=session.may_undo,
)
