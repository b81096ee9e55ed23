"""What a screen shows of a campaign: the way of its battles, bases, dataslates with each operative's story, the
chronicle and the memorial."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Line, Panel, Person, Pips, Stage
from xenotable.engine.campaigns import stage_state, told_about, tone_of
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.narrative.dataslate import MOST, MOST_RP, RANKS, STAGE, honour_name, scar_name
from xenotable.games.killteam.state import Campaign, Fought, Record


def panels(game: Campaign, seat: int) -> list[Panel]:
    """The battles, then for each player, oneself first: the base, the operatives, the chronicle."""
    found = [Panel("campaign", "The campaign", "path", stages=tuple(stages(game, seat)))]
    found.append(Panel("points", "Campaign points", lines=tuple(points(game))))
    for s in sorted(game.slates, key=lambda s: (s != seat, s)):
        found += [base(game, s), operatives(game, s), story(game, s)]
    return found


# ---- the battles


def stages(game: Campaign, seat: int) -> Iterator[Stage]:
    for n in range(1, game.setup.battles + 1):
        fought = game.battles.get(n)
        state = stage_state(n, len(game.battles))
        side = seat if seat in game.slates else None
        yield Stage(
            f"{n}. {content.scenarios()[fought.scenario].name}" if fought else f"Battle {n}",
            about_battle(game, fought, state),
            state,
            outcome(game, fought) if fought else "",
            tone_of(fought.winner, side) if fought else "",
            f"field:{n}",
            tuple(at_stake(game, seat)) if state == "next" else (),
            tuple(battle_stories(game, n)),
        )


def about_battle(game: Campaign, fought: Fought | None, state: str) -> str:
    if fought is None:
        drawn = "The mission is drawn when the battle begins" if len(game.slates) > 1 else "Mission and enemy are drawn"
        return f"{drawn}." if state == "next" else ""
    if fought.foe:
        return f"Against the {content.teams()[fought.foe].name}, led by the machine."
    return " against ".join(game.seat_name(s) for s in game.slates)


def outcome(game: Campaign, fought: Fought) -> str:
    one, two = fought.scores
    return f"{game.seat_name(fought.winner)} won, {one} to {two}" if fought.winner >= 0 else f"A draw, {one} to {two}"


def at_stake(game: Campaign, seat: int) -> Iterator[tuple[str, str]]:
    """What the next battle can bring."""
    yield "Campaign points", "2 for a victory, 1 for a draw"
    yield "Requisition", "1 RP, the winner 2"
    slate = game.slates.get(seat)
    if slate is not None and slate.operation:
        entry = next(o for o in content.table("operation") if o.id == slate.operation)
        task, _, rest = entry.says.partition(" Finale: ")
        finale = slate.progress >= STAGE
        words = rest.partition(" Reward: ")[0] if finale else task.removeprefix("Stage one: ")
        yield entry.name, words[0].upper() + words[1:]


def battle_stories(game: Campaign, n: int) -> Iterator[str]:
    """What the chronicles and the stories of operatives say about a battle."""
    for slate in game.slates.values():
        if n <= len(slate.chronicle):
            yield f"{slate.name}: {slate.chronicle[n - 1]}"
    people = [(o.name, o.story) for slate in game.slates.values() for o in (*slate.operatives, *slate.former)]
    yield from told_about(people, f"Battle {n}: ")


def points(game: Campaign) -> Iterator[Line]:
    for s, won in enumerate(game.now.points):
        yield Line(game.seat_name(s), str(won), rule="narrative.campaign-end", seat=s)


# ---- a base


def base(game: Campaign, seat: int) -> Panel:
    slate = game.slates[seat]
    running = [Line("Operation", "none is running", rule="narrative.operation")]
    if slate.operation:
        finale = slate.progress >= STAGE
        said = f"{game.name(slate.operation)}: " + ("the finale" if finale else f"{slate.progress} of {STAGE} battles")
        where = content.origin("operation", slate.operation)
        running = [Line("Operation", said, min(slate.progress, STAGE), STAGE, rule="narrative.operation", origin=where)]
    lines = [
        Line("Requisition points", f"{slate.rp} RP", slate.rp, MOST_RP, rule="narrative.rp-spend"),
        Line("Assets", join_names(game, slate.assets, "none"), len(slate.assets), slate.slots, rule="narrative.assets"),
        Line("Stash", join_names(game, slate.stash, "empty"), rule="narrative.stash"),
        *running,
        Line("Finished operations", join_names(game, slate.finished, "none"), rule="narrative.operation"),
    ]
    written = (("Base", slate.base), ("History", slate.history), ("Quirk", slate.quirk))
    lines += [Line(label, text, rule="narrative.dataslate") for label, text in written if text]
    return Panel(f"base{seat}", game.seat_name(seat), lines=tuple(lines), seat=seat)


def join_names(game: Campaign, ids: tuple[str, ...], none: str) -> str:
    return ", ".join(game.name(id) for id in ids) or none


# ---- the operatives


def operatives(game: Campaign, seat: int) -> Panel:
    slate = game.slates[seat]
    people = [person(game, seat, o) for o in slate.operatives]
    people += [person(game, seat, o, gone=True) for o in slate.former]
    title = f"Dataslate of the {content.teams()[slate.team].name}: {len(slate.operatives)} of {MOST} operatives"
    return Panel(f"slate{seat}", title, "roster", people=tuple(people), seat=seat)


def person(game: Campaign, seat: int, record: Record, gone: bool = False) -> Person:
    """A narrative datacard."""
    state, tone = ("gone", "gone") if gone else operative_condition(game, seat, record)
    facts = [("XP", str(record.xp)), ("Battles", str(record.battles)), ("Kills", str(record.kills))]
    if record.specialism:
        facts.append(("Specialism", record.specialism.capitalize()))
    if record.scars:
        facts.append(("Scars", ", ".join(scar_name(s) for s in record.scars)))
    if record.notes:
        facts.append(("Notes", record.notes))
    arms = () if gone else tuple(content.weapons()[w].name for w in record.options)
    tags = (*(honour_name(record.specialism, h) for h in record.honours), *arms)
    title, pips = f"{record.rank} {game.name(record.unit)}", None if gone else way_up(record)
    return Person(f"{seat}:{record.name}", record.name, title, state, tone, pips, tuple(facts), tags, record.story)


def way_up(record: Record) -> Pips | None:
    """How far it is on the way to its next rank, which it reaches after a battle only."""
    below = next(least for least, rank in RANKS if rank == record.rank)
    above = next((least for least, _ in RANKS if least > below), None)
    return None if above is None else Pips(min(record.xp, above) - below, above - below, "XP to the next rank")


def operative_condition(game: Campaign, seat: int, record: Record) -> tuple[str, str]:
    """How an operative is, in a word or two, and whether that is good."""
    if record.name in game.fielded[seat].names and game.now.battle not in game.battles:
        return "takes part", "good"
    if record.scars:
        return ("rests, scarred" if record.rest else "scarred"), "bad"
    return ("rests", "warn") if record.rest else ("ready", "good")


# ---- what is written


def story(game: Campaign, seat: int) -> Panel:
    slate = game.slates[seat]
    lines = [Line(f"Battle {n}", says, rule="narrative.log") for n, says in enumerate(slate.chronicle, 1)]
    lines += [Line("In memory of", words, rule="narrative.scar-roll") for words in slate.memorial]
    return Panel(f"story{seat}", "Chronicle", lines=tuple(lines or [Line("Nothing is written yet")]), seat=seat)
