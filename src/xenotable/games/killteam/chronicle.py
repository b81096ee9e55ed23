"""What a screen shows of a campaign: battles, bases, dataslates, the chronicle and the memorial."""

from __future__ import annotations

from xenotable.engine import Line, Panel
from xenotable.games.killteam import content
from xenotable.games.killteam.campaign import Campaign
from xenotable.games.killteam.narrative import RANKS, STAGE, Record, honour_name, scar_name


def panels(game: Campaign, seat: int) -> list[Panel]:
    found = [standing(game)]
    for s in game.slates:
        found += [base(game, s), operatives(game, s), story(game, s)]
    return found


def standing(game: Campaign) -> Panel:
    """The battles so far, and the points."""
    lines = []
    for n, b in game.battles.items():
        won = f"{game.seat_name(b.winner)} won" if b.winner >= 0 else "a draw"
        place = content.scenarios()[b.scenario].name
        foe = f" against {content.teams()[b.foe].name}" if b.foe else ""
        lines.append(Line(f"{n}. {place}{foe}", f"{won}, {b.scores[0]} to {b.scores[1]}"))
    lines.append(Line("Battle", "", now=min(game.now.battle, game.setup.battles), full=game.setup.battles))
    for s, points in enumerate(game.now.points):
        lines += [Line(game.seat_name(s), f"{points} points", rule="narrative.campaign-end")]
    return Panel("campaign", "The campaign", lines=tuple(lines))


def base(game: Campaign, seat: int) -> Panel:
    slate = game.slates[seat]
    running = f"{game.name(slate.operation)}, {min(slate.progress, STAGE)} of {STAGE}" if slate.operation else "none"
    if slate.operation and slate.progress >= STAGE:
        running = f"{game.name(slate.operation)}, the finale"
    done = ", ".join(game.name(o) for o in slate.finished) or "none"
    assets = ", ".join(game.name(a) for a in slate.assets) or "none"
    stash = ", ".join(game.name(i) for i in slate.stash) or "empty"
    lines = (
        Line("Team", content.teams()[slate.team].name, rule="narrative.dataslate"),
        Line("Requisition points", f"{slate.rp} RP", rule="narrative.rp-spend"),
        Line("Assets", f"{assets} ({len(slate.assets)} of {slate.slots} slots)", rule="narrative.assets"),
        Line("Stash", stash, rule="narrative.stash"),
        Line("Operation", running, rule="narrative.operation"),
        Line("Finished operations", done, rule="narrative.operation"),
    )
    more = tuple(
        Line(label, text)
        for label, text in (("Base", slate.base), ("History", slate.history), ("Quirk", slate.quirk))
        if text
    )
    return Panel(f"base{seat}", game.seat_name(seat), lines=(*lines, *more), seat=seat)


def operatives(game: Campaign, seat: int) -> Panel:
    took = game.fielded[seat].names
    lines = tuple(operative(game, o, o.name in took) for o in game.slates[seat].operatives)
    return Panel(f"slate{seat}", "Dataslate", lines=lines, seat=seat)


def operative(game: Campaign, o: Record, took: bool) -> Line:
    """A narrative datacard in a line."""
    honours = ", ".join(honour_name(o.specialism, h) for h in o.honours)
    scars = ", ".join(scar_name(s) for s in o.scars)
    words = [f"{o.rank} {game.name(o.unit)}", f"{o.xp} XP", f"{o.battles} battles, {o.kills} kills"]
    words += [f"honours: {honours}"] if honours else []
    words += [f"scars: {scars}"] if scars else []
    words += [f"rested {o.rest}"] if o.rest else []
    words += [o.notes] if o.notes else []
    next_rank = next((least for least, _ in RANKS if least > o.xp), None)
    label = f"{o.name} *" if took else o.name
    return Line(label, "; ".join(words), now=o.xp, full=next_rank, rule="narrative.datacard")


def story(game: Campaign, seat: int) -> Panel:
    slate = game.slates[seat]
    lines = [Line(f"Battle {n}", says, rule="narrative.log") for n, says in enumerate(slate.chronicle, 1)]
    lines += [Line("In memory of", words, rule="narrative.scar-roll") for words in slate.memorial]
    return Panel(f"story{seat}", "Chronicle", lines=tuple(lines or [Line("Nothing is written yet")]), seat=seat)
