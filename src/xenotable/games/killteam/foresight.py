"""Odds beside the decisions of an exchange, worked out only when somebody looks: `previews` needs the exchanges, which
cannot need it in turn, so it is fetched here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xenotable.engine import Forecast

if TYPE_CHECKING:
    from xenotable.games.killteam.fighting import Bout, Melee
    from xenotable.games.killteam.shooting import Dice, Saves, Shot, Terms


def attack_dice(t: Terms, s: Shot, by: str, rule: str, which: Dice) -> Forecast:
    """What picking these attack dice up brings; `by` is the re-roll that is being used."""
    from xenotable.games.killteam import previews

    return previews.attack_dice(t, s, by, rule, which)


def one_attack_die(t: Terms, s: Shot, by: str, rule: str, which: str) -> Forecast:
    from xenotable.games.killteam.shooting import PICKED

    return attack_dice(t, s, by, rule, PICKED.get(which, (0, 0, 0, 0)))


def with_rending(t: Terms, s: Shot, use: bool) -> Forecast | None:
    from xenotable.games.killteam import previews

    return previews.rending(t, s, use)


def with_ap(t: Terms, s: Shot, ap: int) -> Forecast:
    from xenotable.games.killteam import previews

    return previews.with_ap(t, s, ap)


def save_choice(t: Terms, s: Shot, choice: str) -> Forecast:
    from xenotable.games.killteam import previews

    return previews.save_choice(t, s, choice)


def cover_choice(t: Terms, s: Shot, dice: int, need: int, kept: int) -> Forecast:
    from xenotable.games.killteam import previews

    return previews.cover_choice(t, s, dice, need, kept)


def defence_rolls(t: Terms, s: Shot, rule: str, which: Saves) -> Forecast:
    """What picking these defence dice up brings."""
    from xenotable.games.killteam import previews

    return previews.defence_dice(t, s, rule, which)


def one_defence_die(t: Terms, s: Shot, which: str) -> Forecast:
    from xenotable.games.killteam.shooting import SAVES_PICKED

    return defence_rolls(t, s, "dice.command-reroll", SAVES_PICKED.get(which, (0, 0, 0)))


def outcome(m: Melee, b: Bout, said: str) -> Forecast:
    from xenotable.games.killteam import previews

    return previews.blow(m, b, said)
