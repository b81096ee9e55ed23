"""The missions (chapter scoring): primary scoring and victory. Tac ops stand in `tac_ops`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, cite, is_legal, rule
from xenotable.engine.gestures import Scored
from xenotable.games.killteam.rules.markers import REACH, controlled_markers, controller, may_reach, reach_to
from xenotable.games.killteam.rules.play.measuring import within
from xenotable.games.killteam.rules.setup.territory import in_territory, in_zone, wholly_in_territory
from xenotable.games.killteam.state import SEATS, KillTeam, standing_operatives

PRIMARY_MOST, TURN_MOST = 12, 3
MISSION_ACTIONS = {
    "extract": "Extract",
    "set-charge": "Set Charge",
    "disarm": "Disarm",
    "beacon": "Plant Beacon",
    "rig": "Rig",
    "feed": "Feed",
}
BY_MISSION = {"data-harvest": ("extract",), "break-the-line": ("set-charge", "disarm")}
RULES = {"extract": "scoring.m2-extract", "set-charge": "scoring.m4-set-charge", "disarm": "scoring.m4-disarm"}


def role_refusals(game: KillTeam, operative: str, action: str) -> Iterator[Refusal]:
    role = game.sides[game.operatives[operative].seat].role
    if action == "set-charge" and role != "attacker":
        yield Refusal("scoring.m4-set-charge", "Only the mission Attacker sets charges.")
    if action == "disarm" and role != "defender":
        yield Refusal("scoring.m4-disarm", "Only the mission Defender disarms.")
    if action in ("set-charge", "extract") and game.now.turn == 1:
        yield Refusal(RULES[action], "Not in turning point 1.")


def mission_action_markers(game: KillTeam, operative: str, action: str) -> list[str]:
    """The markers at which an operative can perform a mission action."""
    row = game.operatives[operative]
    return [
        i
        for i, marker in game.markers.items()
        if may_reach(row, marker) and is_legal(marker_refusals(game, operative, action, i))
    ]


def marker_refusals(game: KillTeam, operative: str, action: str, marker: str) -> Iterator[Refusal]:
    """Why an operative cannot perform a mission action at a marker."""
    row, seat = game.markers[marker], game.operatives[operative].seat
    args, common = {"operative": operative, "m": marker}, "scoring.mission-action-common"
    if row.gone:
        yield Refusal(common, "{m} is gone.", args)
        return
    if not within(reach_to(game, operative, marker), REACH):
        yield Refusal(common, "{operative} is not within 1 in of {m}.", args, "Move nearer.")
    if controller(game, marker) != seat:
        yield Refusal(common, "{m} is not under your control.", args, "Bring more APL to it.")
    if action == "extract" and seat in row.drawn:
        yield Refusal(RULES[action], "You have extracted from {m} in this turning point.", args)
    if action == "set-charge" and row.charged:
        yield Refusal(RULES[action], "{m} has a charge already.", args)
    if action == "disarm" and not row.charged:
        yield Refusal(RULES[action], "There is no charge at {m}.", args)


# ---- Salvage Run


@rule("scoring.m3-carry-limits", neutral=lambda *_: ())
def carry_refusals(game: KillTeam, operative: str) -> Sequence[Refusal]:
    if not game.operatives[operative].carries or game.now.scenario != "salvage-run":
        return ()
    says = "{operative} carries a core: no Dash, no Charge."
    return (Refusal("scoring.m3-carry-limits", says, {"operative": operative}, "Drop it."),)


def carrying_slows(game: KillTeam, operative: str) -> float:
    if game.operatives[operative].carries and game.now.scenario == "salvage-run":
        cite("scoring.m3-carry-limits")
        return 1.0
    return 0.0


# ---- primary scoring


@rule("scoring.m1-relay-ground", neutral=lambda *_: 0)
def relay_ground(game: KillTeam, seat: int) -> int:
    held = [controller(game, m) for m in game.markers]
    mine = held.count(seat)
    return (mine >= 2) + (mine >= 3) + (mine > held.count(1 - seat))


@rule("scoring.m2-scoring", neutral=lambda *_: 0)
def data_harvest(game: KillTeam, seat: int) -> int:
    if game.now.turn < 2:
        return 0
    return min(TURN_MOST, sum(seat in m.drawn for m in game.markers.values()))


@rule("scoring.m3-salvage-run", neutral=lambda *_: 0)
def salvage_run(game: KillTeam, seat: int) -> int:
    mine, yours = controlled_markers(game, seat), controlled_markers(game, 1 - seat)
    carried = any(game.markers[m].carrier for m in mine)
    home = any(core_at_home(game, seat, m) for m in mine)
    return carried + home + (len(mine) > len(yours))


def core_at_home(game: KillTeam, seat: int, marker: str) -> bool:
    """A carried core is where its carrier's base is; a lying one is judged by its centre."""
    row = game.markers[marker]
    return (
        wholly_in_territory(game, seat, game.operatives[row.carrier])
        if row.carrier
        else in_territory(game, seat, row.x, row.y, row.x, row.y)
    )


