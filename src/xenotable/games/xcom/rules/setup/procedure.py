"""Set-up, step by step."""

from __future__ import annotations

from xenotable.engine import NOBODY, Choose, Flow, Scene, Shuffle, cite, rule, scene
from xenotable.games.xcom.content import COMMANDER, CONTINENTS, DECKS, book
from xenotable.games.xcom.rules.content.tutorial import stack_deck
from xenotable.games.xcom.rules.modes.lobby import invasion_seed, sequence
from xenotable.games.xcom.rules.setup.opening import first_report, opening, plan_of
from xenotable.games.xcom.rules.setup.pieces import deck_cards
from xenotable.games.xcom.scenes import Home, Lobby, Prepare, SettingUp
from xenotable.games.xcom.state import Continent, Deck, Xcom


@scene
@rule("setup.headquarters")
def home(game: Xcom, at: Home) -> Flow[list[Scene]]:
    cite("play.decisions-setup")
    chosen = yield from Choose(
        seat=COMMANDER,
        key="headquarters",
        rule="setup.headquarters",
        prompt="Where do the headquarters stand?",
        among=lambda: ("", *CONTINENTS),
        label=lambda c: f"{book().continents[c].name}: {book().continents[c].text}" if c else "Let the dice decide",
        on=lambda c: c,
        default="",
    )
    game.put(headquarters=chosen)
    return [SettingUp()]


@scene
@rule("setup.order", neutral=lambda *_: [])
def setting_up(game: Xcom, at: SettingUp) -> Flow[list[Scene]]:
    seed = yield from invasion_seed()
    game.secret.set(NOBODY, seed=seed)
    fixed_plan, home = game.setup.plan, game.setup.headquarters or game.now.headquarters
    if game.setup.tutorial:
        cite("content.tutorial")
        home = book().lessons[0].headquarters
    fixed = opening(game.setup.difficulty, fixed_plan, home, sequence(seed, "setup"))
    ufos = book().lessons[0].start_ufos if game.setup.tutorial else fixed.ufos
    for continent, panic in zip(CONTINENTS, fixed.panic, strict=True):
        game.continents.add(continent, Continent(panic, ufos.count(continent)))
    game.put(plan=fixed.plan, headquarters=fixed.headquarters, orbit=ufos.count("orbit"))
    game.reports.add(0, first_report(type(fixed)(fixed.plan, fixed.headquarters, fixed.panic, ufos)))
    _announce(game)
    yield from _shuffle_decks(game)
    return [Lobby(), Prepare(1)] if len(game.setup.humans) > 1 else [Prepare(1)]


def _announce(game: Xcom) -> None:
    war, plan = game.now, plan_of(game)
    game.tell(
        "The plan is {plan}; its final mission is called {final}.", "setup.plan", plan=plan.name, final=plan.final_name
    )
    game.tell(
        "The headquarters stand in {c}: {text}",
        "setup.headquarters",
        c=war.headquarters,
        text=book().continents[war.headquarters].text,
    )
    cite("setup.damage")
    game.tell(
        "UFOs in orbit: {n}; over the continents: {m}.",
        "setup.start-ufos",
        n=war.orbit,
        m=sum(c.ufos for c in game.continents.values()),
    )


@rule("setup.decks", neutral=lambda *_: None)
def _shuffle_decks(game: Xcom) -> Flow[None]:
    for deck in DECKS:
        cards = deck_cards(deck, game.now.plan, game.setup.timer)
        order = yield from Shuffle(key=f"deck-{deck}", rule="setup.decks", items=cards, seen=())
        if game.setup.tutorial:
            order = stack_deck(deck, order)
        game.secret.set(NOBODY, **{deck: order})
        game.decks.add(deck, Deck(unknown=len(order)))
