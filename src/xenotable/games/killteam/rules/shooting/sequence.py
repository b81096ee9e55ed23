"""The shooting sequence (chapter shooting) on the table: aiming, the attack itself, further targets, removal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Forecast, Scene, Slot, acts, cite, rule, scene
from xenotable.engine.gestures import Aimed
from xenotable.games.killteam.content import Rule, rules_of
from xenotable.games.killteam.rules.datacards import special_rules
from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
from xenotable.games.killteam.rules.datacards.modified import change_apl
from xenotable.games.killteam.rules.datacards.printed import Use, has, title
from xenotable.games.killteam.rules.datacards.special_rules import rules_for
from xenotable.games.killteam.rules.dice.rerolls import pay_for_reroll
from xenotable.games.killteam.rules.equipment.effects import range_cards
from xenotable.games.killteam.rules.narrative import battle_effects
from xenotable.games.killteam.rules.play.measuring import enemies
from xenotable.games.killteam.rules.ploys import tactical
from xenotable.games.killteam.rules.shooting.targets import arm_refusals, arms, target_refusals
from xenotable.games.killteam.rules.shooting.terms import ATTACK, Shot, Terms
from xenotable.games.killteam.rules.specials.further_targets import (
    blast_targets,
    splash_targets,
    torrent_refusals,
    torrent_targets,
)
from xenotable.games.killteam.rules.specials.fusillade import fusillade
from xenotable.games.killteam.rules.specials.weapon_use import is_free_of_charge, limited_key
from xenotable.games.killteam.rules.wounds import mortal, remove, suffer
from xenotable.games.killteam.scenes import Aftermath, Attack, Follow, LastRites
from xenotable.games.killteam.state import KillTeam, circle
from xenotable.odds import assign_seats
from xenotable.table import rim

# What a shooting attack brings: a weapon at each of its targets (or only one), a target with all others that it hurts,
# and one attack on its own.
weapon_odds = Slot[[KillTeam, Use, str], Sequence[Forecast]]("killteam.weapon_odds")
target_odds = Slot[[KillTeam, Use], Sequence[Forecast]]("killteam.target_odds")
attack_odds = Slot[[KillTeam, Use], Forecast]("killteam.attack_odds")
free_odds = Slot[[KillTeam, Use, int], Sequence[Forecast]]("killteam.free_odds")  # of a free Shoot or Fight


def cover_point(game: KillTeam, use: Use, target: str) -> Flow[tuple[float, float] | None]:
    """By default the point best for the shooter; asked for where the set-up wants it."""
    if not game.setup.points:
        return None
    row = game.operatives[use.operative]
    foe = game.operatives[target]
    base = circle(row)
    spots: list[tuple[float, float] | None] = [None, (base.x, base.y), *rim(base, 8, (foe.x, foe.y))]
    said = yield from Choose(
        seat=row.seat,
        key="point",
        rule="sight.cover-lines",
        prompt="From which point of the base do cover lines run? (0 leaves it to the engine)",
        among=lambda: tuple(range(len(spots))),
        why_not=lambda k: target_refusals(game, use, target, spots[k]),
        default=0,
    )
    return spots[said]


def use_of(at: Attack) -> Use:
    return Use(at.operative, at.weapon, at.profile, at.kind, at.target, at.original, at.free, at.by)


# ---- steps 1 and 2


@rule("shooting.steps")
def aim(
    game: KillTeam, operative: str, kind: str, spare: int, free: bool = False, by: str = "", only: str = ""
) -> Flow[list[Scene]]:
    """Weapon, target, and where the dice go; gives the attacks of the action."""
    seat = game.operatives[operative].seat
    cite("datacards.profiles")
    weapon, n = yield from Choose(
        seat=seat,
        key="weapon",
        rule="shooting.weapon",
        prompt="{operative} shoots: with which weapon?",
        args={"operative": operative},
        among=lambda: arms(game, operative, kind),
        why_not=lambda a: arm_refusals(game, Use(operative, a[0], a[1], kind, free=free, by=by), spare, only),
        label=lambda a: title(Use(operative, a[0], a[1], kind)),
        odds=lambda a: weapon_odds(game, Use(operative, a[0], a[1], kind, free=free, by=by), only),
    )
    use = Use(operative, weapon, n, kind, free=free, by=by)
    target = yield from Choose(
        seat=seat,
        key="target",
        rule="shooting.valid-target",
        prompt="{operative} shoots with the {w}: at whom?",
        args={"operative": operative, "w": title(use)},
        among=lambda: [i for i in enemies(game, seat) if only in ("", i)],
        why_not=lambda t: target_refusals(game, use, t),
        odds=lambda t: target_odds(game, use.at(t)),
    )
    point = yield from cover_point(game, use, target)
    rules = rules_for(game, use.at(target))
    says, shows = "{operative} shoots {t} with the {w}.", (Aimed((operative,), (target,)),)
    game.tell(says, "actions.shoot", shows=shows, operative=operative, t=target, w=title(use))
    use_up_weapon(game, use, rules)
    yield from range_cards(game, use.at(target))
    shots = [Attack(operative, weapon, n, kind, target, "", -1, free, by, point)]
    if has(rules, "Fusillade"):
        shots = yield from fusillade(game, use, target)
    return [
        *shots,
        Follow(operative, weapon, n, kind, target, (target,), free, by),
        Aftermath(operative, kind, limited_key(use) if has(rules, "Limited") else ""),
    ]


def use_up_weapon(game: KillTeam, use: Use, rules: tuple[Rule, ...]) -> None:
    """What selecting a weapon uses up: a Limited weapon, the extra AP of an Unwieldy one."""
    row = game.operatives[use.operative]
    if has(rules, "Limited"):
        game.operatives.set(use.operative, used=(*row.used, limited_key(use)))
    if has(rules, "Unwieldy") and not is_free_of_charge(game, use):
        game.operatives.set(use.operative, ap=row.ap - 1)
    if use.kind == "shoot":
        game.operatives.set(
            use.operative, fired=(*game.operatives[use.operative].fired, *(name for name, _ in rules_of(use.line)))
        )


@scene
def attack(game: KillTeam, at: Attack) -> Flow[list[Scene]]:
    use = use_of(at)
    gone_already = not game.operatives[at.target].there or game.operatives[at.target].fallen
    if gone_already and acts("combos.splash-blast-skip"):
        game.tell("{t} has fallen already; the attack is skipped.", "shooting.removal", t=at.target)
        return []
    yield from tactical.shield_of_oaths(game, use)
    shooter, defender = game.operatives[at.operative].seat, game.operatives[at.target].seat
    terms = shot_terms(game, use, at.dice, at.point, live=True)
    shot = yield from resolve_attack(game, use, terms, (shooter, defender))
    battle_effects.note_dice(game, use, shot.damage)
    if not shot.damage:
        game.tell("{t} is unharmed.", "shooting.damage", t=use.target)
    tactical.end_oath(game, at.target)
    return []


def resolve_attack(game: KillTeam, use: Use, terms: Terms, seats: tuple[int, int]) -> Flow[Shot]:
    """The steps one after another; what each of them does is on the table, and told, before the next one asks."""
    cite("play.dice-order")
    shot, pay = Shot(), partial(pay_for_reroll, game)
    for step in ATTACK.compiled(name for name, _ in terms.rules).plan:
        before = shot
        after = step.function(terms, shot)
        shot = (yield from assign_seats(after, seats, pay)) if step.asks else after
        if step.name == "discard" and step.function.__name__ == "discard":
            says = "{operative} hits {t}: {n} normal, {c} critical of {d:die|dice}."
            game.tell(
                says,
                "shooting.attack-roll",
                operative=use.operative,
                t=use.target,
                n=shot.hits,
                c=shot.crits,
                d=terms.attacks,
            )
        elif step.name == "defence" and sum(shot.saved):
            game.tell("{t} keeps a defence die for Cover.", "shooting.cover-die", t=use.target)
        elif step.name == "plates" and shot.need:
            n, c = shot.normals + shot.saved[0], shot.criticals + shot.saved[1]
            game.tell("{t} saves: {n} normal, {c} critical.", "shooting.defence-dice", t=use.target, n=n, c=c)
        if shot != before:
            settle_costs(game, use, before, shot)
            yield from inflict(game, use, step.name, before, shot)
    return shot


def settle_costs(game: KillTeam, use: Use, before: Shot, after: Shot) -> None:
    """What the choices of a step cost beside CP: the plate of the target."""
    if after.spent and not before.spent:
        game.operatives.set(use.target, used=(*game.operatives[use.target].used, "it-ablative-plate"))
        game.tell("{t} uses up its ablative plate.", "it-ablative-plate", t=use.target)


def inflict(game: KillTeam, use: Use, moment: str, before: Shot, after: Shot) -> Flow[None]:
    """What a step of an attack did, to shooter, target and bystanders."""
    cite("play.own-order")
    cite("combos.blast-stun-each")
    if after.burn > before.burn:
        burn(game, use, after.burn)
    if moment == "retained" and after.crits > before.crits:
        game.tell(
            "Rending: {operative} retains a normal hit as a critical hit.", "specials.rending", operative=use.operative
        )
    if after.stun > before.stun and not game.operatives[use.target].fallen:
        change_apl(game, use.target, -after.stun, "specials.stun-shooting")
    splash = after.splash - before.splash
    if after.damage > before.damage:
        rule = "shooting.damage" if moment == "damage" else "specials.splash" if splash else "specials.mw"
        hurt = yield from battle_effects.last_one_standing(game, use.target, after.damage - before.damage)
        suffer(game, use.target, hurt, use.operative, use.kind, use.weapon, rule, mortal=moment != "damage")
    if splash:
        for i in splash_targets(game, use.target):
            mortal(game, i, splash, use.operative, use.kind, "specials.splash")


def burn(game: KillTeam, use: Use, n: int) -> None:
    """A Hot weapon hurts whoever fires it."""
    game.tell("The {w} burns {operative}.", "specials.hot", w=title(use), operative=use.operative)
    suffer(game, use.operative, n, rule="specials.hot", mortal=True)


# ---- further targets


@scene
def follow(game: KillTeam, at: Follow) -> Flow[list[Scene]]:
    """The next attack of the action, if there is another one."""
    use = Use(at.operative, at.weapon, at.profile, at.kind, original=at.first, free=at.free, by=at.by)
    target = yield from further_target(game, use, at.hit)
    if target is None:
        special_rules.note_direct_fire(game, use)
        return []
    again = Follow(at.operative, at.weapon, at.profile, at.kind, at.first, (*at.hit, target), at.free, at.by)
    return [Attack(at.operative, at.weapon, at.profile, at.kind, target, at.first, -1, at.free, at.by), again]


def further_target(game: KillTeam, use: Use, hit: tuple[str, ...]) -> Flow[str | None]:
    """Who is attacked next by Blast or Torrent; `hit` were attacked already."""
    rules = rules_for(game, use)
    blast, torrent = has(rules, "Blast"), has(rules, "Torrent")
    if not blast and not torrent:
        return None
    cite("combos.blast-torrent-fusillade")
    if blast:
        return (yield from next_in_blast(game, use, blast, hit))
    near = torrent_targets(game, use, torrent, hit)
    if not near:
        return None
    seat = game.operatives[use.operative].seat
    return (
        yield from Choose[str | None](
            seat=seat,
            key="further",
            rule="specials.torrent",
            prompt="Torrent: attack another target?",
            among=lambda: [
                *(i for i in enemies(game, seat) if i not in hit),
                None,
            ],
            why_not=lambda t: () if t is None or t in near else torrent_refusals(game, use, torrent, hit, t),
            label=lambda t: "nobody" if t is None else game.name(t),
            odds=lambda t: None if t is None else attack_odds(game, use.at(t)),
        )
    )


def next_in_blast(game: KillTeam, use: Use, x: float, hit: tuple[str, ...]) -> Flow[str | None]:
    """Everybody in a Blast who still stands is attacked; the shooter's player chooses the order."""
    left = [i for i in blast_targets(game, use, x) if i not in hit and not game.operatives[i].fallen]
    if len(left) < 2:
        return left[0] if left else None
    return (
        yield from Choose(
            seat=game.operatives[use.operative].seat,
            key="further",
            rule="specials.blast",
            prompt="Blast: who is attacked next?",
            among=lambda: left,
            odds=lambda t: attack_odds(game, use.at(t)),
        )
    )


# ---- step 7


@scene
@rule("shooting.removal", neutral=lambda *_: [])
def aftermath(game: KillTeam, at: Aftermath) -> Flow[list[Scene]]:
    """One fallen operative after the other; a last act may come first."""
    if at.limited:
        yield from tactical.spare_charges(game, at.operative, at.limited)
        return [Aftermath(at.operative, at.kind)]
    for i in [i for i, o in game.operatives.items() if o.there and o.fallen]:
        if tactical.may_have_last_rites(game, i, at.operative):
            return [LastRites(i, at.operative, at.kind), at]
        yield from remove(game, i)
    return []
