"""What is shown is what happens: the odds of Kill Team against going on from where they are shown."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from foretold import Figure, ForetoldContract, Occasion, Reading, amount_of, chances_of
from xenotable.engine import Ask, Choose, Forecast
from xenotable.engine.asks import UNSET, Safe
from xenotable.games.killteam.forecasts.attacks import best_arm
from xenotable.games.killteam.forecasts.exact import Solver
from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
from xenotable.games.killteam.rules.fighting.blows import after_blow
from xenotable.games.killteam.rules.shooting.sequence import use_of
from xenotable.games.killteam.rules.shooting.terms import KEEP, MISS, ONE
from xenotable.games.killteam.scenes import Attack, Blows, Combat, Melee
from xenotable.games.killteam.title import GAME
from xenotable.odds import End


def after_the_attack(game: Any, ask: Ask[Any]) -> bool:
    return type(ask) is Safe and not isinstance(game.scenes[-1], Attack)


# ---- the plain policy, as the book of odds states it, in words of the table


def failed_dice(game: Any, _: Any, ask: Choose[Any]) -> Any:
    """Relentless: every failed die, no hit."""
    return max((w for w in ask.among() if not w[2] + w[3]), key=sum)


def one_failed_die(game: Any, _: Any, ask: Choose[Any]) -> Any:
    return next(kind for kind in (ONE, MISS, KEEP) if kind in ask.among())


def least_damage(game: Any, _: Any, ask: Choose[Any]) -> Any:
    terms = shot_terms(game, use_of(game.scenes[-1]), game.scenes[-1].dice)
    return min(ask.among(), key=lambda w: (w[0] * terms.normal + w[1] * terms.critical, w[1]))


def better_save(game: Any, _: Any, ask: Choose[Any]) -> Any:
    """The lower chance to fall, then the lower damage, then the Save."""

    def badness(choice: str) -> tuple[float, float]:
        forecast = ask.odds(choice)
        return round(forecast.chances[0].p, 9), round(forecast.mean, 9)

    return min(("save", "invulnerable"), key=badness)


def best_blow(game: Any, _: Any, ask: Choose[Any]) -> Any:
    """Both sides play for the fall of the other, then for wounds; ties go to the first way."""
    at = game.scenes[-1]
    solver = Solver(Melee(at.melee.blades), at.start, ("best", "best"))
    sign = 1 if at.bout.turn == 0 else -1
    return max(ask.among(), key=lambda way: sign * solver.play(after_blow(at.melee, at.bout, way))[0])


def best_weapon(game: Any, _: Any, ask: Choose[Any]) -> Any:
    return best_arm(game, ask.args["operative"]) if ask.rule == "fighting.weapons" else UNSET


def first_way(game: Any, _: Any, ask: Choose[Any]) -> Any:
    return ask.among()[0]


PLAIN = {
    "relentless": failed_dice,
    "ceaseless": lambda game, _, ask: max(ask.among()),
    "balanced": one_failed_die,
    "command": KEEP,
    "rending": True,
    "ap": first_way,
    "cover": first_way,
    "saves": least_damage,
    "save": better_save,
    "plate": (0, 0, 0),
    "blow": best_blow,
    "weapon": best_weapon,
    "foe-weapon": best_weapon,
    "pl-fp-unto-ruin": False,
    "pl-fp-shield-of-oaths": False,
}


def harm(occasion: Occasion, forecast: Forecast, target: str, shooter: str) -> Iterator[Figure]:
    """Wounds lost, at most those that were left, and what follows from them."""
    before, burnt = occasion.game.operatives[target], occasion.game.operatives[shooter].wounds

    def lost(end: End) -> int | None:
        return None if end.ask is not None else before.wounds - end.game.operatives[target].wounds

    def of(holds: Any) -> Any:
        return lambda end: None if end.ask is not None else holds(end)

    yield from chances_of(forecast, {
        "incapacitated": of(lambda end: end.game.operatives[target].wounds == 0),
        "injured": of(lambda end: 2 * end.game.operatives[target].wounds < before.full),
        "loses 1 APL": of(lambda end: any(e.rule == "specials.stun-shooting" for e in end.told)),
        "the shooter is burnt": of(lambda end: end.game.operatives[shooter].wounds < burnt),
    })  # fmt: skip
    yield Figure("mean wounds", forecast.mean or 0.0, lost)
    for chance in forecast.distribution:
        n = int(chance.label)
        if n < before.wounds:
            yield Figure(chance.label, chance.p, lambda end, n=n: None if (x := lost(end)) is None else x == n)


def enemy_named(game: Any, seat: int, name: str) -> str:
    """Both sides may have operatives of one name."""
    return next(i for i, row in game.operatives.items() if row.seat != seat and game.name(i) == name)


def target_figures(occasion: Occasion) -> Iterator[Figure]:
    return harm(occasion, occasion.forecasts[0], occasion.answer, occasion.ask.args["operative"])


def action_figures(occasion: Occasion) -> Iterator[Figure]:
    """Of a Shoot that has one weapon and one target: nothing else is asked before the dice."""
    if occasion.answer == "shoot" and len(occasion.forecasts) == 1:
        name, operative = occasion.forecasts[0].title.rpartition(" at ")[2], occasion.ask.args["operative"]
        target = enemy_named(occasion.game, occasion.game.operatives[operative].seat, name)
        yield from harm(occasion, occasion.forecasts[0], target, operative)


def further_figures(occasion: Occasion) -> Iterator[Figure]:
    return harm(occasion, occasion.forecasts[0], occasion.answer, occasion.game.scenes[-1].operative)


def inside_figures(occasion: Occasion) -> Iterator[Figure]:
    """Of a choice within an attack: what is still to come is added to what has been done already."""
    at = occasion.game.scenes[-1]
    if isinstance(at, Attack):
        yield from harm(occasion, occasion.forecasts[0], at.target, at.operative)


def fight_figures(occasion: Occasion) -> Iterator[Figure]:
    """What a combat costs both: the enemy first, then whoever fights."""
    args = occasion.ask.args
    if occasion.ask.rule not in ("fighting.target", "fighting.weapons"):
        return  # of a shooting attack: its targets are asked for next, and compared there
    if occasion.ask.rule == "fighting.target":
        pair = (occasion.answer, args["operative"])
    else:
        pair = (args["foe"], args["operative"])
        pair = pair[::-1] if occasion.ask.key == "foe-weapon" else pair
    for forecast, who in zip(occasion.forecasts, pair, strict=False):
        before = occasion.game.operatives[who].wounds
        yield from wounds_lost(forecast, who, before)


def wounds_lost(forecast: Forecast, who: str, before: int) -> Iterator[Figure]:
    def lost(end: End) -> int | None:
        return None if end.ask is not None else before - end.game.operatives[who].wounds

    for chance in forecast.chances:
        if chance.label == "incapacitated":
            yield Figure(chance.label, chance.p, lambda end: None if (n := lost(end)) is None else n == before)
    yield Figure("mean wounds", forecast.mean or 0.0, lost)


def fallen(who: str) -> Callable[[End], bool | None]:
    return lambda end: None if end.ask else end.game.operatives[who].wounds == 0


def blow_figures(occasion: Occasion) -> Iterator[Figure]:
    """With best play of both: nothing is rolled any more."""
    at = occasion.game.scenes[-1]
    enemy, own = (at.foe, at.operative) if at.bout.turn == 0 else (at.operative, at.foe)
    for chance, who in zip(occasion.forecasts[0].chances, (enemy, own), strict=True):
        yield Figure(chance.label, chance.p, fallen(who))


def rupture_figures(occasion: Occasion) -> Iterator[Figure]:
    by_name = {occasion.game.name(i): i for i in occasion.game.operatives}
    for forecast in occasion.forecasts:
        who = by_name[forecast.title.partition(": ")[2]]
        yield from wounds_lost(forecast, who, occasion.game.operatives[who].wounds)


def ichor_figures(occasion: Occasion) -> Iterator[Figure]:
    foe = enemy_named(occasion.game, occasion.ask.seat, occasion.forecasts[0].title.partition(": ")[2])
    before = occasion.game.operatives[foe].wounds
    return amount_of(occasion.forecasts[0], lambda end: before - end.game.operatives[foe].wounds)


def healing_figures(occasion: Occasion) -> Iterator[Figure]:
    before = occasion.game.operatives[occasion.answer].wounds
    return amount_of(occasion.forecasts[0], lambda end: end.game.operatives[occasion.answer].wounds - before)


def at_the_next_scene(game: Any, ask: Ask[Any]) -> bool:
    return type(ask) is Safe


def after_the_combat(game: Any, ask: Ask[Any]) -> bool:
    return type(ask) is Safe and not isinstance(game.scenes[-1], Combat | Blows)


def jump_figures(occasion: Occasion) -> Iterator[Figure]:
    def stays(end: End) -> bool:
        return any(e.rule == "movement.jump-test" for e in end.told)

    yield from chances_of(
        occasion.forecasts[0], {"gets across": lambda end: not stays(end), "stays at the edge": stays}
    )


def rites_figures(occasion: Occasion) -> Iterator[Figure]:
    """Of a last Shoot that has one weapon and one target; a Fight is compared where its weapons are chosen."""
    if occasion.answer and len(occasion.forecasts) == 1 and " at " in occasion.forecasts[0].title:
        name, operative = occasion.forecasts[0].title.rpartition(" at ")[2], occasion.game.scenes[-1].operative
        target = enemy_named(occasion.game, occasion.game.operatives[operative].seat, name)
        yield from harm(occasion, occasion.forecasts[0], target, operative)


def charge_figures(occasion: Occasion) -> Iterator[Figure]:
    """Whether the weapon that was just used counts as unused again."""

    def spent(game: Any) -> int:
        return sum(len(row.used) for row in game.operatives.values() if row.seat == occasion.ask.seat)

    before = spent(occasion.game)
    yield from chances_of(occasion.forecasts[0], {
        "not used up": lambda end: spent(end.game) < before,
        "used up": lambda end: spent(end.game) == before,
    })  # fmt: skip


def card_figures(occasion: Occasion) -> Iterator[Figure]:
    return harm(occasion, occasion.forecasts[0], occasion.ask.args["t"], occasion.ask.args["operative"])


class TestForetold(ForetoldContract):
    game = GAME
    readings: ClassVar[Mapping[str, Reading]] = {
        "target": Reading(target_figures, PLAIN, after_the_attack),
        "foe": Reading(fight_figures, PLAIN, after_the_combat),
        "weapon": Reading(fight_figures, PLAIN, after_the_combat),
        "foe-weapon": Reading(fight_figures, PLAIN, after_the_combat),
        "blow": Reading(blow_figures, PLAIN, after_the_combat),
        "subject": Reading(healing_figures, PLAIN, at_the_next_scene),
        "rupture": Reading(rupture_figures, PLAIN, after_the_attack),
        "action": Reading(action_figures, PLAIN, after_the_attack),
        "dare": Reading(jump_figures, PLAIN, at_the_next_scene),
        "burst": Reading(action_figures, PLAIN, after_the_attack),
        "pl-fp-last-rites": Reading(rites_figures, PLAIN, after_the_attack),
        "pl-cb-burst-ichor": Reading(ichor_figures, PLAIN, at_the_next_scene),
        "pl-cw-spare-charges": Reading(charge_figures, PLAIN, at_the_next_scene),
        "range-cards": Reading(card_figures, PLAIN, after_the_attack),
        "further": Reading(further_figures, PLAIN, after_the_attack),
        **{
            key: Reading(inside_figures, PLAIN, after_the_attack)
            for key in (
                "command",
                "relentless",
                "ceaseless",
                "balanced",
                "save",
                "cover",
                "rending",
                "ap",
                "plate",
                "pl-fp-shield-of-oaths",
            )
        },
    }
    unread: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("overwatch", "pl-cw-covering-shot"), "weapon and target are asked for next, and compared there"
        ),
        "split": "several attacks together: test_odds compares them with each alone",
        **dict.fromkeys(("recover", "specialism", "surgery"), "of campaigns: the matches here are battles"),
    }
    rolled_later: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("concealed", "late", "hatch", "pl-cb-hatch", "pl-vc-fade", "pl-vc-borrowed-moment"),
            "the roll for initiative, equal for both, comes next",
        ),
        **dict.fromkeys(
            ("saves", "blow"), "the next attack of the action, whose odds stand where its targets are chosen"
        ),
        **dict.fromkeys(
            ("rending", "pl-fp-unto-ruin"),
            "in a combat it is plain to see; then the other side rolls as the odds of the combat say",
        ),
        "order-of-attacks": "the shots whose odds stand where the dice are divided",
        "move": "a jump down, or an answer from Overwatch whose odds its owner sees",
    }
