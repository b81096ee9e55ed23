"""The front door of Xenocide 0.34."""

from xenotable.engine import Title
from xenotable.games.xenocide import (
    clash,
    display,
    invariants,
    offers,
    play,
    setup,
    shooting_odds,
    sighting,
    start,
    tactics,
    test_odds,
)
from xenotable.games.xenocide.rows import Battle
from xenotable.games.xenocide.state import Xenocide

GAME = Title(
    id="xenocide",
    title="Xenocide 0.34",
    about="Companies of infantry and armour, secret orders, suppression and close assault: a mass battle.",
    rules=2,
    state=Xenocide,
    setup=Battle,
    chapters=(setup, clash, test_odds, shooting_odds),  # which brings in the scenes of every chapter
    new=start.new,
    offers=offers.ready_battles,
    random_setup=offers.random_battle,
    setup_refusals=start.setup_refusals,
    lists=start.lists,
    pairing=offers.pairing,
    kernels=("xenotable.table.quick", "xenotable.games.xenocide.glimpse"),
    redeal=play.redeal,
    invariants=invariants.broken,
    conceded=play.conceded,
    board=display.board,
    tokens=display.tokens,
    panels=display.panels,
    sight=sighting.sighting,
    advise=tactics.advise,
    prospects=tactics.prospects,
)
