"""One work item: the games of a pair, each as a row. A pure function of the study, the rules and the pair's number."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from xenotable.engine import Match, Title
from xenotable.engine.asks import Roll
from xenotable.engine.dice import DiceState, Seeded
from xenotable.engine.formats import FORMAT
from xenotable.engine.readings import agree
from xenotable.engine.saving import Save, SavedFrame, load, save
from xenotable.faults import Fault, with_line
from xenotable.games import game as game_named
from xenotable.kernels import load_when_ready
from xenotable.lab.study import Arm, Study, rules_hash, scenario_draws
from xenotable.players import Player, Stall, play_out, player

MANY = 20  # games in one process for which it pays to look for cycles seldom
LONG = 12.0  # seconds of play for which it pays to load compiled code: that takes one or more and saves up to a fifth
SELDOM = (100_000, 20, 100)  # how many rows more than are gone before cycles are looked for
LOOKS = 32  # decisions between two looks at the invariants, where a study does not look after each
CLOCKED = ("searcher", "veteran")  # players that think by the clock: their games differ from run to run


class Item(msgspec.Struct, frozen=True):
    """A piece of work: a pair of games of one arm, by its number."""

    arm: str
    pair: int


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game. `seats` says who sat where and `sides` which side of the arm that was; `results` is what each seat got
    (1, 0.5 or 0); `luck` how far the dice of each seat were above what was to be expected, by kind of roll; `fault` is
    why a game did not end as games should. `scenario` is what was played in the end, also where it was rolled for."""

    arm: str
    pair: int
    game: int
    rules: str
    seed: str
    setup: Any
    seats: tuple[str, ...]
    sides: tuple[int, ...]
    decisions: int
    seconds: float  # of a processor
    lists: tuple[str, ...] = ()
    scenario: str = ""
    results: tuple[float, ...] = ()
    winners: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    points: tuple[float, ...] = ()  # what the lists cost, where some of a list is left out
    says: str = ""
    rule: str = ""
    luck: dict[str, tuple[float, ...]] = {}
    spread: tuple[float, ...] = ()  # the variance of all dice of a seat, in the same measure
    fault: str = ""
    offer: str = ""  # the ready battle, where the study names some

    @property
    def battle(self) -> str:
        """What games are told apart by: two ready battles may have the same scenario."""
        return self.offer or self.scenario or "unnamed"


def is_same_game(one: Row, other: Row) -> bool:
    """Whether two rows tell the same but for how long it took, one being fresh perhaps and one from a file."""
    return _plain(one) == _plain(other)


def _plain(row: Row) -> Row:
    return msgspec.json.decode(msgspec.json.encode(msgspec.structs.replace(row, seconds=0.0)), type=Row)


class Battle(NamedTuple):
    """What is played: set-up, dice, and what stands in the row about it."""

    setup: Any
    seed: bytes
    offer: str = ""
    lists: tuple[str, ...] = ()
    points: tuple[float, ...] = ()


Wrap = Callable[[int, Player], Player]


class Played(NamedTuple):
    row: Row
    match: Match[Any]


def games_in(arm: Arm) -> int:
    """How many games a pair is: one where there are no sides to change."""
    return 2 if arm.mirrored else 1


class Pair(NamedTuple):
    """What a work item brings: a row for each game and, if they are wanted, their records."""

    rows: list[Row]
    records: list[bytes]


def play_pair(study: Study, item: Item, records: bool = False) -> Pair:
    """The games of a work item."""
    played = [play_game(study, item, n) for n in range(games_in(study.arm(item.arm)))]
    return Pair([one.row for one in played], [record_of(one) for one in played if records])


