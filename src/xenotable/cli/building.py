"""A list at the terminal: what it is, what can be chosen, what is wrong with it, and the commands that change it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from xenotable.cli.answering import WHOLE
from xenotable.cli.drawing import draw_forecast
from xenotable.engine import Title
from xenotable.engine.muster import (
    ArmyList,
    Book,
    Candidate,
    Changes,
    Count,
    Duplicate,
    Remove,
    Rename,
    Reorder,
    Repair,
    complete,
    difference,
    entry_at,
    node_at,
    paths,
    random_list,
    repairs,
    to_json,
    to_link,
    to_text,
)
from xenotable.engine.muster import (
    Path as Place,
)
from xenotable.engine.muster.wording import price_words
from xenotable.faults import Fault
from xenotable.files import write_file
from xenotable.players.tally import Tally
from xenotable.players.trials import trials

HELP = """Type the number of a choice to make it, or one of:
  go N        choose for entry N       up      back to its owner      find WORD   choices with this word
  x N         take entry N out         dup N   copy it                name N TEXT call it so (name 0: the list)
  count N 5   so many of it            move N 2  to the second place of its kind
  fix         what is wrong, and repairs       fix N   do repair N    card N      the profile of entry N
  complete    fill it up to the limit  random  any list               diff        what has changed since the start
  u  r        take back, do again      text    as text                link        as a link
  worth       odds, and some battles   save FILE                      ? quit"""
SHOWN = 40  # choices of one page
SOME = 10  # battles of `worth` in a sitting


def show_faults(console: Console, book: Book, army: ArmyList) -> list[Repair]:
    """Everything that is wrong with its repairs, which are numbered and given back."""
    ways: list[Repair] = []
    found = repairs(book, army)
    for fault, mends in found:
        console.print(f"[red]{escape(fault.says)}[/red] [dim]{fault.rule}[/dim] {escape(fault.remedy)}")
        for way in mends:
            ways.append(way)
            console.print(f"  {len(ways):>3}  {escape(way.says)}: {price_words(way.price)}")
    if not found:
        console.print("[green]Nothing is wrong with this list.[/green]")
    return ways or [Repair("", ())] * bool(found)


def show_differences(console: Console, book: Book, old: ArmyList, new: ArmyList) -> None:
    """What has changed from one list to another, in words and points."""
    found = difference(book, old, new)
    for line in found:
        console.print(escape(line.says))
    if not found:
        console.print("Nothing has changed.")


def show_worth(console: Console, title: Title[Any], book: Book, army: ArmyList, battles: int, seed: str) -> None:
    """Odds against typical targets, then battles against the ready lists; Ctrl-C ends them."""
    faults = book.faults(army)
    if faults:
        raise Fault(f"Only a legal list can be tried out: {faults[0].says}")
    for forecast in book.worth(army):
        console.print(draw_forecast(forecast))
    tally = Tally()
    try:
        for found in trials(title, army, battles, seed):
            tally.count(found.score)
            low, high = tally.interval
            says = f"{tally.games:>4} battles: {tally.share:.0%} won (95 %: {low:.0%} to {high:.0%})"
            console.print(f"{says}, last against {escape(found.against)}: {found.words}")
    except KeyboardInterrupt:
        console.print("Stopped.")


class Workbench:
    """One list under construction. Lists are values: undo is the list before."""

    def __init__(
        self, console: Console, title: Title[Any], book: Book, army: ArmyList, file: Path | None = None
    ) -> None:
        self.console, self.title, self.book, self.file = console, title, book, file
        self.lists, self.now = [army], 0
        self.written = army  # as it stands in a file, or as it was when nothing had been done
        self.at: Place = ()
        self.choices: list[Candidate] = []
        self.ways: list[Repair] = []
        self.leaving = False

    @property
    def army(self) -> ArmyList:
        return self.lists[self.now]

    def run(self) -> None:
        self.console.print(f"[bold]{self.title.title}[/bold]: building a list. Type ? for help.")
        self.show()
        while not self.leaving:
            text = self.typed("[bold]> [/bold]")
            if text is None:
                self.type_quit("")
            else:
                self.try_to(self.heed, text)

    def typed(self, prompt: str) -> str | None:
        """What somebody types; None once they have ended the input."""
        try:
            return self.console.input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            return None

    def try_to(self, work: Callable[[str], None], said: str) -> bool:
        """Whether it could be done; why not is said."""
        try:
            work(said)
        except Fault as fault:
            self.console.print(escape(str(fault)), style="yellow")
            return False
        return True

    def keep(self, army: ArmyList) -> None:
        if army != self.army:
            self.lists = [*self.lists[: self.now + 1], army]
            self.now += 1
        self.show()

    def do(self, *changes: Changes) -> None:
        army = self.army
        for change in changes:
            army = self.book.apply(army, change)
        self.keep(army)

    # ---- what is shown

    def show(self) -> None:
        while self.at and not _is_there(self.army, self.at):
            self.at = self.at[:-1]
        self.show_list()
        self.show_slots()

    def show_list(self) -> None:
        book, army = self.book, self.army
        head = f"[bold]{escape(army.name)}[/bold]  {book.spent(army)}".rstrip()
        faults = book.faults(army)
        wrong = f"[red]{len(faults)} wrong (fix)[/red]" if faults else "[green]legal[/green]"
        self.console.print(f"{head}  {wrong}")
        for n, at in enumerate(self.places(), 1):
            entry = entry_at(army, at)
            price = book.profile(army, at).price
            label = book.title_of(army, at)
            name = f" {escape(entry.name)}" if entry.name else ""
            count = f" x{entry.count}" if entry.count != 1 else ""
            here = "[bold]>[/bold]" if at == self.at else " "
            cost = f"  [dim]{price}[/dim]" if price else ""
            self.console.print(f"{here}{n:>3} {'  ' * len(at)}{escape(label)}{count}{name}{cost}")

    def show_slots(self, word: str = "") -> None:
        self.choices = []
        table = Table(box=None, show_header=False, pad_edge=False)
        for slot in self.book.slots(self.army, self.at):
            found = [c for c in slot.candidates if word.lower() in c.title.lower()]
            for c in found[:SHOWN]:
                self.choices.append(c)
                mark = "[bold]*[/bold]" if c.chosen else "-" if c.refusals else " "
                why = c.refusals[0].says if c.refusals else "; ".join(c.effect)
                style = "dim" if c.refusals and not c.chosen else ""
                price = f"{c.price:+d}" if c.price else ""
                table.add_row(
                    str(len(self.choices)), mark, escape(slot.title), escape(c.title), price, escape(why), style=style
                )
            if len(found) > SHOWN:
                table.add_row("", "", escape(slot.title), f"and {len(found) - SHOWN} more: find WORD", "", "")
        if self.choices:
            whose = self.book.called(self.army, self.at) if self.at else "the list"
            self.console.print(f"\nFor {escape(whose)}:")
            self.console.print(table)

    def places(self) -> list[Place]:
        return [at for at in paths(self.army) if at]

    def place(self, word: str) -> Place:
        found = self.places()
        if not WHOLE.fullmatch(word) or not 1 <= int(word) <= len(found):
            raise Fault(f"An entry has a number from 1 to {len(found)}.")
        return found[int(word) - 1]

    # ---- what is typed

    def heed(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if WHOLE.fullmatch(word):
            if not 1 <= int(word) <= len(self.choices):
                raise Fault(f"A choice has a number from 1 to {len(self.choices)}.")
            self.do(self.choices[int(word) - 1].change)
            return
        known = {name[5:]: getattr(self, name) for name in dir(self) if name.startswith("type_")}
        names = {"?": "help", "q": "quit", "u": "undo", "r": "redo", "x": "remove", "": "list"}
        command = known.get(names.get(word, word))
        if command is None:
            raise Fault(f'"{word}" is not understood; ? shows what can be typed.')
        command(rest.strip())

    def type_help(self, _: str) -> None:
        self.console.print(HELP)

    def type_quit(self, _: str) -> None:
        """Leaves, once a list that has changed is in a file, or somebody says that it need not be."""
        self.leaving = True
        while self.army != self.written:
            name = self.typed("Keep this list? Type a file for it, or Enter alone to let it go: ")
            if not name or self.try_to(self.type_save, name):
                break
        self.console.print("Good-bye.")

    def type_list(self, _: str) -> None:
        self.show()

    def type_go(self, rest: str) -> None:
        self.at = self.place(rest)
        self.show_slots()
        self.type_card(rest)

    def type_up(self, _: str) -> None:
        self.at = self.at[:-1]
        self.show_slots()

    def type_find(self, rest: str) -> None:
        self.show_slots(rest)

    def type_remove(self, rest: str) -> None:
        self.do(Remove(self.place(rest)))

    def type_dup(self, rest: str) -> None:
        self.do(Duplicate(self.place(rest)))

    def type_name(self, rest: str) -> None:
        which, _, name = rest.partition(" ")
        self.do(Rename(() if which == "0" else self.place(which), name))

    def type_count(self, rest: str) -> None:
        which, _, n = rest.partition(" ")
        self.do(Count(self.place(which), _number(n)))

    def type_move(self, rest: str) -> None:
        which, _, n = rest.partition(" ")
        self.do(Reorder(self.place(which), _number(n) - 1))

    def type_fix(self, rest: str) -> None:
        if not rest:
            self.ways = show_faults(self.console, self.book, self.army)
            return
        if not WHOLE.fullmatch(rest) or not 1 <= int(rest) <= len(self.ways):
            raise Fault("Type fix to see the repairs, then fix and the number of one.")
        self.do(*self.ways[int(rest) - 1].changes)
        self.ways = []

    def type_card(self, rest: str) -> None:
        for line in self.book.profile(self.army, self.place(rest)).lines:
            was = f" [dim](was {escape(line.plain or 'nothing')})[/dim]" if line.changed else ""
            mark = "[bold]*[/bold]" if line.changed else " "
            self.console.print(f" {mark}{escape(line.label)}: {escape(line.text)}{was}")

    def type_complete(self, _: str) -> None:
        self.keep(complete(self.book, self.army, random.random))

    def type_random(self, _: str) -> None:
        self.keep(random_list(self.book, random.random))

    def type_diff(self, _: str) -> None:
        show_differences(self.console, self.book, self.lists[0], self.army)

    def type_undo(self, _: str) -> None:
        if self.now == 0:
            raise Fault("There is nothing to take back.")
        self.now -= 1
        self.show()

    def type_redo(self, _: str) -> None:
        if self.now == len(self.lists) - 1:
            raise Fault("There is nothing to do again.")
        self.now += 1
        self.show()

    def type_text(self, _: str) -> None:
        self.console.print(escape(to_text(self.book, self.book.kept(self.army))))

    def type_link(self, _: str) -> None:
        self.console.print(to_link(self.book.kept(self.army)), soft_wrap=True)

    def type_worth(self, _: str) -> None:
        show_worth(self.console, self.title, self.book, self.army, SOME, "")

    def type_save(self, rest: str) -> None:
        if not rest and self.file is None:
            raise Fault("Say where: save FILE.")
        path = Path(rest) if rest else self.file
        assert path is not None
        kept = self.book.kept(self.army)
        text = to_json(kept).decode() if path.suffix == ".json" else to_text(self.book, kept)
        write_file(path, text.encode())
        self.written = self.army
        self.console.print(f"Saved to {escape(str(path))}.", soft_wrap=True)


def _is_there(army: ArmyList, at: Place) -> bool:
    try:
        node_at(army, at)
    except Fault:
        return False
    return True


def _number(text: str) -> int:
    if not WHOLE.fullmatch(text.strip()) or int(text) < 0:
        raise Fault("A number is needed.")
    return int(text)
