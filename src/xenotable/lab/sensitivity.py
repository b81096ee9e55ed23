"""What a change of the rules does: a study of the same battles and dice with and without it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine import Title
from xenotable.games import game as game_named
from xenotable.lab.study import Arm, Study, WrittenStudy, make_study
from xenotable.rulebook.amending import check_amendments, parse_amendment


def with_and_without(written: WrittenStudy, changes: Sequence[str]) -> Study:
    """The study with each arm twice: as it is, and under the changes. Of ready-made lists only those meet that the
    change concerns, if any list names what is changed."""
    title = game_named(written.game)
    canonical = tuple(str(parse_amendment(change)) for change in changes)
    check_amendments(written.game, canonical)
    study = make_study(
        written if written.lists or written.offers or not title.lists() else replace(written, lists="every")
    )
    concerned = lists_with(title, {parse_amendment(change).path[1] for change in canonical})
    arms = [arm for arm in study.arms if not concerned or not arm.lists or concerned & set(arm.lists)] or study.arms
    return replace(study, arms=tuple(one for arm in arms for one in (arm, changed(arm, canonical))))


def changed(arm: Arm, changes: tuple[str, ...]) -> Arm:
    return replace(arm, name=f"{arm.name} with {', '.join(changes)}", patch=(*arm.patch, *changes))


def lists_with(title: Title[Any], ids: set[str]) -> set[str]:
    """The ready-made lists in whose set-ups one of these entries stands."""
    found = set()
    for name in title.lists():
        text = msgspec.json.encode(title.pairing(name, name, lambda: 0.5)).decode()
        if any(re.search(rf'"{re.escape(id)}"', text) for id in ids):
            found.add(name)
    return found
