"""Companion mode: the guide through the resolution steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from xenotable.engine import Ask, Choose, First, Flow, Refusal, Reply, Scene, Slot, rule, scene
from xenotable.engine.wording import fill_template
from xenotable.games.xcom.rules.companion.ending import announce
from xenotable.games.xcom.rules.companion.pages import pages, unlocked_in_round
from xenotable.games.xcom.scenes import CoReports, Guide
from xenotable.games.xcom.state import Companion

NEXT: tuple[tuple[str, int], ...] = (("scramble", 1), ("scramble", -1), ("enemy", 1), ("pause", 20))


SECONDS = 600  # the most that a card of any table will give or take


class Adjust(Choose[tuple[str, int]], kw_only=True, eq=False):
    """What a card of the table does. The options show the usual figures; any whole number of seconds may be entered."""

    least: Mapping[str, int]  # what is counted in seconds, and the least of it

    def check(self, value: Any) -> Iterable[Refusal]:
        if type(value) is not tuple or len(value) != 2 or value[0] not in self.least or type(value[1]) is not int:
            return super().check(value)
        least = self.least[value[0]]
        if not least <= value[1] <= SECONDS or value[1] == 0:
            args = {"a": least, "b": SECONDS}
            return [Refusal("companion.adjust", "Enter a whole number of seconds from {a} to {b}, not 0.", args)]
        return [] if self.why_not is None else list(self.why_not(value))

    def settle(self, value: tuple[str, int]) -> tuple[str, int]:
        return value


def adjust_label(value: tuple[str, int]) -> str:
    what, n = value
    words = {
        "pause": f"{n:+d} s of pause",
        "time": f"{n:+d} s for this action",
        "scramble": f"{n:+d} scramble",
        "enemy": f"{n:+d} enemy",
    }
    return words[what]


@scene
@rule("companion.guide", neutral=lambda *_: [])
def guide(game: Companion, at: Guide) -> Flow[list[Scene]]:
    """One page; Next, Back, the threat counter, the odds and the Adjust panel stand open beside each other."""
    reply = yield from First(asks=_page_asks(game))
    if reply.key == "question":
        return _after_answer(game, reply.value)
    if reply.key == "threat":
        _threat(game, reply.value)
    elif reply.key == "odds":
        odds_panel(game, *reply.value)
    elif reply.key in ("adjust", "retract"):
        adjust_next_phase(game, reply)
    else:
        return _turn(game, reply.value)
    return [at]


def _page_asks(game: Companion) -> list[Ask[Any]]:
    desk = game.now
    book_ = pages(bool(unlocked_in_round(game)))
    page = book_[desk.page]
    if desk.asked:
        prompt = "Is the base destroyed?" if desk.asked == "destroyed" else "Was the final mission completed?"
        rule_ = "companion.ask-base" if desk.asked == "destroyed" else "companion.ask-final"
        return [Choose(seat=0, key="question", rule=rule_, prompt=prompt, among=lambda: (False, True))]
    ways = ["next", *(("back",) if desk.page else ())]
    asks: list[Ask[Any]] = [
        Choose(seat=0, key="page", rule=page.rule, prompt=page.text, among=lambda: ways, label=str.capitalize)
    ]
    if page.task:
        asks.append(_threat_ask(game, page.reset))
        asks.append(
            Choose(
                seat=0,
                key="odds",
                rule="companion.odds",
                prompt="Odds for dice, successes needed, threat?",
                among=lambda: [(n, k, t) for n in range(1, 9) for k in range(1, 5) for t in range(1, 6)],
                label=lambda v: fill_template(
                    "{n:die|dice}, {k} needed, threat {t}", {"n": v[0], "k": v[1], "t": v[2]}
                ),
            )
        )
    return [*asks, *adjust_asks(game)]


@rule("companion.threat-helper")
def _threat_ask(game: Companion, reset: bool) -> Ask[Any]:
    """Starts at 1 and stops at 5; in base defense and missions it is not reset."""
    options = [*(("+1",) if game.now.threat < 5 else ()), *(("reset",) if reset else ())] or ["keep"]
    return Choose(seat=0, key="threat", rule="companion.threat-helper", prompt="Threat", among=lambda: options)


def _threat(game: Companion, what: str) -> None:
    game.put(threat={"+1": game.now.threat + 1, "reset": 1, "keep": game.now.threat}[what])


class TaskOdds(NamedTuple):
    this_roll: float
    loss: float
    complete: float  # if they push until done or lost
    ends_with_loss: float


task_odds = Slot[[int, int, int], TaskOdds]("xcom.task_odds")  # of dice, successes needed and threat


@rule("companion.odds", neutral=lambda *_: None)
def odds_panel(game: Companion, dice: int, need: int, threat: int) -> None:
    """Shows the figures; nothing of it is kept."""
    odds = task_odds(dice, need, threat)
    game.tell(
        "{n:die|dice}, {k} needed, threat {t}: {p:.1%} in this roll, loss {l:.1%}; until done {c:.1%}, loss {m:.1%}.",
        "companion.odds",
        n=dice,
        k=need,
        t=threat,
        p=odds.this_roll,
        l=odds.loss,
        c=odds.complete,
        m=odds.ends_with_loss,
    )


def adjust_asks(game: Companion) -> Iterator[Ask[Any]]:
    """From the audit until Confirm: what cards do to the next phase; each entry can be taken back."""
    yield Adjust(
        seat=0,
        key="adjust",
        rule="companion.adjust",
        prompt="What do cards of the table do to the next phase?",
        least={"pause": 1},
        among=lambda: NEXT,
        label=lambda v: f"{v[1]} s of pause less" if v[0] == "pause" else adjust_label(v),
    )
    if game.now.adjusted:
        entries = list(range(len(game.now.adjusted)))
        yield Choose(
            seat=0,
            key="retract",
            rule="companion.adjust",
            prompt="Take an entry back?",
            among=lambda: entries,
            label=lambda i: adjust_label(game.now.adjusted[i]),
        )


@rule("companion.adjust", neutral=lambda *_: None)
def adjust_next_phase(game: Companion, reply: Reply) -> None:
    if reply.key == "adjust":
        game.put(adjusted=(*game.now.adjusted, reply.value))
    else:
        game.put(adjusted=tuple(a for i, a in enumerate(game.now.adjusted) if i != reply.value))


def _turn(game: Companion, way: str) -> list[Scene]:
    desk = game.now
    book_ = pages(bool(unlocked_in_round(game)))
    if way == "next" and book_[desk.page].asks and not desk.asked:
        game.put(asked=book_[desk.page].asks)
        return [Guide()]
    page = desk.page + (1 if way == "next" else -1)
    if page == len(book_):
        return _to_reports(game)
    game.put(page=page, threat=1, asked="")
    return [Guide()]


def _after_answer(game: Companion, yes: bool) -> list[Scene]:
    desk = game.now
    question = desk.asked
    if yes:
        return announce(game, question == "completed", question)
    book_ = pages(bool(unlocked_in_round(game)))
    game.put(asked="")
    if desk.page + 1 == len(book_):
        return _to_reports(game)
    game.put(page=desk.page + 1, threat=1)
    return [Guide()]


def _to_reports(game: Companion) -> list[Scene]:
    """The reports of the round: what was entered before a look back at the pages is still there."""
    last, n = game.reports[game.now.round - 1], game.now.round
    if game.draft[0].round != n:
        game.draft.set(0, round=n, orbit=last.orbit, mission="", colours=last.colours, fallen_ufos=0, destroyed=False)
    game.put(phase="reports", asked="")
    return [CoReports()]


def one_of(key: str, rule_: str, prompt: str, options: tuple[Any, ...], label: str = "") -> Choose[Any]:
    """A plain question to the table; with a label, a button."""
    named = (lambda _: label) if label else None
    return Choose(seat=0, key=key, rule=rule_, prompt=prompt, among=lambda: options, label=named)
