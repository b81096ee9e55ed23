"""The front door of Kill Team 2021 and of its campaigns."""

from operator import attrgetter

from xenotable.engine import Title, by_key
from xenotable.games.killteam import invariants, muster, offers, rules
from xenotable.games.killteam.forecasts import attacks, calculators, choices
from xenotable.games.killteam.opponent import campaign as campaign_tactics
from xenotable.games.killteam.opponent import tactics
from xenotable.games.killteam.rules.content import entries
from xenotable.games.killteam.rules.narrative import after_battle, campaign
from xenotable.games.killteam.rules.play import conceding
from xenotable.games.killteam.rules.setup import ready, sequence
from xenotable.games.killteam.show import battle as battle_show
from xenotable.games.killteam.show import campaign as campaign_show
from xenotable.games.killteam.show import goal, paper
from xenotable.games.killteam.state import BattleSetup, Campaign, CampaignSetup, KillTeam
from xenotable.rulebook import catalogue

GAME = Title(
    id="killteam",
    title="Kill Team 2021",
    about="Two kill teams of 8 to 12 operatives, action points, orders, and pools of attack and defence dice.",
    rules=6,
    state=KillTeam,
    setup=BattleSetup,
    chapters=(rules, attacks, choices),  # not all forecasts: batches need numpy, which takes its time
    new=sequence.begin,
    offers=offers.battle_offers,
    random_setup=ready.random_setup,
    setup_refusals=ready.setup_refusals,
    readings=catalogue("killteam").readings,
    campaign_refusals=ready.campaign_refusals,
    lists=ready.lists,
    pairing=ready.pairing,
    points=ready.points,
    counted_in="operatives",
    thinned=ready.thinned,
    muster=muster.BOOK,
    calculators=calculators.CALCULATORS.forms,
    calculate=calculators.CALCULATORS.calculate,
    content_faults=entries.content_faults,
    off_balance=entries.off_balance,
    press=paper.PRESS,
    kernels=("xenotable.games.killteam.rules.sight.fans",),
    batch_kernels=("xenotable.games.killteam.kernels",),
    opening=("attacker", "zone", "equipment", "group", "deploy", "concealed"),
    scenario=attrgetter("now.scenario"),
    redeal=ready.redeal,
    invariants=invariants.broken_battle_invariants,
    conceded=conceding.concede,
    board=battle_show.board,
    tokens=battle_show.tokens,
    panels=battle_show.panels,
    progress=goal.progress,
    sight=battle_show.sighting,
    advise=tactics.advise,
)
CAMPAIGN = Title(
    id="killteam-campaign",
    title="Kill Team 2021: campaign",
    about="The same operatives over several battles: experience, honours, scars, requisition and operations.",
    rules=2,
    state=Campaign,
    setup=CampaignSetup,
    chapters=(rules, attacks, choices),
    new=campaign.new,
    offers=offers.campaign_offers,
    random_setup=campaign.random_setup,
    setup_refusals=campaign.setup_refusals,
    readings=catalogue("killteam").readings,
    invariants=invariants.broken_campaign_invariants,
    conceded=conceding.concede_campaign,
    all_lost=after_battle.all_lost,
    panels=campaign_show.panels,
    advise=by_key(campaign_tactics.ADVICE),
)
