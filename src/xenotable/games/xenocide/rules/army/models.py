"""Every model that can be bought; titans with their mounts, power levels and alternative weapons (chapter "army")."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import msgspec

from xenotable.engine import memoize, rule
from xenotable.games.xenocide.content import Arm, Frame, Kind, Weapon, entries, number, titan_weapons, titans, weapons
from xenotable.games.xenocide.rules.pricing.formula import titan_price
from xenotable.games.xenocide.rules.stats.values import cad_level
from xenotable.games.xenocide.rules.stats.values import read as model_of


@memoize(None)
def titan_kinds() -> dict[str, Kind]:
    """Every titan as it can be bought: with its standard weapons, and with each choice of options."""
    return {k.id: k for entry in titans() for k in variants(entry)}


@rule("army.titan-options")
def variants(entry: dict[str, Any]) -> Iterator[Kind]:
    """The options are named in the id (titan+weapon+weapon); the price is the formula applied to the weapons mounted,
    not the sum of the changes."""
    options = entry["options"]
    for n in range(len(options) + 1):
        for chosen in combinations(options, n):
            mounted = list(entry["weapons"])
            for o in chosen:
                mounted[mounted.index(o["replace"])] = o["with"]
            id = "+".join((entry["id"], *(o["with"] for o in chosen)))
            yield read(id, entry, tuple(mounted), titan_price(entry, tuple(mounted)))


def read(id: str, e: dict[str, Any], mounted: tuple[str, ...], vp: int) -> Kind:
    arms = tuple(arm(f"w{i}", w) for i, w in enumerate(mounted))
    defence, ways = tuple(e["defense_special"]), tuple(e["move_special"])
    frame = Frame(
        e["core"], float(e["boost"]), e["hull_aspect"], arms,
        layers=number(defence, "deflector"),
        diffraction="diffraction" in defence,
        flicker=number(defence, "flicker"),
        regenerating="regenerating" in defence,
    )  # fmt: skip
    lines = {w.id: w for a in arms for w in a.lines}
    return Kind(
        id, e["name"], e["faction"], e["class"], vp, float(e["move"]), tuple(e["type"]), e["size"], 0, False,
        e["aspect"], e["armor"], e["caa"], cad_level(e["cad"]), tuple(lines.values()), e["base"] / 2.0, e["height"],
        e["role"],
        jump=float(number(ways, "jump")),
        teleport=float(number(ways, "teleport")),
        burrowing="burrowing" in ways,
        amphibious="amphibious" in ways,
        cutter="cutter" in e["ca_special"],
        shatter="shatter" in e["ca_special"],
        titan=frame,
    )  # fmt: skip


def arm(mount: str, id: str) -> Arm:
    w = titan_weapons()[id]
    if w["kind"] == "assault":
        specials = frozenset(w["special"])
        return Arm(mount, id, w["name"], (), w["caa"], w["caa_per_power"], w["max_power"], specials)
    return Arm(mount, id, w["name"], tuple(line(id, w["name"], level) for level in w["levels"]))


def line(id: str, name: str, level: dict[str, Any]) -> Weapon:
    """One power level of a weapon, as a weapon of its own."""
    power = level["power"]
    shown = {"id": f"{id}@{power}", "name": f"{name} at power {power}"}
    return msgspec.convert({**level, **shown}, Weapon)


def power_of(w: Weapon) -> int:
    """The power that a line of a titan weapon needs."""
    return int(w.id.rpartition("@")[2])


@cache
def armoury() -> dict[str, Weapon]:
    """All weapons by id, those of ordinary models and every line of titan weapons."""
    return {**weapons(), **{w.id: w for k in titan_kinds().values() for w in k.weapons}}


class Book(dict[str, Kind]):
    """The models of the catalogue. Own designs are found in it too, but nobody who goes through it meets them."""

    def __missing__(self, id: str) -> Kind:
        return designs()[id]

    def __contains__(self, id: object) -> bool:
        return dict.__contains__(self, id) or id in designs()


@cache
def designs() -> dict[str, Kind]:
    """Own models by id. The id is made of all values, so whoever knows one knows the same."""
    return {}


@memoize(None)
def kinds() -> Book:
    """Every model that can be bought; titans once for each choice of weapons."""
    return Book({**{e.id: model_of(e) for e in entries()}, **titan_kinds()})


@rule("army.titan-options")
def option_prices(t: dict[str, Any]) -> list[int]:
    """What each option of a titan changes when it is the only change."""
    standard = titan_price(t)
    return [
        titan_price(t, tuple(o["with"] if w == o["replace"] else w for w in t["weapons"])) - standard
        for o in t["options"]
    ]
