"""Research: the three labs."""

from __future__ import annotations

from xenotable.engine import Flow, Scene, cite, rule, scene
from xenotable.games.xcom.content import LABS, SCIENTIST, card_of
from xenotable.games.xcom.rules.actions.showing import hand_beside
from xenotable.games.xcom.rules.cards.ownership import tech_owner
from xenotable.games.xcom.rules.cards.windows import step_point
from xenotable.games.xcom.rules.tasks import reset_threat, roll_once
from xenotable.games.xcom.rules.units.unit_locations import at
from xenotable.games.xcom.scenes import LabTask, Research
from xenotable.games.xcom.state import Asset, Throw, Xcom


@scene
@hand_beside
@rule("research.order", neutral=lambda *_: [])
def research(game: Xcom, at: Research) -> Flow[list[Scene]]:
    if at.lab == len(LABS):
        return []
    game.put(step="research")
    reset_threat(game)
    yield from step_point(game, SCIENTIST)
    return [LabTask(at.lab), Research(at.lab + 1)]


@scene
@hand_beside
@rule("research.own-lab", neutral=lambda *_: [])
def lab_task(game: Xcom, at: LabTask) -> Flow[list[Scene]]:
    """One roll, then the same lab again, until it is done, lost or left."""
    again = yield from roll_once(game, lambda: throw_of(game, LABS[at.lab]), "research.dice", _apply)
    return [at] if again else []


@rule("research.dice", neutral=lambda *_: [])
def workers(game: Xcom, lab: str) -> list[str]:
    return [u for u in at(game, lab) if not game.units[u].exhausted]


def missing_tokens(game: Xcom, lab: str) -> int:
    row = game.labs[lab]
    return card_of(row.tech).research - row.tokens if row.tech else 0


def throw_of(game: Xcom, lab: str) -> Throw:
    return Throw(
        "research", lab, units=tuple(workers(game, lab)), need=missing_tokens(game, lab), threat=game.now.threat
    )


def _apply(game: Xcom, hits: int) -> Flow[None]:
    advance_research(game, game.throws[0].spot, hits, "research.tokens")
    yield from ()


@rule("research.tokens", neutral=lambda *_: None)
def advance_research(game: Xcom, lab: str, tokens: int, rule_: str) -> None:
    """Tokens on the card; with enough of them it is researched and goes to its role."""
    if not tokens or not game.labs[lab].tech:
        return
    row = game.labs.set(lab, tokens=game.labs[lab].tokens + tokens)
    if row.tokens < card_of(row.tech).research:
        cite("research.stays")
        game.tell("{lab}: {card}, success tokens: {n}.", rule_, lab=lab, card=row.tech, n=row.tokens)
        return
    finish_research(game, lab)


@rule("research.complete", neutral=lambda *_: None)
@rule("research.complete-watch", neutral=lambda *_: None)
@rule("research.loss-complete", neutral=lambda *_: None)
def finish_research(game: Xcom, lab: str) -> None:
    tech = game.labs[lab].tech
    game.labs.set(lab, tech="", tokens=0)
    game.cards.add(tech, Asset(tech_owner(tech)))
    game.tell(
        "{card} is researched and goes to the {role}.",
        "research.complete",
        card=tech,
        role=game.seat_name(tech_owner(tech)),
    )
