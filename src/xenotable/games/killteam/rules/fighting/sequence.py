"""The fight sequence (chapter fighting) on the table: target, weapons, dice, blows, the end of the combat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Forecast, Refusal, Scene, Slot, acts, cite, rule, scene
from xenotable.engine.gestures import Aimed
from xenotable.games.killteam.rules.datacards.modified import change_apl, skill
from xenotable.games.killteam.rules.datacards.printed import Use, has, has_ability, title
from xenotable.games.killteam.rules.datacards.special_rules import rules_for
from xenotable.games.killteam.rules.dice import rerolls
from xenotable.games.killteam.rules.fighting.blows import BLOWS, over
from xenotable.games.killteam.rules.movement.legality import engaged_with
from xenotable.games.killteam.rules.play.measuring import enemies
from xenotable.games.killteam.rules.ploys import buying, tactical
from xenotable.games.killteam.rules.shooting.targets import arms
from xenotable.games.killteam.rules.shooting.terms import POOL, Shot, Terms
from xenotable.games.killteam.rules.specials.dice import with_reroll_order
from xenotable.games.killteam.rules.specials.further_targets import reap_targets
from xenotable.games.killteam.rules.wounds import leave, mortal, note_unhurt, remove, suffer
from xenotable.games.killteam.scenes import Blade, Blows, Bout, Combat, CombatEnd, LastRites, Melee
from xenotable.games.killteam.state import KillTeam, Spot
from xenotable.odds import assign_seats

Arm = tuple[str, int] | None
# A combat of two operatives with these weapons; None stands for the best one.
combat_odds = Slot[[KillTeam, str, str, Arm, Arm], Sequence[Forecast]]("killteam.combat_odds")


# ---- steps 1 and 2


@rule("fighting.steps", neutral=lambda *_: [])
def fight(game: KillTeam, operative: str) -> Flow[list[Scene]]:
    seat = game.operatives[operative].seat
    foe = yield from Choose(
        seat=seat,
        key="foe",
        rule="fighting.target",
        prompt="{operative} fights: whom?",
        args={"operative": operative},
        among=lambda: enemies(game, seat),
        why_not=lambda t: foe_refusals(game, operative, t),
        odds=lambda t: combat_odds(game, operative, t, None, None),
    )
    arm = yield from weapon_of(game, operative, foe, "weapon", lambda a: combat_odds(game, operative, foe, a, None))
    foe_arm = yield from weapon_of(
        game, foe, operative, "foe-weapon", lambda a: combat_odds(game, operative, foe, arm, a)
    )
    shows = (Aimed((operative,), (foe,), "fight"),)
    game.tell("{operative} fights {foe}.", "actions.fight", shows=shows, operative=operative, foe=foe)
    return [Combat(operative, foe, arm, foe_arm)]


@rule("fighting.target", neutral=lambda *_: ())
def foe_refusals(game: KillTeam, operative: str, foe: str) -> Iterator[Refusal]:
    if foe not in engaged_with(game, operative):
        yield Refusal(
            "fighting.target",
            "{foe} is not within engagement range of {operative}.",
            {"foe": foe, "operative": operative},
        )


@rule("fighting.weapons", neutral=lambda *_: None)
def weapon_of(
    game: KillTeam, operative: str, foe: str, key: str, odds: Callable[[tuple[str, int]], Sequence[Forecast]]
) -> Flow[Arm]:
    """Each side selects one melee weapon; whoever has none rolls no dice."""
    owned = arms(game, operative, "fight")
    if len(owned) < 2:
        return owned[0] if owned else None
    return (
        yield from Choose(
            seat=game.operatives[operative].seat,
            key=key,
            rule="fighting.weapons",
            prompt="{operative} fights {foe}: with which weapon?",
            args={"operative": operative, "foe": foe},
            among=lambda: owned,
            label=lambda a: title(Use(operative, a[0], a[1], "fight")),
            odds=odds,
        )
    )


# ---- step 3


@rule("fighting.support", neutral=lambda *_: 0)
def support(game: KillTeam, operative: str, foe: str) -> int:
    """Friends of the fighter at the enemy's side that no other enemy keeps busy; counted when weapons are selected."""
    cite("fighting.support-timing")
    found = 0
    for i in engaged_with(game, foe):
        if i == operative:
            continue
        others = [e for e in engaged_with(game, i) if e != foe]
        if not others or (has_ability(game, i, "ab-swarm-instinct") and acts("ab-swarm-instinct")):
            found += 1
    return found


def pool_terms(game: KillTeam, operative: str, foe: str, arm: Arm, live: bool = False) -> Terms:
    """One side's attack dice."""
    if arm is None:
        return Terms(0, 6, melee=True)
    use = Use(operative, arm[0], arm[1], "fight", foe)
    rules = rules_for(game, use)
    seat = game.operatives[operative].seat
    oath = game.sides[seat].cp if live and buying.affords(game, seat, "pl-fp-unto-ruin") else 0
    line = use.line
    return Terms(
        line.attacks,
        skill(game, use, support(game, operative, foe)),
        line.damage[0],
        line.damage[1],
        (*(with_reroll_order(rules) if live else rules), *((("Unto Ruin", 0),) if oath else ())),
        command=(rerolls.rerolls_left(game, seat), 0) if live else (0, 0),
        oath=oath,
        free=live,
        melee=True,
    )


