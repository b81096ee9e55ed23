"""Which silhouette stands for a model: by its entry, and by its type where players designed it themselves."""

from __future__ import annotations

from xenotable.games.xenocide.content import Kind

FIGURES = {
    "medium-infantry": "rifleman",
    "grav-assault-infantry": "elite",
    "recon-infantry": "scout",
    "apc": "transport",
    "gun-truck": "buggy",
    "scout-car": "buggy",
    "medium-tank": "tank",
    "heavy-tank": "tank",
    "anti-aircraft-tank": "turret",
    "medium-artillery": "artillery",
    "rocket-battery": "artillery",
    "siege-emplacement": "turret",
    "light-dropship": "gunship",
    "jetbike": "biker",
    "speeder": "buggy",
    "light-hovertank": "tank",
    "assault-walker": "walker",
    "strike-flyer": "aircraft",
    "lancer-adept": "rifleman",
    "blink-guard": "elite",
    "veil-scout": "sniper",
    "shard-skiff": "transport",
    "wisp-drone": "drone",
    "prism-tank": "tank",
    "arc-gunship": "gunship",
    "chorus-battery": "artillery",
    "sentinel-strider": "walker",
    "nova-dart": "aircraft",
    "concord-carrier": "gunship",
    "skitterling": "swarmling",
    "thren-warrior": "berserker",
    "leaper": "swarmling",
    "lurker": "mastermind",
    "hookwing": "drone",
    "delver": "beast",
    "gorehorn": "beast",
    "broodhauler": "beast",
    "spine-mortar-beast": "artillery",
    "needleback": "beast",
    "drift-ray": "gunship",
    "crawler-titan": "tank",
    "worldmaw": "broodmother",
    "skyrender": "broodmother",
}
BY_TYPE = {
    "infantry": "rifleman",
    "walker": "walker",
    "wheeled": "buggy",
    "tracked": "tank",
    "skimmer": "tank",
    "hover": "gunship",
    "flyer": "aircraft",
}
MARKER = "flag"


def figure_of(kind: Kind) -> str:
    return FIGURES.get(kind.id) or ("titan" if kind.titan else BY_TYPE[kind.types[0]])
