"""Soldiers on icons and their attack: what base defense, missions and the final mission have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Forecast, Refusal, Slot, cite, is_legal, rule
from xenotable.games.xcom.content import LEADER, card_of
from xenotable.games.xcom.rules.base.enemies import enemy_spaces, wound_enemy
from xenotable.games.xcom.rules.cards.prices import pay
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, decider
from xenotable.games.xcom.rules.effects.roll_modifiers import wild_card
from xenotable.games.xcom.rules.mission.tasks import task_done, tasks_of
from xenotable.games.xcom.rules.tasks import lay, roll
from xenotable.games.xcom.rules.units.unit_locations import alike, bare, matches, soldiers_at
from xenotable.games.xcom.state import Throw, Xcom

TASK = "task"  # the target of a roll that is not against an enemy


Option = str | tuple[str, str] | None  # a soldier, a soldier on a foreign icon, or nobody


attack_odds = Slot[[Xcom, str, str], Sequence[Forecast]]("xcom.attack_odds")  # of attacking a target in a place
icon_odds = Slot[[Xcom, str, Option], Sequence[Forecast] | None]("xcom.icon_odds")  # if it goes on that icon


def icons_of(game: Xcom, place: str, target: str) -> tuple[str, ...]:
    """The icons of an enemy, or of the skill task that a mission has reached."""
    if target != TASK:
        return card_of(game.foes[target].card).icons
    icons = tasks_of(game, place)[game.ventures[place].done]
    assert isinstance(icons, tuple)
    return icons


def missing_successes(game: Xcom, target: str) -> int:
    """Successes that a target still needs."""
    if target == TASK:
        cite("mission.skill-task")
        return 1
    row = game.foes[target]
    return card_of(row.card).health - row.tokens


def can_attack(game: Xcom, place: str, target: str) -> bool:
    soldiers = soldiers_at(game, place)
    if not soldiers:
        return False
    if wild_card(game, place):
        return True
    return any(matches(game, s, icon) for icon in icons_of(game, place, target) for s in soldiers)


@rule("base.one-per-icon", neutral=lambda *_: [])
def for_icon(game: Xcom, place: str, icon: str, used: set[str], wild: str) -> list[Option]:
    """The soldiers that can go on an icon, one of each sort, those of another trade last."""
    free = alike(game, [s for s in soldiers_at(game, place) if s not in used])
    fitting: list[Option] = [s for s in free if matches(game, s, icon)]
    if wild:
        fitting += [(s, "wild") for s in free if not matches(game, s, icon)]
    return fitting


def icon_options(game: Xcom, place: str, wild: str) -> list[Option]:
    """Everybody there, one of each sort, on the icon or, with a card for it, on one of another trade; or nobody."""
    used = game.throws[0].units
    there = [*alike(game, [s for s in soldiers_at(game, place) if s not in used]), *used]
    return [*there, *((s, "wild") for s in there if wild), None]


def icon_refusals(
    game: Xcom, place: str, icon: str, later: tuple[str, ...], wild: str, option: Option
) -> Iterator[Refusal]:
    """Why this soldier cannot go on this icon, or why somebody must."""
    used, soldier = game.throws[0].units, _soldier(option)
    if option is None:
        fits = for_icon(game, place, icon, set(used), wild)
        if fits and not used and not any(for_icon(game, place, i, set(), wild) for i in later):
            yield Refusal("tasks.needs-unit", "Somebody has to roll.", {}, "Put a soldier on this icon.")
    elif soldier in used:
        says = "{unit} is on another icon of this roll."
        yield Refusal("base.one-per-icon", says, {"unit": soldier}, "Choose another soldier.")
    elif isinstance(option, tuple) and matches(game, soldier, icon):
        yield Refusal("effects.wild_icon", "{unit} matches {icon} without a card.", {"unit": soldier, "icon": icon})
    elif isinstance(option, str) and not matches(game, soldier, icon):
        says = "{unit} has no skill that matches {icon}."
        yield Refusal("base.icons-match", says, {"unit": soldier, "icon": icon}, "Choose a soldier with that icon.")


def put_on_icons(game: Xcom, place: str, target: str) -> Flow[None]:
    """Lays the roll: for each icon from left to right a soldier or nobody, at least one in all."""
    task = "base" if place == "base" else "mission"
    foe = "" if target == TASK else target
    lay(game, Throw(task, place, foe, need=missing_successes(game, target), threat=game.now.threat))
    wild = wild_card(game, place)
    icons = icons_of(game, place, target)
    for i, icon in enumerate(icons):
        yield from _one_icon(game, place, icon, icons[i + 1 :], wild)
    if game.throws[0].wild:
        cite("effects.wild_icon")
        yield from pay(game, game.throws[0].wild)
        game.tell("{card} is used.", "effects.wild_icon", card=game.throws[0].wild)


@rule("base.reassign", neutral=lambda *_: None)
def _one_icon(game: Xcom, place: str, icon: str, later: tuple[str, ...], wild: str) -> Flow[None]:
    wild = wild if not game.throws[0].wild else ""
    chosen, *others = legal_options(game, place, icon, later, wild)
    if others:
        chosen = yield from Choose(
            seat=LEADER,
            key="icon",
            rule="base.icons-match",
            prompt="Who goes on {icon}?",
            args={"icon": icon},
            among=lambda: icon_options(game, place, wild),
            why_not=lambda o: icon_refusals(game, place, icon, later, wild, o),
            label=lambda o: _label(game, o),
            on=lambda o: _soldier(o),
            odds=lambda o: icon_odds(game, icon, o),
            has_odds=lambda o: o is not None or bool(game.throws[0].units),  # nobody more: those who are there roll
        )
    put_on_icon(game, icon, chosen, wild)


def legal_options(game: Xcom, place: str, icon: str, later: tuple[str, ...], wild: str) -> list[Option]:
    options = icon_options(game, place, wild)
    return [o for o in options if is_legal(icon_refusals(game, place, icon, later, wild, o))]


def _soldier(option: Option) -> str:
    return "" if option is None else option if isinstance(option, str) else option[0]


def _label(game: Xcom, option: Option) -> str:
    if option is None:
        return "Nobody"
    return game.name(_soldier(option)) + (" (on a foreign icon)" if isinstance(option, tuple) else "")


def put_on_icon(game: Xcom, icon: str, option: Option, wild: str) -> None:
    throw, soldier = game.throws[0], _soldier(option)
    foreign = isinstance(option, tuple)
    units = (*throw.units, soldier) if soldier else throw.units
    game.throws.set(
        0, units=units, icons=(*throw.icons, (icon, soldier, foreign)), wild=wild if foreign else throw.wild
    )


def attack(game: Xcom, place: str, target: str) -> Flow[bool]:
    """Soldiers on icons, the roll, and what the enemy does on a loss. Gives whether it was a loss."""
    yield from put_on_icons(game, place, target)
    enemy = game.foes[target].card if target != TASK else ""

    def apply(game: Xcom, hits: int) -> Flow[None]:
        if enemy:
            yield from wound_enemy(game, target, hits, "mission.enemy-task" if place != "base" else "base.success")
        elif hits:
            task_done(game, place)

    def traits(game: Xcom) -> Flow[None]:
        if enemy:
            cite("effects.traits")
            yield from carry_out(game, card_of(enemy).on_loss, Context("enemy", enemy, decider("enemy")))

    return (yield from roll(game, apply, "base" if place == "base" else "mission", traits))


def enemies_and_tasks(game: Xcom, place: str) -> list[str]:
    """What is to be attacked: every enemy in the base, or the task that a mission has reached."""
    if place == "base":
        return enemy_spaces(game)
    if place not in game.ventures or game.ventures[place].done == 3:
        return []
    slot = f"{place}{game.ventures[place].done + 1}"
    return [slot if slot in game.foes else TASK]


def targets(game: Xcom, place: str) -> Iterator[str]:
    """What can be attacked now."""
    return (t for t in enemies_and_tasks(game, place) if can_attack(game, place, t))


def attack_refusals(game: Xcom, place: str, target: str | None) -> Iterator[Refusal]:
    if target is not None and not can_attack(game, place, target):
        args = {"icons": " or ".join(bare(i) for i in icons_of(game, place, target))}
        yield Refusal("base.icons-match", "No soldier there has {icons}.", args)
