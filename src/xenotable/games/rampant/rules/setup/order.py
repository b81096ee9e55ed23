"""The steps before a battle in their order: scenario, traits, Attacker, table, names; then the first turn."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import All, Choose, Flow, Refusal, Roll, Scene, Then, acts, cite, rule, scene
from xenotable.faults import nearest
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.command import roll_trait
from xenotable.games.rampant.rules.detachment.legality import roster_refusals
from xenotable.games.rampant.rules.detachment.profiles import able_actions
from xenotable.games.rampant.rules.terrain.field import lay_out, scenario_of
from xenotable.games.rampant.rules.variants.plain_victory import has_vows
from xenotable.games.rampant.rules.variants.quick_battle import announce
from xenotable.games.rampant.scenes import (
    Begin,
    Deploy,
    FirstRound,
    Hiring,
    LayOut,
    LostOrders,
    Muster,
    Naming,
    RollAttacker,
    RoundEnd,
    Scatter,
    Scouting,
    SettleAttacker,
    Sleight,
    Turn,
    Vowing,
)
from xenotable.games.rampant.state import NOW, VARIANTS, Rampant, Setup, commander, entry_of, is_in_force

FIRST_BLOOD_ONLY = "Choose First Blood and 12 points, or another battle."


def setup_refusals(setup: Setup) -> Iterator[Refusal]:
    scenarios = content().scenarios
    if setup.scenario and setup.scenario not in scenarios:
        says = "There is no scenario called {s}."
        yield Refusal("setup.scenario-roll", says, {"s": setup.scenario}, nearest(setup.scenario, scenarios))
    for variant in setup.variants:
        if variant not in VARIANTS:
            says = "There is no optional rule called {v}."
            yield Refusal("variants.switches", says, {"v": variant}, nearest(variant, VARIANTS))
    if "quick-battle" in setup.variants and (setup.scenario != "first-blood" or setup.limit != 12):
        yield Refusal("variants.quick-battle", "A Quick Battle is First Blood at 12 points.", remedy=FIRST_BLOOD_ONLY)
    for roster in setup.rosters:
        yield from roster_refusals(roster, setup.limit, setup.picked)


@scene
@rule("setup.order")
def begin(game: Rampant, at: Begin) -> Flow[list[Scene]]:
    """Scenario and traits are settled first; what follows is the order of the book."""
    announce(game)
    cite("play.decisions-before-battle")
    cite("play.open-information")
    if is_in_force(game, "quick-battle"):
        game.battle.set(NOW, scenario="quick-battle")
    elif not game.now.scenario:
        yield from roll_scenario(game)
    for seat in (0, 1):
        if game.sides[seat].trait.startswith("roll:"):
            yield from roll_trait(game, seat)
            if game.sides[seat].trait == "seasoned":
                yield from choose_seasoned_action(game, seat)
    return [RollAttacker()]


def choose_seasoned_action(game: Rampant, seat: int) -> Flow[None]:
    """The additional free action of a Commander who turns out to be Seasoned: no roster could name it."""
    chief = commander(game, seat)
    entry = entry_of(game, chief)
    able = able_actions(entry.type, entry.options, entry.xeno)
    if not able:
        return
    action = yield from Choose(
        seat=seat,
        key="seasoned",
        rule="command.champion-3-seasoned",
        prompt="{unit} is led by a Seasoned Commander: which action is free for it?",
        args={"unit": chief},
        among=lambda: able,
        label=str.title,
        on=lambda _: chief,
    )
    game.sides.set(seat, seasoned_free=action)
    game.tell("{unit} does this without a test: {a}.", "command.champion-3-seasoned", unit=chief, a=action.title())


@rule("setup.scenario-roll")
def roll_scenario(game: Rampant) -> Flow[None]:
    """1 to 6 gives the first six scenarios; Sabotage is never rolled."""
    counts = yield from Roll(key="scenario", rule="setup.scenario-roll", prompt="Which battle is it?", n=1)
    id = list(content().scenarios)[counts.index(1)]
    game.battle.set(NOW, scenario=id)
    game.tell("The scenario is {s}.", "setup.scenario-roll", s=content().scenarios[id].name)


# ---- who attacks -----------------------------------------------------------------------------------------------------


@scene
@rule("setup.attacker")
def roll_attacker(game: Rampant, at: RollAttacker) -> Flow[list[Scene]]:
    """One die each; Shrewd commanders may change theirs, secretly if both are."""
    dice = []
    for seat in (0, 1):
        counts = yield from Roll(
            seat=seat,
            key="attacker",
            rule="setup.attacker",
            prompt="A roll to attack for {who}",
            args={"who": game.seat_name(seat)},
            n=1,
        )
        dice.append(1 + counts.index(1))
    shrewd = [s for s in (0, 1) if game.sides[s].trait == "shrewd"]
    if shrewd:
        rolled = (dice[0], dice[1])
        shifts = yield from All(
            asks=[
                Choose(
                    seat=s,
                    key="shrewd",
                    rule="command.planner-3-shrewd",
                    secret=True,
                    args={"a": rolled[s], "b": rolled[1 - s]},
                    prompt="You rolled {a}, the enemy {b}. Change your die?",
                    among=lambda: (0, 1, -1),
                    label=lambda n: f"{n:+d}" if n else "Leave it",
                )
                for s in shrewd
            ]
        )
        for seat, shift in zip(shrewd, shifts, strict=True):
            game.secret.set(seat, shift=shift)
    return [SettleAttacker((dice[0], dice[1]))]


@scene
def settle_attacker(game: Rampant, at: SettleAttacker) -> list[Scene]:
    """The higher result attacks; ties are rolled again."""
    totals = []
    for seat in (0, 1):
        total = at.dice[seat] + game.secret[seat].shift
        if game.sides[seat].trait == "outguessed" and acts("command.tactician-2-outguessed"):
            total -= 1
        game.secret.set(seat, shift=0)
        totals.append(total)
    game.tell("The rolls to attack are {a} and {b}.", "setup.attacker", reveals=True, a=totals[0], b=totals[1])
    if totals[0] == totals[1]:
        return [RollAttacker()]
    attacker = 0 if totals[0] > totals[1] else 1
    game.battle.set(NOW, attacker=attacker, active=attacker)
    game.tell("The attacker: {who}.", "setup.attacker", who=game.seat_name(attacker))
    return [LayOut()]


# ---- terrain and sides -----------------------------------------------------------------------------------------------


@scene
@rule("setup.terrain")
def lay_out_table(game: Rampant, at: LayOut) -> Flow[list[Scene]]:
    """The scenario's own terrain, or a random layout; then the Attacker may take a side."""
    id = game.now.scenario
    if game.setup.terrain == "random" and not at.terrain:
        return [Scatter((id, "clear"))]
    game.battle.set(NOW, terrain=at.terrain or id)
    lay_out(game)
    scenario = scenario_of(id)
    attacker = game.now.attacker
    envoy = next((o for o in scenario.objectives if o.kind == "envoy"), None)
    if envoy is not None and envoy.x is not None and envoy.y is not None:
        game.battle.set(NOW, marker=(envoy.x, envoy.y))
    if scenario.side_choice:
        side = yield from Choose(
            seat=attacker,
            key="side",
            rule="scenarios.home-and-zones",
            prompt="Which side of the table do you take?",
            among=lambda: ("south", "north"),
            label=str.title,
        )
        game.battle.set(NOW, swapped=side == "north")
    defender = 1 - attacker
    vows: list[Scene] = [Vowing()] if has_vows(game) else []
    return [
        *vows,
        *(Naming(s, what) for s in (attacker, defender) for what in ("foe", "grudge")),
        Hiring(tuple(u for u in game.units if "hired-guns" in game.profile[u].has)),
        Muster(defender),
        Deploy(defender),
        Muster(attacker),
        Deploy(attacker),
        Sleight(defender),
        LostOrders(0),
        LostOrders(1),
        Scouting(attacker),
        Scouting(defender),
        FirstRound(),
    ]


