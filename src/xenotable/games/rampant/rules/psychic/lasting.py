"""Powers that last: who keeps them up, and when they end."""

from __future__ import annotations

from xenotable.engine import cite, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.state import Rampant, Spell


@rule("psychic.end-with-source", neutral=lambda *a: None)
def end_powers(game: Rampant, source: str) -> None:
    """The powers that a unit keeps up end."""
    for unit, row in game.units.items():
        if row.spells and any(s.source == source for s in row.spells):
            game.units.set(unit, spells=tuple(s for s in row.spells if s.source != source))
            game.tell("The power of {s} on {unit} ends.", "psychic.end-with-source", s=source, unit=unit)


@rule("psychic.one-lasting", neutral=lambda *a: None)
def keep_up(game: Rampant, unit: str, target: str, power: str) -> None:
    """A psychic keeps one lasting power; the same power on a unit does not add to itself."""
    end_powers(game, unit)
    seat = game.units[unit].seat
    lasts = content().powers[power].lasts
    spell = {
        "own-next-phase": Spell(power, unit, "start", seat),
        "target-phase-end": Spell(power, unit, "end", game.units[target].seat),
        "enemy-phase-end": Spell(power, unit, "end", 1 - seat),
    }[lasts]
    cite("psychic.no-duplicate")
    game.units.set(target, spells=(*game.units[target].spells, spell))


@rule("psychic.end-with-source", neutral=lambda *a: None)
def end_spells(game: Rampant, when: str, seat: int) -> None:
    """Powers whose time is over at the start or end of a player's phase."""
    for unit, row in game.units.items():
        if not row.spells:
            continue
        over = [s for s in row.spells if s.ends == when and s.seat == seat]
        if over:
            game.units.set(unit, spells=tuple(s for s in row.spells if s not in over))
            for spell in over:
                power = content().powers[spell.power]
                game.tell("{p} on {unit} ends.", power.rule, p=power.name, unit=unit)
