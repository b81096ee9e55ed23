"""Companion mode: the guide through the resolution steps, the reports with their checks, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.engine import Ask, Choose, First, Flow, Number, Refusal, Reply, Scene, cite, rule, scene
from xenotable.games.xcom.companion import Companion, pages, unlocked
from xenotable.games.xcom.content import CONTINENTS
from xenotable.games.xcom.generator import COLOURS, COMPLETED, IN_PLAY, NONE, Report
from xenotable.games.xcom.victory import points

UFOS = 24
NEXT: tuple[tuple[str, int], ...] = (("scramble", 1), ("scramble", -1), ("enemy", 1), ("pause", 20))


class Guide(Scene, frozen=True):
    pass


class CoReports(Scene, frozen=True):
    pass


class CoScore(Scene, frozen=True):
    """The end is announced; the score may be worked out."""


def adjust_label(value: tuple[str, int]) -> str:
    what, n = value
    words = {
        "pause": f"{n:+d} s of pause",
        "time": f"{n:+d} s for this action",
        "scramble": f"{n:+d} scramble",
        "enemy": f"{n:+d} enemy",
    }
    return words[what]


# ---- the guide -------------------------------------------------------------------------------------------------------


@scene
@rule("companion.guide", neutral=lambda *_: [])
def guide(game: Companion, at: Guide) -> Flow[list[Scene]]:
    """One page; Next, Back, the threat counter, the odds and the Adjust panel stand open beside each other."""
    reply = yield from First(asks=_page_asks(game))
    if reply.key == "question":
        return _answered(game, reply.value)
    if reply.key == "threat":
        _threat(game, reply.value)
    elif reply.key == "odds":
        odds_panel(game, *reply.value)
    elif reply.key in ("adjust", "retract"):
        _adjust_next(game, reply)
    else:
        return _turn(game, reply.value)
    return [at]


def _page_asks(game: Companion) -> list[Ask[Any]]:
    d = game.d
    book_ = pages(bool(unlocked(game)))
    page = book_[d.page]
    if d.asked:
        prompt = "Is the base destroyed?" if d.asked == "destroyed" else "Was the final mission completed?"
        rule_ = "companion.ask-base" if d.asked == "destroyed" else "companion.ask-final"
        return [Choose(seat=0, key="question", rule=rule_, prompt=prompt, among=lambda: (False, True))]
    ways = ["next", *(("back",) if d.page else ())]
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
                label=lambda v: f"{v[0]} dice, {v[1]} needed, threat {v[2]}",
            )
        )
    return [*asks, *_adjust_asks(game)]


@rule("companion.threat-helper")
def _threat_ask(game: Companion, reset: bool) -> Ask[Any]:
    """Starts at 1 and stops at 5; in base defense and missions it is not reset."""
    options = [*(("+1",) if game.d.threat < 5 else ()), *(("reset",) if reset else ())] or ["keep"]
    return Choose(seat=0, key="threat", rule="companion.threat-helper", prompt="Threat", among=lambda: options)


def _threat(game: Companion, what: str) -> None:
    game.put(threat={"+1": game.d.threat + 1, "reset": 1, "keep": game.d.threat}[what])


@rule("companion.odds", neutral=lambda *_: None)
def odds_panel(game: Companion, dice: int, need: int, threat: int) -> None:
    """Shows the figures; nothing of it is kept."""
    from xenotable.games.xcom.odds import at_least, loss_chance, policy

    out = policy(dice, need, threat)
    game.tell(
        "{n} dice, {k} needed, threat {t}: {p:.1%} in this roll, loss {l:.1%}; until done {c:.1%}, loss {m:.1%}.",
        "companion.odds",
        n=dice,
        k=need,
        t=threat,
        p=float(at_least(dice, need)),
        l=float(loss_chance(threat)),
        c=float(out.complete),
        m=float(out.loss),
    )


def _adjust_asks(game: Companion) -> Iterator[Ask[Any]]:
    """From the audit until Confirm: what cards do to the next phase; each entry can be taken back."""
    yield Choose(
        seat=0,
        key="adjust",
        rule="companion.adjust",
        prompt="What do cards of the table do to the next phase?",
        among=lambda: NEXT,
        label=lambda v: f"{v[1]} s of pause less" if v[0] == "pause" else adjust_label(v),
    )
    if game.d.adjusted:
        entries = list(range(len(game.d.adjusted)))
        yield Choose(
            seat=0,
            key="retract",
            rule="companion.adjust",
            prompt="Take an entry back?",
            among=lambda: entries,
            label=lambda i: adjust_label(game.d.adjusted[i]),
        )


@rule("companion.adjust", neutral=lambda *_: None)
def _adjust_next(game: Companion, reply: Reply) -> None:
    if reply.key == "adjust":
        game.put(adjusted=(*game.d.adjusted, reply.value))
    else:
        game.put(adjusted=tuple(a for i, a in enumerate(game.d.adjusted) if i != reply.value))


def _turn(game: Companion, way: str) -> list[Scene]:
    d = game.d
    book_ = pages(bool(unlocked(game)))
    if way == "next" and book_[d.page].asks and not d.asked:
        game.put(asked=book_[d.page].asks)
        return [Guide()]
    page = d.page + (1 if way == "next" else -1)
    if page == len(book_):
        return _to_reports(game)
    game.put(page=page, threat=1, asked="")
    return [Guide()]


def _answered(game: Companion, yes: bool) -> list[Scene]:
    d = game.d
    question = d.asked
    if yes:
        return announce(game, question == "completed", question)
    book_ = pages(bool(unlocked(game)))
    game.put(asked="")
    if d.page + 1 == len(book_):
        return _to_reports(game)
    game.put(page=d.page + 1, threat=1)
    return [Guide()]


# ---- reports ---------------------------------------------------------------------------------------------------------


def _to_reports(game: Companion) -> list[Scene]:
    last = game.reports[game.d.round - 1]
    game.draft.set(0, orbit=last.orbit, mission=last.mission, colours=last.colours, fallen_ufos=0, destroyed=False)
    game.put(phase="reports", asked="")
    return [CoReports()]


@scene
@rule("companion.confirm", neutral=lambda *_: [])
def co_reports(game: Companion, at: CoReports) -> Flow[list[Scene]]:
    """All questions stand open together; every answer can be changed until Confirm."""
    reply = yield from First(asks=_report_asks(game))
    match reply.key:
        case "base":
            game.draft.set(0, destroyed=reply.value)
        case "orbit" | "mission":
            game.draft.set(0, **{reply.key: reply.value})
        case "fallen":
            game.draft.set(0, fallen_ufos=reply.value)
        case "panic":
            drag(game, *reply.value)
        case "adjust" | "retract":
            _adjust_next(game, reply)
        case "back":
            game.put(phase="guide", page=len(pages(bool(unlocked(game)))) - 1)
            return [Guide()]
        case _:
            return confirmed(game)
    return [at]


def _report_asks(game: Companion) -> list[Ask[Any]]:
    asks: list[Ask[Any]] = [
        one_of("base", "companion.ask-base", "Is the base destroyed?", (False, True)),
        Number(seat=0, key="orbit", rule="companion.ask-orbit", prompt="How many UFOs are in orbit?", low=0, high=UFOS),
        one_of("mission", "companion.ask-mission", "The mission?", (COMPLETED, IN_PLAY, NONE)),
        Choose(
            seat=0,
            key="panic",
            rule="companion.ask-panic",
            prompt="Drag the markers.",
            among=lambda: [(c, colour) for c in CONTINENTS for colour in COLOURS],
            why_not=lambda v: drag_refusals(game, *v),
            label=lambda v: f"{game.name(v[0])}: {v[1]}",
            on=lambda v: v[0],
        ),
    ]
    if newly_fallen(game):
        prompt, most = "UFOs of fallen continents move to orbit: how many?", UFOS - game.draft[0].orbit
        asks.append(Number(seat=0, key="fallen", rule="companion.ask-fallen-ufos", prompt=prompt, low=0, high=most))
    confirm = one_of("confirm", "companion.confirm", "Fix the report?", ("confirm",), "Confirm")
    confirm.why_not = lambda _: confirm_refusals(game)
    back = one_of("back", "companion.guide", "Back to the pages?", ("back",), "Back")
    return [*asks, confirm, back, *_adjust_asks(game)]


def one_of(key: str, rule_: str, prompt: str, options: tuple[Any, ...], label: str = "") -> Choose[Any]:
    """A plain question to the table; with a label, a button."""
    named = (lambda _: label) if label else None
    return Choose(seat=0, key=key, rule=rule_, prompt=prompt, among=lambda: options, label=named)


@rule("companion.ask-fallen-ufos", neutral=lambda game: [])
def newly_fallen(game: Companion) -> list[str]:
    before = game.reports[game.d.round - 1].colours
    now = game.draft[0].colours
    return [c for c, a, b in zip(CONTINENTS, before, now, strict=True) if b == "orange" and a != "orange"]


@rule("companion.validate", neutral=lambda game, continent, colour: ())
def drag_refusals(game: Companion, continent: str, colour: str) -> Iterator[Refusal]:
    was = game.reports[game.d.round - 1].colours[CONTINENTS.index(continent)]
    if was == "orange" and colour != "orange":
        yield Refusal("companion.validate", "{c} has fallen and stays so.", {"c": continent})


def confirm_refusals(game: Companion) -> Iterator[Refusal]:
    draft = game.draft[0]
    if draft.orbit + draft.fallen_ufos > UFOS:
        yield Refusal("companion.validate", "There are only {n} UFOs.", {"n": UFOS}, "Enter fewer UFOs in orbit.")


@rule("companion.ask-panic", neutral=lambda *_: None)
def drag(game: Companion, continent: str, colour: str) -> None:
    at = CONTINENTS.index(continent)
    colours = game.draft[0].colours
    game.draft.set(0, colours=(*colours[:at], colour, *colours[at + 1 :]))
    was = game.reports[game.d.round - 1].colours[at]
    if (was, colour) in (("yellow", "orange"), ("red", "yellow")):
        cite("companion.validate")
        game.tell(
            "Please check: {c} goes from {a} to {b} in one round.", "companion.validate", c=continent, a=was, b=colour
        )


def confirmed(game: Companion) -> list[Scene]:
    """The report is fixed, and the next round is prepared from it."""
    draft = game.draft[0]
    if draft.destroyed:
        return announce(game, False, "destroyed")
    fallen = draft.fallen_ufos if newly_fallen(game) else 0
    game.reports.add(game.d.round, Report(draft.orbit + fallen, draft.mission, draft.colours))
    if draft.colours.count("orange") >= 2:
        cite("companion.lose-panic")
        return announce(game, False, "panic")
    game.tell(
        "Report of round {n}: {o} in orbit, mission {m}.",
        "companion.confirm",
        n=game.d.round,
        o=draft.orbit + fallen,
        m=draft.mission,
    )
    from xenotable.games.xcom.companion_play import CoReady

    return [CoReady(game.d.round + 1)]


# ---- the end ---------------------------------------------------------------------------------------------------------

ENDS = {
    "destroyed": ("The base is destroyed.", "companion.ask-base"),
    "completed": ("The final mission is completed: victory!", "companion.ask-final"),
    "panic": ("Two continents have fallen into panic.", "companion.lose-panic"),
}


def announce(game: Companion, won: bool, why: str) -> list[Scene]:
    says, rule_ = ENDS[why]
    game.put(phase="score", won="won" if won else "lost", why=why)
    game.tell(says, rule_)
    return [CoScore()]


@scene
@rule("companion.score", neutral=lambda *_: [])
def co_score(game: Companion, at: CoScore) -> Flow[list[Scene]]:
    """Entries for the score; without all of them the game is recorded without one."""
    reply = yield from First(
        asks=(
            Number(seat=0, key="ufos", rule="companion.score", prompt="UFOs on the board?", low=0, high=UFOS),
            Number(
                seat=0,
                key="pool",
                rule="companion.score",
                prompt="Soldiers and Interceptors in the pool?",
                low=0,
                high=20,
            ),
            Number(seat=0, key="damage", rule="companion.score", prompt="Damage on the base?", low=0, high=9),
            Choose(seat=0, key="finish", rule="companion.score", prompt="End the game?", among=lambda: ("finish",)),
        )
    )
    if reply.key != "finish":
        game.put(**{"ufos_left" if reply.key == "ufos" else reply.key: reply.value})
        return [at]
    d = game.d
    won = d.won == "won"
    scores: tuple[float, ...] = ()
    if d.ufos_left is not None and d.pool is not None and d.damage is not None:
        colours = game.draft[0].colours
        total = points(
            won, game.setup.difficulty, d.ufos_left, d.pool, colours.count("red"), colours.count("orange"), d.damage
        )
        scores = (float(total),)
    game.finish((0,) if won else (), ENDS[d.why][0], ENDS[d.why][1], scores)
    return []
