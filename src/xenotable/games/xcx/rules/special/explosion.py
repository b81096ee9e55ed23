"""Scatter: where the shot explodes, and whom it hits."""

from __future__ import annotations

from xenotable.engine import Arrange, Flow, Piece, Place, Placed, Random, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.reactions import worst_spot
from xenotable.games.xcx.rules.damage.armour import armour_points, reduce_damage
from xenotable.games.xcx.rules.damage.consequences import consequences
from xenotable.games.xcx.rules.play.attack_log import log_armour
from xenotable.games.xcx.rules.play.models import is_ai, seat_of
from xenotable.games.xcx.rules.rewards.equipment import weapon_damage
from xenotable.games.xcx.rules.skills.reach import armour_value
from xenotable.games.xcx.rules.special.scatter import THIRDS, Drift, blast_spots, models_in_blast, spot_refusals
from xenotable.games.xcx.rules.suppression import hit_by
from xenotable.games.xcx.rules.tests import d6, two_dice, under
from xenotable.games.xcx.state import CIVIL, Xcx


def targeted_seat(game: Xcx, target: str) -> int:
    """The targeted player; civilians are the protector's."""
    row = game.models[target]
    if row.side != CIVIL:
        return seat_of(game, target)
    side = game.now.first_role
    return -1 if is_ai(game, side) else game.commanders[side][0]


@rule("special.scatter-explosion", neutral=lambda game, model, target, weapon: None)
def explode(game: Xcx, model: str, target: str, weapon: str) -> Flow[None]:
    """It goes off where the die and the targeted player say: each model caught is hit, one after the other."""
    seat = targeted_seat(game, target)
    face = yield from d6(seat_of(game, model), "drift", "special.scatter-spot", "Where does it go?")
    drift = Drift(game.models[model].here, (face - 1) // 2)
    says = "The shot goes astray: roll {n}, {third}."
    game.tell(says, "special.scatter-spot", n=face, third=THIRDS[drift.third])
    if seat < 0:
        spot = worst_spot(game, model, target, drift)
    else:
        placed = yield from spot_ask(game, seat, model, target, drift)
        spot = (placed.at["blast"][0], placed.at["blast"][1])
    game.tell("It explodes at {x:.1f}, {y:.1f}.", "special.scatter-spot", x=spot[0], y=spot[1])
    victims = models_in_blast(game, spot)
    if len(victims) > 1 and seat >= 0:
        victims = list(
            (
                yield from Arrange(
                    seat=seat,
                    key="victims",
                    rule="special.scatter-explosion",
                    prompt="In which order are they hit?",
                    items=tuple(victims),
                    label=game.name,
                )
            )
        )
    for victim in victims:
        hit_by(game, victim, (model, weapon))
        faces = yield from two_dice(seat_of(game, victim), "armour", "damage.armour-test", "Armour test: high is good")
        hurt = under(sum(faces), armour_value(game, victim))
        log_armour(game, victim, armour_value(game, victim), faces, 0, hurt)
        if hurt:
            kind = content.weapons()[weapon].type
            lost = reduce_damage(weapon_damage(game, model, weapon), armour_points(game, victim, kind, 0))
            yield from consequences(game, model, victim, weapon, lost)


def spot_ask(game: Xcx, seat: int, model: str, target: str, drift: Drift) -> Place:
    def propose(n: int, rnd: Random) -> list[Placed]:
        return [Placed({"blast": p}) for p in blast_spots(game, target, drift)]

    return Place(
        seat=seat,
        key="spot",
        rule="special.scatter-spot",
        prompt="The shot at {who} goes {third}: where does it explode?",
        args={"who": target, "third": THIRDS[drift.third], "shooter": model, "drift": drift},
        pieces=(Piece("blast", game.models[target].here, 0.25),),
        propose=propose,
        legal=lambda placed: spot_refusals(game, target, drift, (placed.at["blast"][0], placed.at["blast"][1])),
    )
