"""Exact odds shown before a choice (chapter odds): what an attack or a combat from this position brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast, cite, is_legal, rule
from xenotable.games.killteam.content import rule_text, weapons
from xenotable.games.killteam.forecasts.best_combats import End, best_ends
from xenotable.games.killteam.forecasts.exact import CHOICES, Fighter, harm, shot_odds
from xenotable.games.killteam.rules.actions.overwatch import overwatch_odds
from xenotable.games.killteam.rules.actions.unique import HEALS, healing_forecast, pool, subject_refusals
from xenotable.games.killteam.rules.actions.universal import cost_of
from xenotable.games.killteam.rules.activation import action_odds
from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
from xenotable.games.killteam.rules.datacards.modified import is_spared_loss_of_apl
from xenotable.games.killteam.rules.datacards.printed import Use, has, title
from xenotable.games.killteam.rules.datacards.special_rules import rules_for
from xenotable.games.killteam.rules.equipment.effects import card_odds, lay_cards
from xenotable.games.killteam.rules.fighting.sequence import combat_odds, pool_terms
from xenotable.games.killteam.rules.movement.legality import engaged_with
from xenotable.games.killteam.rules.ploys.strategic import shrugs_off
from xenotable.games.killteam.rules.ploys.tactical import oath_odds, swear
from xenotable.games.killteam.rules.shooting.sequence import attack_odds, free_odds, target_odds, weapon_odds
from xenotable.games.killteam.rules.shooting.targets import arm_refusals, arms, in_reach, valid
from xenotable.games.killteam.rules.shooting.terms import Terms
from xenotable.games.killteam.rules.specials.dice import after_shrugging_off
from xenotable.games.killteam.rules.specials.further_targets import (
    blast_targets,
    reap_targets,
    splash_targets,
    torrent_sets,
)
from xenotable.games.killteam.rules.specials.fusillade import split_odds
from xenotable.games.killteam.state import KillTeam

Arm = tuple[str, int] | None


# ---- shooting attacks


@target_odds.fill
def shooting_forecast(game: KillTeam, use: Use, policy: str = "plain") -> list[Forecast]:
    """The target's figures first, then those of everybody else that could be harmed."""
    attacks = [use, *further(game, use)]
    found = [attack_forecast(game, one, policy) for one in attacks]
    if len(attacks) > 1:
        found.append(joint_forecast(game, attacks, policy))
    return [*found, *splash_forecasts(game, use, policy)]


def joint_forecast(game: KillTeam, attacks: Sequence[Use], policy: str = "plain", dice: Sequence[int] = ()) -> Forecast:
    """Several attacks of one action together. dice: the attack dice of each; none: as printed."""
    names = ", ".join(game.name(one.target) for one in attacks)
    every, some = joint_falls(game, attacks, policy, dice)
    chances = (Chance("all incapacitated", every), Chance("at least one incapacitated", some))
    return Forecast("All of them", "odds.multi-target", chances=chances, notes=(names, CHOICES[policy]))


def further(game: KillTeam, use: Use) -> list[Use]:
    """The follow-up attacks of a Blast, or of the largest Torrent that this target allows."""
    rules = rules_for(game, use)
    first = use._replace(original=use.target)
    if blast := has(rules, "Blast"):
        return [first.at(i) for i in blast_targets(game, first, blast) if not game.operatives[i].fallen]
    if torrent := has(rules, "Torrent"):
        largest = max(torrent_sets(game, first, use.target, torrent), key=len)
        return [first.at(i) for i in largest]
    return []


@split_odds.fill
def split_forecasts(game: KillTeam, use: Use, dice: Mapping[str, int]) -> list[Forecast]:
    """Each target of a Fusillade with the dice that it gets, then all of them together; the first one named is the
    original target."""
    first = next(iter(dice))
    uses = {t: use._replace(target=t, original="" if t == first else first) for t in dice}
    found = [attack_forecast(game, one, dice=dice[t]) for t, one in uses.items()]
    return [*found, joint_forecast(game, [*uses.values()], dice=[*dice.values()])]


def attack_forecast(game: KillTeam, use: Use, policy: str = "plain", dice: int = -1) -> Forecast:
    terms = shot_terms(game, use, dice)
    h = harm(terms, policy, game.operatives[use.target].full)
    chances = [Chance("incapacitated", h.kill), Chance("injured", h.injure)]
    if h.stun and not is_spared_loss_of_apl(game, use.target):
        chances.append(Chance("loses 1 APL", h.stun))
    if h.burn:
        chances.append(Chance("the shooter is burnt", h.burn))
    notes = [f"{terms.attacks} dice at {terms.skill}+, {terms.normal}/{terms.critical}", CHOICES[policy]]
    if terms.rules:
        notes.append(", ".join(rule_text(r) for r in terms.rules))
    if terms.cover:
        notes.append("in Cover")
    notes.append(f"{h.capped:.2f} wounds expected, {h.mean:.2f} not capped")
    return Forecast(
        f"{title(use)} at {game.name(use.target)}",
        "odds.exact",
        h.capped,
        "wounds",
        tuple(chances),
        tuple(Chance(str(d), p) for d, p in h.damage),
        tuple(notes),
    )


