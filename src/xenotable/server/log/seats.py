"""The seats and settings of a new room."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.faults import Fault, nearest
from xenotable.players import levels
from xenotable.server.limits import one_line
from xenotable.server.log.record import SeatRow, hash_token, new_secret
from xenotable.server.messages.bodies import Options, SeatPlan

LONGEST = 30 * 86_400  # seconds for which a seat can be kept


def check_options(options: Options) -> None:
    if options.seconds is not None and not 1 <= options.seconds <= 86_400:
        raise Fault("The time for a decision is from 1 second to a day (86400).")
    if options.grace is not None and not 30 <= options.grace <= LONGEST:
        raise Fault(f"A seat is kept from 30 seconds to 30 days ({LONGEST}).")


def new_token(name: str, here: int = 0) -> tuple[str, SeatRow]:
    """The seat of somebody who joins, and the token that holds it; `here`: when they were last seen."""
    token = new_secret()
    return token, SeatRow("human", one_line(name), "", hash_token(token), away=here)


def check_machine(level: str) -> None:
    """Only those that this server knows: ours, and what it was started with."""
    if level not in levels():
        raise Fault(f'There is no machine "{level[:40]}".{nearest(level, levels())}')


def seat_rows(plans: Sequence[SeatPlan], seats: int) -> tuple[list[SeatRow], dict[int, str]]:
    """The seats of a new room, and the tokens of those that belong to whoever makes it."""
    if not plans:
        plans = [SeatPlan("human"), *[SeatPlan("machine")] * (seats - 1)]
    if len(plans) != seats:
        raise Fault(f"This battle has {seats} seats, not {len(plans)}.")
    rows, tokens = [], {}
    for seat, plan in enumerate(plans):
        if plan.kind == "machine":
            check_machine(plan.level)
        key = ""
        if plan.kind == "human":
            tokens[seat] = new_secret()
            key = hash_token(tokens[seat])
        rows.append(SeatRow(plan.kind, one_line(plan.name), plan.level if plan.kind == "machine" else "", key))
    return rows, tokens