@scene
@rule("fighting.roll")
def combat(game: KillTeam, at: Combat) -> Flow[list[Scene]]:
    """The attacker rolls and settles re-rolls, then the defender."""
    one, two = (
        pool_terms(game, at.operative, at.foe, at.arm, True),
        pool_terms(game, at.foe, at.operative, at.foe_arm, True),
    )
    mine = yield from roll_pool(game, at.operative, one)
    yours = yield from roll_pool(game, at.foe, two)
    start = (game.operatives[at.operative].wounds, game.operatives[at.foe].wounds)
    seats = (game.operatives[at.operative].seat, game.operatives[at.foe].seat)
    blades = (Blade(one.normal, one.critical, one.rules), Blade(two.normal, two.critical, two.rules))
    riposte = (tactical.can_riposte(game, seats[0]), tactical.can_riposte(game, seats[1]))
    bout = Bout((mine.hits, yours.hits), (mine.crits, yours.crits), start)
    return [Blows(at.operative, at.foe, Melee(blades, riposte), bout, start)]


def roll_pool(game: KillTeam, operative: str, terms: Terms) -> Flow[Shot]:
    seat = game.operatives[operative].seat
    shot, pay = Shot(), partial(rerolls.pay_for_reroll, game)
    for step in POOL.compiled(name for name, _ in terms.rules).plan:
        before = shot
        after = step.function(terms, shot)
        shot = (yield from assign_seats(after, (seat, seat), pay)) if step.asks else after
        if shot.spent and not before.spent:
            buying.buy(game, seat, "pl-fp-unto-ruin")
        elif step.name == "retained" and shot.crits > before.crits:
            game.tell(
                "Rending: {operative} retains a normal hit as a critical hit.", "specials.rending", operative=operative
            )
    game.tell(
        "{operative} retains {n} normal and {c} critical hits.",
        "fighting.roll",
        operative=operative,
        n=shot.hits,
        c=shot.crits,
    )
    return shot


# ---- step 4


@scene
def blows(game: KillTeam, at: Blows) -> Flow[list[Scene]]:
    """One blow; wounds, Reap and APL change at once."""
    if over(at.melee, at.bout):
        return [CombatEnd(at.operative, at.foe, at.start)]
    pair = (at.operative, at.foe)
    seats = (game.operatives[at.operative].seat, game.operatives[at.foe].seat)
    before = at.bout
    after = yield from assign_seats(BLOWS.compiled().plan[0].function(at.melee, before), seats)
    me = before.turn
    settle(game, pair, at.melee, before, after, me)
    return [Blows(at.operative, at.foe, at.melee, after, at.start)]


def settle(game: KillTeam, pair: tuple[str, str], melee: Melee, before: Bout, after: Bout, me: int) -> None:
    """Brings what a blow changed onto the table."""
    mine, foe = pair[me], pair[1 - me]
    hurt = before.wounds[1 - me] - after.wounds[1 - me]
    if hurt:
        kind = "critical" if after.crits[me] < before.crits[me] else "normal"
        says = "{a} strikes {b} with a {kind} hit." if after.paid == before.paid else "{a} parries {b} and ripostes."
        game.tell(says, "fighting.strike", shows=(Aimed((mine,), (foe,), "fight"),), a=mine, b=foe, kind=kind)
        suffer(game, foe, hurt, mine, "fight", rule="fighting.strike")
    elif before.hits != after.hits or before.crits != after.crits:
        game.tell("{a} parries {b}.", "fighting.parry", a=mine, b=foe)
    if after.paid[me] > before.paid[me]:
        buying.buy(game, game.operatives[mine].seat, "pl-vc-riposte")
    if after.stunned[1 - me] > before.stunned[1 - me] and not game.operatives[foe].fallen:
        change_apl(game, foe, -1, "specials.stun-fight-second")
    if after.reaped[me] > before.reaped[me]:
        reap(game, mine, foe, has(melee.blades[me].rules, "Reap"), pair[0])


def reap(game: KillTeam, wielder: str, target: str, x: int, actor: str) -> None:
    """After the strike's damage, also if that was the last one. Bystanders who fall are removed at once.

    actor: who performed the Fight action
    """
    cite("specials.reap-last-strike")
    cite("combos.reap-support")
    for i in reap_targets(game, wielder, target):
        mortal(game, i, x, wielder, "fight", "specials.reap")
        if (
            game.operatives[i].fallen
            and not game.operatives[i].carries
            and not tactical.may_have_last_rites(game, i, actor)
        ):
            leave(game, i, "specials.reap-last-strike")


@scene
def combat_end(game: KillTeam, at: CombatEnd) -> Flow[list[Scene]]:
    """Whoever fell leaves the killzone."""
    for mine, foe, start in ((at.operative, at.foe, at.start[0]), (at.foe, at.operative, at.start[1])):
        if game.operatives[foe].fallen and game.operatives[mine].wounds == start:
            note_unhurt(game, foe)
    for i, other in ((at.foe, at.operative), (at.operative, at.foe)):
        if game.operatives[i].fallen and game.operatives[i].there:
            row = game.operatives[i]
            key = f"fell{game.now.tokens + 1}"
            game.battle.set("now", tokens=game.now.tokens + 1)
            game.spots.add(key, Spot("fell", row.seat, row.x, row.y, row.z, i, game.now.turn))
            yield from tactical.burst_ichor(game, i, other)
            if tactical.may_have_last_rites(game, i, at.operative):
                return [LastRites(i, other, "fight"), CombatEnd(at.operative, at.foe, (-1, -1))]
            yield from remove(game, i)
    for i in [i for i, o in game.operatives.items() if o.there and o.fallen]:
        if tactical.may_have_last_rites(game, i, at.operative):
            return [LastRites(i, at.operative, "fight"), CombatEnd(at.operative, at.foe, (-1, -1))]
        yield from remove(game, i)
    return []
