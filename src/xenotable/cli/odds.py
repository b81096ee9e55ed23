"""`xenotable odds`: exact odds as a chart for people, as JSON for machines. Kill Team has flags of its own."""

import gc
import re
import sys
from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Any

import msgspec
import typer
from typer.core import TyperGroup

from xenotable.cli.calculating import JSON_HELP, add_calculators, bar_length, read_source
from xenotable.faults import Fault, nearest
from xenotable.games import game as load_game
from xenotable.games import is_package, packages

killteam = typer.Typer()


class Games(TyperGroup):
    """The calculators of each game that is known; a game is loaded when it is called."""

    called: tuple[str, str] = "", ""  # the game and the calculator

    def list_commands(self, ctx: Any) -> list[str]:
        return list(packages())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if not is_package(cmd_name):
            names = ", ".join(packages())
            raise Fault(f'There is no game "{cmd_name}".{nearest(cmd_name, packages())} They are: {names}.')
        game, calculator = self.called
        return typer.main.get_command(commands_of(game, calculator) if cmd_name == game else _named(cmd_name))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        self.called = args[0], next(iter(args[1:]), "")
        if len(args) > 1 and not args[1].startswith("-") and not own_command(*self.called):
            known = [c.id for c in load_game(args[0]).calculators()]
            if args[1] not in known:
                raise Fault(
                    f'There is no calculator "{args[1]}".{nearest(args[1], known)} They are: {", ".join(known)}.'
                )
        return super().resolve_command(ctx, args)


def _named(game: str) -> typer.Typer:
    app = typer.Typer(
        help=f"The calculators of {game}.", no_args_is_help=True, add_completion=False, rich_markup_mode=None
    )
    app.callback()(odds)
    return app


def own_command(game: str, calculator: str) -> bool:
    """Whether a calculator has flags and a format for large batches: Kill Team's attacks and combats."""
    return game == "killteam" and any(command.name == calculator for command in killteam.registered_commands)


def commands_of(game: str, calculator: str) -> typer.Typer:
    """A command for each calculator; the game is loaded unless the one that is called can do without."""
    own = killteam.registered_commands if game == "killteam" else []
    app = _named(game)
    app.registered_commands += [command for command in own if command.name == calculator] or own
    if not own_command(game, calculator):
        add_calculators(app, load_game(game), [command.name for command in own if command.name])
    return app


app = typer.Typer(
    cls=Games,
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog="`xenotable odds GAME` lists the calculators of a game.",
)


@app.callback()
def odds() -> None:
    """Nothing stands before a calculator."""


PIECE = 1000  # answers that are written at once
LARGE = 1000  # attacks by best play for which it pays to load compiled code

SHOOT_FIELDS = """Fields of a situation: attacks (0-20), skill (2-6), damage (a pair: normal, critical), rules (a list
of strings such as "AP1", "Lethal 5+", "Balanced", "MW3"), defence (dice, 3), save (2-6), invulnerable (2-6 or null),
cover (dice that may be retained, 0), wounds (10), policy ("plain", "usual" or "best"). Answer: damage {amount:
probability}, not capped at the wounds; mean; kill."""

FIGHT_FIELDS = """Fields of a situation: attacker and defender, each with attacks (0-10), skill (2-6), damage (a pair:
normal, critical), wounds, rules (a list of strings) and policy ("strike": strike always, criticals first; "best": best
play; "kill-or-deny"). Answer: wounds_left {"attacker,defender": probability}; kills {"attacker": the attacker kills,
"defender": the defender kills}."""


def put(answers: Iterable[Any], many: bool) -> None:
    """Some at a time: a large batch in one piece would take longer to find room for than to write."""
    out, rest = sys.stdout.buffer, iter(answers)
    if not many:
        out.write(msgspec.json.encode(next(rest)) + b"\n")
    else:
        out.write(b"[")
        comma = b""
        while piece := list(islice(rest, PIECE)):
            out.write(comma + msgspec.json.encode(piece)[1:-1])
            comma = b","
        out.write(b"]\n")
    out.flush()


def pair(damage: str) -> tuple[int, int]:
    """3/4 in numbers."""
    found = re.fullmatch(r"\s*([0-9]{1,9})\s*/\s*([0-9]{1,9})\s*", damage)
    if found is None:
        raise Fault(f'Damage is written normal/critical, for example 3/4, not "{damage}".')
    return int(found[1]), int(found[2])


