"""Which silhouette stands for a model, an object of a mission and a hidden marker."""

from __future__ import annotations

FIGURES = {
    "volunteer": "rifleman",
    "pathfinder": "scout",
    "breacher": "gunner",
    "longwatch": "sniper",
    "signalist": "engineer",
    "gremlin": "drone",
    "seer": "psychic",
    "spark": "robot",
    "captain-sable": "commander",
    "advent-trooper": "rifleman",
    "advent-officer": "commander",
    "shock-warden": "berserker",
    "bulwark": "elite",
    "lens-drone": "drone",
    "strider": "walker",
    "thinling": "psychic",
    "lashback": "swarmling",
    "hollowface": "mastermind",
    "arbiter-nine": "titan",
    "freelance-gunhand": "militia",
    "scrap-hound": "swarmling",
    "gnasher": "beast",
    "brood-maw": "broodmother",
    "civilian": "civilian",
}
OBJECTS = {
    "container": "crate",
    "core": "crate",
    "derelict": "robot",
    "nest": "broodmother",
    "site": "satellite",
    "terminal": "flag",
}
HIDDEN = "scout"
