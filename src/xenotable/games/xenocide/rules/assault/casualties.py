"""Casualties of close assault: successes from the lowest up, sixes last, shields, what a multi-six model counts
(chapter "assault")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xenotable.engine import Choose, Flow, Roll, cite, rule
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.shooting.removal import remove
from xenotable.games.xenocide.rules.stats.specials import cutter_worth, is_shattered
from xenotable.games.xenocide.state import Xenocide

Dice = dict[tuple[int, bool, bool], int]  # face, Cutter, Shatter -> how many


class Rank:
    """Models of one kind and one effective CAD, while casualties are assigned."""

    def __init__(self, kind: Kind, level: int, models: list[str]) -> None:
        self.kind, self.level, self.models, self.lost = kind, level, models, 0

    @property
    def left(self) -> int:
        return len(self.models) - self.lost

    @property
    def name(self) -> str:
        return f"{self.kind.id}/{self.level}"


@rule("assault.assign-lowest")
def assign(game: Xenocide, t: str, dice: Dice, levels: Mapping[str, int], inside: str = "") -> Flow[None]:
    """Successes are assigned from the lowest up, sixes at the end; then the owner takes models away. `inside`: the
    section whose damage did it."""
    grouped: dict[tuple[str, int], list[str]] = {}
    for model, level in levels.items():
        grouped.setdefault((game.models[model].kind, level), []).append(model)
    ranks = [Rank(game.kinds[k], level, ms) for (k, level), ms in grouped.items()]
    for face, _, shatter in sorted(k for k in dice if k[0] < 6):
        for _ in range(dice.get((face, False, shatter), 0) + dice.get((face, True, shatter), 0)):
            yield from one_success(game, t, [r for r in ranks if r.left and r.level <= face], shatter)
        dice = {k: n for k, n in dice.items() if not (k[0] == face and k[2] == shatter)}
    yield from sixes(game, t, ranks, {k: n for k, n in dice.items() if k[0] == 6})
    before = game.units[t].fallen
    game.units.set(t, fallen=before + sum(weight(r.kind) * r.lost for r in ranks))
    lost = sum(r.lost for r in ranks)
    if lost and inside:
        game.tell("{t} loses {n:model} in {s}.", "buildings.structure-occupants", t=t, n=lost, s=inside)
    elif lost:
        game.tell("{t} loses {n:model} in close assault.", "assault.dead-aside", t=t, n=lost)
    for r in ranks:
        aboard = yield from remove(game, t, r.models, r.lost, "assault.assign-lowest")
        if aboard:
            game.units.set(t, fallen=game.units[t].fallen + aboard)


def one_success(game: Xenocide, t: str, able: Sequence[Rank], shatter: bool) -> Flow[None]:
    if not able:
        cite("assault.assign-lost")
        return
    rank = yield from chosen_rank(game, t, able)
    yield from fall(game, t, rank, shatter)


def chosen_rank(game: Xenocide, t: str, able: Sequence[Rank]) -> Flow[Rank]:
    if len(able) == 1:
        return able[0]
    names = {r.name: r for r in able}
    name = yield from Choose(
        seat=game.units[t].seat, key="casualty", rule="assault.assign-lowest", prompt="Who of {t} falls?",
        args={"t": t}, among=lambda: tuple(names), label=lambda n: names[n].kind.name,
    )  # fmt: skip
    return names[name]


@rule("assault.no-armor")
def fall(game: Xenocide, t: str, rank: Rank, shatter: bool) -> Flow[None]:
    """A model is about to be destroyed: its shield may still save it."""
    if rank.kind.shield and not (shatter and is_shattered()):
        saved, _ = yield from Roll(
            seat=game.units[t].seat, key="block", rule="assault.shield-block", n=1, cuts=(rank.kind.shield + 1,)
        )
        if saved:
            return
    rank.lost += 1


@rule("assault.assign-sixes")
def sixes(game: Xenocide, t: str, ranks: Sequence[Rank], dice: Dice) -> Flow[None]:
    """Single sixes for models of CAD 6 or less, groups of two to four for multi-six models, as long as they suffice."""
    left = dict(dice)
    while True:
        able = [r for r in ranks if r.left and worth(left) >= sixes_needed(r) and sum(left.values()) >= (r.level <= 6)]
        if not able:
            return
        rank = yield from chosen_rank(game, t, able)
        shatter = spend(left, sixes_needed(rank))
        yield from fall(game, t, rank, shatter)


def sixes_needed(r: Rank) -> int:
    """How many sixes it takes to destroy one model; 0: any single die."""
    return r.level - 5 if r.level > 6 else 0


def worth(left: Dice) -> int:
    return sum(n * (cutter_worth() if cutter else 1) for (_, cutter, _), n in left.items())


def spend(left: Dice, need: int) -> bool:
    """Takes the dice for one destruction, Cutter dice first where several sixes are needed; was one of Shatter?"""
    shatter, paid = False, 0
    while True:
        order = sorted((k for k, n in left.items() if n), key=lambda k: (k[1] != (need - paid >= 2), k[2]))
        if not order:
            return shatter
        key = order[0]
        left[key] -= 1
        shatter |= key[2]
        paid += cutter_worth() if key[1] else 1
        if paid >= need:
            return shatter


@rule("assault.multi-six-weight", neutral=lambda kind: 1)
def weight(kind: Kind) -> int:
    return max(1, kind.cad - 5)
