"""Reward cards: a deck of playing cards for weapons, armour, attachments, experience and recruits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from xenotable.engine import Draw, Flow, Refusal, acts, cite, is_legal, rule
from xenotable.games.xcx import content

Card = tuple[str, int]  # suit, rank; jokers are ("joker", 1) and ("joker", 2)
Prize = tuple[str, str, int]  # what kind, what, how many
SUITS = ("spades", "clubs", "hearts", "diamonds")
KIND = {"spades": "weapon", "clubs": "armour", "hearts": "item", "diamonds": "promotions"}
TABLES = {
    "spades": "rewards.weapons-table",
    "clubs": "rewards.armour-table",
    "hearts": "rewards.items-table",
    "diamonds": "rewards.experience-table",
}
TIERS = {1: "rewards.tier-one", 2: "rewards.tier-two", 3: "rewards.tier-three"}
FACES = {11: "jack", 12: "queen", 13: "king"}
RANKS = {1: "ace", **{n: str(n) for n in range(2, 11)}, **FACES}


@rule("rewards.deck", neutral=lambda: tuple((suit, rank) for suit in SUITS for rank in range(1, 14)))
def deck() -> tuple[Card, ...]:
    """Complete and fresh for every draw: thirteen ranks of four suits, and two jokers."""
    cite("play.hidden-information")
    return (*((suit, rank) for suit in SUITS for rank in range(1, 14)), ("joker", 1), ("joker", 2))


def card_name(card: Card) -> str:
    return "joker" if card[0] == "joker" else f"{RANKS[card[1]]} of {card[0]}"


@rule("rewards.when")
def draw_cards(n: int) -> Flow[tuple[Card, ...]]:
    """The cards of one draw, without replacement."""
    left = list(deck())
    cards: list[Card] = []
    while len(cards) < n:
        card = yield from Draw(key="card", rule="rewards.deck", prompt="Draw a reward card", bag=[(c, 1) for c in left])
        left.remove(card)
        if card[0] != "joker" or not acts("rewards.joker"):
            cards.append(card)
    return tuple(cards)


@rule("rewards.suits", neutral=lambda cards: [])
def prizes(cards: Sequence[Card]) -> list[Prize]:
    """Everything that these cards offer: the player takes one of it, or nothing."""
    cite("rewards.one-per-draw")
    found: dict[Prize, None] = {}
    by_rank: dict[int, list[str]] = {}
    for suit, rank in cards:
        by_rank.setdefault(rank, []).append(suit)
    for rank, suits in by_rank.items():
        if rank in FACES:
            cite("rewards.face-cards")
            found["recruit", FACES[rank], content.face_rewards()[FACES[rank]].max_cost] = None
            continue
        for tier in tiers_for(len(suits)):
            for suit in suits:
                found[prize(suit, rank, tier)] = None
    return list(found)


@rule("rewards.lower-tier", neutral=lambda cards: (cards,))
def tiers_for(cards: int) -> range:
    """The tiers that so many cards of one rank offer: that of their number and all below it."""
    return range(1, cards + 1)


@rule("rewards.tier-one", neutral=lambda suit, rank, tier: (KIND[suit], "", 1))
def prize(suit: str, rank: int, tier: int) -> Prize:
    """X, X/X and X/X/X: a tier for each card of the same rank, in the category of one of their suits."""
    cite("rewards.suit-needed")
    cite(TIERS[tier])
    cite(TABLES[suit])
    line = content.rewards()[suit, rank, tier]
    return (KIND[suit], line.gives, line.promotions or 1)


def prize_name(p: Prize) -> str:
    if p[0] == "promotions":
        return f"{p[2]} promotion{'s' if p[2] > 1 else ''}"
    if p[0] == "recruit":
        return f"a recruit of up to {p[2]} spl ({p[1]})" if p[2] < 9999 else f"any recruit ({p[1]})"
    return content.equipment_name(p[1])


def hireable(faction: str) -> list[str]:
    return [unit.id for unit in content.units().values() if unit.hireable and unit.faction in (faction, "neutral")]


def recruits(faction: str, face: str, present: Iterable[str]) -> list[str]:
    """Units that a court card may bring."""
    here = set(present)
    return [unit for unit in hireable(faction) if is_legal(recruit_refusals(unit, face, here))]


@rule("rewards.face-cards", neutral=lambda unit, face, present: iter(()))
def recruit_refusals(unit: str, face: str, present: Collection[str]) -> Iterator[Refusal]:
    """A jack brings up to 80 spl, a queen up to 130, a king anybody, even a Unique."""
    line, card = content.face_rewards()[face], content.units()[unit]
    args = {"unit": card.name, "face": face, "cost": card.cost, "most": line.max_cost}
    if card.cost > line.max_cost:
        yield Refusal("rewards.face-cards", "{unit} costs {cost} spl; a {face} brings at most {most}.", args)
    if "Unique" in card.rules and not line.unique_allowed:
        yield Refusal("rewards.face-cards", "{unit} is Unique; a {face} brings nobody like that.", args)
    elif "Unique" in card.rules and unit in present:
        yield Refusal("squad.unique", "{unit} is Unique and is here already.", args)
