"""Setting up a battle: who attacks, terrain, vows, deployment, reserves, who goes first."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import All, Choose, Flow, Pick, Random, Refusal, Roll, Scene, acts, cite, rule, scene
from xenotable.faults import nearest
from xenotable.games.rampant.content import content
from xenotable.games.rampant.deployment import Deploy, LostOrders, Muster, Scouting, Sleight
from xenotable.games.rampant.field import lay_out, scenario_of
from xenotable.games.rampant.landscape import LayOut, Scatter
from xenotable.games.rampant.legality import roster_refusals, total
from xenotable.games.rampant.losses import lose
from xenotable.games.rampant.state import NOW, VARIANTS, Battle, Rampant, Setup, Side, Unit, numbered, switched
from xenotable.games.rampant.variants import announce


class Begin(Scene, frozen=True):
    pass


class RollAttacker(Scene, frozen=True):
    pass


class SettleAttacker(Scene, frozen=True):
    dice: tuple[int, int]


class Vowing(Scene, frozen=True):
    pass


class Naming(Scene, frozen=True):
    seat: int
    what: str  # "foe" or "grudge"


class Hiring(Scene, frozen=True):
    left: tuple[str, ...]


class FirstRound(Scene, frozen=True):
    pass


@rule("play.players")
def new(setup: Setup) -> Rampant:
    game = Rampant(setup)
    for seat, roster in enumerate(setup.rosters):
        for uid, _ in numbered(seat, roster):
            game.units.add(uid, Unit(seat, game.profile[uid].strength))
        game.sides.add(seat, Side(trait=roster.trait, total=total(roster)))
    game.battle.add(NOW, Battle(scenario=setup.scenario))
    game.scenes = [Begin()]
    return game


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
        yield Refusal("variants.quick-battle", "A Quick Battle is First Blood at 12 points.")
    for roster in setup.rosters:
        yield from roster_refusals(roster, setup.limit, setup.picked)


@scene
@rule("setup.order")
@rule("play.decisions-before-battle")
def begin(game: Rampant, at: Begin) -> Flow[list[Scene]]:
    """Scenario and traits are settled first; what follows is the order of the book."""
    announce(game)
    cite("play.open-information")
    if switched(game, "quick-battle"):
        game.battle.set(NOW, scenario="quick-battle")
    elif not game.now.scenario:
        yield from roll_scenario(game)
    for seat in (0, 1):
        if game.sides[seat].trait.startswith("roll:"):
            yield from roll_trait(game, seat)
    return [RollAttacker()]


@rule("setup.scenario-roll")
def roll_scenario(game: Rampant) -> Flow[None]:
    """1 to 6 gives the first six scenarios; Sabotage is never rolled."""
    counts = yield from Roll(key="scenario", rule="setup.scenario-roll", prompt="Which battle is it?", n=1)
    id = list(content().scenarios)[counts.index(1)]
    game.battle.set(NOW, scenario=id)
    game.tell("The scenario is {s}.", "setup.scenario-roll", s=content().scenarios[id].name)


@rule("command.trait")
def roll_trait(game: Rampant, seat: int) -> Flow[None]:
    """Rolled mode: one die on the table that the owner picked."""
    table = game.sides[seat].trait[5:]
    counts = yield from Roll(
        seat=seat, key="trait", rule="command.trait", prompt="Roll a trait on the {t} table", args={"t": table}, n=1
    )
    trait = next(t for t in content().traits.values() if t.table == table and t.roll == 1 + counts.index(1))
    game.sides.set(seat, trait=trait.id)
    game.tell("The Commander of {who} is {t}.", "command.trait", who=game.seat_name(seat), t=trait.name)


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
            prompt="{who} rolls to attack",
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
        if game.secret[seat].shift:
            cite("command.planner-3-shrewd")
        if game.sides[seat].trait == "outguessed" and acts("command.tactician-2-outguessed"):
            total -= 1
        game.secret.set(seat, shift=0)
        totals.append(total)
    game.tell("The rolls to attack are {a} and {b}.", "setup.attacker", reveals=True, a=totals[0], b=totals[1])
    if totals[0] == totals[1]:
        return [RollAttacker()]
    attacker = 0 if totals[0] > totals[1] else 1
    game.battle.set(NOW, attacker=attacker, active=attacker)
    game.tell("{who} attacks.", "setup.attacker", who=game.seat_name(attacker))
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
    vows: list[Scene] = [] if switched(game, "no-vows") else [Vowing()]
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


@scene
@rule("play.hidden-information")
def vowing(game: Rampant, at: Vowing) -> Flow[list[Scene]]:
    """Up to three different vows, in secret."""
    vows = content().vows

    def label(v: str) -> str:
        return f"{vows[v].name} ({vows[v].value})"

    chosen = yield from All(
        asks=[
            Pick(
                seat=s,
                key="vows",
                rule="scenarios.vows",
                prompt="Choose up to three vows",
                secret=True,
                among=lambda: tuple(vows),
                most=3,
                label=label,
                always=True,
            )
            for s in (0, 1)
        ]
    )
    for seat in (0, 1):
        game.secret.set(seat, vows=chosen[seat])
    return []


# ---- kins and hired guns ---------------------------------------------------------------------------------------------


def kins(game: Rampant, seat: int) -> list[str]:
    return list(dict.fromkeys(game.profile[u].kin for u, row in game.units.items() if row.seat == seat))


@scene
def naming(game: Rampant, at: Naming) -> Flow[list[Scene]]:
    """The kin that Sworn Foe and Grudge are aimed at, named with both rosters open."""
    special = "sworn-foe" if at.what == "foe" else "grudge"
    if not any(special in game.profile[u].has for u, row in game.units.items() if row.seat == at.seat):
        return []
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
    game.tell("{who} names {kin}.", f"xeno.{special}", who=game.seat_name(at.seat), kin=kin)
    return []


@scene
@rule("xeno.hired-guns")
def hiring(game: Rampant, at: Hiring) -> Flow[list[Scene]]:
    """One die for each unit of Hired Guns."""
    if not at.left:
        return []
    uid, *rest = at.left
    counts = yield from Roll(
        seat=game.units[uid].seat,
        key="hired",
        rule="xeno.hired-guns",
        prompt="What is {u} worth today?",
        args={"u": uid},
        n=1,
    )
    die = 1 + counts.index(1)
    game.units.set(uid, hired=die)
    what = ("no-show", "late", "sullen", "eager", "blood up", "night raid")[die - 1]
    game.tell("{u}: {what}.", "xeno.hired-guns", u=uid, what=what)
    if die == 1:
        side = game.sides[game.units[uid].seat]
        game.units.set(uid, where="gone", gone="absent")
        game.sides.set(game.units[uid].seat, total=side.total - game.profile[uid].points)
    elif die == 2:
        late = yield from Roll(
            seat=game.units[uid].seat, key="late", rule="xeno.hired-guns", prompt="In which round?", n=1
        )
        game.units.set(uid, arrives=1 + late.index(1))
    elif die == 6:
        yield from night_raid(game, 1 - game.units[uid].seat)
    return [Hiring(tuple(rest))]


def night_raid(game: Rampant, seat: int) -> Flow[None]:
    """The cheapest enemy unit loses one die of Strength Points, never below 1."""
    units = [u for u, row in game.units.items() if row.seat == seat and row.where != "gone"]
    least = min(game.profile[u].points for u in units)
    cheapest = [u for u in units if game.profile[u].points == least]
    uid = cheapest[0]
    if len(cheapest) > 1:
        uid = yield from Choose(
            seat=seat,
            key="raided",
            rule="xeno.hired-guns",
            prompt="Which of your units was raided in the night?",
            among=lambda: cheapest,
        )
    counts = yield from Roll(
        seat=1 - seat, key="raid", rule="xeno.hired-guns", prompt="How many were lost in the raid?", n=1
    )
    lost = min(1 + counts.index(1), game.units[uid].strength - 1)
    lose(game, uid, lost)
    game.battle.set(NOW, blood=False)  # a raid before the battle is no First Strike
    game.tell("{u} loses {n} in the night.", "xeno.hired-guns", u=uid, n=lost)


@scene
@rule("setup.first-turn")
def first_round(game: Rampant, at: FirstRound) -> list[Scene]:
    """Round 1 begins with the Attacker's turn."""
    from xenotable.games.rampant.activation import round_scenes

    game.battle.set(NOW, phase="rally")
    return round_scenes(game, 1)


# ---- what others may hold possible -----------------------------------------------------------------------------------


def redeal(game: Rampant, seat: int, rnd: Random) -> None:
    """Fills the secrets of the others with something possible, from public facts alone."""
    chosen = not switched(game, "no-vows") and not any(
        isinstance(s, Begin | RollAttacker | SettleAttacker | LayOut | Scatter | Vowing) for s in game.scenes
    )
    top = game.scenes[-1] if game.scenes else None
    for other in (0, 1):
        if other == seat:
            continue
        vows = list(content().vows)
        picked: tuple[str, ...] = ()
        if chosen:
            n = int(rnd() * 4)
            picked = tuple(sorted((vows.pop(int(rnd() * len(vows))) for _ in range(n)), key=list(content().vows).index))
        game.secret.set(other, vows=picked)
        if isinstance(top, SettleAttacker) and game.sides[other].trait == "shrewd":
            game.secret.set(other, shift=int(rnd() * 3) - 1)
        if isinstance(top, Muster | Deploy) and top.seat == other:
            game.secret.set(other, plans=tuple((u, "table") for u in top.done))
