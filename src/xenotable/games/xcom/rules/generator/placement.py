"""Where UFOs appear and descend."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import rule
from xenotable.games.xcom.content import CONTINENTS
from xenotable.games.xcom.rules.generator.wave import Brief, Rolls, figures_of, focus, level_of
from xenotable.games.xcom.state import Planned


@rule("generator.placement", neutral=lambda *_, **__: "")
def place(colours: Sequence[str], red_weight: int, d: Rolls, what: str, orbit: bool = True) -> str:
    by_colour = {"yellow": 2, "red": red_weight, "orange": 0}
    weights = [*[by_colour[c] for c in colours], 3 if orbit else 0]
    at = d(sum(weights), what)
    for where, weight in zip((*CONTINENTS, "orbit"), weights, strict=True):
        at -= weight
        if at <= 0:
            return where
    raise AssertionError("the weights add up to the die")


@rule("generator.descent", neutral=lambda *_: ())
@rule("generator.all-descend", neutral=lambda *_: ())
def descents(brief: Brief, d: Rolls) -> tuple[str, ...]:
    weight = level_of(brief).red_weight
    return tuple(place(brief.last.colours, weight, d, "descent", orbit=False) for _ in range(brief.last.orbit))


@rule("generator.forced-orbit", neutral=lambda brief, ufos: 0)
def forced_to_orbit(brief: Brief, ufos: int) -> int:
    own = figures_of(brief).orbit if brief.orbit < 0 else brief.orbit
    return min(ufos, own + (focus(brief) == "jamming"))


def detections(brief: Brief, ufos: int, d: Rolls) -> tuple[str, ...]:
    forced = forced_to_orbit(brief, ufos)
    weight = level_of(brief).red_weight
    rolled = [place(brief.last.colours, weight, d, "UFO") for _ in range(ufos - forced)]
    return ("orbit",) * forced + tuple(rolled)


@rule("generator.grouping", neutral=lambda places: [])
def group_ufos(places: Sequence[str]) -> list[Planned]:
    return [Planned("ufos_detected", tuple(places[i : i + 2])) for i in range(0, len(places), 2)]
