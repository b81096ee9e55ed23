"""Which model a drawn die activates: of an AI side, or of players who command one side together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import All, Choose, Flow, Refusal, rule
from xenotable.games.xcx.rules.bag.dice import ready
from xenotable.games.xcx.rules.play.models import enemies, standing_models
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import DIFFICULTY, Xcx


def enemy_gaps(game: Xcx, among: Sequence[str]) -> dict[str, float]:
    """How far models of one side are from the nearest enemy."""
    models = game.models
    gaps = field_of(game).nearest_gaps([models[i] for i in among], [models[e] for e in enemies(game, among[0])])
    return {i: round(gap, 6) for i, gap in zip(among, gaps, strict=True)}


@rule("ai.pick-model", neutral=lambda game, side, among: among[-1])
def pick_model(game: Xcx, side: int, among: Sequence[str]) -> str:
    """First one that is engaged, else the one nearest to an enemy; dearer first, then the lower number."""
    among = [i for i in among if game.models[i].engaged] or among
    if len(among) == 1:
        return among[0]
    gaps = enemy_gaps(game, among)
    return min(among, key=lambda i: (gaps[i], -profile_of(game, i).cost, game.models[i].number))


def nearest_to_enemy(game: Xcx, among: Sequence[str]) -> str:
    gaps = enemy_gaps(game, among)
    return min(among, key=lambda i: (gaps[i], game.models[i].number))


@rule("ai.difficulty", neutral=lambda game, side: 0)
def spare_dice(game: Xcx, side: int) -> int:
    """Dice that AI difficulty withholds (below 0, at least one stays) or adds."""
    if not game.setup.sides[side].ai:
        return 0
    more = DIFFICULTY[game.setup.sides[side].difficulty]
    return min(0, max(more, 1 - len(ready(game, side)))) if more < 0 else more


def choose_model(game: Xcx, seat: int, ready: list[str]) -> Choose[str]:
    return model_ask(game, seat, "model", "bag.pick-unactivated", "Which model acts?", ready)


def model_ask(game: Xcx, seat: int, key: str, rule_id: str, prompt: str, ready: list[str]) -> Choose[str]:
    """One of the models that a die can activate; the others of the side are closed."""
    side = game.models[ready[0]].side
    return Choose(
        seat=seat,
        key=key,
        rule=rule_id,
        prompt=prompt,
        among=lambda: [*ready, *[i for i in standing_models(game, side) if i not in ready]],
        why_not=lambda i: () if i in ready else pick_refusals(game, i),
        open=lambda: ready,
    )


def pick_refusals(game: Xcx, model: str) -> Iterator[Refusal]:
    """Why a die cannot activate this model now."""
    row = game.models[model]
    if row.controls:
        args = {"who": model, "other": row.controls}
        yield Refusal("skills.control-caster-locked", "{who} controls {other} and cannot act.", args)
    elif row.caster and row.until > game.now.round:
        yield Refusal("skills.control-start", "{who} acts for nobody in the rest of this round.", {"who": model})
    else:
        yield Refusal("bag.pick-unactivated", "{who} has acted this round.", {"who": model}, "Choose one that has not.")


@rule("ai.coop-squads", neutral=lambda game, side, seats, among: "")
def agree_on_model(game: Xcx, side: int, seats: list[int], among: list[str]) -> Flow[str]:
    """Partners agree who acts; if they do not, the one who has acted least this round chooses."""
    wishes = yield from All(
        asks=[
            model_ask(game, s, f"wish:{s}", "ai.coop-squads", "Who should act, in your opinion?", among) for s in seats
        ]
    )
    if len(set(wishes)) == 1:
        return str(wishes[0])
    acted = {s: sum(m.activated for i, m in game.models.items() if m.seat == s) for s in seats}
    seat = min(seats, key=lambda s: (acted[s], s))
    return (yield from choose_model(game, seat, among))
