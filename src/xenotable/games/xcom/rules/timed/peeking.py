"""A look at the top of a deck."""

from __future__ import annotations

from xenotable.engine import NOBODY, rule
from xenotable.games.xcom.state import Xcom


@rule("timed.peek-open", neutral=lambda *_: None)
def end_look(game: Xcom, deck: str) -> None:
    """A look at a deck is over as soon as a card of it is drawn."""
    if game.war[0].looked == deck:
        game.secret.set(game.war[0].looking, peeked=())
        game.put(looking=NOBODY, looked="", look=0)
