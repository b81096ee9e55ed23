"""One shooting attack (chapter shooting): its fixed terms, the record of what it has become, and its moments. The dice
part is shared with combats (`POOL`)."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Forecast, Row, Slot
from xenotable.games.killteam.content import FACES, SPECIALS, Rule
from xenotable.odds import Exchange

KEEP, (ONE, MISS, HIT, CRITICAL) = "keep", FACES
PICKED = {KEEP: (0, 0, 0, 0), ONE: (1, 0, 0, 0), MISS: (0, 1, 0, 0), HIT: (0, 0, 1, 0), CRITICAL: (0, 0, 0, 1)}
Dice = tuple[int, int, int, int]
Saves = tuple[int, int, int]  # defence dice: failed, normal, critical
SAVES_PICKED: dict[str, Saves] = {MISS: (1, 0, 0), HIT: (0, 1, 0), CRITICAL: (0, 0, 1)}
DICE_WORDS = (("one", "ones"), ("miss", "misses"), ("hit", "hits"), ("critical hit", "critical hits"))
ONE_DIE = {KEEP: "Keep all", ONE: "A 1", MISS: "A miss", HIT: "A normal hit", CRITICAL: "A critical hit"}
ONE_SAVE = {KEEP: "Keep all", MISS: "A failed die", HIT: "A normal save", CRITICAL: "A critical save"}
SAVE_WORDS = (("failed die", "failed dice"), ("normal save", "normal saves"), ("critical save", "critical saves"))


def describe_dice(which: Sequence[int], words: Sequence[tuple[str, str]]) -> str:
    """Dice that are picked up, in words."""
    found = [f"{n} {one if n == 1 else many}" for n, (one, many) in zip(which, words, strict=True) if n]
    return f"re-roll {', '.join(found)}" if found else "keep all"


class Terms(Row, frozen=True):
    """What is fixed for one attack: nothing here changes while it is resolved."""

    attacks: int
    skill: int
    normal: int = 0
    critical: int = 0
    rules: tuple[Rule, ...] = ()
    defence: int = 0
    save: int = 6
    wounds: int = 99
    invulnerable: int = 0
    cover: int = 0  # defence dice that may be kept as a result of Cover
    kept_critical: bool = False  # they are kept as critical saves (Dig In)
    command: tuple[int, int] = (0, 0)  # Command Re-rolls that either side can pay for
    one_purse: bool = False  # both sides are one player, who pays for both (Blast at a friend)
    plate: bool = False  # the target may re-roll its defence dice once
    shed: tuple[int, int] = (0, 0)  # mortal wounds that shooter and target shrug off of each source (Litany of Iron)
    oath: int = 0  # in a combat: the CP at hand while one of them may make a normal hit critical (Unto Ruin)
    free: bool = False  # offer every legal choice, also those that cannot help
    melee: bool = False  # these are one side's dice of a combat
    goes_on: bool = False  # mortal wounds that fell the target do not end the attack

    def has(self, name: str) -> bool:
        return any(own == name for own, _ in self.rules)

    def x(self, name: str) -> int:
        """The x of a special rule, 0 where the weapon has it not."""
        for own, x in self.rules:
            if own == name:
                return x
        return 0


class Shot(Row, frozen=True):
    """What the attack has become: all that matters from here on, and nothing else, so that equal shots merge."""

    ones: int = 0  # dice not yet re-rolled, by what they show
    misses: int = 0
    hits: int = 0
    crits: int = 0
    fixed: tuple[int, int, int] = (0, 0, 0)  # dice re-rolled already: ones, hits, criticals
    used: tuple[str, ...] = ()  # the weapon's re-rolls that are done, where the attacker chooses their order
    counting: bool = False  # ones are told apart from other misses
    crit_from: int = 6
    ap: int = 0
    cover: int = 0
    fails: int = 0  # defence dice not yet re-rolled
    normals: int = 0
    criticals: int = 0
    saved: tuple[int, int] = (0, 0)  # defence dice that stand: normal, critical
    need: int = 0  # what a defence die needs
    damage: int = 0
    burn: int = 0  # mortal wounds of the shooter
    stun: int = 0  # APL that the target loses
    splash: int = 0  # mortal wounds of everybody near the target
    paid: tuple[int, int] = (0, 0)  # CP of attacker and defender
    spent: bool = False  # the plate, or in a combat Unto Ruin, was used


# What the choices of an attack bring: of attack dice picked up (by which rule), Rending, one of two values of AP, a
# save, dice kept for Cover (of how many, which need what), and defence dice picked up.
attack_dice_odds = Slot[[Terms, Shot, str, str, Dice], Forecast]("killteam.attack_dice_odds")
rending_odds = Slot[[Terms, Shot, bool], Forecast | None]("killteam.rending_odds")
ap_odds = Slot[[Terms, Shot, int], Forecast]("killteam.ap_odds")
save_odds = Slot[[Terms, Shot, str], Forecast]("killteam.save_odds")
cover_odds = Slot[[Terms, Shot, int, int, int], Forecast]("killteam.cover_odds")
defence_dice_odds = Slot[[Terms, Shot, str, Saves], Forecast]("killteam.defence_dice_odds")
IN_ORDER = "Re-rolls in any order"  # no rule of the book: the live game adds it to weapons with several re-rolls
IN_TURN = (IN_ORDER, "Unto Ruin", *SPECIALS)  # those that act at the same moment, in this order
POOL = Exchange[Terms, Shot]("ready", "roll", "rerolls", "command", "discard", "retained", specials=IN_TURN)
ATTACK = Exchange[Terms, Shot](
    "ready", "roll", "rerolls", "command", "discard", "retained", "criticals", "defence", "plates", "saves", "damage",
    specials=IN_TURN,
)  # fmt: skip
