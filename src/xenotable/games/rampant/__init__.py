"""Xenos Rampant (play sheet): small units on a 48 in table, activation tests, courage."""

from xenotable.games.rampant import (
    activation,
    attacking,
    buildings,
    courage,
    deployment,
    manoeuvres,
    psychic,
    scenarios,
    setup,
    shooting,
    suppression,
    vehicles,
    xeno,
)
from xenotable.games.rampant.state import Rampant

GAME = Rampant

CHAPTERS = (
    activation,
    attacking,
    buildings,
    courage,
    deployment,
    manoeuvres,
    psychic,
    scenarios,
    setup,
    shooting,
    suppression,
    vehicles,
    xeno,
)
