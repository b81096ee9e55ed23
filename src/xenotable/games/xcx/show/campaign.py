"""The campaign as it is shown: the war so far, the roster with each soldier's history, the reward cards, the store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Card, Line, Panel, Person, Pips, Stage
from xenotable.engine.campaigns import stage_state, told_about, tone_of
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.campaign.muster import lent_unit
from xenotable.games.xcx.rules.campaign.roster import LIMITS, rank_name
from xenotable.games.xcx.rules.rewards.cards import FACES, RANKS, card_name, prize_name, prizes
from xenotable.games.xcx.rules.rewards.depot import weapons_of
from xenotable.games.xcx.rules.tests import skill_name
from xenotable.games.xcx.state import Campaign, Soldier

RISES_AT = 3
SHORT = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}


def panels(game: Campaign, seat: int) -> Sequence[Panel]:
    """The campaign as a story: missions, roster with each soldier's history, store, last reward cards."""
    found = [Panel("campaign", "The long war", "path", stages=tuple(stages(game, seat)))]
    if game.now.cards:
        cards = tuple(playing_card(c) for c in game.now.cards)
        found.append(Panel("cards", "Reward cards", "deck", cards=cards, lines=tuple(offer_lines(game))))
    for s in sorted(game.accounts, key=lambda s: (s != seat, s)):
        found.append(account_panel(game, s))
        people = tuple(person(game, i) for i, x in game.soldiers.items() if x.seat == s)
        found.append(Panel(f"roster{s}", "Roster", "roster", people=people, seat=s))
    return found


# ---- the missions ----------------------------------------------------------------------------------------------------


def stages(game: Campaign, seat: int) -> Iterator[Stage]:
    side = game.side_of(seat) if seat in game.accounts else None
    for n, mission in enumerate(content.missions().values(), 1):
        done = n <= len(game.now.winners)
        winner = game.now.winners[n - 1] if done else -1
        cards = mission.reward_cards
        yield Stage(
            f"{n}. {mission.name}",
            mission.brief,
            stage_state(n, len(game.now.winners)),
            outcome_of(game, winner) if done else "",
            tone_of(winner, side) if done else "",
            f"muster:{n}",
            (
                ("Squad limit", f"{LIMITS[n - 1]} spl"),
                ("Rounds", str(mission.rounds)),
                ("Reward cards", f"{cards['win']} for a win, {cards['draw']} for a draw, {cards['loss']} for a loss"),
            ),
            tuple(told_about(((game.name(id), s.story) for id, s in game.soldiers.items()), f"Mission {n}: ")),
        )


def outcome_of(game: Campaign, winner: int) -> str:
    return "A draw" if winner < 0 else f"{game.setup.forces[winner].squads[0].faction} won"


# ---- the cards -------------------------------------------------------------------------------------------------------


def playing_card(card: tuple[str, int]) -> Card:
    suit, rank = card
    name = RANKS[rank] if suit != "joker" else "joker"
    alone = ", ".join(prize_name(p) for p in prizes((card,)))
    origin = content.origin("face_reward" if rank in FACES else "reward", name)
    return Card(card_name(card).capitalize(), alone, suit, SHORT.get(name, name), "rewards.deck", origin)


def offer_lines(game: Campaign) -> Iterator[Line]:
    """What cards of the same rank offer together."""
    single = {p for c in game.now.cards for p in prizes((c,))}
    for p in prizes(game.now.cards):
        if p not in single:
            yield Line("Together", prize_name(p), rule="rewards.tier-two")


# ---- the squad -------------------------------------------------------------------------------------------------------


def account_panel(game: Campaign, seat: int) -> Panel:
    a = game.accounts[seat]
    lines = [
        Line("Campaign points", str(a.points), rule="campaign.points"),
        Line("Supplies", f"{a.supplies} spl", rule="campaign.supplies"),
        Line("Store", ", ".join(content.equipment_name(g) for g in a.store) or "empty", rule="rewards.store"),
    ]
    if a.lent:
        unit = content.units()[lent_unit(game.faction(seat))].name
        lines.append(Line("Lent for this mission", f"{a.lent} x {unit}", rule="campaign.minimum-force"))
    return Panel(f"account{seat}", game.seat_name(seat), lines=tuple(lines), seat=seat)


def person(game: Campaign, soldier: str) -> Person:
    s = game.soldiers[soldier]
    unit = content.units()[s.unit]
    state, tone = soldier_condition(game, soldier)
    ups = {k: s.ups.count(k) for k in s.ups}
    grown = ", ".join(f"+{n} {skill_name(k)}" for k, n in ups.items())
    facts = [("Missions", str(s.missions)), ("Kills", str(s.kills)), ("Objectives", str(s.objectives))]
    if grown:
        facts.append(("Improved", grown))
    rank = rank_name(game, soldier)
    name = s.name.partition(" (")[0]
    title = f"{rank}, {unit.name} ({unit.cost} spl)" if name != unit.name else f"{rank} ({unit.cost} spl)"
    return Person(
        soldier, name, title, state, tone, Pips(s.marks, RISES_AT, "marks"), tuple(facts), carried_goods(s), s.story
    )


def soldier_condition(game: Campaign, soldier: str) -> tuple[str, str]:
    """How a soldier is, in a word or two, and whether that is good."""
    s, a = game.soldiers[soldier], game.accounts[game.soldiers[soldier].seat]
    if s.dead:
        return "killed", "gone"
    if s.misses:
        return f"misses {s.misses} mission{'s' if s.misses > 1 else ''}", "bad"
    if a.leader == soldier:
        return "leads", "good"
    if soldier in a.mustered:
        return "takes part", "good"
    return ("shaken", "warn") if s.shaken else ("ready", "good")


def carried_goods(s: Soldier) -> tuple[str, ...]:
    if s.dead:
        return ()
    goods = [*weapons_of(s), *([s.armour] if s.armour else []), *(i for i, _ in s.items)]
    return (*(content.equipment_name(g) for g in goods), *s.talents)
