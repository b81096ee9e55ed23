"""Which silhouette stands for a unit."""

from __future__ import annotations

from xenotable.games.rampant.state import Profile

BY_TYPE = {
    "elite": "elite",
    "heavy": "trooper",
    "light": "rifleman",
    "support": "gunner",
    "berserk": "berserker",
    "primitive": "primitive",
    "recon": "scout",
    "militia": "militia",
    "greater-xenomorph": "beast",
    "lesser-xenomorph": "swarmling",
    "fighting-vehicle": "tank",
    "transport-vehicle": "transport",
    "soft-skin-vehicle": "buggy",
}
# What a unit has that shows more than its type and of which type: the first that fits counts.
BY_TRAIT = (
    ("walker", "fighting-vehicle", "walker"),
    ("hover", "transport-vehicle", "gunship"),
    ("seats-10", "soft-skin-vehicle", "transport"),
    ("seats-15", "soft-skin-vehicle", "transport"),
    ("lobbed-fire", "support", "artillery"),
    ("rooted", "support", "turret"),
    ("sharpshooters", "recon", "sniper"),
    ("field-surgeon", "light", "medic"),
    ("mobile", "primitive", "rider"),
    ("hover", "light", "drone"),
    ("machine", "heavy", "robot"),
    ("machine", "light", "robot"),
    ("machine", "elite", "robot"),
)


def figure_of(what: Profile) -> str:
    if what.psychic:
        return {"greater-xenomorph": "broodmother", "lesser-xenomorph": "mastermind"}.get(what.type, "psychic")
    for trait, unit, figure in BY_TRAIT:
        if trait in what.has and unit == what.type:
            return figure
    return "commander" if what.commander and what.type == "heavy" else BY_TYPE[what.type]
