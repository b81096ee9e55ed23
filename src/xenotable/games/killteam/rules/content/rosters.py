"""Kill teams as lists (chapter content): ready ones, and everything that is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from xenotable.engine import Refusal, memoize, rule
from xenotable.faults import nearest
from xenotable.games.killteam.content import Member, Roster, Team, Unit, entry, teams, units, units_of, weapons
from xenotable.games.killteam.rules.datacards.printed import Use


def member(unit: str, *options: str) -> Member:
    """An operative with the first of each option list, or with the options given."""
    return Member(unit, options or tuple(o[0] for o in units()[unit].options))


@rule("content.tutorial")
@cache
def tutorial_rosters() -> tuple[Roster, Roster]:
    """The leaders of the first two teams with two operatives each."""
    one, two = (
        Roster(t.id, tuple(member(u) for u in (*t.default[:1], *t.default[-2:]))) for t in list(teams().values())[:2]
    )
    return one, two


@memoize(None)
def default_roster(team: str) -> Roster:
    return Roster(team, tuple(member(u) for u in teams()[team].default))


def roster_refusals(roster: Roster) -> Iterator[Refusal]:
    """Everything that is wrong with a kill team."""
    for _, refusal in located_refusals(roster):
        yield refusal


def located_refusals(roster: Roster) -> Iterator[tuple[int | None, Refusal]]:
    """Everything that is wrong, with the place of the operative that it is about; None: the team as a whole."""
    if roster.team not in teams():
        args = {"t": roster.team, "n": nearest(roster.team, teams())}
        yield None, Refusal("setup.kill-team", 'There is no team "{t}".{n}', args, "Choose one of the kill teams.")
        return
    team = teams()[roster.team]
    own = {u.id: u for u in units_of(team.id)}
    for i, one in enumerate(roster.members):
        if one.unit not in own:
            says, args = 'The {t} have no operative "{unit}".{n}', {"t": team.name, "unit": one.unit}
            yield i, Refusal("setup.kill-team", says, {**args, "n": nearest(one.unit, own)}, "Leave it out.")
        else:
            yield from ((i, refusal) for refusal in loadout_refusals(own[one.unit], one))
    for refusal in limit_refusals(team, [one.unit for one in roster.members if one.unit in own]):
        yield None, refusal


def earned_refusals(roster: Roster) -> Iterator[Refusal]:
    """What only a campaign gives has no place in a single battle: honours, scars, a stash and assets."""
    earned = [*roster.stash, *roster.assets, *(x for m in roster.members for x in (*m.honours, *m.scars))]
    if earned:
        says = "Honours, scars, stash and assets belong to campaigns; here are {n}."
        yield Refusal("narrative.campaign", says, {"n": len(earned)}, "Leave them out, or play a campaign.")


@rule("content.loadouts", neutral=lambda *_: ())
def loadout_refusals(unit: Unit, one: Member) -> Iterator[Refusal]:
    if len(one.options) != len(unit.options) or any(
        o not in pool for o, pool in zip(one.options, unit.options, strict=False)
    ):
        wanted = "; ".join(" or ".join(weapons()[w].name for w in pool) for pool in unit.options) or "none"
        says = "{unit} takes one weapon of each option list ({w})."
        yield Refusal("content.loadouts", says, {"unit": unit.name, "w": wanted}, "Choose one weapon of each list.")


@rule("content.selection-limits", neutral=lambda *_: ())
def limit_refusals(team: Team, chosen: list[str]) -> Iterator[Refusal]:
    cards = units()
    count = {u: chosen.count(u) for u in dict.fromkeys(chosen)}
    special = sum(n for u, n in count.items() if cards[u].role == "specialist")
    leaders = sum(n for u, n in count.items() if cards[u].role == "leader")
    for ok, says, args, remedy in (
        (
            len(chosen) == team.size,
            "The {t} are {a} operatives, not {b}.",
            {"t": team.name, "a": team.size, "b": len(chosen)},
            "Add operatives." if len(chosen) < team.size else "Leave operatives out.",
        ),
        (leaders == 1, "A kill team has exactly one LEADER, not {b}.", {"b": leaders}, "Take one."),
        (
            count.get(team.line, 0) >= team.line_min,
            "At least {a} {unit} are needed; there are {b}.",
            {"a": team.line_min, "unit": cards[team.line].name, "b": count.get(team.line, 0)},
            "Take more of them.",
        ),
        (
            special <= team.specialists_max,
            "At most {a} specialists, not {b}.",
            {"a": team.specialists_max, "b": special},
            "Leave specialists out.",
        ),
    ):
        if not ok:
            yield Refusal("content.selection-limits", says, args, remedy)
    for unit, n in count.items():
        if n > cards[unit].max:
            args = {"a": cards[unit].max, "unit": cards[unit].name, "b": n}
            yield Refusal("content.selection-limits", "At most {a} {unit}, not {b}.", args, "Leave some out.")


@rule("content.only-with", neutral=lambda *_: ())
def only_with_refusals(use: Use) -> Iterator[Refusal]:
    if use.arm.only_with and use.by != use.arm.only_with:
        yield Refusal("content.only-with", "The {w} is used through its own action only.", {"w": use.arm.name})
    elif use.by == "ua-unleash-lash" and use.arm.only_with != use.by:
        yield Refusal(entry("ua-unleash-lash"), "Unleash Lash fires the mind lash.")
    elif use.by == "ua-running-burst" and use.weapon != "cw-repeater":
        yield Refusal(entry("ua-running-burst"), "Running Burst fires the repeater carbine.")
