"""Exact odds of fire and blows at buildings, against the live game played many times."""

import os
import random

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.bombard import fire_at, section_targets
from xenotable.games.xenocide.building_odds import of_blows, of_bombardment
from xenotable.games.xenocide.content import kinds
from xenotable.games.xenocide.storming import dice_at, prospects
from xenotable.games.xenocide.structure import battered

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "300"))
CASES = [
    ("apartment-block", "medium-tank", 4, 10), ("apartment-block", "medium-tank", 4, 2),
    ("power-station", "medium-artillery", 3, 10),
    ("prefab-hut", "medium-infantry", 6, 3), ("prefab-hut", "medium-artillery", 3, 0),
]  # fmt: skip


def table(house, kind, n, left):
    field = Battlefield(buildings=((house, 20.0, 20.0),))
    u = field.put(0, kind, (22, 13), n)
    field.game.sections.set("b0s0", points=left)
    return field, u


def played(flow_of, house, kind, n, left, seed):
    """Structure points lost and whether the section fell, in one go of the live game."""
    field, u = table(house, kind, n, left)
    dice = random.Random(seed)
    field.faces = [dice.randint(1, 6) for _ in range(400)]
    flow, value = flow_of(field, u), None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration:
            row = field.game.sections["b0s0"]
            return left - row.points, row.down
        value = field._answer(ask, {})


def agree(shown, results):
    mean = sum(lost for lost, _ in results) / len(results)
    spread = {float(c.label): c.p for c in shown.distribution}
    deviation = sum(p * (x - shown.mean) ** 2 for x, p in spread.items()) ** 0.5
    assert abs(mean - shown.mean) <= 4 * deviation / len(results) ** 0.5 + 1e-9
    falls = next(c.p for c in shown.chances if c.label == "collapses")
    down = sum(fell for _, fell in results) / len(results)
    assert abs(down - falls) <= 4 * (falls * (1 - falls) / len(results)) ** 0.5 + 1e-9


@pytest.mark.parametrize(("house", "kind", "n", "left"), CASES)
def test_a_bombardment_goes_as_foretold(house, kind, n, left):
    field, u = table(house, kind, n, left)
    w = kinds()[kind].weapons[0]
    assert section_targets(field.game, u, w) == ["b0s0"]
    shown = of_bombardment(field.game, u, w, "b0s0")
    assert sum(c.p for c in shown.distribution) == pytest.approx(1.0)
    flow = lambda f, x: fire_at(f.game, x, w, "b0s0")  # noqa: E731
    agree(shown, [played(flow, house, kind, n, left, seed) for seed in range(TRIALS)])


@pytest.mark.parametrize(("kind", "left"), [("medium-infantry", 10), ("medium-infantry", 1), ("delver", 3)])
def test_blows_at_a_building_go_as_foretold(kind, left):
    field, u = table("apartment-block", kind, 3, left)
    for m in field.unit(u).models:
        field.game.models.set(m, y=18.0)
    dice = dice_at(field.game, u, "b0s0")
    assert dice == 3 * kinds()[kind].caa
    shown = of_blows(field.game, u, "b0s0", dice)
    flow = lambda f, x: battered(f.game, "b0s0", [(x, dice)])  # noqa: E731
    agree(shown, [played(flow, "apartment-block", kind, 3, left, seed) for seed in range(TRIALS)])


def test_the_odds_of_a_fight_across_the_street_know_the_walls():
    field = Battlefield(buildings=(("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0)))
    u = field.house(field.put(0, "medium-infantry", (0, 0), 4, order="assault"), "b0s0", "E")
    foe = field.house(field.put(1, "medium-infantry", (0, 0), 4), "b1s0", "W")
    there, back = prospects(field.game, u, [foe])[:2]
    assert there.mean < back.mean  # who assaults out of his building has no bonus
    storm = prospects(field.game, u, [foe], "storm")
    assert storm[1].mean < back.mean  # between sections he has
    assert field.unit(u).sally == ""