def kins(game: Rampant, seat: int) -> list[str]:
    return list(dict.fromkeys(game.profile[u].kin for u in game.members[seat]))


@scene
def naming(game: Rampant, at: Naming) -> Then:
    """The kin that Sworn Foe and Grudge are aimed at, named with both rosters open."""
    special = "sworn-foe" if at.what == "foe" else "grudge"
    aims = any(special in game.profile[u].has for u in game.members[at.seat])
    return name_kin(game, at, special) if aims else []


def name_kin(game: Rampant, at: Naming, special: str) -> Flow[list[Scene]]:
    found = kins(game, 1 - at.seat)
    if at.what == "foe":
        found = [k for k in found if k not in kins(game, at.seat)]
    if not found:
        cite("xeno.sworn-foe")
        return []
    kin = found[0]
    if len(found) > 1:
        kin = yield from Choose(
            seat=at.seat,
            key=special,
            rule=f"xeno.{special}",
            among=lambda: found,
            label=str.title,
            prompt="Which kin is your sworn foe?" if at.what == "foe" else "Which kin does your grudge name?",
        )
    if at.what == "foe":
        game.sides.set(at.seat, foe=kin)
    else:
        game.sides.set(at.seat, grudge=kin)
    game.tell("Named by {who}: {kin}.", f"xeno.{special}", who=game.seat_name(at.seat), kin=kin)
    return []


@scene
@rule("setup.first-turn")
def first_round(game: Rampant, at: FirstRound) -> list[Scene]:
    """Round 1 begins with the Attacker's turn."""
    game.battle.set(NOW, phase="rally")
    return round_scenes(game, 1)


@rule("setup.first-turn")
def round_scenes(game: Rampant, number: int) -> list[Scene]:
    """The Attacker's turn, then the Defender's, then the end of the round."""
    first = game.now.attacker
    return [Turn(number, first), Turn(number, 1 - first), RoundEnd(number)]
