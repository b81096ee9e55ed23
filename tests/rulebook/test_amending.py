"""Changed content: what a change says, what it may touch, and that the files stay as they are."""

from __future__ import annotations

import subprocess
import sys

import pytest

from xenotable.faults import Fault
from xenotable.rulebook import catalogue
from xenotable.rulebook.amending import Amendment, amend, check_amendments, parse_amendment


@pytest.mark.parametrize(
    ("text", "path", "how", "value"),
    [
        ("unit.cw-warden.wounds+1", "unit cw-warden wounds", "+", "1"),
        ("unit.cw-warden.wounds-1", "unit cw-warden wounds", "-", "1"),
        ("unit.cw-warden.wounds = +1", "unit cw-warden wounds", "+", "1"),
        ("unit.cw-warden.wounds=8", "unit cw-warden wounds", "=", "8"),
        ("weapon.x.profiles.0.damage.1*1.5", "weapon x profiles 0 damage 1", "*", "1.5"),
        ("unit.a.name=Big-1", "unit a name", "=", "Big-1"),
    ],
)
def test_a_change_is_a_path_and_what_is_done(text: str, path: str, how: str, value: str):
    found = parse_amendment(text)
    assert found == Amendment(tuple(path.split()), how, value)
    assert parse_amendment(str(found)) == found


@pytest.mark.parametrize("text", ["", "unit", "unit.x.wounds", "wounds+1", "unit..wounds+1", "unit.x.y="])
def test_what_changes_nothing_is_refused(text: str):
    with pytest.raises(Fault, match="changes nothing"):
        parse_amendment(text)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("unti.cw-warden.W+1", 'no table "unti". Did you mean "unit"'),
        ("unit.cw-wardn.W+1", 'no unit "cw-wardn". Did you mean "cw-warden"'),
        ("unit.cw-warden.wonds+1", 'Did you mean "wounds"'),
        ("unit.cw-warden.W*1.1", "whole number"),
        ("unit.cw-warden.W-99", "cannot be negative"),
        ("unit.cw-warden.W+99999999999999999999999", "no figure is beyond 100,000"),
        (f"unit.cw-warden.W={'9' * 400}", "no figure is beyond 100,000"),
        ("unit.cw-warden.W=many", "not a number"),
        ("unit.cw-warden.name+1", "not a number"),
        ("unit.cw-warden+1", "names no field"),
        ("unit.cw-warden.W.more+1", "nothing inside"),
        ("unit.cw-warden.ranged.7=x", "counted from 0"),
        ("weapon.cw-carbine.profiles.0.special=x", "is not a number"),
    ],
)
def test_a_change_that_finds_nothing_is_answered_in_a_sentence(change: str, says: str):
    with pytest.raises(Fault, match=says):
        check_amendments("killteam", [change])


def test_a_game_without_a_catalogue_cannot_be_changed():
    with pytest.raises(Fault, match="keeps no catalogue"):
        check_amendments("docs/duel.py", ["unit.x.y+1"])


def test_what_has_been_read_is_not_changed_any_more():
    assert catalogue("killteam").tables
    with pytest.raises(RuntimeError, match="read already"):
        amend("killteam", ["unit.cw-warden.W+1"])


def test_a_process_plays_by_the_changed_numbers():
    code = """
from xenotable.rulebook.amending import amend
amend("killteam", ["unit.cw-warden.wounds+2", "weapon.cw-carbine.profiles.0.damage.1=9", "unit.cw-warden.name=Rock"])
from xenotable.games.killteam import content
unit = content.units()["cw-warden"]
print(unit.W, unit.name, content.weapons()["cw-carbine"].profiles[0].damage, content.units()["cw-captain"].W)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "9 Rock (2, 9) 9\n", done.stderr
