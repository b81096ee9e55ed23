"""Chapter turns: the four turning points, initiative, Strategy phase, and what happens at the end of each."""

from __future__ import annotations

import math

from xenotable.engine import (
    All,
    Choose,
    Draw,
    Flow,
    Pick,
    Piece,
    Place,
    Placed,
    Random,
    Reckon,
    Refusal,
    Scene,
    acts,
    cite,
    rule,
    scene,
)
from xenotable.engine.gestures import Drew
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.dice.rolls import roll_off
from xenotable.games.killteam.rules.movement.legality import ENGAGEMENT, can_stand, is_engaged, solid_pieces
from xenotable.games.killteam.rules.narrative.battle_effects import note_turning_point
from xenotable.games.killteam.rules.play.measuring import order_of_effects
from xenotable.games.killteam.rules.ploys import buying, strategic
from xenotable.games.killteam.rules.scoring import missions, tac_ops
from xenotable.games.killteam.rules.setup import territory
from xenotable.games.killteam.scenes import Firefight, Hatch, LateReveal, Reveal, Strategy, Turn, TurnEnd
from xenotable.games.killteam.state import CONCEAL, SEATS, KillTeam, card, scenario_of, standing_operatives
from xenotable.table import Region, nearest_place

CP_GAIN = 1


@scene
@rule("turns.four")
def turn(game: KillTeam, at: Turn) -> Flow[list[Scene]]:
    if at.n > game.now.turns:
        cite("turns.battle-end")
        missions.finish(game)
        return []
    ready_step(game)
    game.battle.set("now", turn=at.n, step="firefight")
    game.tell("Turning point {n}.", "turns.four", n=at.n)
    if at.n > 1 or not any(game.sides[s].scouting for s in SEATS):
        yield from initiative(game)
    seat = game.now.initiative
    cite("turns.initiative-use")
    for s in SEATS:
        game.sides.set(s, cp=game.sides[s].cp + (CP_GAIN if acts("turns.generate-cp") else 0))
    game.tell("Each player gains 1 CP.", "turns.generate-cp")
    for s in SEATS:
        yield from directive(game, s)
    return [Strategy(seat), Reveal(seat), Firefight(seat), TurnEnd(at.n)]


@rule("turns.ready", neutral=lambda *_: None)
def ready_step(game: KillTeam) -> None:
    for i in standing_operatives(game):
        game.operatives.set(i, ready=True, overwatched=False)
    smoke = [k for k, s in game.spots.items() if s.kind == "smoke"]
    for key in smoke:
        game.spots.remove(key)
    if smoke:
        game.tell("The smoke clears.", "terrain.smoke")


@rule("turns.initiative", neutral=lambda *_: None)
def initiative(game: KillTeam) -> Flow[None]:
    """The winner of a roll-off decides; a tie gives it to whoever did not have it."""
    winner = yield from roll_off(game, "turns.initiative", again=game.now.turn == 1)
    if winner is None:
        holder = 1 - game.now.initiative
        says = "The roll-off is tied: the initiative goes to {who}, who did not have it."
    else:
        first: int = winner
        says = "The initiative goes to {who}."
        holder = yield from Choose(
            seat=first,
            key="initiative",
            rule="turns.initiative",
            prompt="Who has the initiative?",
            among=lambda: SEATS,
            label=game.seat_name,
        )
    game.battle.set("now", initiative=holder)
    game.tell(says, "turns.initiative", who=game.seat_name(holder))


def directive(game: KillTeam, seat: int) -> Flow[None]:
    """A machine draws its directive card; its opponent sees it unless the machine is an Ace."""
    level = game.setup.solo[seat]
    if not level:
        return
    cite("solo.directives")
    hidden = level == "ace"
    drawn = (game.secret[seat] if hidden else game.sides[seat]).directive
    left = [(c, 1) for c in content.directives() if c not in drawn.split(",")]
    card = yield from Draw(
        seat=seat, key="directive", rule="solo.directives", bag=left, seen=(seat,) if hidden else None
    )
    drawn = (game.secret[seat] if hidden else game.sides[seat]).directive
    cards = f"{drawn},{card}" if drawn else card
    if hidden:
        game.secret.set(seat, directive=cards)
    else:
        game.sides.set(seat, directive=cards)
        weights, says = content.directives()[card], "{who} drew the directive {c}: {leans}."
        who, leans, shows = game.seat_name(seat), weights.in_words(), (Drew(weights.name, seat),)
        game.tell(says, "solo.directives", shows=shows, who=who, c=weights.name, leans=leans)


