"""What a screen shows of a titan, and what can never be true of one."""

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.rules.titans.systems import faults
from xenotable.games.xenocide.show import titan_console
from xenotable.games.xenocide.show.display import panels, tokens
from xenotable.games.xenocide.title import GAME


def shown(kind, **state):
    field = Battlefield()
    u = field.put(0, kind, (30.0, 20.0))
    field.put(1, "medium-tank", (30.0, 40.0), 2)
    field.game.titans.set(u, **state)
    (panel,) = [p for p in panels(field.game, 1) if p.id == f"titan-{u}"]
    return field, u, {line.label: line for line in panel.lines}


def test_the_console_of_a_bastion():
    field, _, lines = shown(
        "bastion-titan", core=2, power=1, layers=1, fired=("w0",), damaged=("w2", "drive"), blades=(("w1", 2),)
    )
    assert [(lines[x].now, lines[x].full) for x in ("Core", "Power", "Deflector")] == [(2, 4), (1, 4), (1, 3)]
    assert lines["Macro cannon"].value == "fired"
    assert lines["Point-defence guns"].value == "damaged"
    assert lines["Titan assault sword"].value == "12 dice at power 2"
    assert lines["Damaged systems"].value == "Point-defence guns, drive"
    (token,) = [t for t in tokens(field.game, 0) if t.kind == "titan"]
    assert (token.pips.now, token.pips.full, token.pips.name) == (2, 4, "core")
    assert {m.sign for m in token.marks} == {"P1", "D1", "DMG"}
    about = dict(token.about)
    assert about["Macro cannon at power 2"] == "3 shots, 60 in, accuracy 4, strength 4"
    assert about["Power"] == "1 left"
    assert about["Shields"] == "deflector with 3 layers"


def test_the_console_offers_no_boost_that_a_damaged_drive_forbids():
    assert shown("bastion-titan")[2]["Boost"].value == "4 in for a point"
    assert shown("bastion-titan", boosted=True)[2]["Boost"].value == "used"
    assert shown("bastion-titan", damaged=("drive",))[2]["Boost"].value == "none: the drive is damaged"


@pytest.mark.parametrize(
    ("kind", "label", "on", "off"),
    [
        ("mirage-titan", "Diffraction", "aspect -2", "off: aspect +1"),
        ("obelisk-titan", "Flicker", "save 3", "off"),
        ("worldmaw", "Regenerating", "a free repair, 4 or less", "a free repair, 4 or less"),
    ],
)
def test_other_shields(kind, label, on, off):
    assert shown(kind)[2][label].value == on
    assert shown(kind, core=0, power=0)[2][label].value == off
    assert shown(kind, damaged=("projector",) if kind != "worldmaw" else ())[2][label].value == off


def test_a_titan_without_a_core_and_one_that_is_gone():
    field, u, lines = shown("obelisk-titan", core=0)
    assert lines["Sunlance"].value == "ready, power 1 to 3"
    assert "C0" in {m.sign for m in titan_console.marks(field.game, u)}
    field.game.units.set(u, models=())
    assert titan_console.consoles(field.game) == []
    assert titan_console.condition(field.game, u) == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"core": 5}, {"power": 5}, {"layers": 4}, {"core": 0, "power": 1}, {"damaged": ("w9",)},
        {"damaged": ("drive", "drive")}, {"fired": ("w0", "w0")}, {"blades": (("w1", 4),)}, {"blades": (("w0", 1),)},
    ],
)  # fmt: skip
def test_what_can_never_be_true_is_found(wrong):
    field = Battlefield()
    u = field.put(0, "bastion-titan", (30.0, 20.0))
    assert list(faults(field.game)) == []
    field.game.titans.set(u, **wrong)
    assert list(faults(field.game))
    assert any(u in fault for fault in GAME.invariants(field.game))
