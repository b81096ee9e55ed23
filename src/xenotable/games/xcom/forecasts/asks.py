"""Odds beside the asks: what a roll may bring and cost, before it is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast, is_legal, rule
from xenotable.engine.wording import fill_template
from xenotable.games.xcom.content import book, effects_of
from xenotable.games.xcom.forecasts.dice import DOUBLES, EXACT, TOP, at_least, loss_chance, policy, successes
from xenotable.games.xcom.rules import tasks
from xenotable.games.xcom.rules.base import attack
from xenotable.games.xcom.rules.cards import windows
from xenotable.games.xcom.rules.cards.windows import holders, use_refusals
from xenotable.games.xcom.rules.companion import guide
from xenotable.games.xcom.rules.effects import roll_operations
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import holds
from xenotable.games.xcom.rules.effects.roll_modifiers import alien_minus, armor, wild_card
from xenotable.games.xcom.rules.tasks import dice_of, task_seat
from xenotable.games.xcom.state import Throw, Xcom


@tasks.roll_odds.fill
@rule("odds.modifiers", neutral=lambda game: [])
def roll_forecasts(game: Xcom) -> list[Forecast]:
    """The roll on the table: this roll, and the policies of pushing on. Passive effects are in it."""
    throw = game.throws[0]
    dice, shield = len(dice_of(game, throw)), armor(game)
    notes = tuple(_with_cards(game, dice, throw.need, shield))
    first, *policies = task_forecasts(dice, throw.need, game.now.threat, shield, alien_minus(game))
    return [replace(first, notes=(*first.notes, *notes)), *policies]


def task_forecasts(
    dice: int, need: int, threat: int, shield: int = 0, minus: int = 0, exact: bool = False
) -> list[Forecast]:
    """One roll of so many dice, and the policies of pushing on. `shield`: successes that the enemy ignores."""
    spread = tuple(
        Chance.of(fill_template("{n:success|successes}", {"n": n}), p if exact else float(p))
        for n, p in enumerate(successes(dice))
    )
    rolled = fill_template("{n:die|dice}, threat {t}", {"n": dice, "t": threat})
    enough, lost = at_least(dice, need, shield), loss_chance(threat, minus)
    chances = ((f"at least {need}", enough), ("a loss", lost))
    now = Forecast(
        "This roll",
        "odds.per-roll",
        dice / 3,
        "successes",
        tuple(Chance.of(label, p if exact else float(p)) for label, p in chances),
        spread,
        (rolled,),
    )
    return [now, *_policies(dice, need, threat, shield, minus, exact)]


@attack.attack_odds.fill
def attack_forecasts(game: Xcom, place: str, target: str) -> Sequence[Forecast]:
    """The odds of attacking this target if on every icon goes the first soldier that can; they are named."""
    world = game.copy()
    foe = "" if target == attack.TASK else target
    need = attack.missing_successes(world, target)
    tasks.lay(world, Throw("base" if place == "base" else "mission", place, foe, need=need, threat=world.now.threat))
    icons = attack.icons_of(world, place, target)
    wild = "" if any(attack.for_icon(world, place, icon, set(), "") for icon in icons) else wild_card(world, place)
    for i, icon in enumerate(icons):
        left = "" if world.throws[0].wild else wild
        chosen, *_ = attack.legal_options(world, place, icon, icons[i + 1 :], left)
        attack.put_on_icon(world, icon, chosen, left)
    first, *policies = roll_forecasts(world)
    who = ", ".join(world.name(u) for u in world.throws[0].units)
    return [replace(first, notes=(f"with {who}", *first.notes)), *policies]


@attack.icon_odds.fill
def icon_forecasts(game: Xcom, icon: str, option: attack.Option) -> Sequence[Forecast] | None:
    """The odds of the roll if this soldier, or nobody, goes there and nobody else joins."""
    if option is None and not game.throws[0].units:
        return None
    world = game.copy()
    attack.put_on_icon(world, icon, option, "")
    return roll_forecasts(world)


@roll_operations.reroll_odds.fill
def reroll_forecast(game: Xcom, misses: int, hits: int) -> Forecast:
    """The roll on the table if so many of its dice are rolled again."""
    throw = game.throws[0]
    short, dice = throw.need - throw.added, misses + hits
    if short > 0:  # what is added counts though armor takes all that is rolled
        short = max(0, short + armor(game) - (throw.hits - hits))
    enough = float(at_least(dice, short))
    title = fill_template("{n:die|dice} again", {"n": dice})
    return Forecast(title, "odds.per-roll", dice / 3, "successes", (Chance(f"at least {throw.need} in all", enough),))


@windows.card_odds.fill
def card_forecasts(game: Xcom, card: str) -> Sequence[Forecast]:
    """The dice that the use of a card rolls, or adds to the roll to come."""
    throw, out = game.throws[0], list[Forecast]()
    for effect in effects_of(card):
        if effect.do == "add_dice" and not throw.rolled:
            world = game.copy()
            world.throws.set(0, more=throw.more + effect.count)
            out += roll_forecasts(world)[:1]
        elif effect.do == "reroll_xcom":
            most = throw.dice if effect.n == "all" else effect.count
            out.append(reroll_forecast(game, min(most, throw.dice - throw.hits), 0))
        elif effect.do == "reroll_alien":
            lost = 0.0 if throw.prevented else float(loss_chance(throw.threat, alien_minus(game) - throw.plus))
            out.append(Forecast("The alien die again", "odds.per-roll", chances=(Chance("a loss", lost),)))
    return out


@tasks.price_of_rolling.fill
@rule("odds.per-roll", neutral=lambda game: "")
def price_of_rolling(game: Xcom) -> str:
    """What one more roll may bring and what it may cost, in exact figures."""
    throw = game.throws[0]
    enough = float(at_least(len(dice_of(game, throw)), throw.need, armor(game)))
    lost = float(loss_chance(game.now.threat, alien_minus(game)))
    verb = "exhausts" if throw.task in ("research", "orbit") else "loses"
    units = f"{len(throw.units)} {book().units[game.units[throw.units[0]].cls].name.lower()}"
    wanted = "succeeds" if throw.need == 1 else f"for all {throw.need}"
    return f"Roll: {enough:.1%} {wanted}, {lost:.1%} {verb} {units}{'s' * (len(throw.units) > 1)}"


@guide.task_odds.fill
def task_odds(dice: int, need: int, threat: int) -> guide.TaskOdds:
    """Of a task at a table of people, who say how many dice and what is needed."""
    out = policy(dice, need, threat)
    this_roll, lost = float(at_least(dice, need)), float(loss_chance(threat))
    return guide.TaskOdds(this_roll, lost, float(out.complete), float(out.loss))


def _policies(dice: int, need: int, threat: int, shield: int, minus: int, exact: bool) -> Iterator[Forecast]:
    for k in range(threat, TOP + 1):
        out = policy(dice, need, threat, k, shield, minus, EXACT if exact else DOUBLES)
        name = "Push until done or lost" if k == TOP else f"Roll while threat is at most {k}"
        chances = (Chance.of("complete", out.complete), Chance.of("ends with a loss", out.loss))
        rule_ = "odds.until-done" if k == TOP else "odds.stop-at"
        yield Forecast(name, rule_, float(out.rolls), "rolls", chances)


def _with_cards(game: Xcom, dice: int, need: int, shield: int) -> Iterator[str]:
    """Optional cards that could be used before this roll as lines of their own."""
    ctx = Context("card")
    for _, card in holders(game, "pre_roll", task_seat(game.throws[0].task)):
        if not is_legal(use_refusals(game, card, ctx)):
            continue
        effects = [e for e in effects_of(card) if not e.if_ or holds(game, e.if_, ctx)]
        if added := sum(e.count for e in effects if e.do == "add_dice"):
            chance = float(at_least(dice + added, need, shield))
            yield f"with {_named(game, card)}: {chance:.1%} for at least {need}"
        if lowered := sum(e.count for e in effects if e.do == "lower_threat"):
            lost = float(loss_chance(max(1, game.now.threat - lowered), alien_minus(game)))
            yield f"with {_named(game, card)}: {lost:.1%} for a loss"


def _named(game: Xcom, card: str) -> str:
    """A card, or the bonus of the headquarters, by its name."""
    return book().continents[card].bonus if card in book().continents else game.name(card)
