"""An army takes the field: its rows (chapter "army")."""

from __future__ import annotations

from xenotable.games.xenocide.content import Army
from xenotable.games.xenocide.rules.army import lists
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.titans.systems import field_titan
from xenotable.games.xenocide.state import COLOURS, Company, Model, Unit, Xenocide


def muster(game: Xenocide, seat: int, army: Army) -> None:
    """The rows of an army: companies c0.., units with their models; units of one kind, or of one name, are numbered."""
    counts: dict[str, int] = {}
    for i, company in enumerate(army.companies):
        home = f"{'br'[seat]}{i}"
        game.companies.add(home, Company(seat, company.name))
        for j, buys in enumerate(company.units):
            id = f"{home}u{j}"
            own = company.named(j)
            lead = own or kinds()[buys[0][0]].name
            counts[lead] = counts.get(lead, 0) + 1
            name = f"{COLOURS[seat]} {lead}" + (f" {counts[lead]}" if counts[lead] > 1 or not own else "")
            models = {f"{id}m{n}": kind.id for n, kind in enumerate(lists.kind_counts(buys))}
            vp = lists.unit_vp(buys)
            game.units.add(id, Unit(seat, home, home, name, vp, len(models), tuple(models)))
            for model, kind in models.items():  # after their unit, so that the memory knows whose they are
                game.models.add(model, Model(id, kind))
            field_titan(game, id)
