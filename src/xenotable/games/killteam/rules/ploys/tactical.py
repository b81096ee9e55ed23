"""Tactical ploys (chapter ploys): what each of them does where it is not part of an exchange."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, Forecast, Refusal, Slot, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.dice.rolls import d3, d3_spread, meets, one_die, sixths
from xenotable.games.killteam.rules.movement.legality import is_engaged
from xenotable.games.killteam.rules.play.measuring import between, within
from xenotable.games.killteam.rules.ploys.buying import affords, offer_ploy
from xenotable.games.killteam.rules.sight.visibility import sees
from xenotable.games.killteam.rules.specials.invulnerable import invulnerable
from xenotable.games.killteam.rules.terrain.vantage import on_vantage
from xenotable.games.killteam.rules.wounds import is_injured, mortal
from xenotable.games.killteam.state import CONCEAL, ENGAGE, KillTeam

COVERED = 6.0  # how near a mover ends to whoever answers with a Covering Shot

# An attack with the Shield of Oaths or without it.
oath_odds = Slot[[KillTeam, Use, bool], Forecast]("killteam.oath_odds")


@rule("ploys.tactical", neutral=lambda *_: None)
def grit(game: KillTeam, operative: str) -> Flow[None]:
    if is_injured(game, operative) and (
        yield from offer_ploy(game, game.operatives[operative].seat, "pl-cw-grit", operative)
    ):
        game.operatives.set(operative, effects=(*game.operatives[operative].effects, "grit"))


def pounce(game: KillTeam, operative: str) -> Flow[None]:
    if on_vantage(game, operative) and (
        yield from offer_ploy(game, game.operatives[operative].seat, "pl-cb-pounce", operative)
    ):
        game.operatives.set(operative, effects=(*game.operatives[operative].effects, "pounce"))


def charge_odds() -> Forecast:
    return sixths("Spare Charges", content.entry("pl-cw-spare-charges"), {"not used up": 3, "used up": 3})


def spare_charges(game: KillTeam, operative: str, key: str) -> Flow[None]:
    seat = game.operatives[operative].seat
    if key not in game.operatives[operative].used or not (
        yield from offer_ploy(game, seat, "pl-cw-spare-charges", operative, lambda use: charge_odds() if use else None)
    ):
        return
    face = yield from one_die(seat, "spare-charges", "pl-cw-spare-charges")
    kept = meets(face, 4)
    if kept:
        left = list(game.operatives[operative].used)
        left.remove(key)
        game.operatives.set(operative, used=tuple(left))
    says = "Spare Charges: {n}, the weapon counts as {w}used."
    game.tell(says, "pl-cw-spare-charges", n=face, w="not " if kept else "")


def covering_refusals(game: KillTeam, operative: str, mover: str) -> Iterator[Refusal]:
    """Who answers a move with a Covering Shot has an Engage order, was activated, has not performed Overwatch, and sees
    the mover within 6 in, but nobody upon itself."""
    row, args, id = (
        game.operatives[operative],
        {"operative": operative, "m": mover},
        content.entry("pl-cw-covering-shot"),
    )
    if row.ready:
        yield Refusal(id, "{operative} is still ready.", args)
    if row.order != ENGAGE:
        yield Refusal(id, "{operative} has no Engage order.", args)
    if row.overwatched:
        yield Refusal("actions.overwatch", "{operative} performed Overwatch in this turning point.", args)
    if not within(between(game, operative, mover), COVERED):
        yield Refusal(id, "{m} did not end its move within 6 in of {operative}.", args)
    elif not sees(game, operative, mover):
        yield Refusal("sight.visible", "{m} is not Visible to {operative}.", args)
    if is_engaged(game, operative):
        yield Refusal("actions.shoot-engaged", "{operative} is within engagement range of an enemy.", args)


def shield_of_oaths(game: KillTeam, use: Use) -> Flow[None]:
    seat = game.operatives[use.target].seat
    if seat == game.operatives[use.operative].seat or 0 < invulnerable(game, use.target) <= 5:
        return
    if (
        yield from offer_ploy(
            game, seat, "pl-fp-shield-of-oaths", use.target, lambda sworn: oath_odds(game, use, sworn)
        )
    ):
        swear(game, use.target)


def swear(game: KillTeam, operative: str) -> None:
    game.operatives.set(operative, effects=(*game.operatives[operative].effects, "oath:5"))


def end_oath(game: KillTeam, operative: str) -> None:
    if "oath:5" in game.operatives[operative].effects:
        game.operatives.set(operative, effects=tuple(e for e in game.operatives[operative].effects if e != "oath:5"))


def may_have_last_rites(game: KillTeam, operative: str, actor: str) -> bool:
    """Fallen by an enemy, in an action that an enemy performed, and not asked yet."""
    row = game.operatives[operative]
    own = game.operatives[actor].seat == row.seat
    if own or "asked" in row.effects or not affords(game, row.seat, "pl-fp-last-rites"):
        return False
    death = next((d for d in reversed(game.deaths.values()) if d.operative == operative), None)
    return death is not None and bool(death.by) and death.how in ("shoot", "overwatch", "fight", "rupture")


def may_fade(game: KillTeam, operative: str) -> bool:
    row = game.operatives[operative]
    if not row.there or row.fallen or row.order != ENGAGE or not affords(game, row.seat, "pl-vc-fade"):
        return False
    return not is_engaged(game, operative)


def fade(game: KillTeam, operative: str) -> Flow[None]:
    if (yield from offer_ploy(game, game.operatives[operative].seat, "pl-vc-fade", operative)):
        game.operatives.set(operative, order=CONCEAL)
        game.tell("{operative} takes a Conceal order.", "pl-vc-fade", operative=operative)


def can_riposte(game: KillTeam, seat: int) -> int:
    return 1 if affords(game, seat, "pl-vc-riposte") else 0


def borrowed_moment(game: KillTeam, operative: str, action: str) -> Flow[None]:
    """A psychic action may be performed a second time in this activation, while there is AP to pay for it."""
    row, again = game.operatives[operative], content.unique_actions()[action]
    if not row.active or row.ap < again.ap:
        return
    if (yield from offer_ploy(game, row.seat, "pl-vc-borrowed-moment", operative)):
        game.operatives.set(operative, freed=(*game.operatives[operative].freed, action))
        says = "{operative} may perform {a} once more."
        game.tell(says, "pl-vc-borrowed-moment", operative=operative, a=again.name)


def ichor_odds(game: KillTeam, foe: str) -> Forecast:
    return d3_spread(f"Burst Ichor: {game.name(foe)}", content.entry("pl-cb-burst-ichor"), game.operatives[foe].wounds)


def burst_ichor(game: KillTeam, fallen: str, foe: str) -> Flow[None]:
    seat = game.operatives[fallen].seat
    if game.operatives[foe].fallen or not (
        yield from offer_ploy(
            game, seat, "pl-cb-burst-ichor", fallen, lambda use: ichor_odds(game, foe) if use else None
        )
    ):
        return
    n = yield from d3(seat, "burst-ichor", "pl-cb-burst-ichor")
    mortal(game, foe, n, fallen, "other", "pl-cb-burst-ichor")