@rule("scoring.m4-attacker", neutral=lambda *_: 0)
def line_attacker(game: KillTeam, seat: int) -> int:
    """Charges go off first: 3 VP for each node. Then 1 VP for holding more of the Defender's ground."""
    foe = 1 - seat
    blown = [i for i, m in game.markers.items() if m.charged and not m.gone]
    for i in blown:
        game.markers.set(i, gone=True, charged=False)
        game.tell("{m} is destroyed.", "scoring.m4-attacker", m=i)
    vp = 3 * len(blown)
    ground = [
        sum(wholly_in_territory(game, foe, game.operatives[i]) for i in standing_operatives(game, s))
        for s in (seat, foe)
    ]
    if game.now.turn >= 2 and ground[0] > ground[1] and game.sides[seat].territory < 3:
        game.sides.set(seat, territory=game.sides[seat].territory + 1)
        vp += 1
    return vp


@rule("scoring.m4-defender", neutral=lambda *_: 0)
def line_defender(game: KillTeam, seat: int) -> int:
    nodes = sum(not m.gone for m in game.markers.values())
    clear = not any(in_zone(game, seat, game.operatives[i], wholly=False) for i in standing_operatives(game, 1 - seat))
    return min(2, nodes) + clear


@rule("scoring.primary-timing", neutral=lambda *_: None)
def score_primary(game: KillTeam) -> None:
    """Both players at once, at the end of a turning point."""
    attacker = next((s for s in SEATS if game.sides[s].role == "attacker"), 0)
    gained = {}
    for seat in (attacker, 1 - attacker):
        scenario = game.now.scenario
        if scenario == "break-the-line":
            gained[seat] = line_attacker(game, seat) if seat == attacker else line_defender(game, seat)
        else:
            gained[seat] = {"relay-ground": relay_ground, "data-harvest": data_harvest, "salvage-run": salvage_run}[
                scenario
            ](game, seat)
    for seat, vp in gained.items():
        add_primary(game, seat, vp)


@rule("scoring.caps", neutral=lambda *_: None)
def add_primary(game: KillTeam, seat: int, vp: int) -> None:
    """Notes VP of the mission; what goes beyond 12 is lost."""
    side = game.sides[seat]
    vp = min(vp, PRIMARY_MOST - sum(side.primary))
    game.sides.set(seat, primary=(*side.primary, vp))
    says, shows = "{who} scored {n} VP from the mission.", (Scored(seat, vp, "the mission"),)
    game.tell(says, "scoring.primary-timing", shows=shows, who=game.seat_name(seat), n=vp)


def end_of_battle(game: KillTeam) -> None:
    """Data Harvest: 1 VP for each terminal held at the end, at most 3."""
    if game.now.scenario == "data-harvest":
        for seat in SEATS:
            add_primary(game, seat, min(3, len(controlled_markers(game, seat))))


# ---- victory


@rule("scoring.vp", neutral=lambda *_: 0)
def victory_points(game: KillTeam, seat: int) -> int:
    tac_ops = sum(sum(t.scored) for t in game.tacops.values() if t.seat == seat)
    return sum(game.sides[seat].primary) + tac_ops


@rule("scoring.winner", neutral=lambda *_: None)
def finish(game: KillTeam) -> None:
    """More VP wins; whoever still stands does not matter."""
    cite("scoring.wipe-out")
    points = tuple(victory_points(game, s) for s in SEATS)
    cite("scoring.tacop-hidden")
    for seat in SEATS:
        for one in game.secret[seat].tac_ops:
            game.tell("{who} had {t} in hand.", "scoring.tacop-hidden", reveals=True, who=game.seat_name(seat), t=one)
    if points[0] == points[1]:
        game.finish((), f"A draw: {points[0]} VP each.", "scoring.winner", points)
        return
    best = 0 if points[0] > points[1] else 1
    says = f"{game.seat_name(best)} won with {points[best]} VP against {points[1 - best]}."
    game.finish((best,), says, "scoring.winner", points)
