"""What the log says about an attack."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.engine.gestures import Aimed
from xenotable.games.xcx.rules.modifiers.values import FREE_MELEE, MELEE, Aim
from xenotable.games.xcx.rules.shooting.terms import Shot, Terms
from xenotable.games.xcx.rules.tests import dice_words
from xenotable.games.xcx.state import Xcx

Faces = tuple[int, ...]
EFFECTS = {"panic": "Psi Panic", "disorientation": "Psi Disorientation", "control": "Mind Control"}


@rule("play.log-cites-rules", neutral=lambda *shot: None)
def log_attack(
    game: Xcx, model: str, target: str, weapon: str, manner: str, found: Aim, terms: Terms, faces: Faces, shot: Shot
) -> None:
    close = manner in (MELEE, FREE_MELEE)
    verb = "strikes at" if close else "shoots at"
    end = "hit" if shot.hit or shot.scattered else "miss"
    says = "{who} " + verb + " {target} with {weapon}: {aim}; roll {n}: {end}."
    rule_id = "charging.attack" if close else "shooting.to-hit"
    shows = (Aimed((model,), (target,), "fight" if close else "shot"),)
    aim, n = found.words(), dice_words(faces)
    game.tell(says, rule_id, shows=shows, who=model, target=target, weapon=weapon, aim=aim, n=n, end=end)
    if terms.scatter and end == "hit":
        die, fate = ("4 to 6", "it explodes elsewhere") if shot.scattered else ("1 to 3", "it stays on target")
        game.tell("The Scatter die shows {die}: {fate}.", "special.scatter", die=die, fate=fate)


def log_effect(game: Xcx, model: str, target: str, terms: Terms, faces: Faces, shot: Shot) -> None:
    """What decided about a hit: the Mindspin table, the second Shredding test or the Armour test."""
    if terms.mind:
        effect = EFFECTS[shot.effect]
        game.tell("Mindspin: roll {n}: {effect}.", "skills.mindspin-table", n=dice_words(faces), effect=effect)
    elif terms.shredding:
        says = "{who} tests to hit again (Shredding): value {v}; roll {n}: {end}."
        end = "passed" if shot.hurt else "failed"
        game.tell(says, "special.shredding", who=model, v=terms.value, n=dice_words(faces), end=end)
    else:
        log_armour(game, target, terms.armour, faces, terms.plus, shot.hurt)


def log_armour(game: Xcx, target: str, value: int, faces: Faces, plus: int, hurt: bool) -> None:
    """An Armour test: the value or less means that Damage is applied."""
    more = f", {plus:+d} (gun in close combat) = {sum(faces) + plus}" if plus else ""
    end = "it gives way" if hurt else "it holds"
    says = "{target} tests Armour: value {v}; roll {n}{more}: {end}."
    game.tell(says, "damage.armour-test", target=target, v=value, n=dice_words(faces), more=more, end=end)
