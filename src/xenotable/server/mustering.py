"""The army builder behind REST: what workers do with a list that was sent."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from xenotable.engine import Title
from xenotable.engine.muster import (
    ArmyList,
    Book,
    Path,
    complete,
    difference,
    from_json,
    from_link,
    from_plain,
    from_text,
    paths,
    random_list,
    repairs,
    since_kept,
    to_link,
    to_text,
)
from xenotable.faults import Fault
from xenotable.players.tally import Tally
from xenotable.players.trials import trial
from xenotable.server.messages.bodies import Forecasts
from xenotable.server.messages.list_bodies import (
    BattlesWire,
    BookWire,
    DifferencesWire,
    MusterAsk,
    MusterDraft,
    MusterPair,
    MusterText,
    MusterTrial,
    MusterWire,
    ReadyList,
    RepairableFault,
    TrialWire,
)

MOST_BATTLES = 2000
AT_ONCE = 32  # places or changes of one request


class Mustering(msgspec.Struct, frozen=True, tag="muster"):
    """Something to be done with a list: the last part of the address, and the body that came."""

    game: str
    do: str
    body: bytes


def book_of(title: Title[Any]) -> Book:
    if title.muster is None:
        raise Fault(f"{title.title} has no army builder.")
    return title.muster


def describe_book(title: Title[Any]) -> BookWire:
    """Where building begins, and the lists that are ready."""
    book = book_of(title)
    ready = [ReadyList(id, book.kept(army), book.total(army)) for id, army in book.ready().items()]
    return BookWire(book.game, book.title, book.currency, book.kept(book.blank()), ready, book.rules)


def do_muster(task: Mustering, title: Title[Any]) -> object:
    if task.do == "trial":
        return try_out(title, msgspec.json.decode(task.body, type=MusterTrial))
    if task.do == "battles":
        return battles_for(title, msgspec.json.decode(task.body, type=MusterAsk))
    kind, work = WORK[task.do]
    return work(book_of(title), msgspec.json.decode(task.body, type=kind))


def read_army(book: Book, plain: Any) -> ArmyList:
    """A list as it came; nothing: a new one."""
    return book.blank() if plain is None else own(book, from_plain(plain))


def own(book: Book, army: ArmyList) -> ArmyList:
    if army.game != book.game:
        raise Fault(f"That is a list of {army.game[:40]!r}, not of {book.title}.")
    return book.settle(army)


def show_list(book: Book, army: ArmyList, places: Sequence[Path], mend: bool = True) -> MusterWire:
    """All that a builder shows: total, faults, profiles, slots of these places."""
    found = repairs(book, army) if mend else [(fault, []) for fault in book.faults(army)]
    faults = [RepairableFault(f.rule, f.says, f.remedy, f.at, tuple(ways)) for f, ways in found]
    kept = book.kept(army)
    try:
        link = to_link(kept)
    except Fault:
        link = ""
    return MusterWire(
        kept,
        book.total(army),
        book.currency,
        book.limit(army),
        book.left(army),
        faults,
        [slot for place in places for slot in book.slots(army, place)],
        [book.profile(army, at) for at in paths(army) if at],
        link,
        to_text(book, kept),
        tuple(since_kept(book, army)),
    )


def look(book: Book, said: MusterAsk) -> MusterWire:
    if max(len(said.places), len(said.changes)) > AT_ONCE:
        raise Fault(f"At most {AT_ONCE} places and changes at once.")
    army = read_army(book, said.army)
    for change in said.changes:
        army = book.kept(book.apply(army, change))
    return show_list(book, army, said.places, said.repairs)


def draft(book: Book, said: MusterDraft) -> MusterWire:
    rnd = random.Random(said.seed or None).random
    army = random_list(book, rnd) if said.army is None else complete(book, read_army(book, said.army), rnd)
    return show_list(book, army, [()])


def read_text(book: Book, said: MusterText) -> MusterWire:
    """A text, a link or JSON, whatever it is."""
    text = said.text.strip()
    if text.startswith("{"):
        army = from_json(text)
    elif "\n" not in text and text[:1].isdigit():
        army = from_link(text)
    else:
        army = from_text(book, text)
    return show_list(book, own(book, army), [()])


def compare(book: Book, said: MusterPair) -> DifferencesWire:
    return DifferencesWire(difference(book, read_army(book, said.old), read_army(book, said.new)))


def worth(book: Book, said: MusterAsk) -> Forecasts:
    """What the list does to typical targets, and what it withstands."""
    return Forecasts(list(book.worth(read_army(book, said.army))))


def try_out(title: Title[Any], said: MusterTrial) -> TrialWire:
    """One battle more. Whoever wants the interval narrower asks again; who is gone asks for nothing."""
    book = book_of(title)
    losses = said.games - said.wins - said.draws
    if min(said.wins, said.draws, losses) < 0 or said.games >= MOST_BATTLES:
        raise Fault(f"Wins and draws are battles, and {MOST_BATTLES} battles are enough.")
    army = read_army(book, said.army)
    found = trial(title, army, said.games, said.seed[:40])
    tally = Tally("", said.wins, said.draws, losses, said.wins + said.draws / 2)
    tally.count(found.score)
    low, high = tally.interval
    return TrialWire(found.against, found.score, tally.wins, tally.draws, tally.games, tally.share, low, high)


def check_list(title: Title[Any], setup: Any, seat: int, army: ArmyList) -> None:
    """A list against a battle as it was agreed on, and nobody else's list: Fault when it is illegal, or made for a
    battle of another kind, which would change what the others may bring."""
    book = book_of(title)
    if faults := book.faults(army):
        raise Fault(" ".join(dict.fromkeys(f.says for f in faults)))
    new = book.seated(setup, seat, army)
    others = [[(a.name, a.parts) for i, a in enumerate(book.lists_in(s)) if i != seat] for s in (setup, new)]
    if others[0] != others[1] or title.begin(new).seats != title.new(setup).seats:
        raise Fault("This list is made for another kind of battle: its size and settings must be those agreed on here.")


def battles_for(title: Title[Any], said: MusterAsk) -> BattlesWire:
    """The ready battles that a list can fight as they are, in their first seat."""
    army = read_army(book_of(title), said.army)
    return BattlesWire([offer.id for offer in title.offers() if _fits(title, offer.setup, army)])


def _fits(title: Title[Any], setup: Any, army: ArmyList) -> bool:
    try:
        check_list(title, setup, 0, army)
    except Fault:
        return False
    return True


WORK: dict[str, tuple[type[Any], Callable[[Book, Any], object]]] = {
    "look": (MusterAsk, look),
    "draft": (MusterDraft, draft),
    "read": (MusterText, read_text),
    "difference": (MusterPair, compare),
    "worth": (MusterAsk, worth),
}
