"""A sitting at the terminal: shows what a seat may know, takes its answers, lets machines play the other seats."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from xenotable.cli.answering import how, open_options, orders, parse_answer, parse_numbers
from xenotable.cli.drawing import dice, draw_board, draw_forecast, panel_table, token_table, zone_lines
from xenotable.cli.position_parser import PositionParser
from xenotable.engine import (
    Arrange,
    Ask,
    Assign,
    Choose,
    Forecast,
    MalformedAnswer,
    Match,
    Move,
    Moved,
    Pick,
    Place,
    Placed,
    Play,
    Refusal,
    View,
    save,
)
from xenotable.engine.readings import chosen_readings
from xenotable.engine.showing import Sight
from xenotable.engine.tape import ROLL
from xenotable.engine.viewing import prompt_of
from xenotable.engine.wire import to_wire, why
from xenotable.faults import Fault
from xenotable.files import write_file
from xenotable.games import game as game_named
from xenotable.players import Decision, Player, RandomPlayer, Tactician
from xenotable.players.hints import hint_words
from xenotable.rulebook import catalogue
from xenotable.rulebook.catalogue import games

HELP = """Type an answer, or one of:
  ?        this help              m  the map          l  the whole story
  hint     what the machine would do, and why         auto  do that
  odds N   exact odds of option N   why N  why option N is closed
  rule ID  the text of a rule     t  all figures with their cards
  order    what can be answered for you   order N  do so   order off  ask again
  u        take back              save FILE           concede      quit
