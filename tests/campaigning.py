"""A campaign between its battles, for tests."""

from __future__ import annotations

from typing import Any, Self

from xenotable.engine import Match, Scripted


class Campaigning:
    """Scenes with scripted dice and draws, and answers by key: one for all, or a list of them in turn."""

    game: Any
    match: Match[Any]

    def play(self, *scenes: Any, dice: Any = (), draws: Any = (), **answers: Any) -> Self:
        self.game.scenes = list(reversed(scenes))
        self.match = Match(self.game, Scripted(dice, draws))
        while self.match.open:
            ask = next(a for i, a in enumerate(self.match.open) if i not in self.match.held)
            key = ask.key.partition(":")[0]
            if key not in answers or answers[key] == []:
                break
            said = answers[key].pop(0) if isinstance(answers[key], list) else answers[key]
            why = self.match.answer(ask.seat, said, self.match.id(ask))
            assert not why, [str(r) for r in why]
        self.game = self.match.game
        return self
