"""The front door of XCX Enemy Eternal and of its campaign."""

from operator import attrgetter

from xenotable.engine import Title, by_key
from xenotable.games.xcx import content, forecasts, invariants, muster, offers, rules
from xenotable.games.xcx.forecasts import calculators
from xenotable.games.xcx.opponent import battle as battle_advice
from xenotable.games.xcx.opponent import campaign as campaign_advice
from xenotable.games.xcx.rules import principles
from xenotable.games.xcx.rules.campaign import aftermath, roster
from xenotable.games.xcx.rules.missions import end, setup
from xenotable.games.xcx.show import battle, campaign, goal, paper, sight
from xenotable.games.xcx.state import BattleSetup, Campaign, CampaignSetup, Xcx
from xenotable.rulebook import catalogue

KERNELS = (
    "xenotable.table.shortest_paths",
    "xenotable.table.roads",
    "xenotable.table.grid_lines",
    "xenotable.games.xcx.rules.sight",
    "xenotable.games.xcx.rules.grid.sight",
    "xenotable.games.xcx.kernels",
)

GAME = Title(
    id="xcx",
    title="XCX Enemy Eternal",
    about="Squads share one bag of dice: whoever's die comes out acts. Alone, together or against each other.",
    rules=7,
    state=Xcx,
    setup=BattleSetup,
    chapters=(rules, forecasts),
    new=setup.new,
    offers=offers.offers,
    random_setup=offers.random_setup,
    lists=offers.lists,
    pairing=offers.pairing,
    points=offers.points,
    counted_in="spl",
    thinned=offers.thinned,
    setup_refusals=principles.setup_refusals,
    readings=catalogue("xcx").readings,
    campaign_refusals=principles.campaign_refusals,
    muster=muster.BOOK,
    calculators=calculators.CALCULATORS.forms,
    calculate=calculators.CALCULATORS.calculate,
    content_faults=content.content_faults,
    press=paper.PRESS,
    kernels=KERNELS,
    opening=("edge", "deploy"),
    scenario=attrgetter("setup.mission"),
    invariants=invariants.broken_invariants,
    concede_refusals=end.concede_refusals,
    conceded=end.concede,
    all_lost=end.all_lost,
    board=battle.board,
    tokens=battle.tokens,
    panels=battle.panels,
    progress=goal.progress,
    sight=sight.sighting,
    unseated=battle.unseated,
    advise=by_key(battle_advice.BATTLE),
)
CAMPAIGN = Title(
    id="xcx-campaign",
    title="XCX Enemy Eternal: campaign",
    about="Six missions with the same soldiers: casualties, promotions, rewards and supplies in between.",
    rules=5,
    state=Campaign,
    setup=CampaignSetup,
    kernels=KERNELS,  # of its battles
    chapters=(rules, forecasts),
    new=roster.new,
    offers=offers.campaign_offers,
    setup_refusals=roster.setup_refusals,
    readings=catalogue("xcx").readings,
    invariants=invariants.broken_campaign_invariants,
    conceded=roster.concede,
    all_lost=aftermath.all_lost,
    panels=campaign.panels,
    advise=by_key(campaign_advice.WAR),
)
