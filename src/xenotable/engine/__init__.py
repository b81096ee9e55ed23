"""How any game runs: rows, asks, scenes, dice, tape, match, events, refusals, views. Knows no game and no table."""

from xenotable.engine.asks import (
    EXPIRED,
    NOBODY,
    UNSET,
    All,
    Ask,
    Draw,
    First,
    Flow,
    Random,
    Reckon,
    Reply,
    Roll,
    Shuffle,
    Wait,
    freely,
)
from xenotable.engine.citing import acts, cite, remembered, rule
from xenotable.engine.decisions import (
    Arrange,
    Assign,
    Bucket,
    Choose,
    Confirm,
    Move,
    Moved,
    Number,
    Option,
    Pick,
    Piece,
    Place,
    Placed,
    Play,
    Point,
    Preset,
)
from xenotable.engine.dice import Dice, Scripted, Seeded, TypedIn
from xenotable.engine.display import (
    Area,
    Board,
    Card,
    Chance,
    Forecast,
    Line,
    Mark,
    Panel,
    Person,
    Pips,
    Shape,
    Sighting,
    Stage,
    Token,
)
from xenotable.engine.events import Event
from xenotable.engine.game import Game, Result
from xenotable.engine.match import Match
from xenotable.engine.refusals import Misheard, Refusal, allowed
from xenotable.engine.rows import Row, Table
from xenotable.engine.saving import SaveFault, load, save, verify
from xenotable.engine.scenes import Scene, Then, scene
from xenotable.engine.slots import Slot
from xenotable.engine.title import Advice, Offer, Title, by_key, title_of
from xenotable.engine.viewing import View
from xenotable.engine.wording import Secret

__all__ = [
    "EXPIRED", "NOBODY", "UNSET", "Advice", "All", "Area", "Arrange", "Ask", "Assign", "Board", "Bucket", "Card",
    "Chance", "Choose", "Confirm", "Dice", "Draw", "Event", "First", "Flow", "Forecast", "Game", "Line", "Mark",
    "Match", "Misheard", "Move", "Moved", "Number", "Offer", "Option", "Panel", "Person", "Pick", "Piece", "Pips",
    "Place", "Placed", "Play", "Point", "Preset", "Random", "Reckon", "Refusal", "Reply", "Result", "Roll", "Row",
    "SaveFault", "Scene", "Scripted", "Secret", "Seeded", "Shape", "Shuffle", "Sighting", "Slot", "Stage", "Table",
    "Then", "Title", "Token", "TypedIn", "View", "Wait", "acts", "allowed", "by_key", "cite", "freely", "load",
    "remembered", "rule", "save", "scene", "title_of", "verify",
]
