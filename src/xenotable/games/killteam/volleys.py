"""The shooting sequence (chapter shooting) on the table: aiming, the attack itself, further targets, removal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xenotable.engine import Arrange, Assign, Bucket, Choose, Flow, Forecast, Pick, Scene, Slot, acts, cite, rule, scene
from xenotable.games.killteam import honours, ploys, tallies
from xenotable.games.killteam.content import Rule, rules_of
from xenotable.games.killteam.datacards import (
    Use,
    change_apl,
    defence,
    has,
    invulnerable,
    rules_for,
    save,
    skill,
    title,
)
from xenotable.games.killteam.shooting import ATTACK, Shot, Terms
from xenotable.games.killteam.specials import ordered
from xenotable.games.killteam.state import KillTeam
from xenotable.games.killteam.targets import (
    arm_refusals,
    arms,
    blast_targets,
    cover_die,
    fusillade_targets,
    limited_key,
    splashed,
    target_refusals,
    torrent_targets,
)
from xenotable.games.killteam.wounds import gone, mortal, suffer
from xenotable.odds import seated

# What a shooting attack brings: a weapon at each of its targets (or only one), a target with all others that it hurts,
# one attack on its own, and the dice of a Fusillade by target.
weapon_odds = Slot[[KillTeam, Use, str], Sequence[Forecast]]("killteam.weapon_odds")
target_odds = Slot[[KillTeam, Use], Sequence[Forecast]]("killteam.target_odds")
attack_odds = Slot[[KillTeam, Use], Forecast]("killteam.attack_odds")
split_odds = Slot[[KillTeam, Use, Mapping[str, int]], Sequence[Forecast]]("killteam.split_odds")


class Attack(Scene, frozen=True):
    """One shooting attack: steps 3 to 6."""

    op: str
    weapon: str
    profile: int
    kind: str
    target: str
    original: str = ""
    dice: int = -1  # a share of the dice; -1: all
    free: bool = False
    by: str = ""
    point: tuple[float, float] | None = None


class Follow(Scene, frozen=True):
    """Further targets of Blast and Torrent."""

    op: str
    weapon: str
    profile: int
    kind: str
    first: str
    hit: tuple[str, ...]
    free: bool = False
    by: str = ""


class Aftermath(Scene, frozen=True):
    """Step 7: whoever fell in the action is removed."""

    op: str
    kind: str
    limited: str = ""


def use_of(at: Attack) -> Use:
    return Use(at.op, at.weapon, at.profile, at.kind, at.target, at.original, at.free, at.by)


# ---- steps 1 and 2


@rule("shooting.steps")
def aim(
    game: KillTeam, op: str, kind: str, spare: int, free: bool = False, by: str = "", only: str = ""
) -> Flow[list[Scene]]:
    """Weapon, target, and where the dice go; gives the attacks of the action."""
    seat = game.ops[op].seat
    cite("datacards.profiles")
    weapon, n = yield from Choose(
        seat=seat,
        key="weapon",
        rule="shooting.weapon",
        prompt="{op} shoots: with which weapon?",
        args={"op": op},
        among=lambda: arms(game, op, kind),
        why_not=lambda a: arm_refusals(game, Use(op, a[0], a[1], kind, free=free, by=by), spare, only),
        label=lambda a: title(Use(op, a[0], a[1], kind)),
        odds=lambda a: weapon_odds(game, Use(op, a[0], a[1], kind, free=free, by=by), only),
    )
    use = Use(op, weapon, n, kind, free=free, by=by)
    target = yield from Choose(
        seat=seat,
        key="target",
        rule="shooting.valid-target",
        prompt="{op} shoots with the {w}: at whom?",
        args={"op": op, "w": title(use)},
        among=lambda: [i for i, o in game.ops.items() if o.there and o.seat != seat and only in ("", i)],
        why_not=lambda t: target_refusals(game, use, t),
        odds=lambda t: target_odds(game, use._replace(target=t)),
    )
    point = yield from ploys.cover_point(game, use, target)
    rules = rules_for(game, use._replace(target=target))
    spend(game, use, rules, target)
    yield from equipment_for(game, use)
    shots = [Attack(op, weapon, n, kind, target, "", -1, free, by, point)]
    if has(rules, "Fusillade"):
        shots = yield from fusillade(game, use, target)
    return [
        *shots,
        Follow(op, weapon, n, kind, target, (target,), free, by),
        Aftermath(op, kind, limited_key(use) if has(rules, "Limited") else ""),
    ]


def equipment_for(game: KillTeam, use: Use) -> Flow[None]:
    from xenotable.games.killteam.equipment import range_cards

    yield from range_cards(game, use)


def spend(game: KillTeam, use: Use, rules: tuple[Rule, ...], target: str) -> None:
    """What selecting a weapon uses up: a Limited weapon, the extra AP of an Unwieldy one."""
    row = game.ops[use.op]
    game.tell("{op} shoots {t} with the {w}.", "actions.shoot", op=use.op, t=target, w=title(use))
    if has(rules, "Limited"):
        game.ops.set(use.op, used=(*row.used, limited_key(use)))
    if has(rules, "Unwieldy"):
        game.ops.set(use.op, ap=row.ap - 1)
    if use.kind == "shoot":
        game.ops.set(use.op, fired=(*game.ops[use.op].fired, *(name for name, _ in rules_of(use.line))))
        if use.free and has(rules, "Heavy"):
            cite("combos.heavy-free")


@rule("specials.fusillade", neutral=lambda game, use, first: [Attack(use.op, use.weapon, use.profile, use.kind, first)])
def fusillade(game: KillTeam, use: Use, first: str) -> Flow[list[Attack]]:
    """Further targets near the first one share its dice; the split is fixed before any die is rolled."""
    whole = [Attack(use.op, use.weapon, use.profile, use.kind, first, "", -1, use.free, use.by)]
    if use.kind != "shoot" and acts("specials.fusillade-overwatch"):
        return whole
    near = fusillade_targets(game, use, first)
    if not near:
        return whole
    seat, dice = game.ops[use.op].seat, use.line.attacks
    more = yield from Pick(
        seat=seat,
        key="fusillade",
        rule="specials.fusillade",
        prompt="Fusillade: at whom else does {op} shoot?",
        args={"op": use.op},
        among=lambda: near,
        most=min(len(near), dice - 1),
        default=(),
    )
    if not more:
        return whole
    split = yield from Assign(
        seat=seat,
        key="split",
        rule="specials.fusillade-split",
        prompt="Divide {n:attack die|attack dice}",
        args={"n": dice},
        total=dice,
        buckets=[Bucket(t, game.name(t), 1, None, t) for t in (first, *more)],
        odds=lambda dice: split_odds(game, use, {t: dice[t] for t in (first, *more)}),
    )
    order = yield from Arrange(
        seat=seat,
        key="order-of-attacks",
        rule="specials.fusillade",
        prompt="In which order are they attacked?",
        items=(first, *more),
        label=game.name,
        default=(first, *more),
    )
    cite("combos.fusillade-hot")
    return [
        Attack(use.op, use.weapon, use.profile, use.kind, t, "" if t == first else first, split[t], use.free, use.by)
        for t in order
    ]


# ---- steps 3 to 6


@rule("datacards.read-stats-when")
def shot_terms(
    game: KillTeam, use: Use, dice: int = -1, point: tuple[float, float] | None = None, live: bool = False
) -> Terms:
    """What is fixed for this attack, read now."""
    rules = rules_for(game, use)
    row, foe = game.ops[use.op], game.ops[use.target]
    command = (ploys.rerolls_left(game, row.seat), ploys.rerolls_left(game, foe.seat)) if live else (0, 0)
    cover = cover_die(game, use, rules, point)
    if cover and use.original and has(rules, "Barrage"):
        cite("combos.barrage-blast")
    return Terms(
        use.line.attacks if dice < 0 else dice,
        skill(game, use),
        use.line.damage[0],
        use.line.damage[1],
        ordered(rules) if live else rules,
        defence(game, use.target),
        save(game, use.target),
        foe.wounds,
        invulnerable(game, use.target),
        cover,
        ploys.digs_in(game, foe.seat),
        command,
        live and row.seat == foe.seat,
        live and "it-ablative-plate" in foe.items and "it-ablative-plate" not in foe.used,
        (ploys.shrugs_off(game, row.seat), ploys.shrugs_off(game, foe.seat)),
        free=live,
    )


@scene
def attack(game: KillTeam, at: Attack) -> Flow[list[Scene]]:
    use = use_of(at)
    gone_already = not game.ops[at.target].there or game.ops[at.target].fallen
    if gone_already and acts("combos.splash-blast-skip"):
        game.tell("{t} has fallen already; the attack is skipped.", "shooting.removal", t=at.target)
        return []
    yield from ploys.shield_of_oaths(game, use)
    shooter, defender = game.ops[at.op].seat, game.ops[at.target].seat
    if shooter == defender:
        cite("shooting.friendly-defender")
    terms = shot_terms(game, use, at.dice, at.point, live=True)
    shot = yield from seated(told(game, use, terms), (shooter, defender))
    ploys.pay_rerolls(game, shooter, shot.paid[0])
    ploys.pay_rerolls(game, defender, shot.paid[1])
    if shot.spent:
        game.ops.set(at.target, used=(*game.ops[at.target].used, "it-ablative-plate"))
    tallies.note_dice(game, use, shot.damage)
    yield from harm(game, use, shot)
    ploys.end_oath(game, at.target)
    tallies.note_original(game, use)
    return []


def told(game: KillTeam, use: Use, terms: Terms) -> Flow[Shot]:
    """The steps one after another, with the story of the dice."""
    cite("play.dice-order")
    shot = Shot()
    for step in ATTACK.compiled(name for name, _ in terms.rules).plan:
        shot = (yield from step.function(terms, shot)) if step.asks else step.function(terms, shot)
        if step.name == "discard" and step.function.__name__ == "discard":
            says = "{op} hits {t}: {n} normal, {c} critical of {d:die|dice}."
            game.tell(says, "shooting.attack-roll", op=use.op, t=use.target, n=shot.hits, c=shot.crits, d=terms.attacks)
        elif step.name == "defence" and sum(shot.saved):
            game.tell("{t} keeps a defence die for Cover.", "shooting.cover-die", t=use.target)
        elif step.name == "plates" and shot.need:
            n, c = shot.normals + shot.saved[0], shot.criticals + shot.saved[1]
            game.tell("{t} saves: {n} normal, {c} critical.", "shooting.defence-dice", t=use.target, n=n, c=c)
    return shot


def harm(game: KillTeam, use: Use, shot: Shot) -> Flow[None]:
    """What an attack did, to shooter, target and bystanders."""
    cite("play.own-order")
    cite("combos.blast-stun-each")
    if shot.burn:
        game.tell("The {w} burns {op}.", "specials.hot", w=title(use), op=use.op)
        suffer(game, use.op, shot.burn, rule="specials.hot")
        if game.ops[use.op].fallen:
            cite("shooting.shooter-dies")
            cite("combos.hot-self-kill")
    damage = yield from honours.last_one_standing(game, use.target, shot.damage)
    if not damage:
        game.tell("{t} is unharmed.", "shooting.damage", t=use.target)
    if shot.stun and not game.ops[use.target].fallen:
        change_apl(game, use.target, -shot.stun, "specials.stun-shooting")
    suffer(game, use.target, damage, use.op, use.kind, use.weapon, "shooting.damage")
    if shot.splash:
        if use.original:
            cite("combos.splash-chain")
        for i in splashed(game, use.target):
            mortal(game, i, shot.splash, use.op, use.kind, "specials.splash")


# ---- further targets


@scene
def follow(game: KillTeam, at: Follow) -> Flow[list[Scene]]:
    use = Use(at.op, at.weapon, at.profile, at.kind, original=at.first, free=at.free, by=at.by)
    rules = rules_for(game, use)
    blast, torrent = has(rules, "Blast"), has(rules, "Torrent")
    if not blast and not torrent:
        return []
    cite("combos.blast-torrent-fusillade")
    if has(rules, "Limited"):
        cite("specials.limited-multi")
    if has(rules, "Silent"):
        cite("combos.silent-multi")
    seat = game.ops[at.op].seat
    if blast:
        left: list[str | None] = [i for i in blast_targets(game, use, blast) if i not in at.hit]
        prompt, by = "Blast: who is attacked next?", "specials.blast"
    else:
        left = [*torrent_targets(game, use, torrent, at.hit)]
        left = [*left, None] if left else []
        prompt, by = "Torrent: attack another target?", "specials.torrent"
    if not left:
        return []
    nxt = left[0]
    if len(left) > 1:
        nxt = yield from Choose(
            seat=seat,
            key="further",
            rule=by,
            prompt=prompt,
            among=lambda: left,
            label=lambda t: "nobody" if t is None else game.name(t),
            odds=lambda t: None if t is None else attack_odds(game, use._replace(target=t)),
        )
    if nxt is None:
        return []
    again = Follow(at.op, at.weapon, at.profile, at.kind, at.first, (*at.hit, nxt), at.free, at.by)
    return [Attack(at.op, at.weapon, at.profile, at.kind, nxt, at.first, -1, at.free, at.by), again]


# ---- step 7


@scene
@rule("shooting.removal", neutral=lambda *_: [])
def aftermath(game: KillTeam, at: Aftermath) -> Flow[list[Scene]]:
    """One fallen operative after the other; a last act may come first."""
    if at.limited:
        yield from ploys.spare_charges(game, at.op, at.limited)
        return [Aftermath(at.op, at.kind)]
    for i in [i for i, o in game.ops.items() if o.there and o.fallen]:
        if ploys.may_have_last_rites(game, i):
            from xenotable.games.killteam.lastrites import LastRites

            return [LastRites(i, at.op, at.kind), at]
        yield from gone(game, i)
    return []
