"""What follows a battle of a campaign (chapter narrative): experience, promotions, casualties, recovery, requisition,
operations, and the end of it all."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from xenotable.engine import Choose, Confirm, Flow, Pick, Scene, cite, rule, scene
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.narrative.campaign import note, prelude, write
from xenotable.games.killteam.rules.narrative.dataslate import (
    add_asset,
    add_chronicle,
    advance_operation,
    casualty,
    commend,
    count_rest,
    gain_battle_xp,
    gain_honour,
    honour_name,
    promote,
    record_of,
    recovery,
    recovery_odds,
    requisition,
    scar_name,
    with_record,
)
from xenotable.games.killteam.scenes import (
    Accounts,
    CasualtyTests,
    Commend,
    NextBattle,
    Promotions,
    RecoveryTests,
    Reward,
)
from xenotable.games.killteam.state import Campaign, Dataslate, Part, Performance

REWARD_RP, REWARD_XP = 3, 4
FINISHED, VICTORY, DRAW = 3, 2, 1  # campaign points


def part(game: Campaign, n: int, seat: int) -> Part:
    return game.battles[n].parts[seat]


def after(game: Campaign, n: int) -> list[Scene]:
    """Each player in turn, then the next battle."""
    found: list[Scene] = []
    for seat, slate in game.slates.items():
        took = part(game, n, seat).performances
        fell = tuple(name for name, performance in took if performance.fell)
        found += [
            Commend(n, seat),
            Promotions(seat, tuple(name for name, _ in took)),
            CasualtyTests(seat, fell, "as-infirmary" in slate.assets),
            RecoveryTests(seat, tuple(o.name for o in slate.operatives)),
            Accounts(n, seat),
        ]
    return [*found, NextBattle(n)]


# ---- experience


def performance_words(did: Performance) -> str:
    """What an operative did in a battle, in a sentence."""
    kills = f"incapacitated {did.kills} {'enemy' if did.kills == 1 else 'enemies'}" if did.kills else "took part"
    return kills + (", served the mission" if did.mission else "") + (", fell" if did.fell else "") + "."


@scene
def commendations(game: Campaign, at: Commend) -> Flow[list[Scene]]:
    """Everybody who took part learns something; one is commended, two by the winner."""
    slate = game.slates[at.seat]
    took = part(game, at.n, at.seat).performances
    for name, performance in took:
        slate = with_record(slate, gain_battle_xp(record_of(slate, name), performance))
    write(game, at.seat, count_rest(slate, tuple(name for name, _ in took)))
    for name, performance in took:
        note(game, at.seat, name, performance_words(performance))
    names = [name for name, _ in took]
    most = min(len(names), 2 if game.battles[at.n].winner == at.seat else 1)
    if not most:
        return []
    said = yield from Pick(
        seat=at.seat,
        key="commend",
        rule="narrative.xp-commend",
        prompt="Who is commended?",
        among=lambda: names,
        least=most,
        most=most,
    )
    for name in said:
        praised = commend(game.slates[at.seat], record_of(game.slates[at.seat], name))
        write(game, at.seat, with_record(game.slates[at.seat], praised))
        note(game, at.seat, name, "was commended.")
        game.tell("{o} is commended.", "narrative.xp-commend", o=name)
    return []


@scene
def promotions(game: Campaign, at: Promotions) -> Flow[list[Scene]]:
    if not at.left:
        return []
    name, rest = at.left[0], at.left[1:]
    slate = yield from promote(game.slates[at.seat], name, at.seat)
    record = record_of(slate, name)
    if record.rank != record_of(game.slates[at.seat], name).rank:
        write(game, at.seat, slate)
        honour = honour_name(record.specialism, record.honours[-1])
        note(game, at.seat, name, f"became {record.rank}, with the honour {honour}.")
        game.fielded.set(at.seat, honours=(*game.fielded[at.seat].honours, f"{name} ({honour})"))
        game.tell("{o} is {r} now, with the honour {h}.", "narrative.rank-up", o=name, r=record.rank, h=honour)
    return [Promotions(at.seat, rest)]


# ---- casualties


@scene
def casualty_tests(game: Campaign, at: CasualtyTests) -> Flow[list[Scene]]:
    if not at.left:
        return []
    name, rest = at.left[0], at.left[1:]
    slate, mercy = yield from casualty(game.slates[at.seat], name, at.mercy, at.seat)
    scars = len(record_of(game.slates[at.seat], name).scars)
    write(game, at.seat, slate)
    left = next((o for o in slate.operatives if o.name == name), None)
    if left is None:
        dead = len(slate.memorial) and slate.memorial[-1].startswith(f"{name},")
        game.tell("{o} is slain." if dead else "{o} has one scar too many and retires.", "narrative.scar-roll", o=name)
        scarred = f"{name} ({'slain' if dead else 'retired'})"
        game.fielded.set(at.seat, scars=(*game.fielded[at.seat].scars, scarred))
    elif len(left.scars) > scars:
        scar = scar_name(left.scars[-1])
        note(game, at.seat, name, f"bears a scar, {scar}.")
        game.fielded.set(at.seat, scars=(*game.fielded[at.seat].scars, f"{name} ({scar})"))
        game.tell("{o} bears a scar: {s}.", "narrative.scar-roll", o=name, s=scar)
    else:
        note(game, at.seat, name, "recovered fully.")
        game.tell("{o} recovers fully.", "narrative.casualty", o=name)
    return [CasualtyTests(at.seat, rest, mercy)]


@scene
def recovery_tests(game: Campaign, at: RecoveryTests) -> Flow[list[Scene]]:
    """Whoever rested with a scar may be tested."""
    resting = [o.name for o in game.slates[at.seat].operatives if o.rest and o.scars and o.name in at.left]
    if not resting:
        return []
    name = resting[0]
    tried = yield from Confirm(
        seat=at.seat,
        key="recover",
        rule="narrative.recovery",
        prompt="{o} has rested: a recovery test?",
        args={"o": name},
        odds=lambda yes: recovery_odds(record_of(game.slates[at.seat], name)) if yes else None,
        default=True,
    )
    if tried:
        slate = yield from recovery(game.slates[at.seat], name, at.seat)
        healed = len(record_of(slate, name).scars) < len(record_of(game.slates[at.seat], name).scars)
        write(game, at.seat, slate)
        if healed:
            note(game, at.seat, name, "rested, and lost a scar.")
        game.tell("{o} loses a scar." if healed else "{o} does not recover yet.", "narrative.recovery", o=name)
    return [RecoveryTests(at.seat, tuple(n for n in at.left if n != name))]


# ---- requisition and operations


Judge = Callable[[Part, bool, str], bool]  # a side's part of a battle, whether it won, and where
TASKS: dict[str, Judge] = {
    "op-sever": lambda p, won, place: p.shot >= 3,
    "op-ghost-map": lambda p, won, place: p.reached,
    "op-siege": lambda p, won, place: p.held,
}
FINALES: dict[str, Judge] = {
    "op-sever": lambda p, won, place: won and p.leader,
    "op-ghost-map": lambda p, won, place: won and place in ("data-harvest", "salvage-run"),
    "op-siege": lambda p, won, place: 2 * p.lost < p.size,
}


@scene
def accounts(game: Campaign, at: Accounts) -> list[Scene]:
    """RP, the state of the operation, and a line in the chronicle."""
    battle, slate = game.battles[at.n], game.slates[at.seat]
    won, mine = battle.winner == at.seat, battle.parts[at.seat]
    running = slate.operation
    slate = replace(slate, rp=requisition(slate.rp, won), listened=slate.listened or mine.listened)
    if running:
        task, finale = (t[running](mine, won, battle.scenario) for t in (TASKS, FINALES))
        further = advance_operation(slate, task, finale)
        if further.progress > slate.progress:
            game.tell("{o}: {n} of 3 done.", "narrative.operation", o=running, n=further.progress)
        slate = further
    place = content.scenarios()[battle.scenario].name
    score = battle.scores if at.seat == 0 else battle.scores[::-1]
    gained = game.fielded[at.seat]
    more = (
        ("Honours", ", ".join(gained.honours)),
        ("Scars", ", ".join(gained.scars)),
        ("Remembered", mine.moment),
    )
    slate = add_chronicle(slate, dict(mine.performances), won, f"{place}, {score[0]} to {score[1]}.", more)
    write(game, at.seat, slate)
    if running and not slate.operation:
        game.tell("{who} completed {o}.", "narrative.operation", who=game.seat_name(at.seat), o=running)
        return [Reward(at.seat, running)]
    return []


def prizes(slate: Dataslate, operation: str) -> list[tuple[str, str]]:
    """What an operation offers when it is complete."""
    if operation == "op-ghost-map":
        free = len(slate.assets) < slate.slots
        assets = [a.id for a in content.table("asset") if a.id not in slate.assets] if free else []
        return [*(("asset", a) for a in assets), *(("xp", o.name) for o in slate.operatives)] or [("rp", "")]
    if operation == "op-siege":
        return [*(("honour", o.name) for o in slate.operatives if not o.honours), ("rp", "")]
    stash = [i.id for i in content.items().values() if i.team == "stash" and i.id not in slate.stash]
    return [*(("stash", i) for i in stash), ("rp", "")]


def prize_label(game: Campaign, prize: tuple[str, str]) -> str:
    what, on = prize
    words = {"rp": f"{REWARD_RP} RP", "xp": f"{REWARD_XP} XP for {on}", "honour": f"A battle honour for {on}"}
    return words.get(what) or game.name(on)


@scene
def reward(game: Campaign, at: Reward) -> Flow[list[Scene]]:
    what, on = yield from Choose(
        seat=at.seat,
        key="reward",
        rule="narrative.operation",
        prompt="{o} is complete: which reward?",
        args={"o": at.operation},
        among=lambda: prizes(game.slates[at.seat], at.operation),
        label=lambda p: prize_label(game, p),
    )
    slate = game.slates[at.seat]
    if what == "honour":
        record = yield from gain_honour(record_of(game.slates[at.seat], on), at.seat)
        slate = with_record(game.slates[at.seat], record)
    elif what == "xp":
        slate = with_record(slate, replace(record_of(slate, on), xp=record_of(slate, on).xp + REWARD_XP))
    elif what == "asset":
        slate = add_asset(slate, on)
    elif what == "stash":
        slate = replace(slate, stash=(*slate.stash, on))
    else:
        slate = replace(slate, rp=min(10, slate.rp + REWARD_RP))
    write(game, at.seat, slate)
    says = "Reward for {who}: {p}."
    game.tell(says, "narrative.operation", who=game.seat_name(at.seat), p=prize_label(game, (what, on)))
    return []


# ---- the end


@scene
def next_battle(game: Campaign, at: NextBattle) -> list[Scene]:
    points = tuple(standings(game, seat) for seat in (0, 1))
    game.ledger.set("now", points=points)
    if at.n < game.setup.battles:
        return prelude(game, at.n + 1)
    finish(game)
    return []


@rule("narrative.campaign-end", neutral=lambda game, seat: 0)
def standings(game: Campaign, seat: int) -> int:
    """Campaign points: 3 for each finished operation, 2 for each victory, 1 for each draw."""
    won = [b.winner for b in game.battles.values()]
    operations = len(game.slates[seat].finished) if seat in game.slates else 0
    return FINISHED * operations + VICTORY * won.count(seat) + DRAW * won.count(-1)


def all_lost(game: Campaign) -> bool:
    """Whether a campaign that no player has won was won by a foe whom nobody plays, and is no draw. One that is given
    up has no score: it is lost however it stood."""
    one, two = game.now.points
    given_up = game.result is not None and not game.result.scores
    return given_up or one != two


def finish(game: Campaign) -> None:
    one, two = game.now.points
    scores = (float(one), float(two))[: len(game.slates)]
    cite("narrative.campaign-end")
    if one == two:
        game.finish((), f"The campaign is drawn at {one} points each.", "narrative.campaign-end", scores)
        return
    best = 0 if one > two else 1
    says = f"{game.seat_name(best)} won the campaign with {max(one, two)} points against {min(one, two)}."
    game.finish((best,) if best in game.slates else (), says, "narrative.campaign-end", scores)
