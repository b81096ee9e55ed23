"""The dataslate of a campaign (chapter narrative), what a battle does to it, and what requisition buys.

Everything is a function from one slate to the next; those that roll or ask are flows, so that their dice are taped like
any. In which order a campaign calls them stands in `campaign` (before a battle) and `after_battle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from xenotable.engine import Choose, Confirm, Flow, Forecast, Refusal, cite, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Member, Roster
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.rules.dice.rolls import modified_result, one_die, sixths
from xenotable.games.killteam.state import Dataslate, KillTeam, Performance, Record

RANKS = ((0, "Recruit"), (5, "Seasoned"), (12, "Veteran"), (21, "Elite"), (32, "Legend"))
MOST, MOST_RP, MOST_SLOTS, MOST_SCARS, STAGE = 20, 10, 4, 3, 3
SLAIN, SURGERY = 1, 2
LISTENING_POST = "as-listening-post"  # an asset


@rule("narrative.start")
def new_slate(name: str, player: str, team: str, members: tuple[Member, ...] = ()) -> Dataslate:
    """A legal kill team of Recruits, 3 RP, 2 asset slots; names from the team's list where none are given."""
    cite("narrative.dataslate")
    cite("narrative.datacard")
    chosen = members or rosters.default_roster(team).members
    names = content.names()[team]
    records = tuple(Record(m.name or names[i % len(names)], m.unit, m.options) for i, m in enumerate(chosen))
    return Dataslate(name, player, team, records)


def record_of(slate: Dataslate, name: str) -> Record:
    return next(o for o in slate.operatives if o.name == name)


def with_note(record: Record, says: str) -> Record:
    """A sentence more in its story."""
    return replace(record, story=(*record.story, says))


@rule("narrative.max-roster")
def without_record(slate: Dataslate, record: Record) -> Dataslate:
    """It is gone for good: its record is kept, to be read."""
    left = tuple(x for x in slate.operatives if x.name != record.name)
    return replace(slate, operatives=left, former=(*slate.former, record))


def with_record(slate: Dataslate, record: Record) -> Dataslate:
    return replace(slate, operatives=tuple(record if o.name == record.name else o for o in slate.operatives))


@rule("narrative.deploy")
def roster(slate: Dataslate, names: tuple[str, ...]) -> Roster:
    """A kill team from the slate; missing numbers are filled with nameless Recruits: a leader if none is there, then
    the rank and file."""
    team = content.teams()[slate.team]
    members = [as_member(record_of(slate, n)) for n in names]
    missing = [team.line] * (team.size - len(members))
    if missing and all(content.units()[m.unit].role != "leader" for m in members):
        missing[0] = team.leader
    members += [rosters.member(unit) for unit in missing]
    return Roster(slate.team, tuple(members), stash_for(slate), assets_in_battle(slate))


def as_member(record: Record) -> Member:
    return Member(
        record.unit,
        record.options,
        record.name,
        tuple(f"{record.specialism}:{h}" for h in record.honours),
        record.scars,
    )


@rule("narrative.stash", neutral=lambda slate: ())
def stash_for(slate: Dataslate) -> tuple[str, ...]:
    """Each item owned may be assigned once, like equipment."""
    return tuple(dict.fromkeys(slate.stash))


# ---- after a battle


def operative_performances(game: KillTeam, seat: int) -> dict[str, Performance]:
    """What the named operatives of a side did, from the state of a finished battle; of nameless ones nobody writes.
    Whoever fell has fallen, also if it was set up again."""
    known = {m.name for m in game.setup.rosters[seat].members if m.name}
    fell = {death.operative for death in game.deaths.values()}
    return {
        o.name: Performance(o.kills, bool(o.missions or o.carries), id in fell)
        for id, o in game.operatives.items()
        if o.seat == seat and o.name in known
    }


