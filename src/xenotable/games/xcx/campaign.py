"""Campaign: six missions in a row with persistent Squads. A match whose answers are results of other matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from xenotable.engine import (
    All,
    Choose,
    Flow,
    Game,
    Match,
    Offer,
    Panel,
    Pick,
    Play,
    Random,
    Refusal,
    Result,
    Row,
    Scene,
    Table,
    cite,
    rule,
    scene,
)
from xenotable.games.xcx import content
from xenotable.games.xcx.squad import (
    TROOPER,
    ai_squad,
    crowd_refusals,
    free_troopers,
    limit_refusals,
    ready,
    recruit_refusals,
    squad_refusals,
    unique_refusals,
)
from xenotable.games.xcx.state import LEFT, MODES, TABLE, BattleSetup, Recruit, Side, Squad, Xcx

LIMITS = (500, 500, 500, 750, 750, 1000)
LEAST = 250
RANKS = {
    "XCX": ("Recruit", "Regular", "Veteran", "Sergeant", "Lieutenant", "Captain"),
    "ADVENT": ("Unit", "Second Unit", "First Unit", "Ascendant", "Exalted", "Archon"),
}
NAMES = (
    "Abara",
    "Bellamy",
    "Castro",
    "Dvorak",
    "Eriksen",
    "Farouk",
    "Galan",
    "Haddad",
    "Ivanova",
    "Jensen",
    "Kimura",
    "Lindqvist",
    "Moreau",
    "Nakata",
    "Okafor",
    "Petrov",
    "Quist",
    "Rossi",
    "Santos",
    "Tanaka",
    "Ueda",
    "Varga",
    "Weiss",
    "Xanthos",
    "Yilmaz",
    "Zielinski",
)


class Soldier(Row, frozen=True):
    """A member of a roster and its history."""

    seat: int
    unit: str
    name: str
    rank: int = 0
    marks: int = 0
    primary: str = ""
    secondary: str = ""
    armour: str = ""
    items: tuple[tuple[str, str], ...] = ()
    ups: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    misses: int = 0  # missions that it still has to sit out
    shaken: int = 0
    dead: bool = False
    missions: int = 0
    kills: int = 0
    deeds: int = 0
    story: tuple[str, ...] = ()


class Account(Row, frozen=True):
    """What a player owns beside soldiers."""

    supplies: int = 0
    store: tuple[str, ...] = ()
    points: int = 0
    wins: int = 0
    mustered: tuple[str, ...] = ()
    leader: str = ""
    lent: int = 0


class Ledger(Row, frozen=True):
    """How the campaign stands."""

    mission: int = 1
    winners: tuple[int, ...] = ()  # the winning side of each mission played, -1 for a draw
    conceded: int = -1
    cards: tuple[tuple[str, int], ...] = ()  # of the last draw
    costs: tuple[int, int] = (0, 0)  # mustered in the last battle


class Force(Row, frozen=True):
    """A side of the campaign: the starting Squad of each of its players, or the AI."""

    squads: tuple[Squad, ...]
    ai: bool = False
    difficulty: str = "classic"


class CampaignSetup(Row, frozen=True):
    forces: tuple[Force, ...]
    mode: str = "inches"
    levy: bool = False


class Muster(Scene, frozen=True):
    n: int


class Lead(Scene, frozen=True):
    n: int


class Battlefield(Scene, frozen=True):
    n: int


class Campaign(Game):
    id, title = "xcx-campaign", "XCX Enemy Eternal: campaign"
    about = "Six missions with the same soldiers: casualties, promotions, rewards and supplies in between."
    rules = 1
    Setup = CampaignSetup
    shared = ("sides",)

    soldiers: Table[str, Soldier]
    accounts: Table[int, Account]
    ledger: Table[str, Ledger]
    sides: tuple[tuple[int, ...], tuple[int, ...]]

    def prepare(self) -> None:
        cite("campaign.structure")
        seat, found = 0, []
        for force in self.setup.forces:
            n = 0 if force.ai else len(force.squads)
            found.append(tuple(range(seat, seat + n)))
            seat += n
        self.sides = (found[0], found[1])

    @classmethod
    def new(cls, setup: CampaignSetup) -> Campaign:
        game = cls(setup, sum(len(f.squads) for f in setup.forces if not f.ai))
        game.ledger.add("now", Ledger())
        for side, force in enumerate(setup.forces):
            for k, squad in enumerate(force.squads if not force.ai else ()):
                seat = game.sides[side][k]
                game.accounts.add(seat, Account())
                for recruit in squad.models:
                    if not recruit.free:
                        cite("squad.campaign-start")
                        enlist(game, seat, recruit.unit)
        game.scenes = [Muster(1)]
        return game

    @property
    def now(self) -> Ledger:
        return self.ledger["now"]

    def side_of(self, seat: int) -> int:
        return 0 if seat in self.sides[0] else 1

    def faction(self, seat: int) -> str:
        force = self.setup.forces[self.side_of(seat)]
        return str(force.squads[self.sides[self.side_of(seat)].index(seat)].faction)

    def versus(self) -> bool:
        return bool(self.sides[0] and self.sides[1])

    @classmethod
    def offers(cls) -> Sequence[Offer]:
        xcx, advent = ready("xcx-500"), ready("advent-500")
        against = CampaignSetup((Force((xcx,)), Force((advent,))))
        alone = CampaignSetup((Force((xcx,)), Force((advent,), True)))
        half = (ai_squad("XCX", 250), ai_squad("XCX", 250))
        both = CampaignSetup((Force(half), Force((advent,), True)))
        squares = replace(alone, mode="square")
        return [
            Offer("campaign-solo", "The long war (solo)", "Six missions alone against AI cards.", alone),
            Offer("campaign", "The long war", "Six missions, two players.", against),
            Offer("campaign-together", "The long war together", "Two players against AI cards.", both),
            Offer("campaign-squares", "The long war on squares", "Six missions alone, counted in spaces.", squares),
        ]

    @classmethod
    def setup_refusals(cls, setup: CampaignSetup) -> Iterator[Refusal]:
        if setup.mode not in MODES:
            yield Refusal("principles.house-options", "There is no distance mode {m!r}.", {"m": setup.mode})
        if len(setup.forces) != 2 or all(f.ai for f in setup.forces):
            yield Refusal("campaign.structure", "A campaign has two sides, at least one of them with a player.", {})
        for force in setup.forces:
            for squad in force.squads:
                yield from limit_refusals(LIMITS[0])
                yield from squad_refusals(squad, LIMITS[0] // len(force.squads), setup.levy, True)
                if any(r.primary or r.secondary or r.armour or r.items for r in squad.models):
                    yield Refusal("squad.campaign-start", "A campaign starts with base loadouts only.", {})

    def name(self, id: str) -> str:
        if id in self.soldiers:
            s = self.soldiers[id]
            return f"{rank_name(self, id)} {s.name}"
        return content.named(id) if id not in content.units() else content.units()[id].name

    def seat_name(self, seat: int) -> str:
        return f"{self.faction(seat)} (player {seat + 1})"

    def panels(self, seat: int) -> Sequence[Panel]:
        from xenotable.games.xcx.aftermath import panels

        return panels(self, seat)

    def broken(self) -> Iterator[str]:
        for seat, a in self.accounts.items():
            if a.supplies < 0:
                yield f"seat {seat} has {a.supplies} supplies"
        for id, s in self.soldiers.items():
            for r in recruit_refusals(recruit_of(self, id), self.faction(s.seat)):
                yield f"{id}: {r}"

    def conceded(self, seat: int) -> Result:
        side = self.side_of(seat)
        return Result(self.sides[1 - side], f"{self.seat_name(seat)} gives the campaign up.", "engine.concede")


# ---- the roster ------------------------------------------------------------------------------------------------------


@rule("campaign.roster")
def enlist(game: Campaign, seat: int, unit: str) -> str:
    """A new member: name, rank 0, base loadout."""
    n = len(game.soldiers) + 1
    card = content.units()[unit]
    name = NAMES[(n * 7) % len(NAMES)] if card.type in ("human", "alien") and "Unique" not in card.rules else card.name
    id = f"s{n}"
    game.soldiers.add(id, Soldier(seat, unit, f"{name}" if "Unique" in card.rules else f"{name} ({card.name})"))
    return id


@rule("campaign.ranks")
def rank_name(game: Campaign, id: str) -> str:
    s = game.soldiers[id]
    return RANKS["ADVENT" if content.units()[s.unit].faction == "ADVENT" else "XCX"][s.rank]


def recruit_of(game: Campaign, id: str, leader: bool = False) -> Recruit:
    cite("squad.persistent")
    s = game.soldiers[id]
    return Recruit(
        s.unit,
        s.name,
        leader,
        primary=s.primary,
        secondary=s.secondary,
        armour=s.armour,
        items=s.items,
        ups=s.ups,
        talents=s.talents,
        shaken=s.shaken,
        soldier=id,
    )


def own(game: Campaign, seat: int) -> list[str]:
    return [i for i, s in game.soldiers.items() if s.seat == seat and not s.dead]


@rule("campaign.recovery")
def available(game: Campaign, seat: int) -> list[str]:
    return [i for i in own(game, seat) if game.soldiers[i].misses == 0]


def write(game: Campaign, id: str, says: str) -> None:
    """A line of a soldier's history."""
    game.soldiers.set(id, story=(*game.soldiers[id].story, f"Mission {game.now.mission}: {says}"))


