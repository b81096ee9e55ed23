"""The asks of the actions: what the responsible role may do, why not, and what its answer does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from xenotable.engine import Refusal, acts, cite, rule
from xenotable.engine.decisions import no_such_option
from xenotable.games.xcom.content import COMMANDER, CONTINENTS, LABS, LEADER, OFFICER, SCIENTIST, card_of
from xenotable.games.xcom.rules.cards.hand import drop_from_hand, hand
from xenotable.games.xcom.rules.setup.pieces import put_ufo, remove_ufo
from xenotable.games.xcom.rules.units.unit_locations import alike, assign, back, place_refusals, unit_refusals
from xenotable.games.xcom.state import RESERVE, Xcom

ActionAnswer = tuple[Any, ...]  # (number of the action, what, where)


ALL_PLACES = (*CONTINENTS, *LABS, "orbit", "base", "mission", "final", RESERVE)


Refuse = Callable[[Xcom, ActionAnswer], Iterator[Refusal]]


# choosing a mission or a crisis


def _drawn_cards(game: Xcom) -> list[ActionAnswer]:
    return [(c,) for c in game.now.drawn]


def _card_refusals(game: Xcom, answer: ActionAnswer) -> Iterator[Refusal]:
    if len(answer) != 1 or answer[0] not in game.now.drawn:
        yield no_such_option()
    elif answer[0] == game.now.chosen:
        yield so_far(game, "{card} is chosen so far.", card=answer[0])


def so_far(game: Xcom, says: str, **args: Any) -> Refusal:
    """Why what was answered last in this action is no other answer."""
    return Refusal(game_rule(game), says, args, "It may be changed until the action ends.")


# research


def lab_of(game: Xcom) -> str:
    return LABS[int(game.clock[0].action[-1]) - 1]


def _research(game: Xcom) -> list[ActionAnswer]:
    lab = lab_of(game)
    row = game.labs[lab]
    out: list[ActionAnswer] = [(c, lab) for c in hand(game)]
    if row.old or (row.tech and game.now.chosen == row.tech):
        out.append((row.tech, "hand"))
    free, mine, others = _units(game, "scientist", lab)
    out += [(u, lab) for u in (*free, *others)]
    return out + [(u, RESERVE) for u in mine]


@rule("actions.research", neutral=lambda *_: ())
def _research_refusals(game: Xcom, answer: ActionAnswer) -> Iterator[Refusal]:
    lab = lab_of(game)
    if len(answer) != 2:
        yield no_such_option()
    elif answer[0] in game.units:
        yield from _unit_refusals(game, answer, "scientist", (lab,))
    elif answer[1] == "hand":
        row = game.labs[lab]
        if answer[0] != row.tech or game.now.chosen != row.tech:
            yield Refusal("timed.takeback", "That card was not placed in this action.")
        elif not row.old and any(u.place == lab for u in game.units.values()):
            yield Refusal("actions.research-empty", "Scientists stand beside it.", {}, "Take them back first.")
    elif answer[0] in hand(game) and answer[1] in LABS and answer[1] != lab:
        yield Refusal("actions.research", "This action is about {lab}.", {"lab": lab}, "Place the card there.")
    elif answer[1] != lab or answer[0] not in hand(game):
        yield no_such_option()


@rule("actions.research-occupied", neutral=lambda *_: None)
def place_tech(game: Xcom, lab: str, card: str) -> None:
    """The card from the hand; one that was placed in this action goes back, an older one waits to be discarded."""
    row = game.labs[lab]
    if game.now.chosen and game.now.chosen == row.tech:
        take_tech_back(game, lab)
        row = game.labs[lab]
    drop_from_hand(game, card)
    game.labs.set(lab, tech=card, tokens=0, old=row.tech, old_tokens=row.tokens)
    game.put(chosen=card)
    game.tell("{card} is placed in {lab}.", "actions.research", card=card, lab=lab)
    if row.tech:
        game.tell("{old} is to be discarded for it.", "actions.research-occupied", old=row.tech)


def take_tech_back(game: Xcom, lab: str) -> None:
    row = game.labs[lab]
    game.tell("{card} goes back to the hand.", "timed.takeback", card=row.tech)
    if row.old:
        game.tell("{old} stays in {lab}.", "actions.research-occupied", old=row.old, lab=lab)
    game.secret.set(SCIENTIST, hand=(*hand(game), row.tech))
    game.put(hand=len(hand(game)), chosen="", shown=(*game.now.shown, row.tech))
    game.labs.set(lab, tech=row.old, tokens=row.old_tokens, old="", old_tokens=0)


@rule("actions.research-recommend", neutral=lambda *_: 0)
def recommended_scientists(game: Xcom, lab: str) -> int:
    """How many scientists the interface hints at."""
    row = game.labs[lab]
    return max(0, min(3, card_of(row.tech).research - row.tokens)) if row.tech else 0


# units


def _units(game: Xcom, kind: str, *places: str) -> tuple[list[str], list[str], list[str]]:
    """Units of a kind: one of each sort in the reserve, those that this very action has placed, and one of each sort of
    the others, because each is in one place."""
    n = game.clock[0].n
    free, mine, others = list[str](), list[str](), list[str]()
    for id, row in game.units.items():
        if row.kind == kind:
            if row.place == RESERVE:
                free.append(id)
            elif row.action != n:
                others.append(id)
            elif row.place in places:
                mine.append(id)
    return alike(game, free), mine, alike(game, others)


def _deploy(kind: str, *places: str) -> Callable[[Xcom], list[ActionAnswer]]:
    def options(game: Xcom) -> list[ActionAnswer]:
        free, mine, others = _units(game, kind, *places)
        out: list[ActionAnswer] = [(u, p) for u in free for p in places]
        out += [(u, p) for u in mine for p in places if game.units[u].place != p]
        out += [(u, p) for u in others for p in places]
        return out + [(u, RESERVE) for u in mine]

    return options


def _deploy_refusals(kind: str, *places: str) -> Refuse:
    return lambda game, answer: _unit_refusals(game, answer, kind, places)


@rule("actions.deploy-free-choice", neutral=lambda *_: ())
def _unit_refusals(game: Xcom, answer: ActionAnswer, kind: str, places: tuple[str, ...]) -> Iterator[Refusal]:
    """A unit from the reserve to a place of this action; one placed in this action may move on or go back.
    Neither the soldiers' icons nor the money matter here."""
    cite("roles.no-veto")
    if len(answer) != 2 or answer[0] not in game.units or answer[1] not in ALL_PLACES:
        yield no_such_option()
        return
    unit, place = answer
    row = game.units[unit]
    if row.kind != kind:
        yield Refusal("roles.owner-decides", "{unit} does not belong to this action.", {"unit": unit})
        return
    if place not in (*places, RESERVE, "orbit"):
        yield Refusal(game_rule(game), "This action sends nobody to that place: {p}.", {"p": place})
        return
    mine = row.action == game.clock[0].n and row.place in places and acts("timed.takeback")
    if not mine:
        yield from unit_refusals(game, unit)
    if place == RESERVE:
        if not mine:
            says = "{unit} was not placed in this action."
            cite("actions.deploy-stay")
            yield Refusal("timed.takeback", says, {"unit": unit})
        return
    yield from place_refusals(game, kind, place, but=unit)


