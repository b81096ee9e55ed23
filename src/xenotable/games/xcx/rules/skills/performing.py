"""Using a skill on a Down order: [Computer Use], [Interact], [Search]."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Choose, Draw, Flow, cite, rule
from xenotable.engine.gestures import Aimed
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.bag.dice import counts_as_activation
from xenotable.games.xcx.rules.damage.armour import heal
from xenotable.games.xcx.rules.missions import tasks
from xenotable.games.xcx.rules.missions.hive import picks_up_core
from xenotable.games.xcx.rules.missions.points import count_objective
from xenotable.games.xcx.rules.play.models import is_ai, seat_of
from xenotable.games.xcx.rules.rewards.equipment import DRESSING
from xenotable.games.xcx.rules.skills.attempts import Attempt
from xenotable.games.xcx.rules.skills.control import take_control
from xenotable.games.xcx.rules.squad.profiles import join, profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.rules.tests import d6, dice_words, skill_name, two_dice, under
from xenotable.games.xcx.state import TABLE, Recruit, Xcx


@rule("skills.hack-terminal", neutral=lambda game, model, target: None)
def on_hack(game: Xcx, model: str, target: str) -> None:
    if game.things[target].kind == "derelict":
        wake(game, model, target)
        return
    game.things.set(target, holder=game.models[model].side)
    game.tell("{who} takes {target} over.", "skills.hack-terminal", who=model, target=target)


@rule("skills.hack-derelict", neutral=lambda game, model, target: None)
def wake(game: Xcx, model: str, target: str) -> None:
    """A derelict SPARK joins the hacker's side for this battle; its die enters when the next round is filled."""
    cite("missions.line-derelicts")
    side, t = game.models[model].side, game.things[target]
    game.things.set(target, gone=True)
    game.note(gone=(*game.now.gone, target))
    number = 1 + max(m.number for m in game.models.values() if m.owner == side)
    spark = join(
        game, side, number, Recruit("spark"), "", seat_of(game, model)
    )  # a controlled hacker works for its master
    x, y = field_of(game).from_layout((t.x, t.y))
    game.models.set(spark, x=x, y=y, state=TABLE, activated=True)
    game.tell("A derelict SPARK wakes for {side}.", "skills.hack-derelict", side=game.side_name(side))


@rule("skills.used-on-down", neutral=lambda game, model, deed: None)
def perform(game: Xcx, model: str, deed: Attempt) -> Flow[None]:
    """One attempt with one skill on one target, or one item; the model is Down in any case."""
    what, target = deed[0], deed[1]
    if what in DRESSING:
        game.models.set(model, used=(*game.models[model].used, what))
        healed = heal(game, target, DRESSING[what])
        says = "{who} treats {target} with a {item}: {n:Wound} restored, {now} now."
        now = game.models[target].wounds
        game.tell(says, "rewards.field-dressing", who=model, target=target, item=what, n=healed, now=now)
        return
    value = profile_of(game, model).skill(what)
    cite("skills.no-modifiers")
    faces = yield from two_dice(seat_of(game, model), "skill", "skills.test-needed", f"{skill_name(what)} test")
    done = under(sum(faces), value)
    says = "{who} tries {skill} on {target}: value {v}, roll {n}: {end}."
    name, end = skill_name(what), "success" if done else "failure"
    shows, n = (Aimed((model,), (target,), "power"),), dice_words(faces)
    game.tell(says, "skills.test-needed", shows=shows, who=model, skill=name, target=target, v=value, n=n, end=end)
    if not done:
        return
    if what == "computer_use":
        yield from resolve_hack(game, model, target, sum(faces), value)
    elif what == "search":
        yield from resolve_search(game, model, target)
    else:
        cite("skills.interact")
        tasks.on_interact(game, model, target)


def resolve_hack(game: Xcx, model: str, target: str, total: int, value: int) -> Flow[None]:
    count_objective(game, model)
    if target in game.things:
        on_hack(game, model, target)
        return
    if total <= value // 2 and (yield from overrides(game, model, target)):
        take_control(game, model, target, "skills.hack-override")
        return
    shut_down(game, target)


@rule("skills.hack-override", neutral=lambda game, model, target: False)
def overrides(game: Xcx, model: str, target: str) -> Flow[bool]:
    """A great hack may take the machine over instead."""
    if is_ai(game, game.models[model].side):
        cite("ai.hacking")
        return True
    return (
        yield from Choose(
            seat=seat_of(game, model),
            key="override",
            rule="skills.hack-override",
            default=True,
            prompt="Override {who} instead of shutting it down?",
            args={"who": target},
            among=lambda: (True, False),
            label=lambda o: "Override" if o else "Shut down",
        )
    )


@rule("skills.hack-shutdown", neutral=lambda game, target: None)
def shut_down(game: Xcx, target: str) -> None:
    game.models.set(target, down=True, watch=False)
    counts_as_activation(game, target)
    game.tell("{who} is shut down.", "skills.hack-shutdown", who=target)


@rule("skills.search", neutral=lambda game, model, target: None)
def resolve_search(game: Xcx, model: str, target: str) -> Flow[None]:
    """A success: the core is picked up, a container is rolled for and removed."""
    count_objective(game, model)
    if picks_up_core(game, model, target):
        return
    find = yield from roll_find(game, seat_of(game, model))
    cite("skills.search-find")
    game.models.set(model, finds=(*game.models[model].finds, find))
    game.tell("{who} finds {what}.", "skills.search-table", who=model, what=find_name(find))
    tasks.on_search(game, model, target)


@rule("skills.search-table", neutral=lambda game, seat: "nothing")
def roll_find(game: Any, seat: int) -> Flow[str]:
    """A D6 on the search table; items, weapons and armour by the rank of a card."""
    face = yield from d6(seat, "find", "skills.search-table", "What is in it?")
    line = next(r for r in content.search_results() if face in r.d6)
    if line.kind in ("nothing", "supplies"):
        return line.kind
    rank = yield from Draw(
        key="rank", rule="skills.search-table", prompt="Draw a rank", bag=[(r, 4) for r in range(1, 11)]
    )
    return content.rewards()[line.detail, rank, 1].gives


def find_name(find: str) -> str:
    return {"nothing": "nothing", "supplies": "supplies worth 20 spl"}.get(find, content.equipment_name(find))
