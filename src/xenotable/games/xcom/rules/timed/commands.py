"""Commands: answers that name the action they are meant for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from xenotable.engine import Ask, Choose, Refusal, acts, cite, rule
from xenotable.engine.decisions import no_such_option
from xenotable.engine.wording import fill_template
from xenotable.games.xcom.content import LABS, book, card_of, text_of
from xenotable.games.xcom.rules.actions.asks import UFO_ACTIONS, ActionAnswer, ActionAsk, Refuse, ask_of, emergency_hint
from xenotable.games.xcom.rules.modes.online import grace
from xenotable.games.xcom.rules.timed.clock import due
from xenotable.games.xcom.rules.timed.standing import Standing, stands
from xenotable.games.xcom.state import RESERVE, Xcom


class Command(Choose[Any], kw_only=True, eq=False):
    """A choice whose value names the action it is meant for. Any unit may be named; options show one of each sort."""

    refuse: Callable[[Any], Iterable[Refusal]]

    def check(self, value: Any) -> Iterable[Refusal]:
        if type(value) is not tuple or not value or not all(type(v) in (str, int) for v in value):
            return [no_such_option()]
        return list(self.refuse(value))

    def settle(self, value: Any) -> Any:
        return value


@rule("timed.responsible", neutral=lambda *_: ())
def act(game: Xcom, standing: Standing) -> Sequence[Ask[Any]]:
    """What the responsible role may or must do now."""
    asked = ask_of(game)
    if asked is None or not acts("play.decisions-timed"):
        return ()
    clock = game.clock[0]
    key = (clock.n, asked, due(clock, grace(game)))
    return stands(standing, "act", (game.now.round, key), _command, game, *key)


def _command(game: Xcom, n: int, asked: ActionAsk, until: int | None) -> Sequence[Ask[Any]]:
    seat, rule_, prompt, options, refuse = asked
    command = Command(
        seat=seat,
        key="act",
        rule=rule_,
        prompt=prompt + hint(game),
        until=until,
        among=lambda: [(n, *answer) for answer in options(game)],
        why_not=lambda answer: refusals(game, answer, refuse),
        refuse=lambda answer: refusals(game, answer, refuse),
        label=lambda answer: label(game, answer),
        on=_on,
    )
    return (command,)


def hint(game: Xcom) -> str:
    """What is recommended stands beside the question."""
    advised = emergency_hint(game.now.round) if game.clock[0].action == "emergency_funding" else None
    return f" {advised[0]} or {advised[1]} credits are recommended in this round." if advised else ""


def _on(answer: ActionAnswer) -> str:
    return str(answer[-1]) if len(answer) == 3 and answer[2] != RESERVE else str(answer[1])


def label(game: Xcom, answer: ActionAnswer) -> str:
    if game.clock[0].action in UFO_ACTIONS:
        return f"A UFO: {game.name(str(answer[1]))}"
    if len(answer) == 2:
        return _card(game, answer[1]) if isinstance(answer[1], str) else fill_template("{n:credit}", {"n": answer[1]})
    what, where = game.name(answer[1]), answer[2]
    if where in LABS and answer[1] not in game.units:
        return f"{what} (cost {card_of(answer[1]).research}): {game.name(where)}"
    if where in (RESERVE, "hand"):
        return f"Take {what} back"
    if answer[1] in game.units and game.units[answer[1]].kind == "soldier":
        what += f" ({', '.join(book().units[game.units[answer[1]].cls].icons)})"
    return f"{what}: {game.name(where)}"


def _card(game: Xcom, card: str) -> str:
    """Who chooses between cards reads what they do."""
    text = text_of(card)
    return f"{game.name(card)}: {text}" if text else game.name(card)


@rule("timed.stale", neutral=lambda *_: ())
def refusals(game: Xcom, answer: ActionAnswer, refuse: Refuse) -> Iterator[Refusal]:
    """A answer names the action it was meant for; one that comes too late never counts for the next action."""
    cite("play.refuse")
    if answer[0] != game.clock[0].n:
        yield over(game)
        return
    yield from refuse(game, answer[1:])


@rule("timed.stale")
def over(game: Xcom) -> Refusal:
    """To somebody who places or chooses something in an action that is over: how it ended, and at what price."""
    clock, phase = game.clock[0], game.now.phase
    zero = clock.ended == "zero"
    rule_, remedy = "timed.xcom-zero" if zero else "timed.done", "Look at the action on screen."
    if phase != "timed" or not clock.before:
        return Refusal(rule_, "The timed phase is over: nothing more can be placed.")
    args = {"title": book().actions[clock.before].title}
    if not zero:
        return Refusal(rule_, "{title} has ended by DONE: nothing more can be placed in it.", args, remedy)
    says = "The time of {title} ran out: what was placed before zero stays, nothing more can be placed."
    if clock.before == "choose_mission" and "mission" not in game.ventures:
        says = "The time of {title} ran out: both cards are discarded, there is no mission this round."
    return Refusal(rule_, says, args, remedy)
