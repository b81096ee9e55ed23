"""The front door of Xenocide 0.34."""

from operator import attrgetter

from xenotable.engine import Title
from xenotable.games.xenocide import forecasts, invariants, offers, rules
from xenotable.games.xenocide.forecasts import calculators
from xenotable.games.xenocide.muster import book
from xenotable.games.xenocide.opponent import tactics
from xenotable.games.xenocide.rules import content
from xenotable.games.xenocide.rules.play import table
from xenotable.games.xenocide.rules.setup import start
from xenotable.games.xenocide.show import display, goal, paper, sight
from xenotable.games.xenocide.state import Battle, Xenocide
from xenotable.rulebook import catalogue

GAME = Title(
    id="xenocide",
    title="Xenocide 0.34",
    about="Companies of infantry and armour, secret orders, suppression and close assault: a mass battle.",
    rules=5,
    state=Xenocide,
    setup=Battle,
    chapters=(rules, forecasts),
    new=start.new,
    offers=offers.ready_battles,
    random_setup=offers.random_battle,
    setup_refusals=start.setup_refusals,
    readings=catalogue("xenocide").readings,
    lists=start.lists,
    pairing=offers.pairing,
    points=offers.points,
    counted_in="VP",
    thinned=offers.thinned,
    muster=book.BOOK,
    calculators=calculators.CALCULATORS.forms,
    calculate=calculators.CALCULATORS.calculate,
    content_faults=content.content_faults,
    press=paper.PRESS,
    kernels=(
        "xenotable.table.formations",
        "xenotable.table.shortest_paths",
        "xenotable.games.xenocide.rules.sight.rays",
        "xenotable.games.xenocide.rules.sight.stretches",
    ),
    opening=("edge", "company", "deploy", "off-table", "facing", "aboard", "below"),
    scenario=attrgetter("now.scenario"),
    redeal=table.redeal,
    invariants=invariants.broken_invariants,
    conceded=table.concede,
    board=display.board,
    tokens=display.tokens,
    panels=display.panels,
    progress=goal.progress,
    sight=sight.sighting,
    advise=tactics.advise,
    prospects=tactics.prospects,
)
