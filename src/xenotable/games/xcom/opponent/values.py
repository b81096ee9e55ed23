"""How a machine role values things: cards, crises, missions, rolls and attacks. Public facts only."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import rule
from xenotable.games.xcom.content import Effect, book, card_of
from xenotable.games.xcom.forecasts.dice import chances
from xenotable.games.xcom.rules.base.attack import Option, for_icon, icons_of, missing_successes
from xenotable.games.xcom.rules.effects.roll_modifiers import alien_minus, armor, wild_card
from xenotable.games.xcom.rules.tasks import dice_of
from xenotable.games.xcom.state import Throw, Xcom

Plan = tuple[Option, ...]  # who goes on each icon


VALUES = {
    9: ("war-bonds", "lance-cannons", "powered-armor", "press-office", "kinetic-rods"),
    8: ("turret-grid", "neural-link", "lance-rifles", "afterburner-refit"),
    7: ("blast-doors", "skyspear"),
    6: ("phased-array", "stealth-airframe", "rapid-assembly", "alien-alloys"),
    5: ("trauma-gel", "global-net"),
}


FINISH = {"base": 3.0, "mission": 2.0, "final": 4.0}


@rule("ai.value", neutral=lambda *_: 0)
def tech_value(card: str) -> int:
    return next((v for v, cards in VALUES.items() if card.removeprefix("tech-") in cards), 3)


def tech_worth(card: str) -> int:
    return tech_value(card) - card_of(card).research


@rule("ai.mission", neutral=lambda *_: 0)
def mission_value(game: Xcom, card: str) -> float:
    """Rewards, less one for each enemy space."""
    worth = sum(_reward(game, e) for reward in card_of(card).rewards for e in reward)
    return worth - sum(task == "enemy" for task in card_of(card).tasks)


def _reward(game: Xcom, e: Effect) -> float:
    if e.do == "reduce_panic":
        rows = game.continents
        there = [c for c in rows if not rows[c].fallen] if e.where == "any" else [e.where]
        high = any(not rows[c].fallen and rows[c].panic >= 3 for c in there)
        return e.count * (1.5 if high else 0.5)
    return e.count * 0.7 if e.do == "gain_emergency" else float(e.count)


@rule("ai.crisis", neutral=lambda *_: 0)
def harm(game: Xcom, effects: tuple[Effect, ...]) -> float:
    """How bad a crisis is; of two the one with the lower harm is kept."""
    return sum(_harm(game, e) for e in effects)


def _harm(game: Xcom, e: Effect) -> float:
    match e.do:
        case "raise_panic":
            return e.count * _panic_harm(game, e.where)
        case "add_ufo":
            return 1.3 * e.count
        case "add_enemy":
            return 1.5 * e.count
        case "damage":
            return (1.5 + 2 * (game.now.damage >= 6)) * e.count
        case "lose_unit":
            return float(e.count)
        case "lose_credits":
            return 1.5
        case "choose":
            return min(harm(game, option) for option in e.options)
        case "roll_alien":
            return (harm(game, e.then) + harm(game, e.else_)) / 2
    return 0.8


def _panic_harm(game: Xcom, where: str) -> float:
    if where in ("most", "each_red"):
        return 3.0
    if where in ("least", "any"):
        return 1.0 if where == "least" else 2.0
    panic = game.continents[where].panic
    if game.continents[where].fallen:
        return 0.0
    return 1.0 + (2 if panic >= 6 else 1 if panic >= 4 else 0)


# ---- rolls -----------------------------------------------------------------------------------------------------------


@rule("ai.push", neutral=lambda *_: 0)
def push_worth(game: Xcom, throw: Throw) -> float:
    """Expected gain less expected harm of the next roll."""
    dice = len(throw.units) + throw.more
    gain = {"research": 1.2, "orbit": 1.5, "global": 1.2}[throw.task]
    if throw.task == "global" and game.continents[throw.spot].panic >= 6:
        gain = 2.2
    value = {
        "research": 0.5 * len(throw.units) + 0.2,
        "orbit": 0.6 * len(throw.units),
        "global": 1.0 * len(throw.units),
    }
    return useful_hits(dice, throw.need) * gain - game.now.threat / 8 * value[throw.task]


def useful_hits(dice: int, need: int, shield: int = 0) -> float:
    return sum(p * min(need, max(0, k - shield)) for k, p in enumerate(chances(dice)))


def soldier_value(game: Xcom, soldier: str) -> float:
    return 2.0 if game.units[soldier].elite else 1.0


@rule("ai.fight", neutral=lambda *_: 0)
def attack_worth(game: Xcom, place: str) -> float:
    """Of the roll on the table: chance to finish, successes on the way, and what a loss would cost."""
    throw = game.throws[0]
    dice, shield = len(dice_of(game, throw)), armor(game)
    row = chances(dice)
    finish = sum(row[throw.need + shield :])
    lost = min(8, game.now.threat + alien_minus(game)) / 8
    risk = sum(soldier_value(game, s) for s in throw.units)
    return finish * FINISH[place] + 0.3 * useful_hits(dice, 9, shield) - lost * risk


def plans(game: Xcom, place: str, target: str, given: Plan = ()) -> Iterator[Plan]:
    """Every way to put soldiers on the icons of a target that begins with what is given."""
    icons = icons_of(game, place, target)
    wild = wild_card(game, place)

    def more(plan: Plan) -> Iterator[Plan]:
        if len(plan) == len(icons):
            if any(plan):
                yield plan
            return
        used = {o if isinstance(o, str) else o[0] for o in plan if o}
        foreign = wild if not any(isinstance(o, tuple) for o in plan) else ""
        for option in (*for_icon(game, place, icons[len(plan)], used, foreign), None):
            yield from more((*plan, option))

    yield from more(given)


def best_attack(game: Xcom, place: str, targets: list[str], given: Plan = ()) -> tuple[float, str, Plan]:
    """The best attack with its worth; a foreign icon is only used where it helps."""
    best: tuple[float, str, Plan] = (-1e9, "", ())
    world = game.copy()
    for target in targets:
        icons, need = icons_of(game, place, target), missing_successes(game, target)
        for plan in plans(game, place, target, given):
            _lay(world, place, target, icons, plan, need)
            worth = attack_worth(world, place) - 0.2 * any(isinstance(o, tuple) for o in plan)
            if worth > best[0] + 1e-9:
                best = worth, target, plan
    return best


def _lay(world: Xcom, place: str, target: str, icons: tuple[str, ...], plan: Plan, need: int) -> None:
    on = tuple(
        (icon, o if isinstance(o, str) else o[0] if o else "", isinstance(o, tuple))
        for icon, o in zip(icons, plan, strict=True)
    )
    foe = target if target in world.foes else ""
    throw = Throw("base" if place == "base" else "mission", place, foe, tuple(s for _, s, _ in on if s), on, need=need)
    if 0 in world.throws:
        world.throws.remove(0)
    world.throws.add(0, throw)


def cover(game: Xcom, soldier: str, icons: list[str], covered: set[str]) -> float:
    """How many dice a soldier would add against these icons; icons not yet covered count double."""
    own = book().units[game.units[soldier].cls].icons
    worth = 0.0
    for icon in icons:
        match = next((o for o in own if o.rstrip("*") == icon.rstrip("*")), "")
        if match:
            dice = 1 + (match == icon and icon.endswith("*")) + game.units[soldier].elite
            worth += dice * (1 if icon.rstrip("*") in covered else 2)
    return worth
