"""End of the resolution phase: refresh, return, reports, prepare."""

from __future__ import annotations

from xenotable.engine import NOBODY, Scene, cite, rule, scene
from xenotable.games.xcom.content import CONTINENTS, DECKS
from xenotable.games.xcom.rules.actions.automatic import put_hand_away
from xenotable.games.xcom.rules.base.damage import base_destroyed
from xenotable.games.xcom.rules.mission.tasks import stays_on_mission
from xenotable.games.xcom.rules.panic import fall, falls, reported_colours
from xenotable.games.xcom.rules.units.losses import room_for_elite
from xenotable.games.xcom.rules.units.unit_locations import back, on_board, tell_all
from xenotable.games.xcom.rules.victory import world_lost
from xenotable.games.xcom.scenes import Prepare, Refresh, Reports, Return
from xenotable.games.xcom.state import CARD, COMPLETED, IN_PLAY, NONE, RESERVE, Deck, Report, Xcom


@scene
@rule("endround.no-cards", neutral=lambda *_: [])
def refresh(game: Xcom, at: Refresh) -> list[Scene]:
    game.put(step="refresh", hq_used=False)
    refresh_cards(game)
    refresh_units(game)
    put_hand_away(game)
    renew_decks(game)
    return [Return()]


@rule("endround.refresh-cards", neutral=lambda *_: None)
def refresh_cards(game: Xcom) -> None:
    used = [card for card, row in game.cards.items() if row.exhausted]
    for card in used:
        game.cards.set(card, exhausted=False)
    tell_all(game, "Cards that can be used again: {all}.", "endround.refresh-cards", used)


@rule("endround.refresh-units", neutral=lambda game: None)
def refresh_units(game: Xcom) -> None:
    """Only those in the reserves: who is exhausted on the board stays so for another round."""
    rested = [unit for unit, row in game.units.items() if row.exhausted and row.place == RESERVE]
    for unit in rested:
        game.units.set(unit, exhausted=False)
    tell_all(game, "Ready again: {all}.", "endround.refresh-units", rested)


@rule("endround.discards", neutral=lambda *_: None)
def renew_decks(game: Xcom) -> None:
    """Discards go below the deck in the order in which they were discarded; nothing is shuffled."""
    for deck in DECKS:
        row = game.decks[deck]
        game.decks.set(deck, below=(*row.below, *row.discard), discard=Deck().discard)


@scene
@rule("endround.return", neutral=lambda *_: [])
def return_units(game: Xcom, at: Return) -> list[Scene]:
    game.put(step="return")
    returning = [u for u, row in game.units.items() if on_board(row.place) and not stays_on_mission(row.place)]
    for unit in returning:
        back(game, unit)
    tell_all(game, "Back in the reserves: {all}.", "endround.return", returning)
    for unit, row in list(game.units.items()):
        if row.place == CARD:
            train_soldier(game, unit)
    return [Reports()]


@rule("endround.elite", neutral=lambda *_: None)
def train_soldier(game: Xcom, unit: str) -> None:
    back(game, unit)
    elite = room_for_elite(game)
    if elite:
        game.units.set(unit, elite=True)
    game.tell("{unit} comes back elite." if elite else "{unit} comes back.", "endround.elite", unit=unit)


@scene
@rule("endround.report-orbit", neutral=lambda *_: [])
@rule("endround.report-panic", neutral=lambda *_: [])
def reports(game: Xcom, at: Reports) -> list[Scene]:
    """The game fills in the reports itself. Falls happen now; two fallen continents lose the game."""
    cite("victory.no-other-end")
    game.put(step="reports")
    if base_destroyed(game):
        return []
    colours = reported_colours(game)
    game.tell("Report: {n:UFO} in orbit.", "endround.report-orbit", n=game.now.orbit)
    mission = {"completed": "completed", "play": "still in play", "none": "none in play"}[mission_report(game)]
    game.tell("Report: mission {m}.", "endround.report-mission", m=mission)
    shown = ", ".join(f"{game.name(c)} {colour}" for c, colour in zip(CONTINENTS, colours, strict=True))
    game.tell("Report: {shown}.", "endround.report-panic", shown=shown)
    for continent in list(falls(game)):
        fall(game, continent)
    if world_lost(game):
        return []
    game.reports.add(game.now.round, Report(game.now.orbit, mission_report(game), colours))
    game.put(phase="prepare")
    game.secret.set(NOBODY, coming=(), focus="", rolls=())
    return [Prepare(game.now.round + 1)]


@rule("endround.report-mission", neutral=lambda game: "none")
def mission_report(game: Xcom) -> str:
    """Completed this round, still in play, or none in play."""
    if game.now.report == COMPLETED:
        return COMPLETED
    return IN_PLAY if "mission" in game.ventures else NONE