# emergency funding


def _emergency(game: Xcom) -> list[ActionAnswer]:
    return [(k,) for k in range(game.now.emergency + game.now.taken + 1)]


def _emergency_refusals(game: Xcom, answer: ActionAnswer) -> Iterator[Refusal]:
    most = game.now.emergency + game.now.taken
    if len(answer) != 1 or type(answer[0]) is not int or not 0 <= answer[0] <= most:
        yield Refusal("actions.emergency", "Take from 0 to {n:credit}.", {"n": most})
    elif answer[0] == game.now.taken:
        yield so_far(game, "So far {n:emergency credit joins|emergency credits join} the budget.", n=answer[0])


@rule("actions.emergency-hint", neutral=lambda round_: None)
def emergency_hint(round_: int) -> tuple[int, int] | None:
    return (3, 4) if round_ == 1 else None


# UFOs


@rule("actions.ufos-fallen", neutral=lambda game, place: place)
def landing_place(game: Xcom, place: str) -> str:
    """A UFO for a fallen continent goes to orbit."""
    return "orbit" if place != "orbit" and game.continents[place].fallen else place


def place_ufo(game: Xcom, place: str) -> None:
    """The UFO of a place that is shown: from the supply, or down from orbit."""
    if game.clock[0].action == "ufos_descend":
        descend(game, place)
    else:
        put_ufo(game, landing_place(game, place), "actions.ufos-detected")


@rule("actions.ufos-descend", neutral=lambda *_: None)
@rule("actions.descend-fewer", neutral=lambda *_: None)
def descend(game: Xcom, place: str) -> None:
    """One UFO to the shown continent, unless orbit is empty."""
    if game.now.orbit:
        remove_ufo(game, "orbit")
        put_ufo(game, landing_place(game, place), "actions.ufos-descend")


UFO_ACTIONS = {"ufos_detected": "actions.ufos-detected", "ufos_descend": "actions.ufos-descend"}


def by_hand(game: Xcom) -> bool:
    """Whether the Central Officer puts the UFOs of this action himself."""
    return game.clock[0].action in UFO_ACTIONS and game.reads("timed.mechanical=ufos-by-hand")