A place can be two numbers, or be said from pieces and areas:
  "6 towards b2", "4 north of woods", "b2 + 1 -2"."""
THINKING = 2.0  # seconds a machine may take
SHOWN = 6  # places that a hint names


class Sitting:
    def __init__(
        self, console: Console, match: Match[Any], players: Mapping[int, Player | None], plain: bool = False
    ) -> None:
        self.console, self.match, self.players, self.plain = console, match, players, plain
        self.told = 0  # events shown
        self.rolled = len(match.tape)
        self.seat = next((s for s, p in players.items() if p is None), 0)
        self.started = time.monotonic() - match.now / 1000
        self.leaving = False

    @property
    def view(self) -> View[Any]:
        return View(self.match, self.seat)

    def run(self) -> None:
        self.console.print(f"[bold]{self.match.title.title}[/bold]. Type ? for help.")
        for reading in chosen_readings(self.match.title, self.match.game.setup):
            self.console.print(f"  This table reads {reading.rule} otherwise than we rule: {escape(reading.says)}")
        self.show_map()
        while self.match.open and not self.leaving:
            self.match.tick(int((time.monotonic() - self.started) * 1000))
            if not self.machines():
                self.person()
        if self.leaving:
            return
        self.news()
        result = self.match.game.result
        if result is not None:
            self.show_map()
            self.console.print(f"[bold]The end.[/bold] {escape(result.says)}")

    def machines(self) -> bool:
        """One answer of a machine, if one has something to say."""
        for i, ask in enumerate(self.match.open):
            machine = self.players.get(ask.seat)
            if machine is None or ask.aside or i in self.match.held:
                continue
            try:
                said = machine.decide(View(self.match, ask.seat), time.monotonic() + THINKING)
            except KeyboardInterrupt:  # who thinks has changed nothing: the match can still be kept
                self.leave()
                return True
            except Fault as fault:  # of a player from outside: the match is not lost for it
                self.console.print(f"[red]{escape(str(fault))}[/red] Any legal answer is given instead.")
                said = RandomPlayer(self.match.title, len(self.match.tape)).decide(View(self.match, ask.seat))
            if isinstance(said, Decision):
                refused = self.match.answer(ask.seat, said.value, said.key)
                if refused:
                    raise Fault(f"The machine's answer was refused: {refused[0]}")
                return True
        return False

    def person(self) -> None:
        held = self.match.held
        mine = [a for i, a in enumerate(self.match.open) if self.players.get(a.seat) is None and i not in held]
        if not mine:
            due = self.match.due()
            if due is None:
                raise Fault("Nobody can go on; this is a fault in the rules.")
            time.sleep(max(0.0, min(0.2, due / 1000 - (time.monotonic() - self.started))))
            return
        ask = self.which(mine)
        if ask.seat != self.seat:
            self.hand_over(ask.seat)
        if self.leaving:
            return
        self.news()
        self.keep_map()
        self.coach(ask)
        self.put(ask)
        self.mention([a for a in mine if a is not ask])
        text = self.typed("[bold]> [/bold]")
        if not self.leaving:
            self.heed(ask, text)

    def typed(self, prompt: str) -> str:
        """What somebody types; who ends the input leaves the table."""
        try:
            return self.console.input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.leave()
            return ""

    def which(self, asks: list[Ask[Any]]) -> Ask[Any]:
        """Where several stand open, the first one is put that cannot wait; `next` goes on to the others."""
        return sorted(asks, key=lambda ask: ask.can_wait)[self.turned % len(asks)]

    turned = 0

    def hand_over(self, seat: int) -> None:
        people = [s for s, p in self.players.items() if p is None]
        self.seat = seat
        self.told = 0 if len(people) > 1 and self.match.game.Hidden.__struct_fields__ else self.told
        if len(people) > 1:
            self.console.clear()
            name = escape(self.match.game.seat_name(seat))
            self.typed(f"{name}, it is your turn. Press Enter when only you look. ")
            self.told = max(0, len(self.view.events()) - 8)

    # ---- showing ---------------------------------------------------------------------------------------------------

    def news(self) -> None:
        for entry in self.match.tape[self.rolled :]:
            if entry.kind == ROLL and entry.value:
                faces = " ".join(map(str, entry.value))
                self.console.print(f"  [dim]{entry.key}:[/dim] {dice(entry.value)}  [dim]{faces}[/dim]")
        self.rolled = len(self.match.tape)
        events = self.view.events()
        for event in (event for event in events[self.told :] if event.text):
            words = escape(event.words(self.match.game.name))
            read = "".join(f"; read as {id}" for id in event.readings)
            self.console.print(f"  {words} [dim]{escape(f'[{event.rule}{read}]')}[/dim]")
        self.told = len(events)

    coached: tuple[str, ...] = ()

    def coach(self, ask: Ask[Any]) -> None:
        """In a first battle: the words that are due beside this decision, each once."""
        happened = {f"ask:{ask.key.partition(':')[0]}", *(f"rule:{event.rule}" for event in self.view.events())}
        panels = self.match.title.panels(self.match.game, self.seat)
        lines = [line for panel in panels if panel.kind == "coach" for line in panel.lines]
        due = [line for line in lines if line.when in happened and line.when not in self.coached]
        for line in sorted(due, key=lambda line: not line.when.startswith("ask:"))[:1]:
            self.coached = (*self.coached, line.when)
            self.console.print(f"\n[bold]{escape(line.label)}.[/bold] {escape(line.value)} [dim]{line.rule}[/dim]")

    def put(self, ask: Ask[Any]) -> None:
        game = self.match.game
        prompt = escape(f"{game.seat_name(ask.seat)}: {prompt_of(ask, game)}")
        self.console.print(f"\n[bold]{prompt}[/bold] [dim]{ask.rule}; {how(ask)}[/dim]")
        if isinstance(ask, Choose | Pick):
            for i, option in enumerate(to_wire(ask, "", game).options, 1):  # type: ignore[union-attr]  # both have options
                label = escape(option.label)
                closed = f"[dim]{label} (no: {escape(option.why[0].says)})[/dim]" if option.why else label
                self.console.print(f"  {i:2}  {closed}")
        elif isinstance(ask, Arrange):
            for i, item in enumerate(to_wire(ask, "", game).items, 1):  # type: ignore[union-attr]  # an order has items
                self.console.print(f"  {i:2}  {escape(item.label)}")
        elif isinstance(ask, Assign):
            self.console.print("  " + ", ".join(escape(b.label or game.name(b.value)) for b in ask.buckets))
        elif isinstance(ask, Move | Place):
            for p in ask.pieces:
                at = f"at {p.at[0]:.1f} {p.at[1]:.1f}" if p.at else "off the table"
                goes = f", goes {p.budget:g} in" if p.budget else ""
                self.console.print(f"  {escape(game.name(p.on))} {at}{goes}")
            if isinstance(ask, Move) and ask.modes:
                self.console.print("  ways of moving: " + ", ".join(m.value for m in ask.modes))
            if isinstance(ask, Place):
                for line in zone_lines(self.match.title.board(game), ask):
                    self.console.print(f"  {escape(line)}")

    def mention(self, others: list[Ask[Any]]) -> None:
        """What stands open beside the ask that was put, so that nobody has to guess."""
        for ask in others:
            prompt = escape(prompt_of(ask, self.match.game))
            self.console.print(f"  [dim]or (type next):[/dim] {prompt}")

    shown: Text | None = None  # the map as it was shown last

    def keep_map(self) -> None:
        """Shows the map again when something on it has changed, so that it stays in view above each decision."""
        if not self.plain and self.map_text() != self.shown:
            self.draw_map()

    def map_text(self) -> Text:
        title, game = self.match.title, self.view.game
        return draw_board(title.board(game), list(title.tokens(game, self.seat)), self.console.width)

    def draw_map(self) -> None:
        self.shown = self.map_text()
        if self.shown:  # a board of places has no map
            self.console.print(self.shown)

    def show_map(self) -> None:
        game, title = self.view.game, self.match.title
        tokens = list(title.tokens(game, self.seat))
        if not self.plain:
            self.draw_map()
        if tokens:
            self.console.print(token_table(game, tokens))
        for panel in Sight(game).panels(self.seat).values():
            if panel.kind == "coach":  # its words come one at a time
                continue
            self.console.print(panel_table(panel, game.seat_name))

    # ---- heeding ---------------------------------------------------------------------------------------------------

    def heed(self, ask: Ask[Any], text: str) -> None:
        if not text:  # Enter alone decides nothing
            self.console.print(f"Nothing was typed, so nothing is decided. Answer with {how(ask)}; ? for help.")
            return
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[Ask[Any], str], None]] = {
            "?": lambda a, r: self.console.print(HELP), "help": lambda a, r: self.console.print(HELP),
            "m": lambda a, r: self.show_map(), "map": lambda a, r: self.show_map(), "l": self.log, "log": self.log,
            "t": self.cards, "hint": self.hint, "auto": self.auto, "odds": self.odds, "why": self.why,
            "rule": self.rule, "u": self.undo, "undo": self.undo, "save": self.save, "concede": self.concede,
            "quit": self.quit, "q": self.quit, "next": self.next, "order": self.order,
        }  # fmt: skip
        if word in commands:
            commands[word](ask, rest.strip())
            return
        if isinstance(ask, Play) and word == "fight":
            self.fight(ask)
            return
        try:
            value = parse_answer(ask, text, self.position_parser())
        except MalformedAnswer as malformed:
            self.refused([malformed.refusal])
            return
        at = int((time.monotonic() - self.started) * 1000)
        refusals = self.match.answer(ask.seat, value, self.match.id(ask), at)
        self.turned = self.turned if refusals else 0
        self.refused(refusals)

    def position_parser(self) -> PositionParser:
        """What can be named where a position is asked for, as this seat sees it."""
        game, title = self.view.game, self.match.title
        return PositionParser(title.board(game), list(title.tokens(game, self.seat)), game.name)

    def fight(self, ask: Play) -> None:
        """A battle of a campaign: it is played here, and its result goes back."""
        title = game_named(ask.game)
        battle: Match[Any] = Match(title.new(ask.setup), secrets.token_bytes(16))
        people = {s: self.players.get(s) for s in range(battle.game.seats)}
        spare = {s: Tactician(title, s) for s in people if s not in self.players}
        inner = Sitting(self.console, battle, {**people, **spare}, self.plain)
        inner.run()
        if battle.over and ask.report is not None:
            self.refused(self.match.answer(ask.seat, ask.report(battle.game), self.match.id(ask)))

    def refused(self, refusals: list[Refusal]) -> None:
        said = (
            f"[red]{escape(no.says)}[/red] {escape(no.remedy)} [dim]{no.rule}[/dim]"
            for no in why(refusals, self.match.game)
        )
        for line in dict.fromkeys(said):  # two edges of the table may give one and the same reason
            self.console.print(line)

    def log(self, ask: Ask[Any], rest: str) -> None:
        for line in self.view.story():
            self.console.print(f"  {escape(line)}")

    def cards(self, ask: Ask[Any], rest: str) -> None:
        for token in self.match.title.tokens(self.match.game, self.seat):
            card = ", ".join(f"{k} {v}" for k, v in token.about)
            self.console.print(f"[bold]{escape(token.label)}[/bold] {escape(card)}")

    def hint(self, ask: Ask[Any], rest: str) -> None:
        said = Tactician(self.match.title, len(self.match.tape)).decide(self.view)
        if isinstance(said, Decision):
            words = hint_words(self.match.game, ask, said)
            self.console.print(f"{escape(self.worded(ask, said.value))}{escape(words)}")

    def worded(self, ask: Ask[Any], value: Any) -> str:
        if isinstance(ask, Choose) and value in ask.among():
            return f"{list(ask.among()).index(value) + 1}. "
        if isinstance(value, Placed | Moved):  # elsewhere they are lit on the board
            ends = value.at if isinstance(value, Placed) else {on: path[-1] for on, path in value.paths.items() if path}
            goals = [f"{self.match.game.name(on)} to {to[0]:.1f} {to[1]:.1f}" for on, to in ends.items()]
            more = f" and {len(goals) - SHOWN} more" if len(goals) > SHOWN else ""
            return f"{', '.join(goals[:SHOWN])}{more}. " if goals else ""
        return ""

    def auto(self, ask: Ask[Any], rest: str) -> None:
        said = Tactician(self.match.title, len(self.match.tape)).decide(self.view)
        if isinstance(said, Decision):
            self.console.print(escape(said.reason), style="dim")
            self.refused(self.match.answer(ask.seat, said.value, said.key))

    def odds(self, ask: Ask[Any], rest: str) -> None:
        """Of one answer, or of every open option."""
        told: Callable[[Any], Any] | None = ask.odds if isinstance(ask, Choose | Pick | Assign) else None
        if told is None:
            self.console.print("No dice hang on this choice.")
            return
        if not rest and not isinstance(ask, Choose):
            self.console.print("Say of which answer: write it behind the word.")
            return
        try:
            positions = self.position_parser()
            said = ask.settle(ask.shape(parse_answer(ask, rest, positions))) if rest else None
        except MalformedAnswer as malformed:
            self.refused([malformed.refusal])
            return
        for label, option in [("", said)] if rest else open_options(ask, self.match.game):
            found = told(option)
            forecasts = [found] if isinstance(found, Forecast) else found or ()
            if forecasts and label:
                self.console.print(f"[bold]{escape(label)}[/bold]")
            for forecast in forecasts:
                self.console.print(draw_forecast(forecast, self.console.width))

    def why(self, ask: Ask[Any], rest: str) -> None:
        try:
            said = {} if isinstance(ask, Place) and not rest else parse_answer(ask, rest, self.position_parser())
            value = ask.shape(said)
            refusals = list(ask.check(value))
        except MalformedAnswer as malformed:
            refusals = [malformed.refusal]
        self.refused(refusals)
        if not refusals:
            self.console.print("That is allowed.")

    def rule(self, ask: Ask[Any], rest: str) -> None:
        wanted, book = rest or ask.rule, self.match.title.id.partition("-")[0]  # a campaign has that of its game
        found = [r for id, r in catalogue(book).rules.items() if wanted in id] if book in games() else []
        for r in found[:5]:
            self.console.print(f"[bold]{r.id}[/bold] {escape(r.says)}")
            if r.ruling:
                self.console.print(f"  [italic]Our ruling: {escape(r.ruling)}[/italic]")
            for reading in r.readings:
                whose = "This table reads" if reading.id in self.match.game.readings else "Others read"
                self.console.print(f"  [italic]{whose}: {escape(reading.says)}[/italic]")
        if not found:
            self.console.print(f"No rule has {escape(repr(wanted))} in its name.")

    def order(self, ask: Ask[Any], rest: str) -> None:
        """Standing orders for decisions of this kind: plain answers, and those with a condition."""
        key = ask.key.partition(":")[0]
        if rest == "off":  # all of them: those that stand keep their own decisions from being put
            for seat, other in [k for k in self.match.standing if k[0] == ask.seat]:
                self.match.order(seat, other)
            self.console.print("You will be asked again.")
            return
        offered = orders(ask, self.match.game)
        if not offered:
            self.console.print("Nothing can be ordered for this kind of decision.")
        elif not rest:
            for i, (says, _) in enumerate(offered, 1):
                self.console.print(f"  {i:2}  {escape(says)}")
        else:
            try:
                says, order = parse_numbers(offered, rest.split())[0]
            except MalformedAnswer as malformed:
                self.refused([malformed.refusal])
                return
            self.console.print(f"From now on: {escape(says)}.")
            self.refused(self.match.order(ask.seat, key, order))

    def undo(self, ask: Ask[Any], rest: str) -> None:
        people = [s for s, p in self.players.items() if p is None]
        to, free = self.match.last_answer(ask.seat), self.match.free_undo(ask.seat)
        alone = len(people) == 1  # machines always consent
        if to is None or not (alone or (free is not None and to >= free)):
            self.console.print("Nothing can be taken back: dice have been rolled or another player has decided since.")
            return
        self.refused(self.match.undo(to))
        self.rolled, self.told = len(self.match.tape), max(0, len(self.view.events()) - 1)

    def save(self, ask: Ask[Any], rest: str) -> None:
        self.keep(Path(rest or f"{self.match.title.id}.save.json"))

    def keep(self, path: Path) -> bool:
        """Writes the match to a file; whether it could be done."""
        try:
            write_file(path, save(self.match))
        except Fault as fault:
            self.console.print(f"[red]{escape(str(fault))}[/red]")
            return False
        self.kept = len(self.match.tape)
        said = f"Saved to {escape(str(path))}. Go on later with the option --load {escape(str(path))}"
        self.console.print(said, soft_wrap=True)  # a path in two pieces could not be copied
        return True

    def concede(self, ask: Ask[Any], rest: str) -> None:
        if self.typed("Do you really give up? (y/n) ").lower().startswith("y"):
            self.refused(self.match.concede(ask.seat))

    def next(self, ask: Ask[Any], rest: str) -> None:
        self.turned += 1

    def quit(self, ask: Ask[Any], rest: str) -> None:
        self.leave()

    kept = 0  # how much of the match is in a file

    def leave(self) -> None:
        """Once what somebody has decided is kept in a file, or they say that it need not be."""
        if self.leaving:
            return
        self.leaving = True
        decided = any(self.match.last_answer(seat) is not None for seat, player in self.players.items() if not player)
        while decided and self.kept != len(self.match.tape):
            name = self.typed("Keep this match? Type a file for it, or Enter alone to let it go: ")
            if not name or self.keep(Path(name)):
                break
        self.console.print("Good-bye.")
