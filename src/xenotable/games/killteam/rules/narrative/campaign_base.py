"""Between the battles of a campaign (chapter narrative): the base, operations, and what requisition points buy."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Refusal, Scene, scene
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.narrative.campaign import write
from xenotable.games.killteam.rules.narrative.dataslate import (
    MOST,
    add_asset,
    buy,
    record_of,
    requisition_refusals,
    with_note,
    with_record,
    without_record,
)
from xenotable.games.killteam.rules.setup.kill_teams import kinds_of
from xenotable.games.killteam.scenes import Founding, Undertake, VisitBase
from xenotable.games.killteam.state import Campaign, Dataslate

Deal = tuple[str, str]  # what is bought, and for whom


# ---- the base


@scene
def founding(game: Campaign, at: Founding) -> Flow[list[Scene]]:
    asset = yield from Choose(
        seat=at.seat,
        key="asset",
        rule="narrative.assets",
        prompt="Which asset does your base begin with?",
        among=lambda: [a.id for a in content.table("asset")],
        label=lambda id: f"{game.name(id)}: {text_of('asset', id)}",
    )
    write(game, at.seat, add_asset(game.slates[at.seat], asset))
    game.tell("{who} began with the {a}.", "narrative.assets", who=game.seat_name(at.seat), a=asset)
    return []


def text_of(table: str, id: str) -> str:
    return next(t.says for t in content.table(table) if t.id == id)


@scene
def undertake(game: Campaign, at: Undertake) -> Flow[list[Scene]]:
    """One operation at a time; a finished one is not taken again while there are others."""
    if game.slates[at.seat].operation:
        return []
    done = game.slates[at.seat].finished
    every = [t.id for t in content.table("operation")]
    options: list[str | None] = [*([o for o in every if o not in done] or every), None]
    said = yield from Choose(
        seat=at.seat,
        key="operation",
        rule="narrative.operation",
        prompt="Which operation is taken on?",
        among=lambda: options,
        label=lambda id: f"{game.name(id)}: {text_of('operation', id)}" if id else "none for now",
        default=None,
    )
    if said is not None:
        game.slates.set(at.seat, operation=said, progress=0, listened=False)
        game.tell("{who} took on {o}.", "narrative.operation", who=game.seat_name(at.seat), o=said)
    return []


# ---- requisition


def deals(game: Campaign, seat: int) -> list[Deal]:
    """Everything that requisition points could buy now."""
    slate = game.slates[seat]
    found: list[Deal] = [("done", "")]
    found += [("rq-recruit", str(b.value)) for b in kinds_of(slate.team)]
    found += [("rq-training", o.name) for o in slate.operatives]
    found += [("rq-stash", i.id) for i in content.items().values() if i.team == "stash" and i.id not in slate.stash]
    found.append(("rq-slot", ""))
    if len(slate.operatives) >= MOST:
        found += [("dismiss", o.name) for o in slate.operatives]
    return found


def deal_refusals(game: Campaign, seat: int, deal: Deal) -> Iterator[Refusal]:
    if deal[0].startswith("rq-"):
        yield from requisition_refusals(game.slates[seat], deal[0], deal[1] if deal[0] == "rq-training" else "")


def deal_label(game: Campaign, slate: Dataslate, deal: Deal) -> str:
    what, on = deal
    if what == "done":
        return "That is all"
    if what == "dismiss":
        return f"Dismiss {on}"
    if what == "rq-training":
        record = record_of(slate, on)
        on = f"{on}, {record.rank}, {record.xp} XP"
    unit, _, option = on.partition(":")
    whom = game.name(unit) + (f" with {content.weapons()[option].name}" if option else "")
    cost = next(r.cost for r in content.table("requisition") if r.id == what)
    return f"{game.name(what)} ({cost} RP)" + (f": {whom}" if on else "")


@scene
def visit_base(game: Campaign, at: VisitBase) -> Flow[list[Scene]]:
    """One purchase after the other, before a battle and so after the one before it."""
    deal = yield from Choose(
        seat=at.seat,
        key="quarters",
        rule="narrative.rp-spend",
        prompt="{n} RP: what is bought?",
        args={"n": game.slates[at.seat].rp},
        among=lambda: deals(game, at.seat),
        why_not=lambda d: deal_refusals(game, at.seat, d),
        label=lambda d: deal_label(game, game.slates[at.seat], d),
        default=("done", ""),
    )
    if deal[0] == "done":
        return []
    slate = game.slates[at.seat]
    if deal[0] == "dismiss":
        write(game, at.seat, without_record(slate, with_note(record_of(slate, deal[1]), "Dismissed.")))
        game.tell("{o} is dismissed.", "narrative.max-roster", o=deal[1])
    else:
        write(game, at.seat, buy(slate, *deal))
        if deal[0] == "rq-training":
            trained = with_note(
                record_of(game.slates[at.seat], deal[1]), f"Trained before battle {len(slate.chronicle) + 1}."
            )
            write(game, at.seat, with_record(game.slates[at.seat], trained))
        says = "{who}: {d}."
        game.tell(says, "narrative.rp-spend", who=game.seat_name(at.seat), d=deal_label(game, slate, deal))
    return [at]