@killteam.command("shoot", short_help="A shooting attack", epilog=SHOOT_FIELDS)
def shoot(
    json: Annotated[str | None, typer.Option("--json", help=JSON_HELP)] = None,
    attacks: Annotated[int, typer.Option(help="Attack dice.")] = 4,
    skill: Annotated[int, typer.Option(help="BS: what a die needs.")] = 3,
    damage: Annotated[str, typer.Option(help="Normal/critical damage.")] = "3/4",
    rule: Annotated[list[str] | None, typer.Option(help='A special rule, e.g. "Lethal 5+"; may be repeated.')] = None,
    defence: Annotated[int, typer.Option(help="Defence dice of the target.")] = 3,
    save: Annotated[int, typer.Option(help="SV of the target.")] = 5,
    invulnerable: Annotated[int | None, typer.Option(help="Invulnerable save of the target.")] = None,
    cover: Annotated[int, typer.Option(help="Defence dice that may be retained for Cover.")] = 0,
    wounds: Annotated[int, typer.Option(help="Wounds of the target.")] = 10,
    policy: Annotated[str, typer.Option(help="plain, usual or best.")] = "plain",
) -> None:
    """Damage of a shooting attack."""
    from xenotable.games.killteam.forecasts import situations

    if json is not None:
        gc.disable()  # a large batch is many small dicts that all live until they are printed
        try:
            found, many = situations.read(read_source(json), situations.Shoot)
            if [s.policy for s in found].count("best") > LARGE:
                from xenotable.games.killteam.title import GAME
                from xenotable.kernels import compile_in_background, load_when_ready

                compile_in_background(GAME.batch_kernels, lambda line: typer.echo(line, err=True))
                load_when_ready(GAME.batch_kernels, at_once=True)
            put(situations.shoot_json(found), many)
        finally:
            gc.enable()
        return
    given = {
        "attacks": attacks,
        "skill": skill,
        "damage": pair(damage),
        "rules": rule or [],
        "defence": defence,
        "save": save,
        "invulnerable": invulnerable,
        "cover": cover,
        "wounds": wounds,
        "policy": policy,
    }
    found, _ = situations.read(msgspec.json.encode(given), situations.Shoot)
    answer = situations.shoot_answers(found)[0]
    title = f"{attacks} dice at {skill}+, {damage}: damage to {wounds} wounds ({policy})"
    chart(title, answer["damage"], lambda d: int(d) >= wounds)
    typer.echo(f"mean {answer['mean']:.3f}, incapacitated {answer['kill']:.1%}")


@killteam.command("fight", short_help="A combat", epilog=FIGHT_FIELDS)
def fight(
    json: Annotated[str | None, typer.Option("--json", help=JSON_HELP)] = None,
    attacks: Annotated[int, typer.Option(help="Dice of the attacker.")] = 4,
    skill: Annotated[int, typer.Option(help="WS of the attacker.")] = 3,
    damage: Annotated[str, typer.Option(help="Normal/critical damage of the attacker.")] = "3/4",
    rule: Annotated[list[str] | None, typer.Option(help="A special rule of the attacker; may be repeated.")] = None,
    wounds: Annotated[int, typer.Option(help="Wounds of the attacker.")] = 10,
    policy: Annotated[str, typer.Option(help="strike, best or kill-or-deny.")] = "best",
    foe_attacks: Annotated[int, typer.Option(help="Dice of the defender.")] = 4,
    foe_skill: Annotated[int, typer.Option(help="WS of the defender.")] = 3,
    foe_damage: Annotated[str, typer.Option(help="Normal/critical damage of the defender.")] = "3/4",
    foe_rule: Annotated[list[str] | None, typer.Option(help="A special rule of the defender; may be repeated.")] = None,
    foe_wounds: Annotated[int, typer.Option(help="Wounds of the defender.")] = 10,
    foe_policy: Annotated[str, typer.Option(help="strike, best or kill-or-deny.")] = "best",
) -> None:
    """Wounds left after a combat."""
    from xenotable.games.killteam.forecasts import situations

    if json is not None:
        found, many = situations.read(read_source(json), situations.Fight)
        put(situations.fight_answers(found), many)
        return
    mine = {"attacks": attacks, "skill": skill, "damage": pair(damage), "rules": rule or [], "wounds": wounds}
    yours = {"attacks": foe_attacks, "skill": foe_skill, "damage": pair(foe_damage), "rules": foe_rule or []}
    given = {"attacker": {**mine, "policy": policy}, "defender": {**yours, "wounds": foe_wounds, "policy": foe_policy}}
    found, _ = situations.read(msgspec.json.encode(given), situations.Fight)
    answer = situations.fight_answers(found, fast=False)[0]
    for side, name in ((0, "attacker"), (1, "defender")):
        spread: dict[str, float] = {}
        for key, p in answer["wounds_left"].items():
            left = key.split(",")[side]
            spread[left] = spread.get(left, 0.0) + p
        chart(f"Wounds left of the {name}", dict(sorted(spread.items(), key=lambda e: int(e[0]))), lambda w: w == "0")
    kills = answer["kills"]
    typer.echo(f"the attacker kills {kills['attacker']:.1%}, the defender kills {kills['defender']:.1%}")


def chart(title: str, chances: dict[str, float], marked: Any) -> None:
    """A bar for each value; those that mean the end stand out."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(title=title, box=None, title_justify="left", show_header=False)
    top = max(chances.values(), default=1.0)
    longest = bar_length(console.width, max(map(len, chances), default=0) + 12)  # beside the numbers and their margins
    for value, p in chances.items():
        style = "red" if marked(value) else "cyan"
        table.add_row(value, f"{p:6.1%}", f"[{style}]" + "█" * max(1, round(longest * p / top)))
    console.print(table)
