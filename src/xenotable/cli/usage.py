"""What is wrong with a command line, in our words: a sentence and where to read on, for every command alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from typer._click.core import Context, Parameter
from typer._click.exceptions import (
    BadOptionUsage,
    BadParameter,
    ClickException,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchOption,
    UsageError,
)

from xenotable.faults import Fault, nearest

KINDS = {"int": "a whole number", "float": "a number", "boolean": "yes or no"}


def check_finite(value: float) -> float:
    """The callback of an option that is a number: its bounds let "nan" pass, and "inf" where none is above."""
    if not math.isfinite(value):
        raise BadParameter(f"'{value}' is not a number")
    return value


def usage_fault(said: ClickException, called: str | None) -> Fault:
    """The sentence for what the reader of command lines did not understand; `called` is the command, if one was."""
    if isinstance(said, BadOptionUsage):  # it does not know in which command
        stands = said.message.endswith("does not take a value.")
        wants = "stands alone, without a value" if stands else "needs a value behind it"
        return Fault(f'"{said.option_name}" {wants}. Try: {" ".join(filter(None, ("xenotable", called)))} --help')
    context = said.ctx if isinstance(said, UsageError) else None
    if context is None or isinstance(said, NoArgsIsHelpError):
        return Fault(said.format_message())
    return Fault(f"{_sentence(said, context)} Try: {context.command_path} --help")


def _sentence(said: ClickException, context: Context) -> str:
    command = context.command_path
    match said:
        case NoSuchOption():
            known = [name for p in context.command.params if p.param_type_name == "option" for name in p.opts]
            return f'{command} has no option "{said.option_name}".{nearest(said.option_name, known)}'
        case MissingParameter() if said.param is not None:
            return f"{command} needs {_name(said.param)}{_about(said.param)}."
        case BadParameter() if said.param is not None:
            return _wrong_value(said, said.param)
    return _unknown_word(said, context)


def _wrong_value(said: BadParameter, param: Parameter) -> str:
    """What kind of value is wanted instead of the one that was given."""
    kind = KINDS.get(param.type.name.removesuffix(" range"))
    given, told, _ = said.message.rpartition(" is not ")
    if kind is None or not told:
        return f"{_name(param)}: {said.message}"
    return f'{_name(param)} is {kind}{_bounds(param.type)}, not "{given.strip(chr(39))}".'


def _bounds(kind: Any) -> str:
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if low is None:
        return "" if high is None else f" up to {high:g}"
    return f" of at least {low:g}" if high is None else f" from {low:g} to {high:g}"


def _unknown_word(said: ClickException, context: Context) -> str:
    """A word too many, or a command that there is not."""
    known: Sequence[str] = getattr(context.command, "list_commands", lambda _: ())(context)
    _, quote, rest = said.message.partition("'")
    if known and quote:
        word = rest.partition("'")[0]
        return f'There is no command "{word}".{nearest(word, known)} They are: {", ".join(known)}.'
    if known:
        return f"{context.command_path} needs a command: {', '.join(known)}."
    _, bracket, words = said.message.rpartition(" (")
    if bracket:
        return f'{context.command_path} has no use for "{words.removesuffix(")")}".'
    return said.format_message()


def _name(param: Parameter) -> str:
    """An option as it is typed, in its long form; an argument as the help calls it."""
    return max(param.opts, key=len) if param.param_type_name == "option" else f'"{param.name}"'


def _about(param: Parameter) -> str:
    """What the help says of it, as a part of a sentence."""
    says = str(getattr(param, "help", None) or "").strip().rstrip(".")
    return f": {says[0].lower()}{says[1:]}" if says else ""
