"""Effects in words, as a player reads them before a choice."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine.wording import fill_template
from xenotable.games.xcom.content import CONTINENTS, Effect, book

PLACES = {
    "": "",
    "any": "a continent of your choice",
    "most": "the most-panicked continent",
    "least": "the least-panicked continent",
    "each_red": "each red continent",
    "orbit": "orbit",
}
KINDS = {"": "unit", "satellite": "satellite", "scientist": "scientist", "interceptor": "Interceptor"}
WORDS = {
    "add_dice": "Roll {n:more die|more dice}",
    "add_enemy": "{n:more enemy comes|more enemies come}",
    "add_pause": "{n:more second} of pause",
    "add_success": "{n:more success|more successes}",
    "add_time": "{n:more second} for this action",
    "add_ufo": "{n:UFO appears|UFOs appear}: {where}",
    "alien_minus": "The alien die counts {n} less",
    "alien_plus": "The alien die counts {n} more",
    "armor": "{n:success is|successes are} ignored",
    "assign_unit": "Assign up to {n} more: {unit}",
    "cancel_damage": "The base takes no damage",
    "cancel_panic": "Panic does not rise",
    "choose": "One of several things, of your choice",
    "cut_pause": "{n:second} of pause less in the next timed phase",
    "cycle_tech": "Discard up to {n:card} of the hand and draw as many",
    "damage": "{n:damage|damage} to the base",
    "destroy_ufo": "Destroy {upto}{n:UFO}: {where}",
    "discard_tech": "Discard {n:researched tech}",
    "draw_tech": "Draw {n:tech card}",
    "exhaust_card": "{n:card is|cards are} exhausted",
    "exhaust_unit": "Exhausted: {n} of {unit}",
    "force_scramble": "{n:more scramble} in the next timed phase",
    "free_build": "Build {n:Interceptor} without paying",
    "free_recruit": "Recruit {n:soldier} without paying",
    "gain_credits": "The budget gains credits: {n}",
    "gain_emergency": "Emergency Funding gains {n:credit}",
    "gain_salvage": "Gain {n:salvage card}",
    "hold_threat": "Threat does not advance",
    "lose_credits": "Emergency Funding loses {n:credit}",
    "lose_salvage": "Lose {n:salvage card}",
    "lose_unit": "Lost to the recruitment pool: {n} of {unit}",
    "lower_threat": "Threat goes back by {n}",
    "make_elite": "{n:soldier becomes|soldiers become} elite",
    "move_ufo": "Move {n:UFO}",
    "move_unit": "Move up to {n:unit}",
    "peek": "Look at the top {n:card} of the {deck} deck",
    "place_success": "Place {n:success token}",
    "prevent_loss": "The roll is no loss",
    "raise_panic": "Panic rises by {n}: {where}",
    "redirect_panic": "Another continent takes the panic",
    "reduce_panic": "Panic falls by {n}: {where}",
    "refresh_card": "Refresh {upto}{n:card}",
    "refresh_unit": "Refresh {upto}{n} of {unit}",
    "remove_success": "Every lab loses {n:success token}",
    "repair": "Repair {n:damage|damage} of the base",
    "reroll_alien": "Roll the alien die again",
    "reroll_xcom": "Roll XCOM dice again: {n}",
    "roll_alien": "The alien die decides",
    "save_units": "Save units: {n}",
    "train": "Train a soldier",
    "unscramble": "{n:scramble fails|scrambles fail}",
    "wild_icon": "A soldier may use a foreign icon",
}


def described(effects: Sequence[Effect]) -> str:
    """Effects one after the other, from their data."""
    return "; ".join(_one(e) for e in effects)


def _one(effect: Effect) -> str:
    where = book().continents[effect.where].name if effect.where in CONTINENTS else PLACES.get(effect.where, "")
    unit = KINDS.get(effect.unit, effect.unit) + ("s" if effect.n != 1 else "")
    upto = "up to " if effect.upto else ""
    return fill_template(
        WORDS[effect.do], {"n": effect.n, "where": where, "unit": unit, "deck": effect.deck, "upto": upto}
    )