def play_game(study: Study, item: Item, n: int, wrap: Wrap | None = None) -> Played:
    """Game n of a pair: the same battle and dice as the other, sides changed. `wrap` may put something between a player
    and its seat, to look on."""
    start = time.process_time()
    arm, title = study.arm(item.arm), game_named(study.game)
    battle = battle_of(study, arm, item.pair, n, title)
    match = WithLuck(title.new(battle.setup), battle.seed, live=False)
    count, turn = match.game.seats, n if arm.mirrored else item.pair if len(arm.players) > 2 else 0
    names = tuple(arm.players[(seat + turn) % len(arm.players)] for seat in range(count))
    sides = tuple((seat + n) % 2 if arm.mirrored else 0 for seat in range(count))
    seats: dict[int, Player] = {}
    for seat, name in enumerate(names):
        sits = player(name, title, f"{study.seed}:{item.pair}:{seat}")
        seats[seat] = sits if wrap is None else wrap(seat, sits)
    decisions, fault = _played_out(match, seats, study, title, item.pair)
    result = match.game.result
    row = Row(
        arm.name, item.pair, n, rules_hash(study.game), battle.seed.hex(), msgspec.to_builtins(battle.setup), names,
        sides, decisions, round(time.process_time() - start, 4), battle.lists,
        title.scenario(match.game) or battle.offer, points=battle.points, fault=fault, offer=battle.offer,
    )  # fmt: skip
    if result is not None and not fault:
        luck, spread = match.luck_by_seat(count)
        row = msgspec.structs.replace(
            row, results=title.results(match.game), winners=result.winners, scores=result.scores, says=result.says,
            rule=result.rule, luck=luck, spread=spread,
        )  # fmt: skip
    return Played(row, match)


def _played_out(
    match: Match[Any], seats: Mapping[int, Player], study: Study, title: Title[Any], pair: int
) -> tuple[int, str]:
    """Decisions, and what went wrong. The invariants are looked at now and then, in each pair after others of its
    decisions, and at the end: many games together miss little, and pay little for it."""
    decisions = 0

    def watch(m: Match[Any]) -> None:
        nonlocal decisions
        decisions += 1
        if study.check or m.over or (decisions + pair) % LOOKS == 0:
            for broken in title.invariants(m.game):
                raise Stall(f"{'After' if study.check else 'Seen after'} decision {decisions}: {broken}")

    try:
        play_out(match, seats, study.limit, watch)
        return decisions, "" if match.game.result is not None else "The game ended without a result."
    except (Fault, Stall) as fault:
        return decisions, str(fault)
    except Exception as error:
        return decisions, with_line(error)


def battle_of(study: Study, arm: Arm, pair: int, n: int, title: Title[Any]) -> Battle:
    """The battle of a pair, with the readings of the arm."""
    battle = _drawn_battle(study, arm, pair, n, title)
    return battle._replace(setup=agree(battle.setup, arm.readings))


def _drawn_battle(study: Study, arm: Arm, pair: int, n: int, title: Title[Any]) -> Battle:
    """It does not depend on the changes of an arm, nor on who plays: arms can be compared."""
    rnd = random.Random(f"{study.game}:{study.seed}:{','.join(arm.lists)}:{pair}")
    if arm.lists:
        return _battle_of_lists(study, arm, pair, n, title, rnd)
    if study.offers:
        offer = study.offers[pair % len(study.offers)]
        return Battle(_offered(title, offer), rnd.randbytes(16), offer)
    setup = title.random_setup(rnd.random)
    return Battle(setup, rnd.randbytes(16))


@cache
def _offered(title: Title[Any], id: str) -> Any:
    return title.offered(id).setup


def _battle_of_lists(study: Study, arm: Arm, pair: int, n: int, title: Title[Any], rnd: random.Random) -> Battle:
    """Scenarios take turns, so that each comes equally often in any number of pairs."""
    order = (0, 1) if n == 0 else (1, 0)
    draws = scenario_draws(title, *arm.lists)
    wanted = [scenario for scenario in draws if not study.scenarios or scenario in study.scenarios]
    start = int(random.Random(f"{study.seed}:{arm.lists}").random() * len(wanted))
    scenario = wanted[(start + pair) % len(wanted)]
    first = draws[scenario][int(rnd.random() * len(draws[scenario]))]
    setup = title.pairing(arm.lists[order[0]], arm.lists[order[1]], chain([first], iter(rnd.random, None)).__next__)
    points: tuple[float, ...] = ()
    if any(arm.thinned) and title.points is not None:
        for side, units in enumerate(arm.thinned):
            gone = random.Random(f"{study.seed}:{arm.lists[side]}:{pair}:thinned")
            for _ in range(units):
                setup = title.thinned(setup, order.index(side), gone.random) or setup
        points = tuple(title.points(setup, seat) for seat in (0, 1))
    seed = random.Random(f"{study.game}:{study.seed}:{','.join(arm.lists)}:{pair}:dice").randbytes(16)
    return Battle(setup, seed, lists=tuple(arm.lists[i] for i in order), points=points)


