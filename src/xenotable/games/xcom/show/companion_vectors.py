"""Vectors for the offline companion: what generator and clock give here, for its TypeScript copy to be held to.

python -m xenotable.games.xcom.show.companion_vectors   writes web/src/companion/book.json and web/tests/companion.json
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

import xenotable
from xenotable.engine import Match
from xenotable.games import game
from xenotable.games.xcom.content import CONTINENTS, DIFFICULTIES, book
from xenotable.games.xcom.forecasts.dice import at_least, loss_chance, policy
from xenotable.games.xcom.rules.budget import funding
from xenotable.games.xcom.rules.companion.ending import ENDS
from xenotable.games.xcom.rules.companion.guide import NEXT
from xenotable.games.xcom.rules.companion.pages import PAGES
from xenotable.games.xcom.rules.generator.invasion import invade
from xenotable.games.xcom.rules.generator.wave import Brief
from xenotable.games.xcom.rules.modes.lobby import sequence
from xenotable.games.xcom.rules.roles import default_split, roles
from xenotable.games.xcom.rules.setup.opening import opening
from xenotable.games.xcom.rules.victory import points
from xenotable.games.xcom.state import Companion, PrintedPlan, Report, TableSetup
from xenotable.rulebook.catalogue import catalogue

COUNT = 24


MISSIONS = ("completed", "play", "none")


AT_HAND = {  # the rules that lie open beside a page of the guide, after the page's own
    "audit": ("budget.audit-stayed", "budget.audit-must-pay", "budget.audit-deficit", "budget.deficit-tie"),
    "recruit": ("budget.recruit-pool-only", "budget.recruit-deficit", "budget.excess-lost"),
    "crises": ("budget.crises-decide", "budget.crises-impossible"),
    "research": ("research.dice", "research.tokens", "research.complete", "research.loss", "research.stays"),
    "orbit": ("orbit.success", "orbit.loss", "orbit.panic", "orbit.panic-tie"),
    "globe": ("globe.dice", "globe.success", "globe.loss", "globe.panic", "globe.panic-undefended"),
    "base": ("base.tasks", "base.icons-match", "base.dice", "base.loss", "base.damage", "base.critical", "base.check"),
    "mission": ("mission.threat", "mission.icons", "mission.skill-task", "mission.loss", "mission.complete"),
    "final": ("finale.boss", "finale.persist", "finale.win"),
    "pressure": (),
    "refresh": ("endround.no-cards", "endround.refresh-units", "endround.discards"),
    "return": ("endround.return-exhausted", "endround.elite"),
}


BESIDE_ACTIONS = {  # and beside an action of the timed phase
    "new_tech": ("actions.new-tech", "actions.new-tech-short"),
    "budget": ("actions.budget", "budget.funding", "budget.difficulty"),
    "unlock_final": ("actions.unlock-final",),
    "ufos_descend": ("actions.ufos-descend", "actions.descend-fewer"),
    "ufos_detected": ("actions.ufos-detected", "actions.ufos-fallen"),
    "enemy_in_base": ("actions.enemy-in-base", "actions.base-spaces"),
    "crisis": ("actions.crisis", "actions.crisis-pool"),
    "choose_mission": ("actions.choose-mission", "actions.mission-enemies", "actions.choose-mission-zero"),
    "assign_research": ("actions.research", "actions.research-three", "actions.research-occupied"),
    "emergency_funding": ("actions.emergency", "actions.emergency-hint"),
    "deploy_satellites": ("actions.satellites",),
    "deploy_interceptors": ("actions.interceptors", "actions.interceptors-fallen"),
    "deploy_squad": ("actions.deploy-squad-reveal", "actions.deploy-squad"),
    "deploy_final": ("actions.deploy-final",),
    "defend_base": ("actions.defend-base",),
    "ending": ("timed.ending", "timed.ending-pause", "timed.watch-cards"),
}


STEPS = {  # and beside a step of the set-up, in the order of setup.order
    "start": ("setup.order",),
    "plan": ("setup.plan", "setup.enemy-deck"),
    "roles": ("setup.roles", "roles.four-players", "roles.three-players", "roles.two-players", "roles.solo"),
    "headquarters": ("setup.headquarters", "setup.headquarters-bonus"),
    "reserves": ("setup.soldiers", "setup.interceptors", "setup.satellites-scientists"),
    "emergency": ("setup.emergency", "setup.credits"),
    "tracks": ("setup.panic", "setup.damage"),
    "decks": ("setup.decks", "setup.enemy-deck", "modes.timer-off"),
    "ufos": ("setup.start-ufos", "setup.ufo-supply"),
}


TOLD = (  # rules that the companion's own sentences name
    "setup.difficulty", "modes.timer-option", "timed.pause", "timed.pause-budget", "timed.pause-expired",
    "timed.pause-empty", "timed.instructions", "timed.leave", "timed.alien-zero", "timed.expired-halves",
    "timed.expired-drain", "timed.xcom-zero", "timed.done", "generator.focus", "generator.focus-terror",
    "generator.focus-reprisal", "generator.focus-jamming", "generator.focus-unrest", "generator.wave",
    "generator.descent", "generator.placement", "generator.order", "generator.scramble-roll",
    "generator.scramble-target", "generator.scramble-move", "generator.unlock", "companion.scope", "companion.setup",
    "companion.printed-plan", "companion.tutorial", "companion.timed", "companion.guide", "companion.threat-helper",
    "companion.ask-base", "companion.ask-final", "companion.ask-orbit", "companion.ask-mission", "companion.ask-panic",
    "companion.ask-fallen-ufos", "companion.validate", "companion.confirm", "companion.lose-panic",
    "companion.adjust", "companion.resume", "companion.history", "companion.odds",
    "companion.score", "victory.score", "panic.fall-ufos",
)  # fmt: skip


def data() -> dict[str, Any]:
    """What the offline companion needs of the catalogue."""
    plans = [
        {
            k: getattr(p, k)
            for k in ("id", "name", "about", "clock", "ufos", "enemies", "crises", "orbit", "setup_panic")
        }
        for p in book().plans.values()
    ]
    actions = [
        {k: getattr(a, k) for k in ("id", "title", "role", "side", "seconds", "after", "response")}
        for a in book().actions.values()
    ]
    return {
        "difficulties": list(book().difficulties.values()),
        "plans": plans,
        "actions": actions,
        "continents": [{"id": c, "name": book().continents[c].name} for c in CONTINENTS],
        "panic": book().tracks["panic"].spaces,
        "roles": [{"id": r.id, "name": r.name, "mark": r.icon, "duties": r.duties} for r in roles()],
        "splits": [default_split(n) for n in range(1, 5)],
        "pages": [{**msgspec.structs.asdict(p), "rules": (p.rule, *AT_HAND[p.id])} for p in PAGES],
        "deeds": BESIDE_ACTIONS,
        "lesson": {k: getattr(book().lessons[0], k) for k in ("order", "ufos", "start_ufos")},
        "steps": [{"id": step, "rules": named} for step, named in STEPS.items()],
        "ends": {why: {"says": says, "rule": rule} for why, (says, rule) in ENDS.items()},
        "rules": _texts(),
    }


def _texts() -> dict[str, dict[str, str]]:
    """What the catalogue says, its origin, and the ruling if there is one, of every rule that the companion shows."""
    shown = {*TOLD, *(p.rule for p in PAGES)}
    for named in (*AT_HAND.values(), *BESIDE_ACTIONS.values(), *STEPS.values()):
        shown.update(named)
    rules = catalogue("xcom").rules
    keys = ("says", "origin", "source", "ruling")
    return {id: {key: text for key in keys if (text := getattr(rules[id], key))} for id in sorted(shown)}


def vectors(seed: int = 2015, count: int = COUNT, phases: int = COUNT // 2, games: int = 4) -> dict[str, Any]:
    """So many openings, rounds and odds, fewer dice and scores; phases and whole games are played, which takes long."""
    rnd, few = random.Random(seed), max(4, count // 20)
    return {
        "dice": [_dice(rnd) for _ in range(few)],
        "openings": [_opening_vector(rnd) for _ in range(count)],
        "rounds": [_round(rnd) for _ in range(count)],
        "phases": [_phase(rnd, n) for n in range(phases)],
        "odds": [_odds(rnd) for _ in range(count)],
        "scores": [_score(rnd) for _ in range(few)],
        "games": [_game(rnd, n) for n in range(games)],
    }


def _seed(rnd: random.Random) -> str:
    return rnd.randbytes(8).hex()


def _dice(rnd: random.Random) -> dict[str, Any]:
    seed, name = _seed(rnd), f"round {rnd.randint(1, 12)}"
    d = sequence(seed, name)
    sides = [rnd.choice((2, 3, 5, 6, 12, 15, 20, 256, 257, 1000)) for _ in range(20)]
    return {"seed": seed, "name": name, "rolls": [[s, d(s)] for s in sides]}


def _opening_vector(rnd: random.Random) -> dict[str, Any]:
    seed, level = _seed(rnd), rnd.choice(DIFFICULTIES)
    plan, home = rnd.choice(("", *book().plans)), rnd.choice(("", *CONTINENTS))
    out = opening(level, plan, home, sequence(seed, "setup"))
    return {"seed": seed, "difficulty": level, "plan": plan, "headquarters": home, "out": out}


def _report(rnd: random.Random) -> Report:
    colours = tuple(rnd.choice(("yellow", "yellow", "red", "orange")) for _ in CONTINENTS)
    if colours.count("orange") > 1:
        colours = tuple("red" if c == "orange" else c for c in colours)
    return Report(rnd.choice((0, 0, 1, 2, 5, 8)), rnd.choice(MISSIONS), colours)


def _round(rnd: random.Random) -> dict[str, Any]:
    number, seed = rnd.randint(1, 10), _seed(rnd)
    reports = tuple(_report(rnd) for _ in range(number))
    brief = Brief(
        rnd.choice(DIFFICULTIES), rnd.choice(list(book().plans)), number, reports,
        rnd.choice((0, 0, 1, 2)), rnd.choice((0, 0, 1)), rnd.choice((0, 0, 1)),
    )  # fmt: skip
    out = invade(brief, sequence(seed, f"round {number}"))
    return {"seed": seed, "brief": brief, "out": out, "funding": funding(brief.difficulty, brief.last)}


def _phase(rnd: random.Random, n: int) -> dict[str, Any]:
    """The first timed phase at a table: inputs with their times, and the clock after each."""
    setup = TableSetup(DIFFICULTIES[n % 4], ("on", "on", "relaxed")[n % 3], 4, rnd.choice(list(book().plans)))
    match = Match(game("xcom-companion").new(setup), f"vector {n}")
    now, steps = 1_000, list[dict[str, Any]]()
    match.answer(0, "start", "start", at=now)
    seed = match.game.secret[-1].seed
    while match.game.now.phase == "timed" and len(steps) < 60:
        now += rnd.choice((200, 1_500, 4_000, 9_000, 17_000, 31_000))
        meant = match.game.clock[0].n  # what was on screen when the finger came down: it may be over by now
        match.tick(now)
        key, value = _tap(rnd, meant)
        if match.game.now.phase != "timed" or (key and match.find(0, key) is None):
            key = ""
        refused = match.answer(0, value, key, at=now) if key else []
        clock = match.game.clock[0] if match.game.now.phase == "timed" else None
        steps.append({"at": now, "key": key, "value": value, "refused": bool(refused), "clock": clock})
    return {"seed": seed, "setup": setup, "start": 1_000, "steps": steps}


def _tap(rnd: random.Random, meant: int) -> tuple[str, Any]:
    key = rnd.choice(("done", "done", "done", "pause", "pause", "", "adjust", "resumed"))
    if key == "adjust":
        return key, rnd.choice((("pause", 20), ("pause", -20), ("time", 15)))
    return key, "resumed" if key == "resumed" else meant


def _odds(rnd: random.Random) -> dict[str, Any]:
    dice, need, threat = rnd.randint(1, 8), rnd.randint(1, 4), rnd.randint(1, 5)
    out = policy(dice, need, threat)
    figures = (at_least(dice, need), loss_chance(threat), out.complete, out.loss)
    return {"dice": dice, "need": need, "threat": threat, "out": [round(float(f), 12) for f in figures]}


def _score(rnd: random.Random) -> dict[str, Any]:
    level, won = rnd.choice(DIFFICULTIES), rnd.random() < 0.5
    parts = [rnd.randint(0, 9) for _ in range(5)]
    return {"difficulty": level, "won": won, "parts": parts, "out": points(won, level, *parts)}


def _game(rnd: random.Random, n: int) -> dict[str, Any]:
    """A whole evening with every button pressed now and then: the inputs, and what each changed."""
    setup = TableSetup(DIFFICULTIES[n % 4], ("on", "off", "relaxed")[n % 3], 1 + n % 4, "")
    if n % 2:
        card = PrintedPlan("A card of the box", 4 + n % 3, n % 2, (0, 2, 0, 0, 1, 0))
        setup = replace(setup, plan="harvest", printed=card)
    if n == 0:
        setup = replace(setup, tutorial=True)  # Easy
    match = Match(game("xcom-companion").new(setup), f"evening {n}")
    seed, now, steps, before = "", 0, list[dict[str, Any]](), dict[str, Any]()
    while match.game.result is None and len(steps) < 400:
        now += rnd.choice((300, 2_000, 7_000))
        match.tick(now)
        key, value = _touch(rnd, match.game)
        refused = match.answer(0, value, key, at=now) if match.find(0, key) is not None else [None]
        seed = seed or match.game.secret[-1].seed
        desk = _desk(match.game)
        changed = {k: v for k, v in desk.items() if k not in before or before[k] != v}
        steps.append({"at": now, "key": key, "value": value, "refused": bool(refused), "desk": changed})
        before = desk
    scores = match.game.result.scores if match.game.result else ()
    return {"seed": seed, "setup": setup, "steps": steps, "scores": scores}


def _touch(rnd: random.Random, game: Companion) -> tuple[str, Any]:
    """What a person at the table may do next, sometimes what cannot be done."""
    desk = game.now
    if desk.phase == "setup" or (desk.phase == "reports" and len(game.reports) > desk.round):
        return "start", "start"
    if desk.phase == "timed":
        key = rnd.choice(("done",) * 6 + ("pause",))
        return key, game.clock[0].n
    if desk.asked:
        return "question", rnd.random() < (0.4 if desk.asked == "completed" else 0.03)
    either = [("adjust", rnd.choice((*NEXT, ("pause", 35))))] + [("retract", 0)] * bool(desk.adjusted)
    if desk.phase == "guide":
        threat = ("threat", rnd.choice(("+1", "reset")))
        return rnd.choice([("page", "next")] * 12 + [("page", "back"), threat, rnd.choice(either)])
    if desk.phase == "reports":
        colour = rnd.choice(("yellow", "red", "orange"))
        entries: list[tuple[str, Any]] = [
            ("orbit", rnd.choice((0, 1, 2, 3, 24))), ("mission", rnd.choice(MISSIONS)), ("fallen", rnd.randint(0, 3)),
            ("panic", (rnd.choice(CONTINENTS), colour)), ("base", False), ("back", "back"), rnd.choice(either),
        ]  # fmt: skip
        return rnd.choice([*entries[:5] * 2, *entries[5:], *[("confirm", "confirm")] * 2])
    keys = {"ufos": rnd.randint(0, 24), "pool": rnd.randint(0, 20), "damage": rnd.randint(0, 9), "finish": "finish"}
    key = rnd.choice(tuple(keys))
    return key, keys[key]


def _desk(game: Companion) -> dict[str, Any]:
    desk, c = game.now, game.clock[0]
    waits = desk.phase == "setup" or (desk.phase == "reports" and len(game.reports) > desk.round)
    return {
        "round": desk.round, "phase": "ready" if waits else desk.phase, "page": desk.page, "threat": desk.threat,
        "asked": desk.asked, "adjusted": desk.adjusted, "won": desk.won, "why": desk.why, "draft": game.draft[0],
        "reports": len(game.reports), "action": c.action, "n": c.n, "zero": c.zero, "budget": c.budget,
        "expired": c.expired, "past": len(game.history),
    }  # fmt: skip


def files() -> dict[str, bytes]:
    """What the command writes, by path below the project."""
    return {
        "web/src/companion/book.json": msgspec.json.format(msgspec.json.encode(data()), indent=1) + b"\n",
        "web/tests/companion.json": msgspec.json.encode(vectors()) + b"\n",
    }


def main() -> None:
    root = Path(xenotable.__file__).resolve().parents[2]
    for name, text in files().items():
        (root / name).write_bytes(text)
        print(f"{name}: {len(text)} bytes")


if __name__ == "__main__":
    main()
