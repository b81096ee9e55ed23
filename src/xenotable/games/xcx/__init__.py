"""XCX Enemy Eternal: squads, a bag of dice, AI cards and a campaign."""

from xenotable.games.xcx import actions, aftermath, bag, campaign, deployment, depot, engaged, infiltrate, overwatch
from xenotable.games.xcx.roster import Campaign
from xenotable.games.xcx.state import Xcx

GAME = Xcx
SCENES = (actions, aftermath, bag, campaign, depot, deployment, engaged, infiltrate, overwatch)  # a save names them

__all__ = ["GAME", "SCENES", "Campaign", "Xcx"]
