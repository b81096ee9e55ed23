"""Free attacks at a model that flees."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Refusal, Scene, cite, rule, scene
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.attack_values import best_of
from xenotable.games.xcx.rules.charging import strikes
from xenotable.games.xcx.rules.modifiers.values import FREE_MELEE
from xenotable.games.xcx.rules.overwatch.steps import path_steps
from xenotable.games.xcx.rules.play.models import is_ai, rank, seat_of
from xenotable.games.xcx.rules.shooting.attack import attack, attack_forecast
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.scenes import Flight, Moving
from xenotable.games.xcx.state import TABLE, Xcx


@rule("engaged.free-attack", neutral=lambda game, model: ())
def free_attackers(game: Xcx, model: str) -> tuple[str, ...]:
    """Each enemy engaged with it and with nobody else."""
    found = [e for e in game.models[model].engaged if game.models[e].engaged == (model,)]
    return tuple(sorted(found, key=lambda e: rank(game, e)))


def free_options(game: Xcx, model: str, target: str) -> list[tuple[str, str, str]]:
    """(attacker, weapon, manner): a shot at distance 0, or a blow."""
    p = profile_of(game, model)
    barred = {"Sniper", "Scatter", "High Explosive"}
    guns = [w.id for w in p.weapons if w.range >= 1 and not barred & set(w.rules) and p.skill(w.skill) >= 1]
    shots = [(model, g, "free") for g in guns]
    return shots + [(model, w, FREE_MELEE) for w, _ in strikes(game, model, (target,))]


Free = tuple[str, str, str]


def free_attacks(game: Xcx, own: list[str], target: str) -> list[Free]:
    """What can be made first; then what cannot, by all of this player who are engaged with the target."""
    legal = [o for e in own for o in free_options(game, e, target)]
    seat = seat_of(game, own[0])
    engaged = [e for e in game.models[target].engaged if seat_of(game, e) == seat]
    shown = [(e, w.id, "free" if w.range >= 1 else FREE_MELEE) for e in engaged for w in profile_of(game, e).weapons]
    return [*legal, *(o for o in shown if o not in legal)]


def free_refusals(game: Xcx, own: list[str], target: str, model: str, weapon: str, manner: str) -> Iterator[Refusal]:
    if model not in own:
        says = "{who} has no free attack, or has made it: it is engaged with somebody else."
        yield Refusal("engaged.free-attack", says, {"who": model})
    elif (model, weapon, manner) not in free_options(game, model, target):
        args = {"weapon": content.weapons()[weapon].name}
        yield Refusal("engaged.free-attack-shooting", "{weapon} cannot be used in a free attack.", args)


@scene
def flight(game: Xcx, at: Flight) -> Flow[list[Scene]]:
    row = game.models[at.model]
    waiting = [e for e in at.waiting if game.models[e].state == TABLE and e in row.engaged]
    if row.state != TABLE or not waiting:
        return (
            []
            if row.state != TABLE or row.halted
            else [Moving(at.model, path_steps(game, at.model, at.path), True, fled=True, foes=row.engaged)]
        )
    side = game.models[waiting[0]].side
    if is_ai(game, side):
        cite("ai.free-attacks")
        chosen = best_of(game, at.model, free_options(game, waiting[0], at.model))
        left = tuple(waiting[1:])
    else:
        own = [e for e in waiting if seat_of(game, e) == seat_of(game, waiting[0])]
        chosen = yield from Choose(
            seat=seat_of(game, own[0]),
            key="free",
            rule="engaged.free-attack-order",
            prompt="{who} flees: a free attack?",
            args={"who": at.model},
            default=None,
            among=lambda: [*free_attacks(game, own, at.model), None],
            why_not=lambda o: () if o is None else free_refusals(game, own, at.model, *o),
            label=lambda o: (
                "Let it go"
                if o is None
                else f"{game.name(o[0])}: {'shoot' if o[2] == 'free' else 'strike'}, {game.name(o[1])}"
            ),
            on=lambda o: o[0] if o else "",
            odds=lambda o: attack_forecast(game, o[0], at.model, o[1], o[2]) if o else None,
        )
        left = tuple(e for e in waiting if (chosen is None and e not in own) or (chosen is not None and e != chosen[0]))
    if chosen is not None:
        cite("suppression.no-test-for-reactions")
        yield from attack(game, chosen[0], at.model, chosen[1], chosen[2])
        log_stopped_flight(game, at.model)
    return [Flight(at.model, at.path, left)]


@rule("engaged.flee-stopped", neutral=lambda game, model: None)
def log_stopped_flight(game: Xcx, model: str) -> None:
    """Forced Down or caught by a Lasso it stays in contact, still engaged, and does not move."""
    if game.models[model].state == TABLE and game.models[model].halted:
        game.tell("{who} does not get away.", "engaged.flee-stopped", who=model)
