"""Calculators: odds that are asked for without a match, declared once for browser, command line and REST.

A situation is a frozen struct of groups, and each group a frozen struct of fields; numbers have bounds and labels:

    class Shooting(Situation, frozen=True):
        shooter: Shooter = Shooter()
        target: Target = Target()
        modifiers: Modifiers = Modifiers()

    SHOOTING = Calculating("shoot", "A shot", "What it does ...", Shooting, shooting_forecasts, compare="shooter")

`shooting_forecasts(situation, exact)` is the one function from a situation to its forecasts; with `exact` it reckons in
Fractions. The form, what is read, and what a mistake is told follow from the struct; a group or field is called by its
own name unless a label says otherwise, and a group says itself what the book can fill into it (`presets`). What stands
in the group `modifiers` is a modifier by its name, and does nothing at its default: the share of each is the odds with
it less those without it. So is each special rule, wherever a list of words stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from xenotable.engine.citing import memoize
from xenotable.engine.display import Calculator, Chance, Field, Forecast, Group, Preset, Share
from xenotable.faults import Fault, nearest, some
from xenotable.odds.situations import sentence_of

MODIFIERS = "modifiers"  # the group whose fields are modifiers
NAMES = "names"  # what a field that is one of several names knows beside its label
LEAST = 1e-9  # what differs by less is the same
Value = bool | int | str | Sequence[str]
Values = Mapping[str, Mapping[str, Value]]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the groups of a situation."""

    @classmethod
    def presets(cls) -> Iterable[Preset]:
        """What the book can fill in."""
        return ()


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of situations: fixed groups, each with a default."""


def number(label: str, low: int, high: int) -> msgspec.Meta:
    """A whole number with its label and bounds: `Annotated[int, number("Armour", 1, 9)]`."""
    return msgspec.Meta(ge=low, le=high, title=label)


def named(label: str) -> msgspec.Meta:
    """The label of a group, or of a field that is no number."""
    return msgspec.Meta(title=label)


def one_of(label: str, names: Callable[[], Iterable[str]]) -> msgspec.Meta:
    """A word with its label, one of these names; nothing chosen is the first."""
    return msgspec.Meta(title=label, extra={NAMES: names})


class Calculating(NamedTuple):
    """One calculator; `compare`: the group that two choices differ in."""

    id: str
    title: str
    about: str
    situation: type[Any]
    work: Callable[[Any, bool], Sequence[Forecast]]
    compare: str = ""
    is_costly: Callable[[Any], bool] = lambda situation: False  # then shares are not worked out

    def form(self) -> Calculator:
        groups = [self._group(f) for f in _fields(self.situation)]
        return Calculator(self.id, self.title, self.about, tuple(groups), self.compare)

    def _group(self, of: inspect.Field) -> Group:
        part = _bare(of.type).cls
        fields = sorted((self._field(f) for f in _fields(part)), key=_is_wide)
        return Group(of.name, _label(of), tuple(fields), tuple(part.presets()))

    def _field(self, of: inspect.Field) -> Field:
        kind, label, names = _bare(of.type), _label(of), tuple(_names(of))
        match kind:
            case inspect.BoolType():
                return Field(of.name, label, "flag", value=of.default)
            case inspect.IntType():
                return Field(of.name, label, low=kind.ge or 0, high=kind.le or 0, value=of.default)
            case inspect.LiteralType():
                return Field(of.name, label, "choice", value=of.default, choices=tuple(map(str, _in_order(of, kind))))
            case inspect.StrType() if names:
                return Field(of.name, label, "choice", value=of.default or names[0], choices=names)
        return Field(of.name, label, "words", value="")

    def read(self, values: Values) -> Any:
        """The situation behind what was filled in; what is left out stands as at first."""
        try:
            found = msgspec.convert({g: self._split(g, said) for g, said in values.items()}, self.situation)
        except msgspec.ValidationError as fault:
            raise Fault(sentence_of(str(fault), self._words())) from None
        for group in _fields(self.situation):
            part = getattr(found, group.name)
            for of in _fields(type(part)):
                if names := list(_names(of)):
                    chosen = _chosen(f"{group.name}.{of.name}", getattr(part, of.name), names)
                    part = replace(part, **{of.name: chosen})
            found = replace(found, **{group.name: part})
        return found

    def _words(self) -> list[str]:
        """Every group, field and choice, for whoever has mistyped one."""
        groups = [(g, _fields(_bare(g.type).cls)) for g in _fields(self.situation)]
        kinds = [_bare(f.type) for _, fields in groups for f in fields]
        choices = [str(v) for k in kinds if isinstance(k, inspect.LiteralType) for v in k.values]
        return [*(g.name for g, _ in groups), *(f.name for _, fields in groups for f in fields), *choices]

    def _split(self, group: str, said: Any) -> Any:
        """Words with commas between them are a list."""
        of = next((f for f in _fields(self.situation) if f.name == group), None)
        if of is None or not isinstance(said, Mapping):
            return said
        lists = {f.name for f in _fields(_bare(of.type).cls) if isinstance(_bare(f.type), inspect.VarTupleType)}
        return {
            k: [w.strip() for w in v.split(",") if w.strip()] if k in lists and isinstance(v, str) else v
            for k, v in said.items()
        }

    def answer(self, situation: Any, exact: bool = False) -> list[Forecast]:
        """The forecasts of a situation, each with the share of every modifier that changes it."""
        found = list(self.work(situation, exact))
        others = [(label, list(self.work(without, False))) for label, without in self._without(situation)]
        out = []
        for i, f in enumerate(found):
            shares = [_share(label, f, other[i]) for label, other in others if i < len(other)]
            out.append(replace(f, shares=tuple(s for s in shares if _matters(s))))
        return out

    def _without(self, situation: Any) -> Iterable[tuple[str, Any]]:
        """The situation without each of its modifiers, and each of its special rules, in turn; by their names."""
        if self.is_costly(situation):
            return
        for group in _fields(self.situation):
            part = getattr(situation, group.name)
            for of in _fields(type(part)):
                said = getattr(part, of.name)
                if isinstance(said, tuple):
                    left = [(word, tuple(w for w in said if w != word)) for word in dict.fromkeys(said)]
                elif group.name == MODIFIERS and said != of.default:
                    left = [(self._name(of, said), of.default)]
                else:
                    continue
                for name, bare in left:
                    yield name, replace(situation, **{group.name: replace(part, **{of.name: bare})})

    def _name(self, of: inspect.Field, said: Any) -> str:
        if said is True:
            return _label(of)
        return said if isinstance(said, str) else f"{_label(of)}: {said}"


def in_numbers(found: Forecast) -> Forecast:
    """The chart with bare numbers ("2" for "2 wounds"), so that "at least so many" can be counted."""
    spread = tuple(replace(c, label=c.label.partition(" ")[0]) for c in found.distribution)
    return replace(found, distribution=spread)


def _share(label: str, there: Forecast, without: Forecast) -> Share:
    before = {c.label: c.p for c in without.chances}
    chances = tuple(Chance(c.label, c.p - before.get(c.label, 0.0)) for c in there.chances)
    mean = there.mean - without.mean if there.mean is not None and without.mean is not None else None
    return Share(label, chances, mean)


def _matters(share: Share) -> bool:
    return any(abs(c.p) > LEAST for c in share.chances) or abs(share.mean or 0.0) > LEAST


@memoize(512)
def _fields(kind: type[Any]) -> tuple[inspect.Field, ...]:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found.fields


def _bare(kind: inspect.Type) -> Any:
    """A type without its label."""
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _label(of: inspect.Field) -> str:
    said = (of.type.extra_json_schema or {}).get("title", "") if isinstance(of.type, inspect.Metadata) else ""
    return said or of.name.replace("_", " ").capitalize()


def _names(of: inspect.Field) -> Iterable[str]:
    """What a field can be called that is one of several names."""
    known = (of.type.extra or {}).get(NAMES) if isinstance(of.type, inspect.Metadata) else None
    return known() if known is not None else ()


def _chosen(where: str, said: str, names: list[str]) -> str:
    """What was chosen; the first, as the form shows it, if nothing was."""
    if said and said not in names:
        says = f'The situation, field {where}: there is no "{said}".{nearest(said, names)}'
        raise Fault(f"{says} They are: {some(names)}.")
    return said or names[0]


def _is_wide(field: Field) -> bool:
    """Words stand below the numbers."""
    return field.kind == "words"


def _in_order(of: inspect.Field, kind: inspect.LiteralType) -> list[Any]:
    """The default first: what stands at first is what a list begins with."""
    return sorted(kind.values, key=lambda v: v != of.default)


class Calculators:
    """All calculators of a game: `Title(calculators=DESK.forms, calculate=DESK.calculate)`."""

    def __init__(self, *calculators: Calculating) -> None:
        self.by_id = {c.id: c for c in calculators}

    @cached_property
    def _forms(self) -> list[Calculator]:
        return [c.form() for c in self.by_id.values()]

    def forms(self) -> list[Calculator]:
        return self._forms

    def calculate(self, id: str, values: Values, exact: bool = False) -> list[Forecast]:
        if id not in self.by_id:
            raise Fault(f'There is no calculator "{id}".{nearest(id, self.by_id)}')
        calculator = self.by_id[id]
        return calculator.answer(calculator.read(values), exact)
