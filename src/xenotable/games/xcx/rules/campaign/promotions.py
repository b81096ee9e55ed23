"""Promotions, for marks or as a reward: who may rise, what improves, which talent shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Refusal, Scene, cite, is_legal, rule, scene
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.campaign.roster import own, rank_name, recruit_of, write
from xenotable.games.xcx.rules.rewards.depot import weapons_of
from xenotable.games.xcx.rules.squad.profiles import recruit_profile
from xenotable.games.xcx.rules.tests import skill_name
from xenotable.games.xcx.scenes import Grant, Promote, Promotions
from xenotable.games.xcx.state import Campaign

TALENTS = ("Deadeye", "Phantom", "Blast Padding", "Hacker", "Squadsight")
MOST = 5
BESTIAL = ("fight", "will", "wounds", "mobility")


@scene
def promote_soldiers(game: Campaign, at: Promotions) -> list[Scene]:
    """At 3 marks a soldier is promoted and the marks are removed."""
    cite("campaign.marks")
    for id, s in game.soldiers.items():
        if s.marks >= 3 and not s.dead and may_rise(game, id):
            game.soldiers.set(id, marks=s.marks - 3)
            return [Promote(id), at]
    return []


def may_rise(game: Campaign, soldier: str) -> bool:
    return not game.soldiers[soldier].dead and is_legal(rise_refusals(game, soldier))


def rise_refusals(game: Campaign, soldier: str) -> Iterator[Refusal]:
    """Why a living soldier cannot be promoted any more."""
    args = {"who": soldier}
    if game.soldiers[soldier].rank >= MOST:
        yield Refusal("campaign.ranks", "{who} has the highest rank.", args, "Promote somebody else.")
    elif not improvements(game, soldier):
        yield Refusal("campaign.promotion-limits", "Nothing of {who} can be improved.", args, "Promote somebody else.")


def improvements(game: Campaign, soldier: str) -> list[str]:
    """The lines that a soldier may still take."""
    return [key for key in content.promotions() if is_legal(improvement_refusals(game, soldier, key))]


@rule("campaign.promotion-limits", neutral=lambda game, soldier, key: iter(()))
def improvement_refusals(game: Campaign, soldier: str, key: str) -> Iterator[Refusal]:
    """Skills that it has, up to 10, each so many times."""
    limits, s, line = "campaign.promotion-limits", game.soldiers[soldier], content.promotions()[key]
    unit = content.units()[s.unit]
    args = {"who": soldier, "what": skill_name(key), "kind": unit.type, "times": line.times, "cap": line.cap}
    if (unit.type == "beast" and key not in BESTIAL) or (unit.type == "machine" and key == "will"):
        yield Refusal(limits, "{who} is a {kind}, which learns no {what}.", args)
    elif s.ups.count(key) >= line.times:
        yield Refusal(limits, "{who} has improved {what} {times:time} already.", args)
    elif not raised(game, soldier, key):
        lacks = not any(numbers(game, soldier)[k] for k in (key, *line.also))
        says = "{who} has no {what} to improve." if lacks else "{what} of {who} is {cap} already, the most there is."
        yield Refusal(limits, says, args)


def numbers(game: Campaign, soldier: str) -> dict[str, int]:
    p = recruit_profile(recruit_of(game, soldier), game.faction(game.soldiers[soldier].seat))
    return {"will": p.will, "wounds": p.wounds, "mobility": p.mobility, **p.skills}


def raised(game: Campaign, soldier: str, key: str) -> list[str]:
    """Which numbers of its card a line would raise."""
    line, now = content.promotions()[key], numbers(game, soldier)
    return [k for k in (key, *line.also) if now[k] > 0 and not (line.cap and now[k] >= line.cap)]


def gain(game: Campaign, soldier: str, key: str) -> str:
    """A line in words: all that it would raise."""
    return "+1 " + " and ".join(skill_name(k) for k in raised(game, soldier, key) or (key,))


def talents(game: Campaign, soldier: str) -> list[str]:
    return [talent for talent in TALENTS if is_legal(talent_refusals(game, soldier, talent))]


@rule(
    "campaign.promotion-talent", neutral=lambda game, soldier, talent: iter([Refusal("campaign.promotion-talent", "")])
)
def talent_refusals(game: Campaign, soldier: str, talent: str) -> Iterator[Refusal]:
    s, args = game.soldiers[soldier], {"who": soldier, "talent": talent}
    unit = content.units()[s.unit]
    if talent in (*unit.rules, *s.talents):
        yield Refusal("campaign.promotion-talent", "{who} has {talent} already.", args)
    snipes = any("Sniper" in content.weapons()[w].rules for w in weapons_of(s))
    if not {"Hacker": unit.computer_use > 0, "Squadsight": snipes}.get(talent, True):
        needs = "[Computer Use]" if talent == "Hacker" else "a Sniper weapon"
        yield Refusal("campaign.promotion-talent", "{talent} needs {needs}.", {**args, "needs": needs})


@scene
def promotion(game: Campaign, at: Promote) -> Flow[list[Scene]]:
    """One rank, one improvement; on reaching rank 3 a talent as well."""
    soldier = at.soldier
    seat = game.soldiers[soldier].seat
    up = yield from Choose(
        seat=seat,
        key="improve",
        rule="campaign.promotion",
        prompt="{who} is promoted: what improves?",
        args={"who": soldier},
        among=lambda: [*content.promotions()],
        why_not=lambda k: improvement_refusals(game, soldier, k),
        open=lambda: improvements(game, soldier),
        label=lambda k: gain(game, soldier, k),
    )
    rank, more = game.soldiers[soldier].rank + 1, gain(game, soldier, up)
    game.soldiers.set(soldier, rank=rank, ups=(*game.soldiers[soldier].ups, up))
    game.tell("{who} is promoted: {more}.", "campaign.promotion", who=soldier, more=more)
    write(game, soldier, f"promoted to {rank_name(game, soldier)}: {more}.")
    if rank == 3 and talents(game, soldier):
        talent = yield from Choose(
            seat=seat,
            key="talent",
            rule="campaign.promotion-talent",
            prompt="Which talent does {who} show?",
            args={"who": soldier},
            among=lambda: TALENTS,
            why_not=lambda t: talent_refusals(game, soldier, t),
            open=lambda: talents(game, soldier),
        )
        game.soldiers.set(soldier, talents=(*game.soldiers[soldier].talents, talent))
        game.tell("{who} learns {talent}.", "campaign.promotion-talent", who=soldier, talent=talent)
        write(game, soldier, f"learnt {talent}.")
    return []


def grant_refusals(game: Campaign, soldier: str, given: Sequence[str]) -> Iterator[Refusal]:
    if given.count(soldier) >= 2:
        says = "{who} has had two promotions from this draw."
        yield Refusal("rewards.experience-table", says, {"who": soldier}, "Promote somebody else.")
    yield from rise_refusals(game, soldier)


@scene
def grant(game: Campaign, at: Grant) -> Flow[list[Scene]]:
    """To one soldier or several, at most two to one from a draw."""
    able = [i for i in own(game, at.seat) if is_legal(grant_refusals(game, i, at.given))]
    if not at.left or not able:
        if at.left:
            says = "{n:promotion finds|promotions find} nobody who could be promoted."
            game.tell(says, "rewards.experience-table", n=at.left)
        return []
    cite("rewards.experience-table")
    id = yield from Choose(
        seat=at.seat,
        key="promote",
        rule="rewards.experience-table",
        prompt="Who is promoted?",
        among=lambda: own(game, at.seat),
        why_not=lambda i: () if i in able else grant_refusals(game, i, at.given),
        label=game.name,
    )
    return [Promote(id), Grant(at.seat, at.left - 1, (*at.given, id))]
