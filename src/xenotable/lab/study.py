"""A study: which sides meet under which rules, on which battles, and when it is enough.

It is a small TOML file, or the same words as flags:

    game = "killteam"
    player = "tactician"
    lists = "every"                      # each ready-made list against each other
    pairs = 20                           # battles; each is played twice, seats changed

    [[arm]]                              # or arms of your own
    name = "tougher Wardens"
    lists = ["cinder-wardens", "veil-court"]
    patch.unit.cw-warden.wounds = +1     # a number with a sign is added, one without is set

An arm is one question: two sides that meet (or one team, where all play together), under changed rules perhaps. A work
item is an arm and the number of a pair. It follows from the study's text, the rules and that number alone.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

import xenotable
from xenotable.engine import Title
from xenotable.engine.readings import named_readings
from xenotable.faults import Fault, nearest, some
from xenotable.files import read_file
from xenotable.games import game as game_named
from xenotable.players import check_player
from xenotable.rulebook.amending import check_amendments, parse_amendment

EVERY = "every"  # in place of ids: all of them
MOST_PAIRS = 1_000_000  # all rows are held in memory
SIGNED = re.compile(r"=\s*([-+]\d+(?:\.\d+)?)\s*(#.*)?$", re.MULTILINE)
LAYERS = ("engine", "table", "kernels", "rulebook", "odds", "players")  # what a result depends on beside the game


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sequential stop rule: the first side wins this share if nothing is the matter (`null`), that share if something
    is (`alternative`); `alpha` and `beta` are how often each answer may be given wrongly."""

    null: float = 0.5
    alternative: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05


class Arm(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two sides that meet, or one team: who plays, with which lists, under which changes of the rules."""

    name: str
    players: tuple[str, ...]
    lists: tuple[str, ...] = ()
    patch: tuple[str, ...] = ()
    thinned: tuple[int, int] = (0, 0)  # units that are left out of the list of each side
    mirrored: bool = False  # each battle is played twice, seats changed
    readings: tuple[str, ...] = ()  # of rules, otherwise than we rule

    @property
    def sides(self) -> tuple[str, ...]:
        """What those who meet are called."""
        if not self.lists:
            return tuple(dict.fromkeys(self.players)) if self.mirrored else (" and ".join(dict.fromkeys(self.players)),)
        pairs = zip(self.lists, (self.players * 2)[:2], strict=True)
        same = len(set(self.players)) == 1
        return tuple(x if same and self.lists[0] != self.lists[1] else f"{x} ({player})" for x, player in pairs)


class Study(msgspec.Struct, frozen=True, omit_defaults=True):
    """A study with its arms worked out. Everything that a result depends on is in here, but the rules."""

    name: str
    game: str
    arms: tuple[Arm, ...]
    seed: int = 0
    offers: tuple[str, ...] = ()  # ready battles in turn; none: a scenario for two lists, or any legal set-up
    scenarios: tuple[str, ...] = ()  # for two lists: only these
    pairs: int = 50  # a sequential rule stops there at the latest
    sprt: Sprt | None = None
    check: bool = False  # look at the game's invariants after every decision, not only now and then
    limit: int = 100_000  # decisions after which a game is given up

    def identity(self) -> str:
        """What rows must share to be counted together: all but the name, the stop rule and how often somebody looks."""
        plain = msgspec.to_builtins(replace(self, name="", pairs=50, sprt=None, check=False))
        return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()[:16]

    def arm(self, name: str) -> Arm:
        """One of its arms, by name."""
        return next(arm for arm in self.arms if arm.name == name)


class WrittenArm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An arm as a file has it: what it does not say stands above it."""

    name: str = ""
    player: str = ""
    players: tuple[str, ...] = ()
    lists: tuple[str, ...] | str = ()
    patch: dict[str, Any] | tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()  # readings of rules, or presets of them


class WrittenStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"arms": "arm"}):
    """A study as a file, or a line of flags, has it."""

    game: str = ""
    name: str = ""
    player: str = ""
    players: tuple[str, ...] = ()
    lists: tuple[str, ...] | str = ()
    offers: tuple[str, ...] | str = ()
    scenarios: tuple[str, ...] = ()
    patch: dict[str, Any] | tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    seed: int = 0
    pairs: int = 50
    sprt: Sprt | None = None
    check: bool = False
    limit: int = 100_000
    arms: tuple[WrittenArm, ...] = ()


def read_study(file: Path) -> WrittenStudy:
    """The study in a file; Fault if it is none."""
    try:
        text = read_file(file).decode()
    except UnicodeDecodeError:
        raise Fault(f"{file} is not UTF-8 text.") from None
    return parse_study(text, file.stem, str(file))


