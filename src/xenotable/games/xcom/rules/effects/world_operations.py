"""Operations on the world: panic, UFOs, credits, the base, and the next timed phase."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, Pick, Refusal, cite, rule
from xenotable.games.xcom.content import CONTINENTS, Effect
from xenotable.games.xcom.rules.actions.automatic import enemy_enters
from xenotable.games.xcom.rules.base.damage import damage_base
from xenotable.games.xcom.rules.cards.decks import deck_size, hide_salvage
from xenotable.games.xcom.rules.cards.prices import spend_salvage
from xenotable.games.xcom.rules.effects.context import Context, Rise
from xenotable.games.xcom.rules.effects.interpreter import one_of, operation
from xenotable.games.xcom.rules.panic import calm, can_rise, extreme, panic_colour, rise, standing_continents
from xenotable.games.xcom.rules.setup.pieces import put_ufo, remove_ufo
from xenotable.games.xcom.rules.timed import clock as timed_clock
from xenotable.games.xcom.state import UNLIMITED, Xcom

# ---- panic -----------------------------------------------------------------------------------------------------------


def _reds(game: Xcom) -> list[str]:
    return [c for c in standing_continents(game) if panic_colour(game, c) == "red"]


def _someone_rises(game: Xcom, effect: Effect, ctx: Context) -> bool:
    if effect.where == "each_red":
        return bool(_reds(game))
    return effect.where in can_rise(game) if effect.where in CONTINENTS else bool(can_rise(game))


@operation("raise_panic", full=_someone_rises)
def raise_panic(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """One space at a time; most and least are found anew for each of them."""
    rises = Rise()
    if effect.where in ("most", "least"):
        for _ in range(effect.count):
            cite("effects.where")
            continent = yield from extreme(game, effect.where, f"panic.{effect.where}")
            if continent:
                yield from rise(game, continent, rises, "effects.raise_panic")
        return
    for continent in (yield from _risers(game, effect, ctx)):
        for _ in range(effect.count):
            yield from rise(game, continent, rises, "effects.raise_panic")


def _risers(game: Xcom, effect: Effect, ctx: Context) -> Flow[tuple[str, ...]]:
    if effect.where == "each_red":
        reds = tuple(_reds(game))
        if len(reds) <= effect.max:
            return reds
        return (
            yield from Pick(
                seat=ctx.decider,
                key="reds",
                rule="effects.raise_panic",
                prompt="In which red continents does panic rise?",
                among=lambda: reds,
                least=effect.max,
                most=effect.max,
            )
        )
    if effect.where != "any":
        return (effect.where,)
    free = can_rise(game)
    if not free:
        cite("panic.nobody")
        return ()
    chosen: str = yield from one_of(game, ctx, "rise", "effects.where", "Where does panic rise?", free)
    return (chosen,)


def _calmable(game: Xcom, effect: Effect) -> list[str]:
    there = (
        standing_continents(game)
        if effect.where == "any"
        else [c for c in (effect.where,) if c in standing_continents(game)]
    )
    return [c for c in there if game.continents[c].panic]


@operation("reduce_panic", full=lambda g, e, c: bool(_calmable(g, e)))
def reduce_panic(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    there = _calmable(game, effect)
    if not there:
        return
    where: str = yield from one_of(game, ctx, "calm", "effects.reduce_panic", "Where does panic fall?", there)
    calm(game, where, effect.count, "effects.reduce_panic")


def _others(game: Xcom, ctx: Context) -> list[str]:
    """Continents of the same colour that could take the space instead."""
    if ctx.rises is None or ctx.rises.redirected or ctx.rises.cancelled or ctx.rises.to:
        return []
    here = ctx.rises.continent
    return [c for c in can_rise(game) if c != here and panic_colour(game, c) == panic_colour(game, here)]


@operation("redirect_panic", full=lambda g, e, c: bool(_others(g, c)))
def redirect_panic(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    assert ctx.rises is not None
    ctx.rises.to = yield from one_of(
        game, ctx, "redirect", "effects.redirect_panic", "Which continent takes the panic?", _others(game, ctx)
    )


@operation("cancel_panic", full=lambda g, e, c: c.rises is not None and not c.rises.cancelled and not c.rises.to)
def cancel_panic(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    assert ctx.rises is not None
    ctx.rises.cancelled = True
    ctx.rises.left[ctx.rises.continent] = effect.count - 1
    yield from ()


# ---- UFOs ------------------------------------------------------------------------------------------------------------


def _with_ufos(game: Xcom) -> list[str]:
    return [c for c in CONTINENTS if game.continents[c].ufos]


def _targets(game: Xcom, effect: Effect) -> int:
    return game.now.orbit if effect.where == "orbit" else sum(c.ufos for c in game.continents.values())


@operation(
    "destroy_ufo",
    full=lambda g, e, c: _targets(g, e) >= (1 if e.upto else e.count),
    useful=lambda g, e, c: _targets(g, e) > 0,
)
def destroy_ufo(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for _ in range(min(effect.count, _targets(game, effect))):
        places: list[str | None] = ["orbit"] if effect.where == "orbit" else [*_with_ufos(game)]
        if effect.upto:
            cite("effects.upto")
            places.append(None)
        where = yield from one_of(game, ctx, "destroy", "effects.destroy_ufo", "Where is a UFO destroyed?", places)
        if where is None:
            return
        remove_ufo(game, where)
        game.tell("A UFO is destroyed: {where}.", "effects.destroy_ufo", where=where)


@operation("add_ufo")
def add_ufo(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for _ in range(effect.count):
        where = effect.where
        if where in ("most", "least"):
            where = yield from extreme(game, where, f"panic.{where}")
        elif where == "any":
            where = yield from one_of(
                game, ctx, "add", "effects.add_ufo", "Where does a UFO appear?", standing_continents(game)
            )
        if where:
            put_ufo(game, where, "effects.add_ufo")


def ufo_moves(game: Xcom, fallen: bool = False) -> list[tuple[str, str]]:
    """(from, to) of every move of a UFO; to fallen continents only where it is said why not."""
    goals = [*(CONTINENTS if fallen else standing_continents(game)), "orbit"]
    starts = [*_with_ufos(game), *(("orbit",) if game.now.orbit else ())]
    return [(a, b) for a in starts for b in goals if a != b]


def ufo_refusals(game: Xcom, start: str, goal: str) -> Iterator[Refusal]:
    if goal != "orbit" and game.continents[goal].fallen:
        yield Refusal("panic.fallen", "{c} has fallen into panic.", {"c": goal}, "Choose another place.")


@operation("move_ufo", full=lambda g, e, c: bool(ufo_moves(g)))
def move_ufo(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for _ in range(effect.count):
        if not (moves := ufo_moves(game)):
            return
        start, goal = yield from one_of(game, ctx, "move", "effects.move_ufo", "Which UFO moves where?", moves)
        remove_ufo(game, start)
        put_ufo(game, goal, "effects.move_ufo")


# ---- credits and salvage ---------------------------------------------------------------------------------------------


@operation("gain_credits")
def gain_credits(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    n = effect.count
    if effect.from_ == "emergency":
        n = yield from one_of(
            game, ctx, "credits", "effects.gain_credits", "How many credits?", range(game.now.emergency + 1)
        )
        game.put(emergency=game.now.emergency - n)
    game.put(credits=game.now.credits + n)
    game.tell("{n:more credit} for the budget.", "effects.gain_credits", n=n)


@operation("lose_credits", full=lambda g, e, c: g.now.emergency >= e.count, useful=lambda g, e, c: g.now.emergency > 0)
def lose_credits(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    lost = min(effect.count, game.now.emergency)
    game.put(emergency=game.now.emergency - lost)
    game.tell("Emergency Funding loses {n:credit}.", "effects.lose_credits", n=lost)
    yield from ()


@operation("gain_emergency")
def gain_emergency(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    cite("setup.credits")
    game.put(emergency=game.now.emergency + effect.count)
    game.tell("Emergency Funding gains {n:credit}.", "effects.gain_emergency", n=effect.count)
    yield from ()


@operation(
    "gain_salvage",
    full=lambda g, e, c: deck_size(g, "enemy") >= e.count,
    useful=lambda g, e, c: deck_size(g, "enemy") > 0,
)
def gain_salvage(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """Unseen, from the top of the enemy deck."""
    for _ in range(effect.count):
        if not deck_size(game, "enemy"):
            cite("cards.deck-empty")
            return
        hide_salvage(game)
        game.tell("The Chief Scientist gains a salvage card unseen.", "effects.gain_salvage")
    yield from ()


@operation("lose_salvage", full=lambda g, e, c: len(g.now.salvage) >= e.count)
def lose_salvage(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    if len(game.now.salvage) < effect.count:
        game.tell("There is too little salvage to lose.", "effects.lose_salvage")
        return
    game.tell("{n:salvage card is|salvage cards are} lost.", "effects.lose_salvage", n=effect.count)
    yield from spend_salvage(game, effect.count)


# ---- the base --------------------------------------------------------------------------------------------------------


@operation("add_enemy")
def add_enemy(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    if effect.when == "next_timed":
        game.put(more_enemies=game.now.more_enemies + effect.count)
        game.tell("The next wave has {n:more enemy|more enemies}.", "effects.add_enemy", n=effect.count)
        return
    for _ in range(effect.count):
        yield from enemy_enters(game, "effects.add_enemy")


@operation("repair", full=lambda g, e, c: g.now.damage > 0)
def repair(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.put(damage=max(0, game.now.damage - effect.count))
    game.tell("The base is repaired to {n} damage.", "effects.repair", n=game.now.damage)
    yield from ()


@operation("damage")
def damage(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for _ in range(effect.count):
        yield from damage_base(game, "effects.damage")


@operation("cancel_damage", full=lambda g, e, c: not c.prevent)
def cancel_damage(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    ctx.prevent = True
    yield from ()


# ---- time and the next phase -----------------------------------------------------------------------------------------


def _timer_runs(game: Xcom, effect: Effect, ctx: Context) -> bool:
    clock = game.clock.get(0)
    return clock is not None and clock.zero is not None and not clock.expired and not clock.late


@operation("add_time", full=_timer_runs)
def add_time(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    if _timer_runs(game, effect, ctx):
        zero = timed_clock.add_time(game.clock[0], effect.count).zero
        game.clock.set(0, zero=zero)
        game.tell("{n:more second} for this action.", "effects.add_time", n=effect.count)
    yield from ()


def _pause_counts(game: Xcom, effect: Effect, ctx: Context) -> bool:
    clock = game.clock.get(0)
    if clock is None or clock.zero is None:
        return False
    return not clock.late if clock.action == timed_clock.ENDING else clock.budget != UNLIMITED


@operation("add_pause", full=_pause_counts)
def add_pause(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    if _pause_counts(game, effect, ctx):
        new = timed_clock.add_pause(game.clock[0], effect.count, ctx.now)
        game.clock.set(0, zero=new.zero, budget=new.budget)
        game.tell("{n:more second} of pause.", "effects.add_pause", n=effect.count)
    yield from ()


@operation("cut_pause")
def cut_pause(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.put(cut=game.now.cut + effect.count)
    game.tell("The next timed phase has {n:second} of pause less.", "effects.cut_pause", n=effect.count)
    yield from ()


@operation("force_scramble")
def force_scramble(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.put(scrambles=game.now.scrambles + effect.count)
    game.tell("The next timed phase has {n:more scramble}.", "effects.force_scramble", n=effect.count)
    yield from ()


@rule("effects.unscramble", neutral=lambda effects: 0)
def unscrambles(effects: list[Effect]) -> int:
    """How many scrambles fail; read when a timed phase is generated."""
    return sum(e.count for e in effects if e.do == "unscramble")