attack_odds.fill(attack_forecast)


@weapon_odds.fill
def weapon_forecasts(game: KillTeam, use: Use, only: str = "") -> list[Forecast]:
    """A weapon against each of its valid targets."""
    targets = [i for i in in_reach(game, use) if only in ("", i) and valid(game, use, i)]
    return [attack_forecast(game, use.at(i)) for i in targets]


@overwatch_odds.fill
def overwatch_forecasts(game: KillTeam, operative: str, only: str = "") -> list[Forecast]:
    """Every weapon that could be used for an Overwatch against each of its targets."""
    uses = [Use(operative, w, n, "overwatch") for w, n in arms(game, operative, "overwatch")]
    able = [use for use in uses if next(arm_refusals(game, use, 0, only), None) is None]
    return [f for use in able for f in weapon_forecasts(game, use, only)]


@action_odds.fill
def action_forecasts(game: KillTeam, operative: str, action: str) -> list[Forecast]:
    """A Shoot with each weapon against each of its targets, a Fight against each enemy within reach, whom it heals."""
    if action == "fight":
        return [f for foe in engaged_with(game, operative) for f in fight_forecast(game, operative, foe, None, None)]
    if action in HEALS:
        able_to = (i for i in pool(game, operative, action) if is_legal(subject_refusals(game, operative, action, i)))
        return [healing_forecast(game, action, i) for i in able_to]
    if action == "ua-unleash-lash":
        lash = Use(operative, "", 0, "shoot", free=True, by=action)
        return [*free_forecasts(game, lash, game.operatives[operative].ap - cost_of(game, operative, action))]
    if action != "shoot":
        return []
    spare = game.operatives[operative].ap - cost_of(game, operative, action)
    uses = [Use(operative, w, n, action) for w, n in arms(game, operative, action)]
    able = [use for use in uses if next(arm_refusals(game, use, spare), None) is None]
    return [f for use in able for f in weapon_forecasts(game, use, "")]


@free_odds.fill
def free_forecasts(game: KillTeam, use: Use, spare: int) -> list[Forecast]:
    """A free Shoot with each weapon against each of its targets, or a free Fight."""
    if use.kind == "fight":
        return [*action_forecasts(game, use.operative, "fight")]
    uses = [use._replace(weapon=w, profile=n) for w, n in arms(game, use.operative, use.kind)]
    able = [one for one in uses if next(arm_refusals(game, one, spare), None) is None]
    return [f for one in able for f in weapon_forecasts(game, one, "")]


@oath_odds.fill
def oath_forecast(game: KillTeam, use: Use, sworn: bool) -> Forecast:
    """The attack to come, with the Shield of Oaths or without."""
    trial = game.copy()
    if sworn:
        swear(trial, use.target)
    return attack_forecast(trial, use)


@card_odds.fill
def card_forecast(game: KillTeam, use: Use, used: bool) -> Forecast:
    """The attack to come, with the range cards or without."""
    trial = game.copy()
    if used:
        lay_cards(trial, use.operative)
    return attack_forecast(trial, use)


@rule("odds.multi-target")
def joint_falls(
    game: KillTeam, attacks: Sequence[Use], policy: str = "plain", dice: Sequence[int] = ()
) -> tuple[float, float]:
    """The chances that every target of an action falls, and that any does. The attacks are independent, but for Splash,
    which may hurt the target of another one: then they are looked at together, one after the other."""
    terms = [shot_terms(game, one, n) for one, n in zip(attacks, dice or [-1] * len(attacks), strict=True)]
    if not terms[0].x("Splash"):
        kills = [harm(t, policy).kill for t in terms]
        return prod(kills), 1.0 - prod(1.0 - p for p in kills)
    near = [[i for i, o in enumerate(attacks) if o.target in splash_targets(game, one.target)] for one in attacks]
    shed = [shrugs_off(game, game.operatives[one.target].seat) for one in attacks]
    left: dict[tuple[int, ...], float] = {tuple(t.wounds for t in terms): 1.0}
    for n, t in enumerate(terms):
        left = _one_more(t, n, near[n], shed, left, policy)
    every, none = (sum(p for wounds, p in left.items() if how(wounds)) for how in (lambda w: not any(w), all))
    return every, 1.0 - none


UNHURT = 99  # wounds that no attack takes


def _damage_odds(t: Terms, wounds: int, policy: str) -> dict[tuple[int, int], float]:
    """The damage of an attack and its Splash. How many wounds the target has left matters to the choice between two
    saves alone: mortal wounds that end an attack early are enough by themselves."""
    ends: dict[tuple[int, int], float] = {}
    for end, p in shot_odds(replace(t, wounds=wounds if t.invulnerable else UNHURT), policy).items():
        ends[end.damage, end.splash] = ends.get((end.damage, end.splash), 0.0) + p
    return ends


