"""Chapter ploys: how ploys are bought, and what each of them does where it is not part of an exchange."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xenotable.engine import Choose, Flow, Forecast, Point, Refusal, Slot, cite, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.datacards import Use, injured
from xenotable.games.killteam.dice import d3, one_die
from xenotable.games.killteam.play import between, within
from xenotable.games.killteam.state import CONCEAL, ENGAGE, KillTeam, circle, in_force, standing

# An attack with the Shield of Oaths or without it.
oath_odds = Slot[[KillTeam, Use, bool], Forecast]("killteam.oath_odds")
MANY = 6  # Command Re-rolls offered in one attack: no pool is larger


@rule("ploys.team-only", neutral=lambda *_: True)
def own(game: KillTeam, seat: int, ploy: str) -> bool:
    return content.ploys()[ploy].team in ("any", game.sides[seat].team)


def affords(game: KillTeam, seat: int, ploy: str) -> bool:
    """Could this player use this ploy now: own, paid for, and not used in this turning point?"""
    return next(ploy_refusals(game, seat, ploy), None) is None


def ploy_refusals(game: KillTeam, seat: int, ploy: str) -> Iterator[Refusal]:
    side, p = game.sides[seat], content.ploys()[ploy]
    if not own(game, seat, ploy):
        yield Refusal("ploys.team-only", "{p} is a ploy of another team.", {"p": p.name})
    if side.cp < p.cp:
        yield Refusal("ploys.pay", "{p} costs {n} CP; you have {c}.", {"p": p.name, "n": p.cp, "c": side.cp})
    if ploy in side.used or ploy in side.once:
        rule = "ploys.strategic" if p.kind == "strategic" else "ploys.tactical"
        yield Refusal(rule, "{p} was used in this turning point.", {"p": p.name})


def pay(game: KillTeam, seat: int, cp: int) -> None:
    if cp:
        cite("ploys.pay")
        game.sides.set(seat, cp=game.sides[seat].cp - cp)


def pay_rerolls(game: KillTeam, seat: int, n: int) -> None:
    if n:
        pay(game, seat, n)
        says = "{who} pays 1 CP for a Command Re-roll." if n == 1 else "{who} pays {n} CP for Command Re-rolls."
        game.tell(says, "dice.command-reroll", who=game.seat_name(seat), n=n)


def mark_used(game: KillTeam, seat: int, ploy: str) -> None:
    game.sides.set(seat, used=(*game.sides[seat].used, ploy))


def buy(game: KillTeam, seat: int, ploy: str) -> None:
    """Pays and notes a ploy."""
    p = content.ploys()[ploy]
    cite("ploys.resolve-at-once")
    pay(game, seat, p.cp)
    mark_used(game, seat, ploy)
    game.tell("{who} uses {p}.", ploy, who=game.seat_name(seat), p=p.name)
    cite("content.ids-cited")


@rule("ploys.window", neutral=lambda *_, **__: False)
def offered(
    game: KillTeam, seat: int, ploy: str, on: str = "", odds: Callable[[bool], Forecast | None] | None = None
) -> Flow[bool]:
    """A reaction window: offered only when it can be used; declining is the default."""
    if not affords(game, seat, ploy):
        return False
    p = content.ploys()[ploy]
    said = yield from Choose(
        seat=seat,
        key=ploy,
        rule="ploys.window",
        prompt="{p} for {n} CP{on}: {says}",
        args={"p": p.name, "n": p.cp, "on": f" ({game.name(on)})" if on else "", "says": p.says},
        among=lambda: (False, True),
        odds=odds,
        default=False,
    )
    if said:
        buy(game, seat, ploy)
    return said


@rule("dice.command-reroll", neutral=lambda *_: 0)
def rerolls_left(game: KillTeam, seat: int) -> int:
    """How many Command Re-rolls this player could pay for."""
    return min(MANY, game.sides[seat].cp)


# ---- strategic ploys


@rule("ploys.strategic", neutral=lambda *_: [])
def strategic(game: KillTeam, seat: int) -> list[str]:
    """Strategic ploys that this player can use now."""
    return [i for i, p in content.ploys().items() if p.kind == "strategic" and affords(game, seat, i)]


def described(ploy: str) -> str:
    """A ploy with its price and what it does."""
    p = content.ploys()[ploy]
    return f"{p.name} ({p.cp} CP): {p.says}"


def put_in_force(game: KillTeam, seat: int, ploy: str) -> Flow[None]:
    buy(game, seat, ploy)
    game.sides.set(seat, in_force=(*game.sides[seat].in_force, ploy))
    if ploy == "pl-fp-brand":
        target = yield from Choose(
            seat=seat,
            key="brand",
            rule=content.entry("pl-fp-brand"),
            prompt="Brand the Guilty: which enemy operative?",
            among=lambda: standing(game, 1 - seat),
        )
        game.sides.set(seat, marked=target)
        game.tell("{t} is branded.", "pl-fp-brand", t=target)


def granted(game: KillTeam, use: Use) -> Iterator[Rule]:
    """Special rules that ploys in force give a weapon."""
    row = game.ops[use.op]
    side = game.sides[row.seat]
    if not side.in_force:
        return
    moved = any(move in row.did for move in ("normal", "charge", "fall-back"))
    if "pl-cw-fields-of-fire" in side.in_force and use.kind == "shoot" and not moved:
        cite("pl-cw-fields-of-fire")
        yield ("Ceaseless", 0)
    if "pl-fp-brand" in side.in_force and use.target and use.target == side.marked:
        cite("pl-fp-brand")
        yield ("Balanced", 0)
    if "pl-vc-cruel-grace" in side.in_force and use.kind == "fight":
        cite("pl-vc-cruel-grace")
        yield ("Lethal", 5)
    if "pl-cb-frenzy" in side.in_force and use.kind == "fight" and row.active and "charge" in row.did:
        cite("pl-cb-frenzy")
        yield ("Lethal", 5)


def digs_in(game: KillTeam, seat: int) -> bool:
    """Dice kept for Cover are critical saves."""
    if in_force(game, seat, "pl-cw-dig-in"):
        cite("pl-cw-dig-in")
        return True
    return False


def shrugs_off(game: KillTeam, seat: int) -> int:
    """How many mortal wounds of each source this side turns aside."""
    if in_force(game, seat, "pl-fp-litany"):
        cite("pl-fp-litany")
        return 1
    return 0


# ---- tactical ploys


@rule("ploys.tactical", neutral=lambda *_: None)
def grit(game: KillTeam, op: str) -> Flow[None]:
    if injured(game, op) and (yield from offered(game, game.ops[op].seat, "pl-cw-grit", op)):
        game.ops.set(op, effects=(*game.ops[op].effects, "grit"))


def pounce(game: KillTeam, op: str) -> Flow[None]:
    from xenotable.games.killteam.terrain import on_vantage

    if on_vantage(game, op) and (yield from offered(game, game.ops[op].seat, "pl-cb-pounce", op)):
        game.ops.set(op, effects=(*game.ops[op].effects, "pounce"))


def charge_odds() -> Forecast:
    from xenotable.games.killteam.dice import sixths

    return sixths("Spare Charges", content.entry("pl-cw-spare-charges"), {"not used up": 3, "used up": 3})


def spare_charges(game: KillTeam, op: str, key: str) -> Flow[None]:
    seat = game.ops[op].seat
    if key not in game.ops[op].used or not (
        yield from offered(game, seat, "pl-cw-spare-charges", op, lambda use: charge_odds() if use else None)
    ):
        return
    face = yield from one_die(seat, "spare-charges", "pl-cw-spare-charges")
    if face >= 4:
        left = list(game.ops[op].used)
        left.remove(key)
        game.ops.set(op, used=tuple(left))
    says = "Spare Charges: {n}, the weapon counts as {w}used."
    game.tell(says, "pl-cw-spare-charges", n=face, w="not " if face >= 4 else "")


def covering_shots(game: KillTeam, mover: str) -> list[str]:
    """Operatives that could answer a move with a Covering Shot: the mover is visible to them, and not upon them."""
    from xenotable.games.killteam.movement import engaged
    from xenotable.games.killteam.sight import sees

    seat = 1 - game.ops[mover].seat
    if not affords(game, seat, "pl-cw-covering-shot") or game.ops[mover].fallen:
        return []
    return [
        i
        for i in standing(game, seat)
        if not game.ops[i].ready
        and game.ops[i].order == ENGAGE
        and not game.ops[i].overwatched
        and within(between(game, i, mover), 6.0)
        and sees(game, i, mover)
        and not engaged(game, i)
    ]


def shield_of_oaths(game: KillTeam, use: Use) -> Flow[None]:
    from xenotable.games.killteam.datacards import invulnerable

    seat = game.ops[use.target].seat
    if seat == game.ops[use.op].seat or 0 < invulnerable(game, use.target) <= 5:
        return
    if (yield from offered(game, seat, "pl-fp-shield-of-oaths", use.target, lambda sworn: oath_odds(game, use, sworn))):
        swear(game, use.target)


def swear(game: KillTeam, op: str) -> None:
    game.ops.set(op, effects=(*game.ops[op].effects, "oath:5"))


def end_oath(game: KillTeam, op: str) -> None:
    if "oath:5" in game.ops[op].effects:
        game.ops.set(op, effects=tuple(e for e in game.ops[op].effects if e != "oath:5"))


def may_have_last_rites(game: KillTeam, op: str) -> bool:
    """Fallen by an enemy action, and not asked yet."""
    row = game.ops[op]
    if "asked" in row.effects or not affords(game, row.seat, "pl-fp-last-rites"):
        return False
    death = next((d for d in reversed(game.deaths.values()) if d.op == op), None)
    return death is not None and bool(death.by) and death.how in ("shoot", "overwatch", "fight", "rupture")


def may_fade(game: KillTeam, op: str) -> bool:
    from xenotable.games.killteam.movement import engaged

    row = game.ops[op]
    if not row.there or row.fallen or row.order != ENGAGE or not affords(game, row.seat, "pl-vc-fade"):
        return False
    return not engaged(game, op)


def fade(game: KillTeam, op: str) -> Flow[None]:
    if (yield from offered(game, game.ops[op].seat, "pl-vc-fade", op)):
        game.ops.set(op, order=CONCEAL)


def can_riposte(game: KillTeam, seat: int) -> int:
    return 1 if affords(game, seat, "pl-vc-riposte") else 0


def borrowed_moment(game: KillTeam, op: str, action: str) -> Flow[None]:
    """A psychic action may be performed a second time in this activation."""
    if game.ops[op].active and (yield from offered(game, game.ops[op].seat, "pl-vc-borrowed-moment", op)):
        again = (action, "shoot") if action == "ua-unleash-lash" else (action,)
        game.ops.set(op, did=tuple(d for d in game.ops[op].did if d not in again))


def ichor_odds(game: KillTeam, foe: str) -> Forecast:
    from xenotable.games.killteam.dice import d3_spread

    return d3_spread(f"Burst Ichor: {game.name(foe)}", content.entry("pl-cb-burst-ichor"), game.ops[foe].wounds)


def burst_ichor(game: KillTeam, fallen: str, foe: str) -> Flow[None]:
    from xenotable.games.killteam.wounds import mortal

    seat = game.ops[fallen].seat
    if game.ops[foe].fallen or not (
        yield from offered(game, seat, "pl-cb-burst-ichor", fallen, lambda use: ichor_odds(game, foe) if use else None)
    ):
        return
    n = yield from d3(seat, "burst-ichor", "pl-cb-burst-ichor")
    mortal(game, foe, n, fallen, "other", "pl-cb-burst-ichor")


# ---- the point that cover lines start from


def cover_point(game: KillTeam, use: Use, target: str) -> Flow[tuple[float, float] | None]:
    """By default the point best for the shooter; asked for where the set-up wants it."""
    if not game.setup.points:
        return None
    from xenotable.games.killteam.targets import target_refusals
    from xenotable.table import rim

    row = game.ops[use.op]
    foe = game.ops[target]
    base = circle(row)
    spots: list[Point] = [(base.x, base.y), *rim(base, 8, (foe.x, foe.y))]
    said = yield from Choose(
        seat=row.seat,
        key="point",
        rule="sight.cover-lines",
        prompt="From which point of the base do cover lines run? (0 leaves it to the engine)",
        among=lambda: tuple(range(len(spots) + 1)),
        why_not=lambda k: () if k == 0 else target_refusals(game, use, target, (spots[k - 1][0], spots[k - 1][1])),
        default=0,
    )
    return None if said == 0 else (spots[said - 1][0], spots[said - 1][1])
