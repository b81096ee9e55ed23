"""Which silhouette stands for an operative, a marker and a spot."""

from __future__ import annotations

FIGURES = {
    "cw-captain": "commander",
    "cw-warden": "rifleman",
    "cw-deadeye": "sniper",
    "cw-mortarist": "artillery",
    "cw-burner": "gunner",
    "cw-lancer": "gunner",
    "cw-signaller": "scout",
    "cw-sapper": "engineer",
    "cw-skirmisher": "rifleman",
    "fp-abbot": "commander",
    "fp-penitent": "elite",
    "fp-hammerer": "berserker",
    "fp-shieldbearer": "elite",
    "fp-rotorist": "gunner",
    "fp-ruin-gunner": "gunner",
    "fp-null-cantor": "psychic",
    "fp-reliquarist": "medic",
    "vc-regent": "psychic",
    "vc-courtier": "rifleman",
    "vc-duelist": "elite",
    "vc-thornbow": "sniper",
    "vc-prismcaster": "gunner",
    "vc-starlancer": "primitive",
    "vc-seer": "psychic",
    "vc-masque": "berserker",
    "cb-matron": "broodmother",
    "cb-scuttler": "swarmling",
    "cb-winged": "drone",
    "cb-spitter": "mastermind",
    "cb-spore-beast": "beast",
    "cb-stinger": "swarmling",
    "cb-hulk": "beast",
}
MARKER, SPOT = "flag", "crate"
