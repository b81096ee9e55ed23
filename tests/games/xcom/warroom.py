"""A small builder: put pieces on the board, script the dice, answer by key, look at the state.

war = War().ufos(asia=2)
war.fly("asia", 2)
war.play(Globe()).roll(5, 6, 1).go(push=True)
assert war.units_in("pool", "interceptor") == 4
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from xenotable.engine import NOBODY, Ask, Match, Refusal, Scene, Scripted, View
from xenotable.engine.asks import sole_decision
from xenotable.engine.wording import render_template
from xenotable.games.xcom.content import COMMANDER, CONTINENTS, DECKS, LEADER, OFFICER, SCIENTIST, book
from xenotable.games.xcom.rules.setup.pieces import deck_cards
from xenotable.games.xcom.rules.timed.clock import pause_budget
from xenotable.games.xcom.scenes import NextAction
from xenotable.games.xcom.state import Asset, Clock, Continent, Deck, Foe, Planned, Report, Setup, Unit, Venture, Xcom
from xenotable.games.xcom.title import GAME

YELLOW = ("yellow",) * 6
__all__ = ["COMMANDER", "LEADER", "OFFICER", "SCIENTIST", "YELLOW", "Planned", "Report", "War", "rule"]


def rule(*slugs: str, exercises: Sequence[str] = ()) -> pytest.MarkDecorator:
    return pytest.mark.rule(*(f"xcom.{s}" for s in slugs), exercises=exercises)


class War:
    """A game in round 1 that starts in the middle: no cards, no headquarters and no enemies but those a test wants."""

    def __init__(self, difficulty: str = "normal", plan: str = "beachhead", timer: str = "off", **setup: Any) -> None:
        self._match: Match[Xcom] | None = None
        self._game = game = GAME.new(Setup(difficulty, plan, timer, **setup))
        game.put(round=1, plan=plan, phase="resolution")
        for card in list(game.cards):
            game.cards.remove(card)
        for c in CONTINENTS:
            game.continents.add(c, Continent(1))
        for deck in DECKS:
            cards = deck_cards(deck, plan, timer)
            game.secret.set(NOBODY, **{deck: cards})
            game.decks.add(deck, Deck(unknown=len(cards)))
        game.secret.set(NOBODY, seed="00" * 8)
        game.reports.add(0, Report(0, "none", YELLOW))
        self.dice = Scripted()

    @property
    def game(self) -> Xcom:
        return self._game if self._match is None else self._match.game

    # ---- pieces ----------------------------------------------------------------------------------------------------

    def panic(self, **spaces: int) -> War:
        for c, space in spaces.items():
            self.game.continents.set(c, panic=space)
        return self

    def calm(self, space: int) -> War:
        return self.panic(**dict.fromkeys(CONTINENTS, space))

    def ufos(self, orbit: int = 0, **places: int) -> War:
        self.game.put(orbit=orbit)
        for c, n in places.items():
            self.game.continents.set(c, ufos=n)
        return self

    def fallen(self, *continents: str) -> War:
        for c in continents:
            self.game.continents.set(c, fallen=True, panic=8, ufos=0)
        return self

    def put(self, **changes: Any) -> War:
        self.game.put(**changes)
        return self

    def assign(self, kind: str, place: str, n: int = 1, **more: Any) -> list[str]:
        """n units of a kind (or class) from the reserve to a place."""
        free = [i for i, u in self.game.units.items() if kind in (u.kind, u.cls) and u.place == "reserve"][:n]
        assert len(free) == n
        for i in free:
            self.game.put(assignments=self.game.now.assignments + 1)
            self.game.units.set(i, place=place, assignment=self.game.now.assignments, **more)
        return free

    def squad(self, place: str, *classes: str) -> list[str]:
        """Soldiers to a place; a class with a star is elite."""
        return [self.assign(c.rstrip("*"), place, elite=c.endswith("*"))[0] for c in classes]

    def card(self, *ids: str, exhausted: bool = False) -> War:
        for id in ids:
            self.game.cards.add(id, Asset(book().cards[id].seat, exhausted))
            self._unshelve("tech", id)
        return self

    def _unshelve(self, deck: str, *cards: str) -> None:
        left = tuple(c for c in getattr(self.game.secret[NOBODY], deck) if c not in cards)
        self.game.secret.set(NOBODY, **{deck: left})
        self.game.decks.set(deck, unknown=len(left))

    def foe(self, card: str, space: str = "base1", tokens: int = 0) -> str:
        card = card if card.startswith("boss-") else f"enemy-{card}"
        self._unshelve("enemy", card)
        self.game.foes.add(space, Foe(card, tokens))
        return space

    def mission(self, card: str, done: int = 0, **foes: str) -> War:
        """A mission in play; foes by the number of their task: t1="gaunt-scout"."""
        place = "final" if card in book().plans else "mission"
        if place == "mission":
            card = f"mission-{card}"
            self._unshelve("mission", card)
        self.game.ventures.add(place, Venture(card, done))
        for task, foe in foes.items():
            self.foe(foe, f"{place}{task[1:]}")
        if place == "final":
            self.game.put(unlocked=True)
        return self

    def tech(self, lab: str, card: str, tokens: int = 0) -> War:
        self._unshelve("tech", f"tech-{card}")
        self.game.labs.set(lab, tech=f"tech-{card}", tokens=tokens)
        return self

    def hand(self, *cards: str) -> War:
        ids = tuple(f"tech-{c}" for c in cards)
        self._unshelve("tech", *ids)
        self.game.secret.set(SCIENTIST, hand=ids)
        return self.put(hand=len(ids))

    def deck(self, deck: str, *cards: str, only: bool = False) -> War:
        """These cards on top of a deck (with `only`: the rest is in the discard pile)."""
        ids = tuple(f"{deck}-{c}" for c in cards)
        rest = tuple(c for c in getattr(self.game.secret[NOBODY], deck) if c not in ids)
        self.game.secret.set(NOBODY, **{deck: ids if only else ids + rest})
        self.game.decks.set(deck, unknown=len(ids) if only else len(ids + rest), discard=rest if only else ())
        return self

    # ---- running ---------------------------------------------------------------------------------------------------

    def roll(self, *faces: int) -> War:
        """Dice in the order they are rolled: XCOM dice, then the alien die."""
        self.dice.faces += faces
        return self

    def play(self, *scenes: Scene) -> War:
        """The scenes are played, first one first; the game stands still after them."""
        self._game, self._match = self.game, None
        self._game.scenes = list(reversed(scenes))
        return self

    def timed(self, *actions: str | Planned, now: int = 0) -> War:
        """A timed phase with these actions and ENDING after them."""
        planned = tuple(a if isinstance(a, Planned) else Planned(a) for a in actions)
        game = self.game
        game.put(phase="timed", step="timed")
        game.secret.set(NOBODY, coming=(*planned, Planned("ending")))
        budget = pause_budget(game.setup.difficulty, game.setup.timer)
        new = Clock(budget=budget)
        game.clock.set(0, **{f: getattr(new, f) for f in Clock.__struct_fields__})
        self.play(NextAction(now))
        assert self.match.open
        return self

    @property
    def match(self) -> Match[Xcom]:
        if self._match is None:
            self._match = Match(self._game, self.dice)
        return self._match

    def ask(self, key: str, seat: int | None = None) -> Ask[Any]:
        return next(a for a in self.match.open if a.key == key and seat in (None, a.seat))

    def open_keys(self, seat: int | None = None) -> list[str]:
        return [a.key for a in self.match.open if seat in (None, a.seat)]

    def options(self, key: str) -> list[Any]:
        return self.ask(key).options()  # type: ignore[attr-defined]  # every ask looked at here is a Choose

    def say(self, key: str, value: Any, seat: int | None = None, at: int | None = None) -> War:
        if at is not None:
            self.match.tick(at)
        found = self.ask(key, seat)
        refusals = self.match.answer(found.seat, value, key, at=at)
        assert not refusals, [f"{r.rule}: {r}" for r in refusals]
        return self

    def refused(self, key: str, value: Any, seat: int | None = None, at: int | None = None) -> list[str]:
        """The rules against an answer; it changes nothing."""
        if at is not None:
            self.match.tick(at)
        before = self.match.game.encoded()
        asked = self.ask(key, seat).seat if key in self.open_keys(seat) else self.game.cards[key].seat
        refusals: list[Refusal] = self.match.answer(asked, value, key)
        assert refusals, f"{key}={value!r} was taken"
        assert self.match.game.encoded() == before
        return [r.rule for r in refusals]

    def act(self, *what: Any, at: int | None = None) -> War:
        """A deed of the responsible role in the action on screen."""
        if at is not None:
            self.match.tick(at)
        return self.say("act", (self.game.clock[0].n, *what), at=at)

    @property
    def choices(self) -> dict[Any, str]:
        """What the responsible role may choose between, with the reason why not."""
        ask: Any = self.ask("act")

        def words(refusal: Refusal) -> str:
            return render_template(refusal.says, refusal.args, self.game.name)

        return {option[1]: " ".join(map(words, ask.why_not(option))) for option in ask.among()}

    def cannot(self, *what: Any) -> list[str]:
        return self.refused("act", (self.game.clock[0].n, *what))

    def done(self, at: int | None = None) -> War:
        if at is not None:
            self.match.tick(at)
        return self.say("done", (self.match.game.clock[0].n,), at=at)

    def tick(self, at: int) -> War:
        assert not self.match.tick(at)
        return self

    def go(self, **answers: Any) -> War:
        """Answers whatever is asked by its key (a list gives one answer after the other); unknown asks stop it."""
        left = {k: list(v) if isinstance(v, list) else None for k, v in answers.items()}
        while self.match.open and sole_decision(self.match.top):
            key = self.match.open[0].key.partition(":")[0]
            if key not in answers:
                break
            queue = left[key]
            if queue is None:
                value = answers[key]
            elif queue:
                value = queue.pop(0)
            else:
                break
            self.say(self.match.open[0].key, value)
        return self

    # ---- reading ---------------------------------------------------------------------------------------------------

    def units_in(self, place: str, kind: str = "") -> int:
        return sum(u.place == place and kind in ("", u.kind, u.cls) for u in self.game.units.values())

    def unit(self, id: str) -> Unit:
        return self.game.units[id]

    def at(self, continent: str) -> int:
        return self.game.continents[continent].panic

    @property
    def clock(self) -> Clock:
        return self.match.game.clock[0]

    @property
    def left(self) -> int:
        """Milliseconds that the action has got in all."""
        clock = self.clock
        assert clock.zero is not None
        return clock.zero - clock.began

    def story(self, seat: int = 0) -> str:
        return "\n".join(View(self.match, seat).story())

    @property
    def over(self) -> bool:
        return self.match.over

    def asked(self) -> tuple[int, str]:
        """Who is asked what."""
        return self.match.open[0].seat, self.match.open[0].key