def unplaced(game: Xcom) -> tuple[str, ...]:
    """Where UFOs of this action are still to go; none where no UFO is left to descend."""
    clock = game.clock[0]
    empty = clock.action == "ufos_descend" and not game.now.orbit
    return () if empty else clock.places[game.now.taken :]


def _ufo_places(game: Xcom) -> list[ActionAnswer]:
    return [(place,) for place in dict.fromkeys(unplaced(game))]


def _ufo_refusals(game: Xcom, answer: ActionAnswer) -> Iterator[Refusal]:
    left = unplaced(game)
    if not left or answer != (left[0],):
        next_one = {"place": left[0]} if left else {}
        says = "The next UFO goes here: {place}." if left else "All UFOs of this action are placed."
        yield Refusal(UFO_ACTIONS[game.clock[0].action], says, next_one, "Put it there." if left else "DONE ends it.")


Options = Callable[[Xcom], list[ActionAnswer]]


ActionAsk = tuple[int, str, str, Options, Refuse]  # seat, rule, prompt, options and what closes them
ASKS: dict[str, ActionAsk] = {
    "choose_mission": (
        LEADER,
        "actions.choose-mission",
        "Which of the two missions is it?",
        _drawn_cards,
        _card_refusals,
    ),
    "crisis": (COMMANDER, "actions.crisis", "Which crisis joins the pool?", _drawn_cards, _card_refusals),
    **{
        f"assign_research_{i}": (
            SCIENTIST,
            "actions.research",
            f"Which tech and how many scientists in lab {i}?",
            _research,
            _research_refusals,
        )
        for i in (1, 2, 3)
    },
    "emergency_funding": (
        COMMANDER,
        "actions.emergency",
        "How many emergency credits join the budget?",
        _emergency,
        _emergency_refusals,
    ),
    "deploy_satellites": (
        OFFICER,
        "actions.satellites",
        "Which satellites go into orbit?",
        _deploy("satellite", "orbit"),
        _deploy_refusals("satellite", "orbit"),
    ),
    "deploy_interceptors": (
        COMMANDER,
        "actions.interceptors",
        "Which Interceptors fly where?",
        _deploy("interceptor", *CONTINENTS),
        _deploy_refusals("interceptor", *CONTINENTS),
    ),
    "deploy_squad": (
        LEADER,
        "actions.deploy-squad",
        "Who goes on the mission?",
        _deploy("soldier", "mission"),
        _deploy_refusals("soldier", "mission"),
    ),
    "deploy_final": (
        LEADER,
        "actions.deploy-final",
        "Who goes on the final mission?",
        _deploy("soldier", "final"),
        _deploy_refusals("soldier", "final"),
    ),
    "defend_base": (
        LEADER,
        "actions.defend-base",
        "Who defends the base?",
        _deploy("soldier", "base"),
        _deploy_refusals("soldier", "base"),
    ),
}


def ask_of(game: Xcom) -> ActionAsk | None:
    """What the responsible role of the action on screen is asked."""
    action = game.clock[0].action
    if by_hand(game):
        return OFFICER, UFO_ACTIONS[action], "Where does the next UFO go?", _ufo_places, _ufo_refusals
    return ASKS.get(action)


def perform(game: Xcom, answer: ActionAnswer) -> None:
    """Carries out one answer of the responsible role."""
    n, what, *where = answer
    if game.clock[0].action in UFO_ACTIONS:
        place_ufo(game, str(what))
        game.put(taken=game.now.taken + 1)
    elif isinstance(what, int):
        take_emergency(game, what)
    elif what in game.units:
        if where[0] == RESERVE:
            back(game, what)
            game.tell("{unit} goes back to the reserve.", "timed.takeback", unit=what)
        else:
            assign(game, what, where[0], n)
            game.tell("{unit} is assigned: {p}.", game_rule(game), unit=what, p=where[0])
    elif not where:
        game.put(chosen=what)
        game.tell("{card} is chosen.", game_rule(game), card=what)
    elif where[0] == "hand":
        take_tech_back(game, lab_of(game))
    else:
        place_tech(game, where[0], what)


def game_rule(game: Xcom) -> str:
    return ASKS[game.clock[0].action][1]


@rule("actions.emergency", neutral=lambda *_: None)
def take_emergency(game: Xcom, n: int) -> None:
    """The number taken in this action in all: it may be changed until the action ends."""
    war = game.now
    game.put(emergency=war.emergency + war.taken - n, credits=war.credits - war.taken + n, taken=n)
    game.tell("{n:emergency credit joins|emergency credits join} the budget.", "actions.emergency", n=n)
