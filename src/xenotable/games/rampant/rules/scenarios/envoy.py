"""The envoy: taking it up, handing it over, bringing it home."""

from __future__ import annotations

from xenotable.engine import Choose, Confirm, Flow
from xenotable.games.rampant.rules.play.conventions import circle, distance, to_spot, within
from xenotable.games.rampant.rules.scenarios.scoring import score
from xenotable.games.rampant.rules.xeno.combat import flying
from xenotable.games.rampant.state import NOW, Rampant


def carried_home(game: Rampant, uid: str) -> None:
    if game.now.carrier == uid:
        game.battle.set(NOW, carrier="", marker=None)
        score(game, game.units[uid].seat, 5, "bringing the envoy home", "scenarios.the-envoy")


def after_move(game: Rampant, uid: str) -> Flow[None]:
    """Picking the envoy up, handing it over or putting it down, as part of a Move."""
    row = game.units[uid]
    if row.where != "table" or game.profile[uid].vehicle:
        return
    if game.now.carrier == uid:
        yield from hand_over(game, uid)
        return
    marker = game.now.marker
    if marker is None or flying(game, uid) or not within(to_spot(game, uid, marker), 1.0):
        return
    yes = yield from Confirm(
        seat=row.seat,
        key="pick-up",
        rule="scenarios.the-envoy",
        prompt="Does {u} take the envoy along?",
        args={"u": uid},
        yes="Take the envoy",
        no="Leave it",
    )
    if yes:
        game.battle.set(NOW, marker=None, carrier=uid)
        game.tell("{u} takes the envoy along.", "scenarios.the-envoy", u=uid)


def hand_over(game: Rampant, uid: str) -> Flow[None]:
    """After moving, the carrier may hand the envoy to a friend within 1 in, or put it down."""
    seat = game.units[uid].seat
    friends = [
        u
        for u in game.units
        if u != uid
        and game.units[u].seat == seat
        and game.units[u].where == "table"
        and not game.profile[u].vehicle
        and not flying(game, u)
        and within(distance(game, u, uid), 1.0)
    ]
    who = yield from Choose(
        seat=seat,
        key="hand-over",
        rule="scenarios.envoy-carrying",
        prompt="Who carries the envoy on?",
        among=lambda: (uid, *friends, "down"),
        label=lambda u: "Put it down" if u == "down" else game.name(u),
    )
    if who == "down":
        base = circle(game, uid)
        game.battle.set(NOW, carrier="", marker=(base.x, base.y))
    elif who != uid:
        game.battle.set(NOW, carrier=who)
        game.tell("{a} hands the envoy to {b}.", "scenarios.envoy-carrying", a=uid, b=who)
