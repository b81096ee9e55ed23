"""Kill Team 2021: operatives, action points, attack and defence pools; and campaigns of such battles."""

from xenotable.games.killteam import aftermath, engagement, quarters, setup
from xenotable.games.killteam.campaign import Campaign
from xenotable.games.killteam.state import KillTeam

GAME = KillTeam
SCENES = (aftermath, engagement, quarters, setup)  # which bring in the scenes of every chapter; a save names them

__all__ = ["GAME", "SCENES", "Campaign", "KillTeam"]