@scene
@rule("turns.strategic-ploys", neutral=lambda *_: [])
def strategy(game: KillTeam, at: Strategy) -> Flow[list[Scene]]:
    if at.passes >= 2:
        return []
    said: str | None = None
    if standing_operatives(game, at.seat) and strategic.affords_any(game, at.seat):
        said = yield from Choose(
            seat=at.seat,
            key="ploy",
            rule="turns.strategic-ploys",
            prompt="Use a strategic ploy? ({n} CP)",
            args={"n": game.sides[at.seat].cp},
            among=lambda: [None, *strategic.of_team(game.sides[at.seat].team)],
            why_not=lambda p: () if p is None else buying.ploy_refusals(game, at.seat, p),
            default=None,
            label=lambda p: "Pass" if p is None else strategic.describe_ploy(p),
        )
    if said is None:
        return [Strategy(1 - at.seat, at.passes + 1)]
    yield from strategic.put_in_force(game, at.seat, said)
    return [Strategy(1 - at.seat, 0)]


@scene
@rule("turns.target-reveal", neutral=lambda *_: [])
def reveal(game: KillTeam, at: Reveal) -> Flow[list[Scene]]:
    """Always asked while cards are in hand, so that the question betrays nothing."""
    hand = len(game.secret[at.seat].tac_ops)
    if at.passes >= 2:
        return []
    said = None
    if hand:
        said = yield from Choose(
            seat=at.seat,
            key="reveal",
            rule="turns.target-reveal",
            prompt="Reveal a tac op?",
            among=lambda: [None, *game.secret[at.seat].tac_ops],
            why_not=lambda c: () if c is None else tac_ops.reveal_refusals(game, at.seat, c),
            always=True,
            default=None,
            label=lambda c: "Pass" if c is None else tac_ops.describe_tac_op(c),
        )
    if said is None:
        return [Reveal(1 - at.seat, at.passes + 1)]
    yield from tac_ops.reveal(game, at.seat, said)
    return [Reveal(1 - at.seat, 0)]


@scene
@rule("turns.firefight-end")
def turn_end(game: KillTeam, at: TurnEnd) -> list[Scene]:
    """The mission first, then tac ops, then tactical ploys, and last what expires."""
    missions.score_primary(game)
    note_turning_point(game)
    return [LateReveal(at.n), Hatch(at.n), Turn(at.n + 1)]


@scene
def late_reveal(game: KillTeam, at: LateReveal) -> Flow[list[Scene]]:
    """Both may turn up tac ops now; asked while a player has cards, so that the question betrays nothing."""
    seats = [s for s in SEATS if game.secret[s].tac_ops]
    if seats:
        said = yield from All(
            asks=[
                Pick(
                    seat=s,
                    key="late",
                    rule="scoring.tacop-reveal",
                    prompt="End of turning point {n}: reveal tac ops?",
                    args={"n": at.n},
                    among=lambda s=s: game.secret[s].tac_ops,  # type: ignore[misc]  # s bound in the loop
                    why_not=lambda c, s=s: tac_ops.late_refusals(game, s, c),  # type: ignore[misc]  # as above
                    label=tac_ops.describe_tac_op,
                    secret=True,
                    always=True,
                    default=(),
                )
                for s in seats
            ]
        )
        for s, cards in zip(seats, said, strict=True):
            for c in cards:
                yield from tac_ops.reveal(game, s, c, late=True)
    tac_ops.score(game)
    if at.n == game.now.turns:
        missions.end_of_battle(game)
    return []


@scene
def hatch(game: KillTeam, at: Hatch) -> Flow[list[Scene]]:
    first = order_of_effects(game)
    for seat in (first, 1 - first):
        yield from offer_hatching(game, seat)
    for seat in SEATS:
        game.sides.set(seat, in_force=(), used=(), marked="")
    for i, row in list(game.operatives.items()):
        if row.effects or row.overwatched:
            game.operatives.set(i, effects=(), overwatched=False)
    for i, marker in list(game.markers.items()):
        if marker.drawn:
            game.markers.set(i, drawn=())
    return []