def parse_study(text: str, name: str = "study", where: str = "The study") -> WrittenStudy:
    """TOML forgets the sign of +1, and here it is what matters: such numbers are read as they are written."""
    try:
        plain = tomllib.loads(SIGNED.sub(r'= "\1" \2', text))
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise Fault(f"{where} is not valid TOML: {fault}.") from None
    check_keys(plain, WrittenStudy, where)
    for arm in plain["arm"] if isinstance(plain.get("arm"), list) else ():
        check_keys(arm, WrittenArm, f"{where}, in an arm")
    check_keys(plain.get("sprt"), Sprt, f"{where}, in sprt")
    try:
        return msgspec.convert({"name": name} | plain, WrittenStudy, strict=False)
    except msgspec.ValidationError as fault:
        says, _, place = str(fault).replace("`", "").partition(" - at ")
        raise Fault(f"{where}: {place.removeprefix('$.')} cannot be read ({says}).") from None


def check_keys(plain: Any, kind: type[msgspec.Struct], where: str) -> None:
    """Fault, with the nearest word, if a table has a key that nobody reads."""
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    for key in plain if isinstance(plain, dict) else ():
        if key not in known:
            raise Fault(f'{where}: there is no key "{key}".{nearest(key, known)} There are {", ".join(known)}.')


def make_study(written: WrittenStudy) -> Study:
    """The study with its arms worked out; Fault, before anything is played, if something in it does not exist."""
    if not written.game:
        raise Fault('A study needs a game: game = "killteam" in its file, or --game killteam.')
    title = game_named(written.game)
    arms = tuple(arm for wanted in written.arms or (WrittenArm(),) for arm in arms_of(written, wanted, title))
    if not arms:
        raise Fault("No two of these lists can meet.")
    names = [arm.name for arm in arms]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise Fault(f'Two arms are called "{twice}"; give each a name of its own.')
    study = Study(
        written.name or (arms[0].name if len(arms) == 1 else f"{len(arms)} pairings in {title.title}"),
        written.game,
        arms,
        written.seed,
        known_ids(written.offers, [o.id for o in title.offers()], f"{title.title} has no ready battle"),
        written.scenarios,
        written.pairs,
        written.sprt,
        written.check,
        written.limit,
    )
    check_study(study, title)
    return study


def arms_of(study: WrittenStudy, wanted: WrittenArm, title: Title[Any]) -> Iterator[Arm]:
    """One arm, or one for each two of many lists or players."""
    players = wanted.players or (wanted.player and (wanted.player,)) or study.players
    players = tuple(players or (study.player and (study.player,)) or ("tactician",))
    for player in players:
        check_player(player)
    lists = known_ids(wanted.lists or study.lists, title.lists(), f"{title.title} has no list")
    if (wanted.lists or study.lists) and not lists:
        raise Fault(f"{title.title} has no ready-made lists.")
    patch = tuple(dict.fromkeys((*changes(study.patch), *changes(wanted.patch))))
    base = Arm(wanted.name, players, patch=patch, readings=named_readings(title, (*study.rulings, *wanted.rulings)))
    if lists:
        yield from arms_of_lists(base, lists, title)
    elif title.together:
        for team in (players,) if wanted.players or len(set(players)) == 1 else tuple((p,) for p in players):
            yield named(replace(base, players=team))
    elif wanted.players or len(players) <= 2:
        yield named(replace(base, mirrored=len(set(players)) == 2))
    else:
        for two in combinations(dict.fromkeys(players), 2):
            yield named(replace(base, players=two, mirrored=True), many=True)


def arms_of_lists(base: Arm, lists: Sequence[str], title: Title[Any]) -> Iterator[Arm]:
    if len(base.players) > 2:
        raise Fault(f"{len(base.players)} players with lists: name one player for both sides, or one for each.")
    twice = len(lists) == 1
    if twice and len(set(base.players)) == 1:
        raise Fault(f'"{lists[0]}" alone meets nobody: name two lists, or two players for it.')
    for two in [(lists[0], lists[0])] if twice else combinations(lists, 2):
        if title.pairing(*two, lambda: 0.5) is not None:  # lists of another size never meet
            yield named(replace(base, lists=two, mirrored=True), many=len(lists) > 2)


def named(arm: Arm, many: bool = False) -> Arm:
    own = f"{arm.name}: " if arm.name and many else arm.name
    said = " against ".join(arm.sides) + (f" with {', '.join(arm.patch)}" if arm.patch and not arm.name else "")
    return replace(arm, name=own if own and not many else own + said)


