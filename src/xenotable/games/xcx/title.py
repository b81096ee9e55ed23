"""The front door of XCX Enemy Eternal and of its campaign."""

from xenotable.engine import Title, by_key
from xenotable.games.xcx import (
    actions,
    aftermath,
    bag,
    campaign,
    chronicle,
    deployment,
    depot,
    engaged,
    infiltrate,
    lists,
    missions_end,
    overwatch,
    play,
    roster,
    sighting,
    squad,
    tactics,
    tactics_campaign,
)
from xenotable.games.xcx.roster import Campaign, CampaignSetup
from xenotable.games.xcx.state import BattleSetup, Xcx

KERNELS = ("xenotable.table.quick", "xenotable.games.xcx.swift")

GAME = Title(
    id="xcx",
    title="XCX Enemy Eternal",
    about="Squads share one bag of dice: whoever's die comes out acts. Alone, together or against each other.",
    rules=2,
    state=Xcx,
    setup=BattleSetup,
    chapters=(actions, bag, deployment, engaged, infiltrate, overwatch),
    new=deployment.new,
    offers=lists.offers,
    random_setup=lists.random_setup,
    setup_refusals=squad.setup_refusals,
    kernels=KERNELS,
    invariants=play.broken,
    concede_refusals=missions_end.concede_refusals,
    conceded=missions_end.conceded,
    board=play.board,
    tokens=play.tokens,
    panels=play.panels,
    sight=sighting.sighting,
    advise=by_key(tactics.BATTLE),
)
CAMPAIGN = Title(
    id="xcx-campaign",
    title="XCX Enemy Eternal: campaign",
    about="Six missions with the same soldiers: casualties, promotions, rewards and supplies in between.",
    state=Campaign,
    setup=CampaignSetup,
    kernels=KERNELS,  # of its battles
    chapters=(aftermath, campaign, depot),
    new=roster.new,
    offers=roster.offers,
    setup_refusals=roster.setup_refusals,
    invariants=roster.broken,
    conceded=roster.conceded,
    panels=chronicle.panels,
    advise=by_key(tactics_campaign.WAR),
)
