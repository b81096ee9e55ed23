"""From rows to numbers: what a game, or a pair of games, was worth to the first side of an arm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xenotable.lab.playing import Row
from xenotable.players.tally import Tally


def result_of(row: Row, side: int) -> float | None:
    """What a side got in a game, its seats together; None if it did not sit there."""
    got = [result for result, at in zip(row.results, row.sides, strict=False) if at == side]
    return sum(got) / len(got) if got else None


def pair_score(rows: Sequence[Row]) -> float | None:
    """What the first side had of a pair: 1 if it won all, 0 if the other did, to a quarter. Where both play together,
    or each for itself, it is how much more the first got. None if a game of the pair did not end. A pair without sides
    counts what the team, or the first seat, got."""
    if any(row.fault for row in rows):
        return None
    shares = []
    for side in (0, 1):
        got = [r for row in rows if (r := result_of(row, side)) is not None]
        shares.append(sum(got) / len(got) if got else None)
    first, second = shares
    if first is None:
        return None
    if second is None:
        return round(rows[0].results[0] * 4) / 4
    return round((1 + first - second) / 2 * 4) / 4


def pair_luck(rows: Sequence[Row]) -> dict[str, float]:
    """By kind of roll, how far the dice of the first side were above their mean, less those of the second; where there
    are no sides, of each seat for itself."""
    found: dict[str, float] = {}
    mirrored = any(1 in row.sides for row in rows)
    for row in rows:
        for kind, by_seat in row.luck.items():
            for seat, above in enumerate(by_seat):
                name = kind if mirrored or seat == 0 else f"{kind} of seat {seat + 1}"
                found[name] = found.get(name, 0.0) + (-above if row.sides[seat] else above)
    return found


def tallies(rows: Iterable[Row]) -> list[Tally]:
    """Victories by player; where only one kind plays, by seat, unless all sit on one side."""
    found: dict[str, Tally] = {}
    rows = [row for row in rows if not row.fault]
    apart = any(1 in row.sides or len(set(row.results)) > 1 for row in rows)
    for row in rows:
        same = len(set(row.seats)) == 1
        if not apart:
            name = " and ".join(dict.fromkeys(row.seats))
            found.setdefault(name, Tally(name)).count(row.results[0])
            continue
        for seat, got in enumerate(row.results):
            name = f"{row.seats[seat]} in seat {seat + 1}" if same else row.seats[seat]
            found.setdefault(name, Tally(name)).count(got)
    return sorted(found.values(), key=lambda t: -t.share)