def changes(patch: Mapping[str, Any] | Sequence[str], way: tuple[str, ...] = ()) -> Iterator[str]:
    """Nested tables as changes: {"unit": {"cw-warden": {"wounds": "+1"}}} is "unit.cw-warden.wounds+1"."""
    if not isinstance(patch, Mapping):
        yield from (str(parse_amendment(change)) for change in patch)
        return
    for key, value in patch.items():
        if isinstance(value, dict):
            yield from changes(value, (*way, key))
        else:
            plain = str(value).lower() if isinstance(value, bool) else str(value)
            yield str(parse_amendment(f"{'.'.join((*way, key))}={plain}"))


def known_ids(wanted: Sequence[str] | str, known: Sequence[str], none: str) -> tuple[str, ...]:
    if wanted == EVERY or (not isinstance(wanted, str) and tuple(wanted) == (EVERY,)):
        return tuple(known)
    names = tuple(x.strip() for x in wanted.split(",") if x.strip()) if isinstance(wanted, str) else tuple(wanted)
    for name in names:
        if name not in known:
            raise Fault(f'{none} "{name}".{nearest(name, known)} There are {some(known) or "none"}.')
    return tuple(dict.fromkeys(names))


def check_study(study: Study, title: Title[Any]) -> None:
    if study.pairs < 1:
        raise Fault("A study needs at least one pair of games.")
    if study.pairs > MOST_PAIRS:
        raise Fault(f"A study has at most {MOST_PAIRS:,} pairs of games in each arm.")
    if study.sprt is not None:
        check_sprt(study.sprt)
    for arm in study.arms:
        check_amendments(study.game, arm.patch) if arm.patch else None
        if study.scenarios and arm.lists:
            known_ids(study.scenarios, list(scenario_draws(title, *arm.lists)), f"{title.title} has no scenario")
        if len(arm.players) > 2:
            check_seats(study, arm, title)
    if study.scenarios and not all(arm.lists for arm in study.arms):
        raise Fault("Scenarios are chosen for lists; without lists, name ready battles (offers).")
    if study.offers and any(arm.lists for arm in study.arms):
        raise Fault("A ready battle (offers) has lists of its own: name offers or lists, not both.")


def check_sprt(rule: Sprt) -> None:
    if not (0 < rule.null < 1 and 0 < rule.alternative < 1 and rule.null != rule.alternative):
        raise Fault("A sequential rule compares two different shares between 0 and 1: null and alternative.")
    if not (0 < rule.alpha < 0.5 and 0 < rule.beta < 0.5):
        raise Fault("alpha and beta of a sequential rule lie between 0 and 0.5.")


def check_seats(study: Study, arm: Arm, title: Title[Any]) -> None:
    """More players than seats would sit out; it is refused. Random set-ups are looked at for the first few pairs."""
    from xenotable.lab.playing import battle_of

    most = max(title.new(battle_of(study, arm, pair, 0, title).setup).seats for pair in range(6))
    if len(arm.players) > most:
        raise Fault(
            f"{len(arm.players)} players ({', '.join(arm.players)}) on {most} {'seat' if most == 1 else 'seats'}: "
            f"name {most} at most, or let each meet each other in a study (xenotable lab run --players ...)."
        )


@cache
def scenario_draws(title: Title[Any], first: str, second: str) -> dict[str, tuple[float, ...]]:
    """Which first draws lead to which scenario, so that each can come equally often."""
    found: dict[str, list[float]] = {}
    for i in range(120):
        draw = (i + 0.5) / 120
        setup = title.pairing(first, second, chain([draw], iter(lambda: 0.5, None)).__next__)
        found.setdefault(title.scenario(title.new(setup)), []).append(draw)
    return {scenario: tuple(draws) for scenario, draws in found.items()}


@cache
def rules_hash(name: str) -> str:
    """Sixteen digits for all code and data that decide how a game goes: the same digits, the same games."""
    title = game_named(name)
    root = Path(xenotable.__file__).parent
    module = sys.modules[title.new.__module__]
    file = Path(module.__file__ or "")
    own = root / "games" / title.id.partition("-")[0]
    game = sorted(own.rglob("*")) if own in file.parents else [file]
    shared = (path for layer in LAYERS for path in sorted((root / layer).rglob("*")))
    digest = hashlib.sha256()
    for path in (*shared, *game):
        if path.suffix in (".py", ".toml"):
            digest.update(f"{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]
