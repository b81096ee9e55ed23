"""XCX Enemy Eternal: squads, a bag of dice, AI cards and a campaign."""

from xenotable.games.xcx import actions, aftermath, ai, bag, campaign, missions, overwatch, play, special
from xenotable.games.xcx.campaign import Campaign
from xenotable.games.xcx.state import Xcx

GAME = Xcx
RULES = (actions, aftermath, ai, bag, campaign, missions, overwatch, play, special)  # their scenes must be known

__all__ = ["GAME", "RULES", "Campaign", "Xcx"]