@rule("narrative.xp-fought", neutral=lambda o, performance: o)
def gain_battle_xp(record: Record, performance: Performance) -> Record:
    cite("narrative.xp-kills")
    cite("narrative.xp-mission")
    gained = 1 + min(3, performance.kills) + (1 if performance.mission else 0)
    return replace(record, xp=record.xp + gained, battles=record.battles + 1, kills=record.kills + performance.kills)


@rule("narrative.xp-commend", neutral=lambda slate, o: o)
def commend(slate: Dataslate, record: Record) -> Record:
    if "as-range" in slate.assets:
        cite("narrative.assets")
        return replace(record, xp=record.xp + 3)
    return replace(record, xp=record.xp + 2)


@rule("narrative.ranks", neutral=lambda xp: "")
def rank_of(xp: int) -> str:
    return next(name for least, name in reversed(RANKS) if xp >= least)


@rule("narrative.rank-up", neutral=lambda slate, *_: slate)
def promote(slate: Dataslate, name: str, seat: int = 0) -> Flow[Dataslate]:
    """One rank per battle at most; each new rank brings a battle honour."""
    record = record_of(slate, name)
    order = [r for _, r in RANKS]
    if order.index(rank_of(record.xp)) <= order.index(record.rank):
        return slate
    record = yield from gain_honour(replace(record, rank=order[order.index(record.rank) + 1]), seat)
    return with_record(slate, record)


@rule("narrative.specialism", neutral=lambda o, seat=0: replace(o, specialism=o.specialism or "blade"))
def choose_specialism(record: Record, seat: int = 0) -> Flow[Record]:
    """Chosen with the first honour, and for good."""
    if record.specialism:
        return record
    choice = yield from Choose(
        seat=seat,
        key="specialism",
        rule="narrative.specialism",
        prompt="Which specialism does {o} take?",
        args={"o": record.name},
        among=lambda: [s.id for s in content.table("specialism")],
        label=lambda id: next(s.name for s in content.table("specialism") if s.id == id),
        odds=lambda id: honour_odds(record, id),
    )
    return replace(record, specialism=choice)


def next_honour(record: Record, face: int) -> int | None:
    """The honour of this roll, or the next higher one that it lacks; after 6 comes 1."""
    return next((h for h in ((face - 1 + k) % 6 + 1 for k in range(6)) if h not in record.honours), None)


def honour_odds(record: Record, specialism: str) -> Forecast:
    """What the roll on a table can bring."""
    faces: dict[str, int] = {}
    for face in range(1, 7):
        honour = next_honour(record, face)
        name = honour_name(specialism, honour) if honour else "nothing more"
        faces[name] = faces.get(name, 0) + 1
    return sixths(f"An honour of the {specialism.capitalize()}", "narrative.honour-roll", faces)


@rule("narrative.honour-roll", neutral=lambda o, seat=0: o)
def gain_honour(record: Record, seat: int = 0) -> Flow[Record]:
    """A D6 on the specialism's table; one already held gives the next higher it lacks, after 6 comes 1."""
    record = yield from choose_specialism(record, seat)
    face = yield from one_die(seat, "honour", "narrative.honour-roll")
    honour = next_honour(record, face)
    return replace(record, honours=(*record.honours, honour)) if honour else record


@rule("narrative.casualty", neutral=lambda slate, name, mercy=False, seat=0: (slate, mercy))
def casualty(slate: Dataslate, name: str, mercy: bool = False, seat: int = 0) -> Flow[tuple[Dataslate, bool]]:
    """On a 1 a scar. The Infirmary (`mercy`) turns the first 1 into a 2; Field Surgery rolls once more."""
    face = yield from one_die(seat, "casualty", "narrative.casualty")
    if face == 1 and mercy:
        cite("narrative.assets")
        return slate, False
    prompt = f"{name} is badly hurt: Field Surgery (1 RP) for another roll?"
    if face == 1 and (yield from surgery(slate, prompt, seat, {"recovers": 5, "bears a scar, or worse": 1})):
        slate = buy(slate, "rq-surgery")
        face = yield from one_die(seat, "casualty", "rq-surgery")
    if face == 1:
        slate = yield from gain_scar(slate, name, seat)
    return slate, mercy


