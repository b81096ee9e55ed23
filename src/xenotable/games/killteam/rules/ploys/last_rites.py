"""Last Rites, a ploy of the Ferric Penitents: a fallen operative acts once more before it is removed."""

from __future__ import annotations

from xenotable.engine import Flow, Scene, cite, scene
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.fighting.sequence import fight
from xenotable.games.killteam.rules.movement.legality import engaged_with
from xenotable.games.killteam.rules.ploys import buying
from xenotable.games.killteam.rules.shooting.sequence import aim, free_odds
from xenotable.games.killteam.rules.shooting.targets import usable
from xenotable.games.killteam.rules.wounds import remove
from xenotable.games.killteam.scenes import LastRites, RitesOver
from xenotable.games.killteam.state import KillTeam


@scene
def last_rites(game: KillTeam, at: LastRites) -> Flow[list[Scene]]:
    """A free Shoot or Fight as if it had 1 wound left, not counting as injured."""
    seat = game.operatives[at.operative].seat
    game.operatives.set(
        at.operative, effects=(*game.operatives[at.operative].effects, "asked", "rites"), wounds=1, fallen=False
    )
    said = last_action(game, at.operative)
    use = Use(at.operative, "", 0, said, free=True)
    odds = lambda yes: free_odds(game, use, 0) if yes else None  # noqa: E731
    if not said or not (yield from buying.offer_ploy(game, seat, "pl-fp-last-rites", at.operative, odds)):
        return [RitesOver(at.operative)]
    game.tell("{operative} acts once more before it falls.", "pl-fp-last-rites", operative=at.operative)
    scenes = (
        (yield from fight(game, at.operative))
        if said == "fight"
        else (yield from aim(game, at.operative, "shoot", 0, free=True))
    )
    return [*scenes, RitesOver(at.operative)]


def last_action(game: KillTeam, operative: str) -> str:
    """A Fight where an enemy is within engagement range, else a Shoot if any weapon has a target; nothing that the
    operative has performed in its own activation already."""
    did = game.operatives[operative].did if game.operatives[operative].active else ()
    if engaged_with(game, operative):
        said = "fight"
    else:
        said = "shoot" if next(usable(game, operative, "shoot", 0, free=True), None) else ""
    if said in did:
        cite("actions.free-counts")
        return ""
    return said


@scene
def rites_over(game: KillTeam, at: RitesOver) -> Flow[list[Scene]]:
    if game.operatives[at.operative].there:
        game.operatives.set(at.operative, wounds=0, fallen=True)
        yield from remove(game, at.operative)
    return []
