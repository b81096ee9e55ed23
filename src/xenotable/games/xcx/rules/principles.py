"""The options of the house."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.faults import nearest
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.play.table import table_size
from xenotable.games.xcx.rules.squad.validation import earned_refusals, limit_refusals, squad_refusals, unique_refusals
from xenotable.games.xcx.state import DIFFICULTY, MODES, BattleSetup


@rule("principles.house-options", neutral=lambda setup: iter(()))
def setup_refusals(setup: BattleSetup) -> Iterator[Refusal]:
    """Everything that is wrong with the options and the Squads of a battle."""
    yield from limit_refusals(setup.limit)
    options = "principles.house-options"
    for what, value, known in (
        ("mission", setup.mission, content.missions()),
        ("distance mode", setup.mode, MODES),
        ("layout", setup.layout, ("", *content.layouts())),
    ):
        if value not in known:
            args = {"what": what, "v": value, "near": nearest(value, known)}
            yield Refusal(options, "There is no {what} {v!r}.{near}", args, "Choose another.")
    layout = content.layouts().get(setup.layout)
    if layout is not None and (layout.width, layout.depth) != table_size(setup.limit):
        says = "{layout} is {w}x{d}; a limit of {limit} spl is fought on another table."
        yield Refusal(
            "play.table-size",
            says,
            {"layout": layout.name, "w": layout.width, "d": layout.depth, "limit": setup.limit},
            "Choose another layout, or none.",
        )
    if len(setup.sides) != 2:
        yield Refusal("play.sides", "A battle has two sides, not {n}.", {"n": len(setup.sides)}, "Name two.")
    for side in setup.sides:
        if not side.squads:
            yield Refusal("squad.validation", "A side needs a Squad.", {}, "Give it one.")
            continue
        if side.difficulty not in DIFFICULTY:
            near = nearest(side.difficulty, DIFFICULTY)
            yield Refusal(
                options, "There is no difficulty {d!r}.{near}", {"d": side.difficulty, "near": near}, "Choose another."
            )
        yield from unique_refusals(side.squads)
        share = setup.limit // len(side.squads)
        for squad in side.squads:
            yield from squad_refusals(squad, share, setup.levy, setup.pick_leaders)


def campaign_refusals(setup: BattleSetup) -> Iterator[Refusal]:
    """What a single battle may not have."""
    for side in setup.sides:
        for squad in side.squads:
            yield from earned_refusals(squad)