# ---- muster ----------------------------------------------------------------------------------------------------------


def share(game: Campaign, seat: int, n: int) -> int:
    return LIMITS[n - 1] // len(game.sides[game.side_of(seat)])


def card_cost(game: Campaign, ids: Sequence[str]) -> int:
    """Equipment, ranks and attachments count nothing."""
    return sum(content.units()[game.soldiers[i].unit].cost for i in ids)


@rule("campaign.muster")
def muster_refusals(game: Campaign, seat: int, n: int, picked: Sequence[str]) -> Iterator[Refusal]:
    cost, limit = card_cost(game, picked), share(game, seat, n)
    if cost > limit:
        args = {"cost": cost, "limit": limit}
        yield Refusal(
            "campaign.muster", "These models cost {cost} spl, the limit is {limit}.", args, "Leave somebody out."
        )
    squad = Squad(game.faction(seat), tuple(recruit_of(game, i) for i in picked))
    yield from crowd_refusals(squad)
    yield from unique_refusals([squad])


@rule("campaign.minimum-force")
def lent(game: Campaign, seat: int) -> int:
    """Volunteers or Troopers for a player who can hardly field anybody: up to 250 spl."""
    cost = card_cost(game, available(game, seat))
    unit = "volunteer" if game.faction(seat) == "XCX" else TROOPER
    return max(0, (LEAST - cost) // content.units()[unit].cost) if cost < LEAST else 0


@scene
def muster(game: Campaign, at: Muster) -> Flow[list[Scene]]:
    """Everybody chooses who takes part, unseen by the others."""
    game.ledger.set("now", mission=at.n)
    seats = list(game.accounts)
    picks = yield from All(asks=[muster_ask(game, seat, at.n) for seat in seats])
    for seat, picked in zip(seats, picks, strict=True):
        game.accounts.set(seat, mustered=picked, lent=lent(game, seat), leader="")
        for id in picked:
            game.tell("{who} takes part.", "campaign.muster", who=id)
    return [Lead(at.n)]


def muster_ask(game: Campaign, seat: int, n: int) -> Pick[str]:
    ids = available(game, seat)
    fits = [i for i in ids if card_cost(game, [i]) <= share(game, seat, n)]
    return Pick(
        seat=seat,
        key=f"muster:{n}",
        rule="campaign.muster",
        prompt="Mission {n}: who takes part?",
        args={"n": n},
        secret=True,
        always=True,
        among=lambda: ids,
        least=min(1, len(fits)) if not lent(game, seat) else 0,
        legal=lambda picked: muster_refusals(game, seat, n, picked),
        label=game.name,
    )


@scene
def lead(game: Campaign, at: Lead) -> Flow[list[Scene]]:
    """The Leader is chosen anew for each mission; a lent model leads where nobody else is there."""
    seats = [s for s, a in game.accounts.items() if a.mustered]
    if seats:
        chosen = yield from All(asks=[leader_ask(game, s) for s in seats])
        for seat, id in zip(seats, chosen, strict=True):
            game.accounts.set(seat, leader=id)
            game.tell("{who} leads.", "campaign.leader", who=id)
    return [Battlefield(at.n)]


def leader_ask(game: Campaign, seat: int) -> Choose[str]:
    ids = game.accounts[seat].mustered
    return Choose(
        seat=seat,
        key="leader",
        rule="campaign.leader",
        prompt="Who leads?",
        secret=True,
        always=True,
        among=lambda: ids,
        label=game.name,
    )


# ---- the battle ------------------------------------------------------------------------------------------------------


def squad_for(game: Campaign, seat: int, n: int) -> Squad:
    a, faction = game.accounts[seat], game.faction(seat)
    models = [recruit_of(game, i, i == a.leader) for i in a.mustered]
    unit = "volunteer" if faction == "XCX" else TROOPER
    models += [Recruit(unit, lent=True) for _ in range(a.lent)]
    if faction == "ADVENT":
        cite("squad.free-troopers-in-campaign")
        models += [Recruit(TROOPER, free=True) for _ in range(free_troopers(share(game, seat, n), game.setup.levy))]
    if models and not a.leader:
        models[0] = replace(models[0], leader=True)
    return Squad(faction, tuple(models))


@rule("campaign.solo-escalation")
def ai_purse(game: Campaign, n: int) -> int:
    """25 spl more for each earlier mission that the player won."""
    return LIMITS[n - 1] + 25 * sum(w == (0 if game.sides[0] else 1) for w in game.now.winners)


def battle_setup(game: Campaign, n: int) -> BattleSetup:
    mission = list(content.missions().values())[n - 1]
    sides = []
    for side, force in enumerate(game.setup.forces):
        if force.ai:
            squad = ai_squad(force.squads[0].faction, LIMITS[n - 1], game.setup.levy, ai_purse(game, n))
            sides.append(Side((squad,), True, force.difficulty))
        else:
            sides.append(Side(tuple(squad_for(game, s, n) for s in game.sides[side])))
    return BattleSetup(mission.id, LIMITS[n - 1], game.setup.mode, "", tuple(sides), game.setup.levy)


def report(battle: Xcx) -> dict[str, Any]:
    """What a finished battle means to a campaign: the answer to `Play`."""
    models = []
    for id, m in battle.models.items():
        kit = battle.kits[id].recruit
        if kit.soldier:
            alive = m.state in (TABLE, LEFT)
            models.append((kit.soldier, not alive, m.kills, m.deeds, m.finds if alive else (), m.used))
    now = battle.now
    return {"winner": now.winner, "conceded": now.conceded, "models": tuple(models), "points": now.points}


def result_refusals(game: Campaign, said: Mapping[str, Any]) -> Iterator[Refusal]:
    """A result must name a winner and every model that took part."""
    structure = "campaign.structure"
    if type(said.get("winner")) is not int or not -1 <= said["winner"] <= 1:
        yield Refusal(structure, "The winner is side 0 or 1, or -1 for a draw.", {})
    conceded = said.get("conceded", -1)
    if type(conceded) is not int or not -1 <= conceded <= 1:
        yield Refusal(structure, "Who conceded is side 0 or 1, or -1 for nobody.", {})
    rows = said.get("models", ())
    good = isinstance(rows, tuple) and all(sound(row) for row in rows)
    if not good:
        yield Refusal(structure, "Each model is given as (id, out, kills, objectives, finds, used items).", {})
        return
    took = {i for a in game.accounts.values() for i in a.mustered}
    named = [row[0] for row in rows]
    if sorted(named) != sorted(took):
        yield Refusal(structure, "The result names {n} models; {m} took part.", {"n": len(named), "m": len(took)})


def sound(row: Any) -> bool:
    if not isinstance(row, tuple) or len(row) != 6 or not isinstance(row[0], str) or type(row[1]) is not bool:
        return False
    if any(type(k) is not int or not 0 <= k <= 99 for k in row[2:4]):
        return False
    goods = {"nothing", "supplies", *content.weapons(), *content.armours(), *content.items()}
    return all(isinstance(part, tuple) and all(isinstance(f, str) and f in goods for f in part) for part in row[4:6])


def some_results(game: Campaign, n: int, rnd: Random) -> list[dict[str, Any]]:
    """Plausible results, for machines that do not fight the battle out."""
    took = [i for a in game.accounts.values() for i in a.mustered]
    finds = ("nothing", "supplies", "red-dot-sight", "sidearm", "weave-vest")
    found = []
    for _ in range(n):
        rows = []
        for id in took:
            out = rnd() < 0.3
            find = (finds[int(rnd() * len(finds))],) if rnd() < 0.2 and not out else ()
            rows.append((id, out, int(rnd() * 3), int(rnd() * 2), find, ()))
        found.append({"winner": int(rnd() * 3) - 1, "conceded": -1, "models": tuple(rows), "points": (0, 0)})
    return found


@scene
def battlefield(game: Campaign, at: Battlefield) -> Flow[list[Scene]]:
    """The battle is a match of its own; only its result comes back, and stands."""
    from xenotable.games.xcx.aftermath import Casualties

    setup = battle_setup(game, at.n)
    result = yield from Play(
        seat=next(iter(game.accounts)),
        key=f"battle:{at.n}",
        rule="campaign.structure",
        prompt="Fight mission {n}: {name}",
        args={"n": at.n, "name": content.missions()[setup.mission].name},
        game="xcx",
        setup=setup,
        legal=lambda said: result_refusals(game, said),
        propose=lambda n, rnd: some_results(game, n, rnd),
        report=report,
    )
    cite("campaign.persistence")
    costs = tuple(sum(card_cost(game, game.accounts[s].mustered) for s in seats) for seats in game.sides)
    game.ledger.set(
        "now", winners=(*game.now.winners, result["winner"]), conceded=result.get("conceded", -1), costs=costs
    )
    out, finds = note_result(game, result["models"])
    return [Casualties(at.n, out, finds)]


def note_result(game: Campaign, rows: Sequence[Any]) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    """Writes the record of everybody who took part; gives who fell, and what was brought home by whom."""
    out, finds = [], []
    for id, fell, kills, deeds, found, used in rows:
        s = game.soldiers[id]
        items = tuple(i for i in s.items if i[0] not in used)
        game.soldiers.set(
            id,
            missions=s.missions + 1,
            kills=s.kills + kills,
            deeds=s.deeds + deeds,
            items=items,
            shaken=0,
            marks=s.marks if fell else s.marks + (kills > 0) + (deeds > 0),
        )
        cite("campaign.wounds-heal")
        if fell:
            out.append(id)
            write(game, id, "fell.")
        else:
            finds += [(s.seat, f) for f in found]
            write(game, id, f"came home; {kills} kills, {deeds} objectives.")
    return tuple(out), tuple(finds)


def branch(match: Match[Campaign], n: int) -> Match[Campaign]:
    """The campaign as it stood before the muster of mission n: another way from there on."""
    for i, entry in enumerate(match.tape):
        if entry.key == f"muster:{n}":
            return match.at(i)
    raise ValueError(f"Mission {n} has not been mustered yet.")
