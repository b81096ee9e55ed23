"""Weapons, pools of targets and volleys, by hand."""

from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.scenes import Pool, Volley

RIFLES, CANNON, HOWITZER = weapons()["assault-rifles"], weapons()["tank-cannon"], weapons()["howitzer"]


def pool(kind="medium-infantry", aspect=0, n=6, cover=0, saved=(0, 0, 0)):
    return Pool(kind, cover, aspect, tuple(f"{kind}{i}" for i in range(n)), saved)


def volley(accuracy=3, aspects=(0,), dice=6, weapon=RIFLES, cap=6, guns=None):
    pools = tuple(pool(f"k{a}", a) for a in aspects)
    return Volley(weapon, dice, guns or dice, accuracy, weapon.strength, pools, cap, (0, 1))
