"""Scouting (chapter setup): secret choices, the first initiative, and what each choice brings."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import All, Choose, Flow, Scene, cite, rule, scene
from xenotable.games.killteam.content import entry
from xenotable.games.killteam.rules.actions.free import free_dash
from xenotable.games.killteam.rules.narrative.dataslate import LISTENING_POST
from xenotable.games.killteam.rules.setup.placing import place_barricade
from xenotable.games.killteam.rules.setup.territory import in_zone
from xenotable.games.killteam.scenes import EarlyStart, FirstInitiative, Recon, Scouted, Scouting
from xenotable.games.killteam.state import SEATS, KillTeam

EARLY_START = "ghost:3"  # an honour
SCOUTING = ("fortify", "infiltrate", "recon")
SCOUTED = {
    "fortify": "Fortify: one more barricade in your territory; beats Infiltrate",
    "infiltrate": "Infiltrate: the other order for one operative in turning point 1; beats Recon",
    "recon": "Recon: a free Dash with FLY for one operative in your drop zone; beats Fortify",
}
BEATS = {"fortify": "infiltrate", "infiltrate": "recon", "recon": "fortify"}


@scene
@rule("setup.scouting-choice")
def scouting(game: KillTeam, at: Scouting) -> Flow[list[Scene]]:
    said = yield from All(
        asks=[
            Choose(
                seat=s,
                key="scouting",
                rule="setup.scouting-choice",
                prompt="Fortify, infiltrate or recon?",
                secret=True,
                among=lambda: SCOUTING,
                label=lambda o: SCOUTED[o],
            )
            for s in SEATS
        ]
    )
    for s in SEATS:
        game.secret.set(s, scouting=said[s])
    return []


@scene
def scouted(game: KillTeam, at: Scouted) -> list[Scene]:
    """Revealed together; whatever is asked next is asked of open choices."""
    for s in SEATS:
        option = game.secret[s].scouting
        game.sides.set(s, scouting=option)
        game.secret.set(s, scouting="")
        game.tell("{who} chose {o}.", "setup.scouting-choice", reveals=True, who=game.seat_name(s), o=option)
    return [FirstInitiative()]


@scene
@rule("setup.scouting-initiative")
def first_initiative(game: KillTeam, at: FirstInitiative) -> Flow[list[Scene]]:
    """The choices decide who has the first initiative; the mission Attacker resolves first."""
    attacker = next(s for s in SEATS if game.sides[s].role == "attacker")
    for s in (attacker, 1 - attacker):
        yield from listening_post(game, s)
    one, two = game.sides[attacker].scouting, game.sides[1 - attacker].scouting
    if one == two:
        first = yield from Choose(
            seat=attacker,
            key="initiative",
            rule="setup.scouting-initiative",
            prompt="Both chose the same: who has the initiative?",
            among=lambda: SEATS,
            label=game.seat_name,
        )
    else:
        first = attacker if BEATS[one] == two else 1 - attacker
    game.battle.set("now", initiative=first)
    game.tell("The initiative goes to {who}.", "setup.scouting-initiative", who=game.seat_name(first))
    order = (attacker, 1 - attacker)
    early = [EarlyStart(s) for s in order if game.setup.way == "narrative"]
    return [*(Recon(s, game.sides[s].scouting) for s in order), *early]


def listening_post(game: KillTeam, seat: int) -> Flow[None]:
    """An asset of narrative play: the choice may be exchanged once both are known, once per operation."""
    if game.setup.way != "narrative" or LISTENING_POST not in game.setup.rosters[seat].assets:
        return
    own = game.sides[seat].scouting
    said = yield from Choose(
        seat=seat,
        key="listening-post",
        rule=entry(LISTENING_POST),
        prompt="Listening Post: exchange your scouting choice, once in this operation?",
        among=lambda: SCOUTING,
        label=lambda o: f"Keep {SCOUTED[o]}" if o == own else SCOUTED[o],
        default=own,
    )
    if said != own:
        game.sides.set(seat, scouting=said, once=(*game.sides[seat].once, LISTENING_POST))
        game.tell("{who} exchanged it for {o}.", entry(LISTENING_POST), who=game.seat_name(seat), o=said)


@scene
def recon(game: KillTeam, at: Recon) -> Flow[list[Scene]]:
    """Fortify, Infiltrate or Recon takes effect."""
    if at.option == "infiltrate":
        cite("setup.scouting-infiltrate")
        game.sides.set(at.seat, infiltrates=True)
        return []
    if at.option == "fortify":
        cite("setup.scouting-fortify")
        yield from place_barricade(game, at.seat, True)
        return []
    own = [i for i, o in game.operatives.items() if o.seat == at.seat and in_zone(game, at.seat, o)]
    yield from scout_dash(game, at.seat, "setup.scouting-recon", own, True)
    return []


def scout_dash(game: KillTeam, seat: int, rule: str, able: Sequence[str], fly: bool) -> Flow[str | None]:
    """A free Dash of one of these before the battle; no activation. Gives who made it."""
    if not able:
        return None
    operative: str | None = yield from Choose(
        seat=seat,
        key="scout",
        rule=rule,
        prompt="Which operative makes a free Dash?",
        among=lambda: [*able, None],
        label=lambda i: "nobody" if i is None else game.name(i),
    )
    if operative is not None:
        yield from free_dash(game, operative, fly)
    return operative


@scene
def early_start(game: KillTeam, at: EarlyStart) -> Flow[list[Scene]]:
    """Everybody with the honour may make one, wherever scouting has brought it."""
    own = [i for i, o in game.operatives.items() if o.seat == at.seat and i not in at.done]
    able = [i for i in own if EARLY_START in game.operatives[i].honours]
    who = yield from scout_dash(game, at.seat, EARLY_START, able, False)
    return [] if who is None else [EarlyStart(at.seat, (*at.done, who))]