def surgery(slate: Dataslate, prompt: str, seat: int, faces: dict[str, int]) -> Flow[bool]:
    """Offered after the die is seen, while it can be paid; `faces` says what it brings, in sixths."""
    if any(requisition_refusals(slate, "rq-surgery")):
        return False
    rule = content.entry("rq-surgery")
    return (
        yield from Confirm(
            seat=seat,
            key="surgery",
            rule=rule,
            prompt=prompt,
            yes="Operate",
            no="Save the RP",
            odds=lambda yes: sixths("Field Surgery", rule, faces) if yes else None,
        )
    )


def recovery_odds(record: Record) -> Forecast:
    good = min(6, max(0, 2 + record.rest))
    return sixths("Recovery test", "narrative.recovery", {"a scar is gone": good, "not yet": 6 - good})


@rule("narrative.scar-roll", neutral=lambda slate, *_: slate)
def gain_scar(slate: Dataslate, name: str, seat: int = 0) -> Flow[Dataslate]:
    """1 is Slain. A scar already held is replaced by the next higher it lacks, after 6 comes 2."""
    record = record_of(slate, name)
    face = yield from one_die(seat, "scar", "narrative.scar-roll")
    if face == SLAIN:
        return bury(slate, record)
    if len(record.scars) >= MOST_SCARS:
        cite("narrative.scar-limit")
        return without_record(slate, with_note(record, "Retired with one scar too many."))
    free = [s for s in ((face - 2 + k) % 5 + 2 for k in range(5)) if s not in record.scars]
    return with_record(slate, replace(record, scars=(*record.scars, free[0])))


def bury(slate: Dataslate, record: Record) -> Dataslate:
    honours = ", ".join(honour_name(record.specialism, h) for h in record.honours) or "no honours"
    words = f"{record.name}, {record.rank} {content.units()[record.unit].name}: {honours}"
    return replace(without_record(slate, with_note(record, "Slain.")), memorial=(*slate.memorial, words))


@rule("narrative.rest", neutral=lambda slate, deployed: slate)
def count_rest(slate: Dataslate, deployed: tuple[str, ...]) -> Dataslate:
    """Those who stayed behind rest; for those deployed the tally is cleared."""
    records = tuple(replace(o, rest=0 if o.name in deployed else o.rest + 1) for o in slate.operatives)
    return replace(slate, operatives=records)


@rule("narrative.recovery", neutral=lambda slate, *_: slate)
def recovery(slate: Dataslate, name: str, seat: int = 0) -> Flow[Dataslate]:
    """A D6 plus the rest tally: on 5+ one scar is gone. Field Surgery adds 2 after the die is seen."""
    face = yield from one_die(seat, "recovery", "narrative.recovery")
    record = record_of(slate, name)
    short = 5 - modified_result(face, record.rest)
    if 0 < short <= SURGERY and (
        yield from surgery(
            slate, f"{name} is nearly well: Field Surgery (1 RP) adds 2 to its recovery?", seat, {"a scar is gone": 6}
        )
    ):
        slate, short = buy(slate, "rq-surgery"), short - SURGERY
    if short > 0:
        return slate
    scar = record.scars[0]
    if len(record.scars) > 1:
        scar = yield from Choose(
            seat=seat,
            key="scar",
            rule="narrative.recovery",
            prompt="Which scar of {o} heals?",
            args={"o": name},
            among=lambda: record.scars,
            label=scar_name,
        )
    return with_record(slate, replace(record, scars=tuple(s for s in record.scars if s != scar), rest=0))


def scar_name(roll: int) -> str:
    return next(s.name for s in content.table("scar") if s.roll == roll)


def honour_name(specialism: str, roll: int) -> str:
    return next(h.name for h in content.table("honour") if h.specialism == specialism and h.roll == roll)


@rule("narrative.rp-gain", neutral=lambda rp, won: rp)
def requisition(rp: int, won: bool) -> int:
    return min(MOST_RP, rp + 1 + won)


