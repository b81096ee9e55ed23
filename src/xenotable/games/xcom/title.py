"""The front door of XCOM and of its companion."""

from xenotable.engine import Title
from xenotable.games.xcom import (
    budget,
    companion,
    companion_play,
    display,
    hiding,
    interface,
    modes,
    odds,
    panels,
    roles,
    setup,
    tactics,
    timed,
    units,
    victory,
)
from xenotable.games.xcom.companion import Companion, TableSetup
from xenotable.games.xcom.state import Setup, Xcom

GAME = Title(
    id="xcom",
    title="XCOM: The Board Game",
    about="One to four people in four roles against an invasion and the clock.",
    together=True,
    state=Xcom,
    setup=Setup,
    chapters=(budget, odds, setup, timed),  # which bring in every scene
    new=setup.new,
    offers=setup.offers,
    random_setup=setup.random_setup,
    setup_refusals=setup.setup_refusals,
    redeal=hiding.redeal,
    invariants=units.broken,
    conceded=victory.conceded,
    board=lambda game: display.board(),
    tokens=display.tokens,
    panels=panels.panels,
    seat_colour=roles.seat_colour,
    advise=tactics.advise,
    peopled=modes.peopled,
    parting=modes.parting,
    stands_in=modes.stands_in,
    may_undo=modes.may_undo,
    too_late=interface.too_late,
)
COMPANION = Title(
    id="xcom-companion",
    title="XCOM companion",
    about="The app for the physical game: the same invasion, the same clock, and a guide through every step.",
    state=Companion,
    setup=TableSetup,
    chapters=(companion_play,),
    new=companion_play.new,
    offers=companion.offers,
    random_setup=companion.random_setup,
    setup_refusals=companion.setup_refusals,
    redeal=companion_play.redeal,
    invariants=companion.broken,
    conceded=companion.conceded,
    board=lambda game: display.board(),
    panels=companion.panels,
    parting=companion.parting,
    may_undo=companion.may_undo,
)