def offer_hatching(game: KillTeam, seat: int) -> Flow[None]:
    """A fallen Scuttler comes back once per battle."""
    lost = [i for i, o in game.operatives.items() if o.seat == seat and o.unit == "cb-scuttler" and not o.there]
    if not lost or game.now.turn >= game.now.turns or not buying.affords(game, seat, "pl-cb-hatch"):
        return
    if not (yield from Reckon(work=lambda: can_hatch(game, lost[0]))):
        return
    if not (yield from buying.offer_ploy(game, seat, "pl-cb-hatch")):
        return
    who = yield from Choose(
        seat=seat,
        key="scuttler",
        rule=content.entry("pl-cb-hatch"),
        prompt="Which Scuttler hatches again?",
        among=lambda: lost,
    )
    game.sides.set(seat, once=(*game.sides[seat].once, "pl-cb-hatch"))
    placed = yield from Place(
        seat=seat,
        key="hatch",
        rule=content.entry("pl-cb-hatch"),
        prompt="Where does {operative} hatch?",
        args={"operative": who},
        pieces=(Piece(who, (), card(game.operatives[who].unit).r),),
        legal=lambda p: hatch_refusals(game, seat, who, p),
        propose=lambda n, rnd: hatch_places(game, who, n, rnd),
    )
    x, y, *_ = placed.at[who]
    game.operatives.set(
        who, x=x, y=y, z=0.0, there=True, fallen=False, wounds=game.operatives[who].full, order=CONCEAL, ready=False
    )
    game.tell("{operative} hatches again.", "pl-cb-hatch", operative=who)


def hatch_refusals(game: KillTeam, seat: int, operative: str, placed: Placed) -> list[Refusal]:
    found: list[Refusal] = []
    for x, y, *_ in placed.at.values():
        if not hatches(game, seat, operative, x, y):
            found.append(
                Refusal(
                    content.entry("pl-cb-hatch"),
                    "Wholly within the drop zone, and no enemy within engagement range.",
                )
            )
    return found


def hatches(game: KillTeam, seat: int, operative: str, x: float, y: float) -> bool:
    """Could the Scuttler be set up here?"""
    trial = game.copy()
    trial.operatives.set(operative, x=x, y=y, z=0.0, there=True, fallen=False)
    return (
        territory.in_zone(trial, seat, trial.operatives[operative])
        and can_stand(trial, operative, x, y, 0.0)
        and not is_engaged(trial, operative)
    )


def can_hatch(game: KillTeam, operative: str) -> bool:
    """Is there any place for it? An obvious one is tried first; without one the curves that bound its place decide."""
    return bool(hatch_places(game, operative, 1, lambda: 0.5)) or hatch_place(game, operative) is not None


def hatch_place(game: KillTeam, operative: str) -> tuple[float, float] | None:
    """A place in the drop zone, off bases and terrain; engagement range ends where walls hide the enemy, so it is
    drawn in one region and left to the check in another."""
    seat, r = game.operatives[operative].seat, card(game.operatives[operative].unit).r
    x0, y0, x1, y1 = scenario_of(game).zones[game.sides[seat].zone]
    middle = ((x0 + x1) / 2.0, (y0 + y1) / 2.0)
    free = Region(middle, math.hypot(x1 - x0, y1 - y0) / 2.0)
    free.half_plane(-1.0, 0.0, -x0 - r).half_plane(1.0, 0.0, x1 - r)
    free.half_plane(0.0, -1.0, -y0 - r).half_plane(0.0, 1.0, y1 - r)
    for other in game.operatives.values():
        if other.there and other.z < 1.0:
            free.at_least(other.x, other.y, r + card(other.unit).r)
    for piece in solid_pieces(game, 0.0, card(game.operatives[operative].unit).height):
        free.off_piece(piece, r)
    apart = free.copy()
    for other in game.operatives.values():
        if other.there and other.seat != seat and not other.fallen:
            apart.at_least(other.x, other.y, r + card(other.unit).r + ENGAGEMENT + 0.01)
    return nearest_place([apart, free], middle, lambda p: hatches(game, seat, operative, *p))


def hatch_places(game: KillTeam, operative: str, n: int, rnd: Random) -> list[Placed]:
    seat = game.operatives[operative].seat
    x0, y0, x1, y1 = scenario_of(game).zones[game.sides[seat].zone]
    out: list[Placed] = []
    for k in range(60):
        u, v = ((k % 10 + rnd()) / 10, (k // 10 + rnd()) / 6)
        x, y = round((x0 + u * (x1 - x0)) * 1024) / 1024, round((y0 + v * (y1 - y0)) * 1024) / 1024
        if hatches(game, seat, operative, x, y):
            out.append(Placed({operative: (x, y)}))
            if len(out) >= n:
                break
    if not out and n > 1 and (place := hatch_place(game, operative)):
        return [Placed({operative: place})]
    return out