# ---- luck ------------------------------------------------------------------------------------------------------------


@lru_cache(None)
def die_values(cuts: tuple[int, ...], sides: int) -> tuple[tuple[float, ...], float, float]:
    """What each face counts, from 0 for the lowest class to 1 for the highest; the mean of a die, and its variance."""
    values = tuple(sum(face >= cut for cut in cuts) / len(cuts) for face in range(1, sides + 1))
    mean = sum(values) / sides
    return values, mean, sum((v - mean) ** 2 for v in values) / sides


class WithLuck(Match[Any]):
    """A match that notes of every roll how far it was above its mean. How many dice are rolled, and for what, is
    settled before they fall: so each difference has mean zero, whatever happened until then, and so have their sums."""

    def __init__(self, game: Any, dice: bytes, *, live: bool) -> None:
        self.luck: dict[tuple[str, int], tuple[float, float]] = {}  # by kind of roll and seat, with its variance
        super().__init__(game, dice, live=live)

    def _rolled(self, ask: Roll, faces: Sequence[int]) -> None:
        super()._rolled(ask, faces)
        if not ask.cuts:
            return
        values, mean, variance = die_values(ask.cuts, ask.sides)
        found = self.luck
        key = ask.key.partition(":")[0], ask.seat
        total, spread = found.get(key, (0.0, 0.0))
        above = sum([values[face - 1] for face in faces]) - ask.n * mean
        found[key] = (total + above, spread + ask.n * variance)

    def luck_by_seat(self, seats: int) -> tuple[dict[str, tuple[float, ...]], tuple[float, ...]]:
        """By kind of roll, for each seat; and the variance of all dice of a seat."""
        found = self.luck
        kinds = sorted({kind for kind, seat in found if 0 <= seat < seats})
        luck = {k: tuple(round(found.get((k, s), (0.0, 0.0))[0], 4) for s in range(seats)) for k in kinds}
        spread = tuple(round(sum(v for (_, s), (_, v) in found.items() if s == seat), 4) for seat in range(seats))
        return luck, spread


# ---- records ---------------------------------------------------------------------------------------------------------


def record_of(played: Played) -> bytes:
    """The whole game as a record, with its story: to be watched, verified, branched."""
    match, title = played.match, played.match.title
    setup = match.game.setup
    start = title.new(setup)
    dice = Seeded(bytes.fromhex(played.row.seed)).state()
    frame = SavedFrame(0, 0, 0, DiceState(dice.kind, dice.seed), start.fingerprint(), start.encode())
    plain = Save(
        format=FORMAT, game=title.id, rules=match.rules, setup=setup, now=match.now, undone=0, frames=[frame],
        tape=match.tape, events=[], result=match.game.result,
    )  # fmt: skip
    whole, _ = load(msgspec.json.encode(plain), title, retell=True)
    return save(whole)


# ---- processes -------------------------------------------------------------------------------------------------------


def ready_for(name: str, games: int, pays: Callable[[], bool] | None = None) -> None:
    """This process is about to play so many games: compiled code is loaded beside them once it `pays`. What has been
    loaded stays, the content of the book with it, and what games leave behind is mostly freed at once, so of many games
    the collector of cycles may look much less often."""
    title = game_named(name)
    load_when_ready(title.kernels, pays=pays)
    if games >= MANY:
        title.offers()  # reads the content that battles are made of
        gc.freeze()
        gc.set_threshold(*SELDOM)


def pays_to_load(seconds: float, done: int, left: int) -> bool:
    """Whether it pays to load compiled code after so many seconds of a processor and games, with so many games left."""
    return left * seconds / max(1, done) >= LONG
