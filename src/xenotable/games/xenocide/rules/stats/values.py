"""What the values of a model's entry mean, and which of them are legal (chapter "stats")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, cite, rule
from xenotable.games.xenocide.content import CAD_ORDER, Entry, Kind, number, weapons


@rule("stats.cad-order")
def cad_level(printed: str) -> int:
    return CAD_ORDER.index(printed) + 1


def read(e: Entry) -> Kind:
    cite("stats.move-special")
    return Kind(
        e.id, e.name, e.faction, e.kind, e.vp, float(e.move), e.type, e.size, e.transport, e.open_transport,
        e.aspect, e.armor, e.caa, cad_level(e.cad), tuple(weapons()[w] for w in e.weapons), e.base / 2.0, e.height,
        e.role,
        shield=number(e.defense_special, "shield"),
        stealth="stealth" in e.defense_special,
        entrench="entrench" in e.defense_special,
        recon="recon" in e.special,
        jump=float(number(e.move_special, "jump")),
        teleport=float(number(e.move_special, "teleport")),
        burrowing="burrowing" in e.move_special,
        amphibious="amphibious" in e.move_special,
        guard=number(e.ca_special, "guard"),
        charge=number(e.ca_special, "charge"),
        cutter="cutter" in e.ca_special,
        shatter="shatter" in e.ca_special,
    )  # fmt: skip


def value_refusals(k: Kind) -> Iterator[Refusal]:
    """What is outside the legal ranges of a model's values."""
    args, remedy = {"n": k.name, "move": k.move}, "Choose another number."
    if k.move % 4 or not 0 <= k.move <= 24:
        yield Refusal("stats.move", "{n}: Move is a multiple of 4 from 0 to 24, not {move:g}.", args, remedy)
    if not -3 <= k.aspect <= 3:
        yield Refusal("stats.aspect", "{n}: aspect lies between -3 and +3.", args, remedy)
    if not 0 <= k.armor <= (7 if k.titan else 6):
        yield Refusal("stats.armor", "{n}: armour lies between 0 and 6 (7 is for titans).", args, remedy)
    if not 0 <= k.shield <= 4:
        yield Refusal("stats.shield-stat", "{n}: a shield has a value from 1 to 4.", args, remedy)
    if not 2 <= k.cad <= (9 if k.titan else 8):
        yield Refusal("stats.cad", "{n}: CAD is 2 to 6, 66 or 666 (6666 is for titans).", args, remedy)
    if any(not 0 <= w.strength <= 5 for w in k.weapons):
        yield Refusal("stats.strength", "{n}: strength lies between 0 and 5.", args, remedy)


@rule("stats.transport-stat")
def transport_capacity(kind: Kind) -> int:
    """The total size of the models that it can carry."""
    return kind.transport


@rule("stats.caa")
def assault_dice(kind: Kind) -> int:
    return kind.caa


@rule("stats.type-infantry")
def is_infantry(kind: Kind) -> bool:
    return kind.infantry


@rule("stats.size")
def size_of(kind: Kind) -> int:
    return kind.size


@rule("stats.stealth-stat")
def hides(kind: Kind) -> bool:
    return kind.stealth


@rule("stats.entrench-stat")
def entrenches(kind: Kind) -> bool:
    """Does it dig in as infantry does?"""
    return kind.entrench