def _one_more(
    t: Terms, n: int, near: list[int], shed: list[int], left: dict[tuple[int, ...], float], policy: str
) -> dict[tuple[int, ...], float]:
    """The wounds of all targets after the attack on the n-th; on the fallen it is skipped."""
    after: dict[tuple[int, ...], float] = {}
    for wounds, p in left.items():
        ends = _damage_odds(t, wounds[n], policy) if wounds[n] else {(0, 0): 1.0}
        for (damage, splash), q in ends.items():
            lost = [
                damage if i == n else after_shrugging_off(splash, shed[i]) if i in near else 0
                for i in range(len(wounds))
            ]
            key = tuple(max(0, w - x) for w, x in zip(wounds, lost, strict=True))
            after[key] = after.get(key, 0.0) + p * q
    return after


def splash_forecasts(game: KillTeam, use: Use, policy: str) -> list[Forecast]:
    """Mortal wounds of everybody else near the target, the shooter too."""
    terms = shot_terms(game, use)
    near = splash_targets(game, use.target) if terms.x("Splash") else []
    found = []
    for i in near:
        cite("odds.output-shooting")
        spread: dict[int, float] = {}
        for end, p in shot_odds(terms, policy).items():
            n = after_shrugging_off(end.splash, shrugs_off(game, game.operatives[i].seat))
            spread[n] = spread.get(n, 0.0) + p
        found.append(_mortal(f"Splash: {game.name(i)}", "specials.splash", game.operatives[i].wounds, spread))
    return found


def _mortal(title: str, rule: str, wounds: int, spread: dict[int, float]) -> Forecast:
    kill = sum(p for n, p in spread.items() if n >= wounds)
    mean = sum(min(n, wounds) * p for n, p in spread.items())
    shown = tuple(Chance(str(n), p) for n, p in sorted(spread.items()))
    return Forecast(title, rule, mean, "wounds", (Chance("incapacitated", kill),), shown)


# ---- combats


def fighter(game: KillTeam, operative: str, foe: str, arm: Arm, policy: str = "best") -> Fighter:
    t = pool_terms(game, operative, foe, arm)
    return Fighter(t.attacks, t.skill, t.normal, t.critical, t.rules, game.operatives[operative].wounds, policy)


def best_arm(game: KillTeam, operative: str) -> Arm:
    """The melee weapon with most expected damage."""
    owned = arms(game, operative, "fight")
    if not owned:
        return None

    def worth(a: tuple[str, int]) -> float:
        p = weapons()[a[0]].profiles[a[1]]
        return p.attacks * (7 - p.skill) * p.damage[0] + len(p.special) + len(p.crit)

    return max(owned, key=worth)


@combat_odds.fill
def fight_forecast(game: KillTeam, operative: str, foe: str, arm: Arm = None, foe_arm: Arm = None) -> list[Forecast]:
    """What a combat does to both and to those beside them, with these weapons or the best ones."""
    a = fighter(game, operative, foe, arm or best_arm(game, operative))
    d = fighter(game, foe, operative, foe_arm or best_arm(game, foe))
    ends = best_ends(a, d)
    found = []
    for me, who, full in ((1, foe, d.wounds), (0, operative, a.wounds)):
        spread: dict[int, float] = {}
        for end, p in ends.items():
            lost = full - end[me]
            spread[lost] = spread.get(lost, 0.0) + p
        kill = sum(p for lost, p in spread.items() if lost >= full)
        stun = 0.0 if is_spared_loss_of_apl(game, who) else sum(p for end, p in ends.items() if end[2 + me])
        chances = (Chance("incapacitated", kill), *((Chance("loses 1 APL", stun),) if stun else ()))
        mean = sum(lost * p for lost, p in spread.items())
        shown = tuple(Chance(str(lost), p) for lost, p in sorted(spread.items()))
        title = f"Fight: {game.name(who)}"
        found.append(Forecast(title, "odds.fight-best", mean, "wounds", chances, shown, (CHOICES["best"],)))
    return [
        *found,
        *_reap_forecasts(game, operative, foe, a, 0, ends),
        *_reap_forecasts(game, foe, operative, d, 1, ends),
    ]


def _reap_forecasts(
    game: KillTeam, wielder: str, target: str, f: Fighter, side: int, ends: dict[End, float]
) -> list[Forecast]:
    """Mortal wounds of bystanders."""
    x = has(f.rules, "Reap")
    found = []
    for i in reap_targets(game, wielder, target) if x else []:
        each = after_shrugging_off(x, shrugs_off(game, game.operatives[i].seat))
        spread: dict[int, float] = {}
        for end, p in ends.items():
            n = each * end[4 + side]
            spread[n] = spread.get(n, 0.0) + p
        found.append(_mortal(f"Reap: {game.name(i)}", "specials.reap", game.operatives[i].wounds, spread))
    return found
