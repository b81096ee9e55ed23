"""The scenes of a battle and of a campaign, and the records that they hold."""

from __future__ import annotations

from xenotable.engine import Row, Scene
from xenotable.games.killteam.content import Rule

# ---- set-up


class Mission(Scene, frozen=True):
    """Step 1 to 3: mission, markers, roles and zones."""


class Teams(Scene, frozen=True):
    """Step 4: kill teams, where the set-up does not bring them."""


class Lists(Scene, frozen=True):
    pass


class Muster(Scene, frozen=True):
    """Both kill teams are revealed."""


class TacOps(Scene, frozen=True):
    pass


class Equipment(Scene, frozen=True):
    pass


class Outfit(Scene, frozen=True):
    pass


class Barricades(Scene, frozen=True):
    seat: int
    left: int


class Deploy(Scene, frozen=True):
    """One group of operatives is set up."""

    seat: int
    group: int


class Scouting(Scene, frozen=True):
    pass


class Scouted(Scene, frozen=True):
    pass


class FirstInitiative(Scene, frozen=True):
    pass


class Recon(Scene, frozen=True):
    seat: int
    option: str


class EarlyStart(Scene, frozen=True):
    seat: int
    done: tuple[str, ...] = ()


# ---- turning points and activations


class Turn(Scene, frozen=True):
    """The start of a turning point: ready step and initiative."""

    n: int


class Strategy(Scene, frozen=True):
    """Strategic ploys, in turn until both pass in succession."""

    seat: int
    passes: int = 0


class Reveal(Scene, frozen=True):
    """Tac ops, in turn until both pass in succession."""

    seat: int
    passes: int = 0


class OfOperative(Scene, frozen=True, rename={"operative": "op"}):
    """A scene of one operative, which saves call `op`."""

    operative: str


class Firefight(Scene, frozen=True):
    """It is a player's turn to activate."""

    seat: int


class Group(Scene, frozen=True):
    """The second operative of a group activation."""

    seat: int
    unit: str


class Activate(OfOperative, frozen=True):
    """It gets its order and its action points."""


class Act(OfOperative, frozen=True):
    """The active operative performs one action after the other."""


class EndActivation(OfOperative, frozen=True):
    """What lasted until the end of its activation is over."""


class Fading(OfOperative, frozen=True):
    """The end of an activation, with a ploy that may be used then."""


class TurnEnd(Scene, frozen=True):
    n: int


class LateReveal(Scene, frozen=True):
    n: int


class Hatch(Scene, frozen=True):
    """The last tactical ploy of a turning point; then everything that lasted until its end is over."""

    n: int


# ---- shooting and unique actions


class Attack(OfOperative, frozen=True):
    """One shooting attack: steps 3 to 6."""

    weapon: str
    profile: int
    kind: str
    target: str
    original: str = ""
    dice: int = -1  # a share of the dice; -1: all
    free: bool = False
    by: str = ""
    point: tuple[float, float] | None = None


class Follow(OfOperative, frozen=True):
    """Further targets of Blast and Torrent."""

    weapon: str
    profile: int
    kind: str
    first: str
    hit: tuple[str, ...]
    free: bool = False
    by: str = ""


class Aftermath(OfOperative, frozen=True):
    """Step 7: whoever fell in the action is removed."""

    kind: str
    limited: str = ""


class CoveringShot(Scene, frozen=True):
    """After an enemy's move a Cinder Warden may answer with an Overwatch."""

    mover: str


class LastRites(OfOperative, frozen=True):
    by: str
    how: str


class RitesOver(OfOperative, frozen=True):
    """After its last rites it falls for good."""


class Burst(OfOperative, frozen=True):
    """Running Burst: a free Dash and a free Shoot in either order."""

    left: tuple[str, ...]


class Borrowed(OfOperative, frozen=True):
    """After a Psychic Action: may it be performed once more?"""

    action: str


# ---- combats


Pair = tuple[int, int]


class Blade(Row, frozen=True):
    """One side's melee weapon in this combat; without one nothing is rolled and these do not matter."""

    normal: int = 0
    critical: int = 0
    rules: tuple[Rule, ...] = ()

    def has(self, name: str) -> bool:
        return any(own == name for own, _ in self.rules)


class Melee(Row, frozen=True):
    """What is fixed for the blows of one combat."""

    blades: tuple[Blade, Blade]
    riposte: tuple[int, int] = (0, 0)  # 1: this side can pay for Riposte


class Bout(Row, frozen=True):
    """Hits still to resolve, wounds left, whose blow is next, and what Stun and Reap remember."""

    hits: Pair
    crits: Pair
    wounds: Pair
    turn: int = 0
    struck: Pair = (0, 0)  # critical strikes with a Stun weapon, up to 2
    stunned: Pair = (0, 0)  # APL lost
    reaped: Pair = (0, 0)  # critical strikes with a Reap weapon
    paid: Pair = (0, 0)


class Combat(OfOperative, frozen=True):
    """Both sides roll."""

    foe: str
    arm: tuple[str, int] | None
    foe_arm: tuple[str, int] | None


class Blows(OfOperative, frozen=True):
    """Hits are resolved one at a time."""

    foe: str
    melee: Melee
    bout: Bout
    start: tuple[int, int]


class CombatEnd(OfOperative, frozen=True):
    foe: str
    start: tuple[int, int]


# ---- campaigns


class Founding(Scene, frozen=True):
    """The first asset of a base."""

    seat: int


class Undertake(Scene, frozen=True):
    """An operation is taken on."""

    seat: int


class VisitBase(Scene, frozen=True, tag="Quarters"):
    """Requisition points are spent."""

    seat: int


class Fielding(Scene, frozen=True):
    n: int


class ChangeOfPlan(Scene, frozen=True):
    seat: int


class Engagement(Scene, frozen=True):
    n: int
    foe: str = ""  # the team of the machine


class Commend(Scene, frozen=True):
    """Experience, then commendations."""

    n: int
    seat: int


class Promotions(Scene, frozen=True):
    """Those who took part and have not been looked at yet."""

    seat: int
    left: tuple[str, ...]


class CasualtyTests(Scene, frozen=True):
    """Those who fell and have not rolled yet; `mercy`: the Infirmary has a 1 to turn."""

    seat: int
    left: tuple[str, ...]
    mercy: bool


class RecoveryTests(Scene, frozen=True):
    seat: int
    left: tuple[str, ...]


class Accounts(Scene, frozen=True):
    """Requisition, the operation and the chronicle."""

    n: int
    seat: int


class Reward(Scene, frozen=True):
    seat: int
    operation: str


class NextBattle(Scene, frozen=True):
    n: int
