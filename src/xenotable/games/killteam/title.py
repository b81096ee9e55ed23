"""The front door of Kill Team 2021 and of its campaigns."""

from xenotable.engine import Title, by_key
from xenotable.games.killteam import (
    aftermath,
    calculators,
    campaign,
    chronicle,
    display,
    engagement,
    play,
    quarters,
    scoring,
    setup,
    setups,
    sighting,
    tactics,
    tactics_campaign,
)
from xenotable.games.killteam.campaign import Campaign, CampaignSetup
from xenotable.games.killteam.state import BattleSetup, KillTeam

GAME = Title(
    id="killteam",
    title="Kill Team 2021",
    about="Two kill teams of 8 to 12 operatives, action points, orders, and pools of attack and defence dice.",
    rules=3,
    state=KillTeam,
    setup=BattleSetup,
    chapters=(engagement, setup),
    new=setup.begin,
    offers=setups.offers,
    random_setup=setups.random_setup,
    setup_refusals=setups.setup_refusals,
    lists=setups.lists,
    pairing=setups.pairing,
    calculators=calculators.calculators,
    calculate=calculators.calculate,
    batch_kernels=("xenotable.games.killteam.twin",),
    redeal=setups.redeal,
    invariants=play.broken,
    conceded=scoring.conceded,
    board=display.board,
    tokens=display.tokens,
    panels=display.panels,
    sight=sighting.sighting,
    advise=tactics.advise,
)
CAMPAIGN = Title(
    id="killteam-campaign",
    title="Kill Team 2021: campaign",
    about="The same operatives over several battles: experience, honours, scars, requisition and operations.",
    state=Campaign,
    setup=CampaignSetup,
    chapters=(aftermath, quarters),
    new=campaign.new,
    offers=campaign.offers,
    random_setup=campaign.random_setup,
    setup_refusals=campaign.setup_refusals,
    invariants=campaign.broken,
    conceded=campaign.conceded,
    panels=chronicle.panels,
    advise=by_key(tactics_campaign.ADVICE),
)