@rule("narrative.log", neutral=lambda slate, *_: slate)
def add_chronicle(
    slate: Dataslate, done: dict[str, Performance], won: bool, result: str, more: Sequence[tuple[str, str]] = ()
) -> Dataslate:
    """An entry for the battle: result, kills, the fallen, and whatever else there is to tell under some heading."""
    kills = ", ".join(f"{n} {d.kills}" for n, d in done.items() if d.kills) or "none"
    fell = ", ".join(n for n, d in done.items() if d.fell) or "nobody"
    told = "".join(f" {head}: {words}." for head, words in more if words)
    line = " ".join(f"{'Victory' if won else 'No victory'}. {result} Kills: {kills}. Fallen: {fell}.{told}".split())
    return replace(slate, chronicle=(*slate.chronicle, line))


# ---- requisition and operations


def requisition_refusals(slate: Dataslate, id: str, on: str = "") -> Iterator[Refusal]:
    entry = next(r for r in content.table("requisition") if r.id == id)
    if slate.rp < entry.cost:
        args = {"r": entry.name, "n": entry.cost, "p": slate.rp}
        yield Refusal("narrative.rp-spend", "{r} costs {n} RP; there are {p}.", args)
    if id == "rq-recruit" and len(slate.operatives) >= MOST:
        yield Refusal("narrative.max-roster", "A dataslate holds at most 20 operatives.")
    if id == "rq-training" and on and record_of(slate, on).rank in record_of(slate, on).trained:
        yield Refusal("narrative.rp-spend", "{o} was trained in this rank.", {"o": on})
    if id == "rq-slot" and slate.slots >= MOST_SLOTS:
        yield Refusal("narrative.assets", "A base has at most 4 asset slots.")


@rule("narrative.rp-spend", neutral=lambda slate, *_: slate)
def buy(slate: Dataslate, id: str, on: str = "") -> Dataslate:
    """What requisition points bring: `on` is an operative, a unit or an item."""
    entry = next(r for r in content.table("requisition") if r.id == id)
    slate = replace(slate, rp=slate.rp - entry.cost)
    if id == "rq-recruit":
        taken = {o.name for o in (*slate.operatives, *slate.former)}
        name = next(n for n in content.names()[slate.team] if n not in taken)
        unit, *options = on.split(":")
        member = rosters.member(unit, *options)
        joins = Record(name, member.unit, member.options, story=(f"Joined after {len(slate.chronicle)} battles.",))
        return replace(slate, operatives=(*slate.operatives, joins))
    if id == "rq-training":
        record = record_of(slate, on)
        return with_record(slate, replace(record, xp=record.xp + 3, trained=(*record.trained, record.rank)))
    if id == "rq-stash":
        return replace(slate, stash=(*slate.stash, on))
    if id == "rq-slot":
        return replace(slate, slots=slate.slots + 1)
    return slate


@rule("narrative.assets", neutral=lambda slate: slate.assets)
def assets_in_battle(slate: Dataslate) -> tuple[str, ...]:
    """A Listening Post helps once per operation."""
    return tuple(a for a in slate.assets if a != LISTENING_POST or not slate.listened)


@rule("narrative.assets", neutral=lambda slate, asset: slate)
def add_asset(slate: Dataslate, asset: str) -> Dataslate:
    """One asset in each slot."""
    if len(slate.assets) >= slate.slots or asset in slate.assets:
        return slate
    return replace(slate, assets=(*slate.assets, asset))


@rule("narrative.operation", neutral=lambda slate, *_: slate)
def advance_operation(slate: Dataslate, task: bool, finale: bool) -> Dataslate:
    """Three battles with the task, then one with the finale: then the reward may be chosen and a new one taken."""
    if not slate.operation:
        return slate
    if slate.progress < STAGE:
        return replace(slate, progress=slate.progress + (1 if task else 0))
    if not finale:
        return slate
    return replace(slate, operation="", progress=0, finished=(*slate.finished, slate.operation))
