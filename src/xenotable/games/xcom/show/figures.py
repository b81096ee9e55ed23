"""Which silhouette stands for a unit, a UFO, an enemy, a card and what lies in a place."""

from __future__ import annotations

UNITS = {
    "satellite": "satellite",
    "scientist": "scientist",
    "interceptor": "aircraft",
    "assault": "rifleman",
    "heavy": "gunner",
    "sniper": "sniper",
    "support": "medic",
}
UFO, HEADQUARTERS, FACE_DOWN = "ufo", "flag", "mastermind"
TECHNOLOGY, CRISIS, MISSION = "flask", "alarm", "flag"
ENEMIES = {
    "enemy-gaunt-scout": "scout",
    "enemy-gaunt-raider": "berserker",
    "enemy-gaunt-sapper": "engineer",
    "enemy-gaunt-mender": "medic",
    "enemy-husk-trooper": "rifleman",
    "enemy-husk-gunner": "gunner",
    "enemy-husk-warden": "elite",
    "enemy-husk-stalker": "berserker",
    "enemy-void-lancer": "primitive",
    "enemy-carapace-brute": "beast",
    "enemy-carapace-bulwark": "beast",
    "enemy-veil-captain": "commander",
    "enemy-skitter-pack": "swarmling",
    "enemy-brood-carrier": "beast",
    "enemy-acid-spitter": "swarmling",
    "enemy-brood-matron": "broodmother",
    "enemy-seeker-drone": "drone",
    "enemy-cutter-unit": "robot",
    "enemy-aegis-core": "turret",
    "enemy-siege-walker": "walker",
    "enemy-whisperer": "psychic",
    "enemy-mindbreaker": "mastermind",
    "enemy-oracle": "psychic",
    "enemy-hierophant": "psychic",
    "enemy-mimic": "civilian",
    "enemy-saboteur": "engineer",
    "enemy-shade": "sniper",
    "enemy-puppeteer": "mastermind",
    "boss-spire-warden": "titan",
    "boss-reaper-prime": "robot",
    "boss-choirmaster": "psychic",
    "boss-hive-sovereign": "broodmother",
    "boss-regent": "mastermind",
}
