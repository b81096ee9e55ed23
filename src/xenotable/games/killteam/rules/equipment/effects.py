"""What items do in a battle (chapter equipment)."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Forecast, Slot, cite
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.rules.datacards.modified import change_apl
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.equipment.carrying import NEEDS
from xenotable.games.killteam.rules.play.measuring import between, within
from xenotable.games.killteam.state import KillTeam


def granted_by_items(game: KillTeam, use: Use) -> Iterator[Rule]:
    """Special rules that items give a weapon."""
    row = game.operatives[use.operative]
    if "range-cards" in row.effects and use.weapon == "cw-tube-mortar":
        yield ("No Cover", 0)
    if not row.items:
        return
    moved = any(move in row.did for move in ("normal", "charge", "fall-back", "dash"))
    if "it-optic" in row.items and use.kind == "shoot" and not moved:
        cite("it-optic")
        yield ("Balanced", 0)
    for item, gift in (
        ("it-cw-trench-club", ("Stun", 0)),
        ("it-vc-blood-oil", ("Rending", 0)),
        ("it-cb-venom-gland", ("Lethal", 5)),
    ):
        if item in row.items and use.weapon in NEEDS[item]:
            cite(item)
            yield gift


def forbidden_by_items(game: KillTeam, use: Use) -> set[str]:
    """Special rules that the target's items take away."""
    if use.kind == "fight" or not use.target or "it-fp-censer" not in game.operatives[use.target].items:
        return set()
    cite("it-fp-censer")
    return set() if within(between(game, use.operative, use.target), 6.0) else {"Balanced"}


card_odds = Slot[[KillTeam, Use, bool], Forecast]("killteam.card_odds")  # of the attack with the cards, or without


def range_cards(game: KillTeam, use: Use) -> Flow[None]:
    """Once per battle the mortar's Shoot action has No Cover."""
    row = game.operatives[use.operative]
    if use.weapon != "cw-tube-mortar" or "it-cw-range-cards" not in row.items or "it-cw-range-cards" in row.used:
        return
    said = yield from Choose(
        seat=game.operatives[use.operative].seat,
        key="range-cards",
        rule=content.entry("it-cw-range-cards"),
        prompt="{operative} shoots {t}. Use the range cards: No Cover for this action?",
        args={"operative": use.operative, "t": use.target},
        among=lambda: (False, True),
        default=False,
        odds=lambda used: card_odds(game, use, used),
    )
    if said:
        lay_cards(game, use.operative)
        says = "{operative} uses its range cards: No Cover for this action."
        game.tell(says, content.entry("it-cw-range-cards"), operative=use.operative)


def lay_cards(game: KillTeam, operative: str) -> None:
    row = game.operatives[operative]
    game.operatives.set(operative, used=(*row.used, "it-cw-range-cards"), effects=(*row.effects, "range-cards"))


def mirror_cloak(game: KillTeam, use: Use) -> bool:
    """From more than 6 in away its bearer counts as in Cover in the defence step."""
    if "it-vc-mirror-cloak" not in game.operatives[use.target].items:
        return False
    cite("it-vc-mirror-cloak")
    return not within(between(game, use.operative, use.target), 6.0)


def adrenal_sac(game: KillTeam, operative: str) -> Flow[None]:
    row = game.operatives[operative]
    if "it-cb-adrenal-sac" not in row.items or "it-cb-adrenal-sac" in row.used:
        return
    said = yield from Choose(
        seat=game.operatives[operative].seat,
        key="adrenal-sac",
        rule=content.entry("it-cb-adrenal-sac"),
        prompt="Adrenal sac: 1 APL more for {operative}?",
        args={"operative": operative},
        among=lambda: (False, True),
        default=False,
    )
    if said:
        game.operatives.set(operative, used=(*game.operatives[operative].used, "it-cb-adrenal-sac"))
        change_apl(game, operative, 1, "it-cb-adrenal-sac")
