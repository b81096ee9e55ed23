"""An army takes the field: its rows (chapters "army" and "titans")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide import army as armies
from xenotable.games.xenocide.arms import kinds
from xenotable.games.xenocide.content import Army
from xenotable.games.xenocide.play import kind_of
from xenotable.games.xenocide.rows import Company, Model, Unit
from xenotable.games.xenocide.state import COLOURS, Xenocide
from xenotable.games.xenocide.titan_state import Titan


def muster(game: Xenocide, seat: int, army: Army) -> None:
    """The rows of an army: companies c0.., units with their models; names of units of one kind are numbered."""
    counts: dict[str, int] = {}
    for i, company in enumerate(army.companies):
        home = f"{'br'[seat]}{i}"
        game.companies.add(home, Company(seat, company.name))
        for j, buys in enumerate(company.units):
            id = f"{home}u{j}"
            lead = kinds()[buys[0][0]].name
            counts[lead] = counts.get(lead, 0) + 1
            name = f"{COLOURS[seat]} {lead} {counts[lead]}"
            models = []
            for n, kind in enumerate(armies.kind_counts(buys)):
                models.append(f"{id}m{n}")
                game.models.add(models[-1], Model(id, kind.id))
            vp = armies.unit_vp(buys)
            game.units.add(id, Unit(seat, home, home, name, vp, len(models), tuple(models)))
            field_titan(game, id)


@rule("titans.core")
def field_titan(game: Xenocide, u: str) -> None:
    """A titan comes with its whole core and all deflector layers up, but without power."""
    kind = kind_of(game, game.units[u].models[0])
    if kind.titan is not None:
        game.titans.add(u, Titan(kind.id, kind.titan.core, layers=kind.titan.layers))
