"""Who else is caught by Blast, Torrent, Fusillade, Splash and Reap (chapter specials)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from xenotable.engine import Refusal, acts, cite, rule
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.play.measuring import between, within
from xenotable.games.killteam.rules.shooting.targets import in_reach, target_refusals, valid_targets
from xenotable.games.killteam.rules.sight.visibility import sees
from xenotable.games.killteam.state import KillTeam

FUSILLADE, SPLASH, REAP = 2.0, 2.0, 1.0


@rule("specials.blast", neutral=lambda *_: [])
def blast_targets(game: KillTeam, use: Use, x: float) -> list[str]:
    """Everybody whom the original target sees within x of it, friend and enemy alike; nothing else is asked."""
    cite("specials.blast-example-a")
    cite("specials.blast-example-b")
    cite("specials.blast-example-c")
    cite("specials.blast-validity")
    cite("specials.blast-mandatory")
    cite("combos.blast-rng")
    first = use.original
    return [
        i
        for i, o in game.operatives.items()
        if o.there and i != first and within(between(game, first, i), x) and sees(game, first, i)
    ]


@rule("specials.torrent", neutral=lambda *_: [])
def torrent_targets(game: KillTeam, use: Use, x: float, hit: tuple[str, ...]) -> list[str]:
    """Valid targets within x of the original and of every other one attacked so far."""
    cite("specials.torrent-example-a")
    cite("specials.torrent-example-b")
    cite("specials.torrent-example-c")
    pool = valid_targets(game, use) if acts("specials.torrent-validity") else in_reach(game, use)
    return [i for i in pool if i not in hit and all(within(between(game, i, other), x) for other in hit)]


def torrent_refusals(game: KillTeam, use: Use, x: float, hit: tuple[str, ...], target: str) -> Iterator[Refusal]:
    """Why Torrent does not reach an enemy after those attacked so far."""
    yield from target_refusals(game, use, target)
    for other in hit:
        gap = between(game, target, other)
        if not within(gap, x):
            args = {"t": target, "gap": gap, "o": other, "x": x}
            yield Refusal("specials.torrent", "{t} is {gap:.1f} in from {o}; Torrent reaches {x:g} in.", args)


@rule("specials.torrent-set", neutral=lambda *_: [()])
def torrent_sets(game: KillTeam, use: Use, first: str, x: float) -> list[tuple[str, ...]]:
    """Every set of further Torrent targets: all of them, with the original, pairwise within x. For previews."""
    near = torrent_targets(game, use, x, (first,))
    sets = [s for n in range(len(near) + 1) for s in combinations(near, n)]
    return [s for s in sets if all(within(between(game, a, b), x) for a, b in combinations(s, 2))]


@rule("specials.fusillade-distance", neutral=lambda *_: [])
def fusillade_targets(game: KillTeam, use: Use, first: str) -> list[str]:
    """Other valid targets within 2 in of the original one."""
    return [i for i in valid_targets(game, use) if i != first and within(between(game, i, first), FUSILLADE)]


def fusillade_refusals(game: KillTeam, use: Use, first: str, target: str) -> Iterator[Refusal]:
    """Why an enemy gets no dice of a Fusillade."""
    yield from target_refusals(game, use, target)
    gap = between(game, target, first)
    if not within(gap, FUSILLADE):
        args = {"t": target, "gap": gap, "o": first, "x": FUSILLADE}
        yield Refusal("specials.fusillade-distance", "{t} is {gap:.1f} in from {o}; {x:g} in at most.", args)


def splash_targets(game: KillTeam, target: str, radius: float = SPLASH) -> list[str]:
    """Everybody else Visible to and within 2 in of the target, the shooter too."""
    cite("specials.splash-friends")
    return [
        i
        for i, o in game.operatives.items()
        if o.there
        and not o.fallen
        and i != target
        and within(between(game, target, i), radius)
        and sees(game, target, i)
    ]


@rule("specials.reap", neutral=lambda *_: [])
def reap_targets(game: KillTeam, wielder: str, target: str) -> list[str]:
    """Other enemies of the wielder, Visible to it, within 1 in of it or of the target."""
    cite("specials.reap-not-target")
    seat = game.operatives[wielder].seat
    return [
        i
        for i, o in game.operatives.items()
        if o.there
        and not o.fallen
        and o.seat != seat
        and i != target
        and (within(between(game, wielder, i), REAP) or within(between(game, target, i), REAP))
        and sees(game, wielder, i)
    ]
