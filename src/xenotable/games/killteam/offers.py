"""Ready battles and campaigns, the best one for a newcomer first."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Offer
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.rules.narrative.dataslate import new_slate
from xenotable.games.killteam.state import BattleSetup, CampaignSetup, Dataslate


def battle_offers() -> list[Offer]:
    """The tutorial first, then one battle of each mission."""
    names = list(content.teams())
    found = [
        Offer(
            "first-battle",
            "Your first battle",
            "Three operatives a side, two turning points: orders, Cover, shooting, a charge, Overwatch.",
            BattleSetup("relay-ground", rosters.tutorial_rosters(), tutorial=True),
            content.origin("scenario", "relay-ground"),
        )
    ]
    for n, place in enumerate(content.scenarios().values()):
        one, two = names[n % 4], names[(n + 1) % 4]
        title = f"{place.name}: {content.teams()[one].name} against {content.teams()[two].name}"
        both = (rosters.default_roster(one), rosters.default_roster(two))
        about, origin = f"Four turning points on {place.name}.", content.origin("scenario", place.id)
        found.append(Offer(place.id, title, about, BattleSetup(place.id, both), origin))
    about = "Mission drawn, kill teams and equipment chosen in secret, tac ops hidden."
    found.append(Offer("matched", "Matched play, everything chosen at the table", about, BattleSetup()))
    return found


def campaign_offers() -> Sequence[Offer]:
    teams = list(content.teams())

    def slate(team: str, player: str) -> Dataslate:
        return new_slate(content.teams()[team].name, player, team)

    alone = {t: CampaignSetup((slate(t, "Player 1"),), 5) for t in teams}
    both = CampaignSetup((slate(teams[0], "Player 1"), slate(teams[2], "Player 2")))
    found = [
        Offer(f"alone-{t}", f"{content.teams()[t].name} (solo)", "Five battles against the machine.", s)
        for t, s in alone.items()
    ]
    found.insert(1, Offer("together", "Two dataslates", "Six battles, two players.", both))
    return found
