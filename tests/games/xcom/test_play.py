"""The play area, the modes around a game, and the content."""

from __future__ import annotations

import random

import pytest

from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, Planned, War, rule
from xenotable.engine import NOBODY, Match, Seeded, View, load, save
from xenotable.engine.display import Countdown
from xenotable.games.xcom.content import CONTINENTS, book, text_of
from xenotable.games.xcom.content import load as load_content
from xenotable.games.xcom.forecasts.simulation import play_game
from xenotable.games.xcom.rules.budget import steps
from xenotable.games.xcom.rules.content.soldiers import memorial
from xenotable.games.xcom.rules.content.stories import by_round, ending_lines
from xenotable.games.xcom.rules.content.tutorial import stack_deck
from xenotable.games.xcom.rules.modes.records import record
from xenotable.games.xcom.rules.play.hidden import redeal, seen_cards, whereabouts
from xenotable.games.xcom.rules.timed.phase import begin
from xenotable.games.xcom.rules.units.losses import lose
from xenotable.games.xcom.scenes import Audit, GlobeTask
from xenotable.games.xcom.show.debriefing import debriefing
from xenotable.games.xcom.state import Foe, Setup, Xcom
from xenotable.games.xcom.title import GAME
from xenotable.rulebook import catalogue
from xenotable.server.game_registry import offer_wire


@pytest.fixture(scope="module")
def finished() -> Match[Xcom]:
    return play_game(Setup("normal", "beachhead", "off"), "story", live=True)


def lines(war: War, seat: int, panel: str) -> dict[str, str]:
    return {line.label: line.value for p in GAME.panels(war.game, seat) if p.id == panel for line in p.lines}


@rule("play.board", "content.art")
def test_a_board_of_places_without_inches():
    board = GAME.board(War().game)
    assert not board.measured
    ids = {a.id for a in board.areas}
    assert {*CONTINENTS, "orbit", "lab1", "lab2", "lab3", "base", "mission", "final", "crises", "pool"} <= ids
    assert all(0 <= x <= board.width and 0 <= y <= board.depth for a in board.areas for x, y in a.shape.points)


def test_everybody_reads_whose_a_piece_of_content_is():
    war = War().tech("lab1", "war-bonds", 1).mission("downed-saucer")
    whose = {t.id: t.origin for t in GAME.tokens(war.game, COMMANDER)}
    assert (whose["int1"], whose["tech-war-bonds"], whose["card-mission"]) == ("restored", "ours", "ours")
    started = GAME.new(Setup())
    cards = next(p for p in GAME.panels(started, COMMANDER) if p.id == "cards").lines
    assert {line.on: line.origin for line in cards} == {
        "asset-emergency-funding": "source",
        "asset-officer-training": "source",
        "asset-hotline": "ours",
    }
    assert {o.origin for o in GAME.offers() if o.setup.plan} == {"ours"}


@rule("play.screen-common", "content.texts")
def test_tokens_stand_in_their_places():
    war = War().ufos(orbit=1, asia=2).tech("lab1", "war-bonds", 1).put(crises=("crisis-lab-fire",))
    war.foe("husk-trooper", tokens=1)
    war.assign("interceptor", "asia", 1)
    tokens = {t.id: t for t in GAME.tokens(war.game, 0)}
    assert tokens["int1"].inside == "asia"
    assert tokens["ufo-asia-1"].inside == "asia"
    assert tokens["base1"].pips.now == 1
    assert tokens["tech-war-bonds"].inside == "lab1"
    assert ("Text", text_of("tech-war-bonds")) in tokens["tech-war-bonds"].about
    places = {a.id for a in GAME.board(war.game).areas}
    assert all(t.inside in places for t in tokens.values())


@rule("play.screen-commander", "play.screen-scientist", "play.screen-officer", "play.screen-leader")
def test_every_role_has_its_own_screen():
    war = War(timer="on").ufos(asia=2).hand("war-bonds").tech("lab1", "neural-link", 1).put(crises=("crisis-lab-fire",))
    war.foe("husk-trooper")
    war.timed("budget")
    assert lines(war, COMMANDER, "commander")["Asia"] == "panic 3 if no UFO is destroyed"
    assert lines(war, SCIENTIST, "scientist")["War Bonds"].startswith("cost 3")
    assert "3 scientists are recommended" in lines(war, SCIENTIST, "scientist")["Lab I"]
    assert lines(war, OFFICER, "officer")["Round 0"] == "0 in orbit, mission none"
    assert "Husk Trooper" in lines(war, LEADER, "leader")
    assert not lines(war, COMMANDER, "scientist")
    war.card("asset-standby-squad", "asset-field-surgeon").assign("interceptor", "asia", 1)
    assert "with the Interceptors there: 0 left" in lines(war, COMMANDER, "commander")["Asia"]
    assert lines(war, LEADER, "cards")["Standby Squad"].startswith("Usable now. ")
    assert not lines(war, LEADER, "cards")["Field Surgeon"].startswith("Usable now. ")


@rule("timed.interface")
@pytest.mark.parametrize(
    ("action", "clock", "shown"),
    [
        ("budget", {}, Countdown("XCOM", "calm", 10_000, full=10_000, seat=COMMANDER)),
        ("budget", {"scrambled": True}, Countdown("SCRAMBLED", "warn", 10_000, full=10_000, seat=COMMANDER)),
        ("crisis", {}, Countdown("ALIEN", "alarm", 24_000, full=24_000, seat=COMMANDER)),
        ("crisis", {"expired": True}, Countdown("EXPIRED", "late", full=24_000, seat=COMMANDER)),
        ("crisis", {"paused": 4_000}, Countdown("PAUSED", "halt", left=20_000, full=24_000, seat=COMMANDER)),
        ("crisis", {"zero": None}, Countdown("ALIEN", "alarm", seat=COMMANDER)),
    ],
)
def test_the_timer_tells_its_state_by_a_word_and_a_tone(action, clock, shown):
    war = War(timer="on").timed(action)
    war.game.clock.set(0, **clock)
    (panel,) = (p for p in GAME.panels(war.game, COMMANDER) if p.kind == "timer")
    assert panel.timer == shown


@rule("panic.track", "base.track")
def test_panic_and_damage_are_tracks_on_the_board():
    war = War().put(damage=3)
    war.game.continents.set("asia", panic=5)
    tracks = {t.id: t for t in GAME.tokens(war.game, 0) if t.kind == "track"}
    assert (tracks["panic-asia"].inside, tracks["panic-asia"].pips.now) == ("asia", 5)
    assert tracks["panic-asia"].pips.tones == ("warn",) * 3 + ("bad",) * 4 + ("end",)
    assert (tracks["damage"].inside, tracks["damage"].pips.now) == ("base", 3)
    assert tracks["damage"].pips.tones == ("calm",) * 3 + ("bad", "calm") * 2 + ("bad", "end")
    assert len(tracks) == len(CONTINENTS) + 1


@rule("play.relay")
def test_in_relay_only_the_central_officer_sees_the_action():
    war = War(timer="on", relay=True).timed("deploy_interceptors")
    assert "Timer" in lines(war, OFFICER, "action")
    assert list(lines(war, LEADER, "action")) == ["Listen to the Central Officer"]
    assert list(lines(war, COMMANDER, "action")) == ["Deploy Interceptors", "Instructions"]
    assert "(25 s)" in war.story(OFFICER)
    assert "Deploy Interceptors: Commander." in war.story(COMMANDER)
    assert "Deploy Interceptors" not in war.story(LEADER)  # nor does the log say it
    assert "s)" not in war.story(COMMANDER)


@rule("play.public")
def test_what_everybody_sees_of_the_cards():
    war = War().put(crises=("crisis-lab-fire",)).mission("downed-saucer", t1="gaunt-scout")
    seen = seen_cards(war.game)
    assert seen["crisis"] == ["crisis-lab-fire"]
    assert seen["enemy"] == ["enemy-gaunt-scout"]
    assert seen["mission"] == ["mission-downed-saucer"]


@rule("play.log")
def test_the_rolls_of_the_invasion_are_told_after_the_timed_phase():
    match = Match(GAME.new(Setup("normal", "beachhead", "off")), 2)
    match.answer(OFFICER, "start")
    words = [e.words(match.game.name) for e in match.events]
    assert not any("Rolls of the invasion" in w for w in words)
    while match.game.now.phase == "timed":
        if match.game.clock[0].action == "crisis":
            match.answer(COMMANDER, (match.game.clock[0].n, match.game.now.drawn[0]), "act")
        match.answer(OFFICER, (match.game.clock[0].n,), "done")
    told = [e.words(match.game.name) for e in match.events]
    assert any(w.startswith("Rolls of the invasion: ") and "order d" in w for w in told)


@rule("play.log")
@rule("modes.digital", exercises=["play.log"])
def test_every_line_of_the_log_names_a_rule(finished):
    rules = catalogue("xcom").rules
    assert all(e.rule in rules for e in finished.events if e.text)
    War().timed()  # a phase of nothing but ENDING
    war = War().timed().done()
    assert "Rolls of the invasion: none." in war.story()


@rule("play.decisions-timed")
def test_the_decisions_of_a_timed_phase():
    """Who decides is the role of the action; where the game does everything by itself nobody is asked."""
    nobody = {"new_tech", "budget", "unlock_final", "ufos_descend", "ufos_detected", "enemy_in_base", "ending"}
    for action, row in book().actions.items():
        war = War().mission("downed-saucer") if action == "deploy_squad" else War()
        if action == "deploy_final":
            war.mission("beachhead")
        war.ufos(orbit=1).timed(Planned(action, ("asia",)))
        seats = {a.seat for a in war.match.open if a.key == "act"}
        assert seats == (set() if action in nobody else {row.seat})


@rule("play.decisions-resolution")
def test_the_decisions_of_the_resolution_phase(finished):
    steps()
    everybody = {COMMANDER, SCIENTIST, OFFICER, LEADER}
    table = {
        "tie": {COMMANDER},
        "recruit": {COMMANDER, LEADER},
        "rise": {COMMANDER},
        "push": {SCIENTIST, OFFICER, COMMANDER},
        "continent": {COMMANDER},
        "attack": {LEADER},
        "icon": {LEADER},
        "survivor": {LEADER},
        "reward": {LEADER},
        "card": everybody,
    }
    seats = {}
    for entry in finished.tape:
        kind = entry.key.partition(":")[0]
        if entry.kind == "answer" and kind in table:
            seats.setdefault(kind, set()).add(entry.seat)
    assert {"push", "attack", "recruit"} <= set(seats)
    assert all(found <= table[kind] for kind, found in seats.items())


@rule("play.undo")
def test_a_decision_is_undone_until_dice_are_rolled():
    war = War().ufos(asia=1, europe=1)
    war.assign("interceptor", "asia", 1)
    from xenotable.games.xcom.scenes import Globe

    war.play(Globe()).say("continent", "asia")
    assert war.match.free_undo(COMMANDER) is not None
    war.roll(1, 8).say("push", True)
    assert war.match.free_undo(COMMANDER) is None
    war = War().timed("deploy_interceptors").act("int1", "asia")
    assert war.match.free_undo(COMMANDER) is None
    assert not GAME.may_undo(war.game, "act")
    assert not GAME.may_undo(war.play(Audit()).put(phase="resolution").game, "done")  # nor afterwards
    assert GAME.may_undo(war.game, "push")


# ---- modes -----------------------------------------------------------------------------------------------------------


@rule("modes.save")
def test_where_a_game_can_be_saved_and_left():
    war = War().ufos(asia=1)
    war.dice = Seeded(1)  # a script cannot be saved
    war.assign("interceptor", "asia", 1)
    war.play(GlobeTask("asia"))
    assert war.asked() == (COMMANDER, "push")
    assert GAME.parting(war.game, COMMANDER, True) == ()
    again, note = load(save(war.match), GAME)
    assert note == ""
    assert again.game.encoded() == war.game.encoded()
    timed = War(timer="on").timed("budget").game
    assert GAME.parting(timed, COMMANDER, True) == ((OFFICER, "pause", (timed.clock[0].n,)),)


@rule("modes.online-disconnect")
@pytest.mark.parametrize("difficulty", ["normal", "easy"])
def test_a_lost_connection_asks_for_a_pause(difficulty):
    war = War(difficulty, timer="on").timed("deploy_interceptors")
    n = war.game.clock[0].n
    assert GAME.parting(war.game, LEADER, False) == ((LEADER, "signal", "pause"), (OFFICER, "pause", (n,)))
    assert GAME.stands_in(war.game, LEADER)  # as soon as the timer runs again
    for seat, key, value in GAME.parting(war.game, LEADER, False):
        assert war.match.answer(seat, value, key) == []
    assert not GAME.stands_in(war.game, LEADER)


@rule("modes.online-disconnect")
def test_without_a_pause_the_machine_takes_over():
    war = War("normal", timer="on").timed("crisis").tick(24_000)
    assert GAME.parting(war.game, LEADER, False) == ()
    assert GAME.stands_in(war.game, LEADER)


@pytest.mark.parametrize("war", [War(timer="off").timed("crisis"), War().play(Audit())], ids=["no timer", "no phase"])
def test_where_no_clock_runs_everybody_waits(war):
    assert GAME.parting(war.game, LEADER, False) == ()
    assert not GAME.stands_in(war.game, LEADER)


@rule("modes.lobby")
def test_a_game_starts_when_all_are_ready():
    match = Match(GAME.new(Setup(humans=((0, 1), (2,)))), 1)
    assert [(a.seat, a.key) for a in match.open] == [(0, "ready"), (2, "ready")]
    assert match.answer(2, "ready", "ready") == []
    assert not match.find(OFFICER, "start")
    assert match.answer(0, "ready", "ready") == []
    assert match.find(OFFICER, "start") is not None
    alone = Match(GAME.new(Setup(humans=((0, 1, 2, 3),))), 1)
    assert alone.find(OFFICER, "start") is not None


@rule("modes.records", "victory.score")
def test_what_is_kept_of_a_finished_game(finished):
    kept = record(finished.game)
    assert (kept.players[0], kept.marked) == (("Commander", "the machine"), True)
    assert (kept.rounds, kept.plan) == (finished.game.now.round, "beachhead")
    from xenotable.games.xcom.rules.victory import score

    assert score(finished.game, kept.won) == kept.score != 0
    shown = next(p for p in GAME.panels(finished.game, COMMANDER) if p.id == "record")
    told = {line.label: line.value for line in shown.lines}
    assert told["Score"] == f"{kept.score:g}"
    assert (told["Timer"], told["Difficulty"]) == ("off (not for records)", "Normal")


@rule("modes.reference", exercises=["timed.instructions"])
def test_the_reference_is_searched_by_words_and_stands_beside_the_action():
    from xenotable.cli.rules import choose

    assert "tasks.threat-reset" in [r.id for r in choose(catalogue("xcom"), "threat", "tasks")]
    war = War().timed("deploy_interceptors")
    assert lines(war, OFFICER, "action")["Instructions"] == catalogue("xcom").rules["actions.interceptors"].says


@rule("roles.one-screen")
def test_the_responsible_role_comes_to_the_front():
    for action, seat in (("deploy_satellites", OFFICER), ("deploy_interceptors", COMMANDER)):
        war = War().timed(action)
        assert next(p.timer.seat for p in GAME.panels(war.game, SCIENTIST) if p.timer) == seat


# ---- content ---------------------------------------------------------------------------------------------------------


@rule(
    "content.units", "content.difficulties", "content.assets", "content.tech", "content.enemies", "content.missions",
    "content.crises", "content.plans", "content.tutorial",
)  # fmt: skip
def test_what_the_product_ships():
    data = load_content(catalogue("xcom"))
    assert stack_deck("crisis", ("crisis-x",))[-1] == "crisis-x" != stack_deck("crisis", ("crisis-x",))[0]
    cards = list(data.cards.values())
    assert len(data.units) == 7
    assert (len(data.difficulties), len(data.actions), len(data.tracks), len(data.continents)) == (4, 18, 2, 6)
    decks = {d: [c for c in cards if c.deck == d] for d in ("asset", "tech", "enemy", "boss", "mission", "crisis")}
    assert {d: len(c) for d, c in decks.items()} == {
        "asset": 12, "tech": 32, "enemy": 28, "boss": 5, "mission": 18, "crisis": 24,
    }  # fmt: skip
    techs = [c.role for c in decks["tech"]]
    assert [techs.count(r) for r in ("commander", "central_officer", "chief_scientist", "squad_leader")] == [8, 8, 7, 9]
    assert all(1 <= c.research <= 4 for c in decks["tech"])
    assert all(1 <= c.health <= 4 and 1 <= len(c.icons) <= 2 for c in decks["enemy"])
    assert all(len(c.tasks) == 3 and len(c.rewards) == 2 for c in decks["mission"])
    assert [sum(c.continent == k for c in decks["mission"]) for k in CONTINENTS] == [3] * 6
    assert len(data.plans) == 5
    assert len(data.lessons) == 2


@rule("content.texts")
def test_every_card_has_its_text():
    for card in book().cards.values():
        if card.deck in ("asset", "tech", "crisis"):
            assert text_of(card.id)
    assert all(text_of(c) for c in CONTINENTS)


@rule("content.stories")
def test_the_debriefing_tells_the_game(finished):
    told = debriefing(finished.game, finished.events)
    assert told[0].startswith("Beachhead on Normal: ")
    assert any(line.startswith(("Worst roll (round ", "Best push (round ")) for line in told)
    rounds = [line for line in told if line.startswith("Round ")]
    assert any("UFOs shot down: " in line for line in rounds)
    assert any(line.endswith("is completed.") for line in rounds)
    assert told[-1] == finished.game.result.says
    panel = next(p for p in GAME.panels(View(finished, 0).game, 0) if p.id == "debriefing")
    assert panel.kind == "story"
    assert [line.label for line in panel.lines] == told[:-1]
    fallen = next(p for p in GAME.panels(View(finished, 0).game, 0) if p.id == "memorial")
    assert len(fallen.lines) == len(finished.game.memorial)
    first = finished.game.memorial[0]
    assert fallen.lines[0].label.startswith(f"{first.name}, ")
    assert f"a chance of {first.odds:.1%}" in fallen.lines[0].label


@rule("roles.colours")
def test_the_roles_have_their_colours_before_the_table_is_open():
    for offer in GAME.offers():
        assert offer_wire(GAME, offer).colours == ["green", "purple", "cyan", "white"]


def test_hard_says_what_its_times_are():
    hard = next(o for o in GAME.offers() if o.id == "hard")
    shares = [a.seconds[2] / a.seconds[1] for a in book().actions.values()]
    assert "a quarter less time" in hard.about
    assert sum(shares) / len(shares) == pytest.approx(0.75, abs=0.05)


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("play.public")
def test_where_every_card_is_that_everybody_can_see():
    war = War().card("tech-skyhook", "asset-field-surgeon").mission("convoy-rescue", t1="gaunt-scout")
    war.tech("lab1", "neural-link")
    war.game.labs.set("lab2", tech="tech-war-bonds", old="tech-burst-codec")
    war.foe("husk-gunner", "base1")
    war.game.foes.add("base2", Foe(""))  # face down
    war.game.decks.set("crisis", below=("crisis-lab-fire",), discard=("crisis-false-calm",))
    war.put(crises=("crisis-market-crash",), salvage=("enemy-oracle", "?"))
    seen = {deck: sorted(cards) for deck, cards in seen_cards(war.game).items()}
    assert seen == {
        "tech": ["tech-burst-codec", "tech-neural-link", "tech-skyhook", "tech-war-bonds"],
        "crisis": ["crisis-false-calm", "crisis-lab-fire", "crisis-market-crash"],
        "mission": ["mission-convoy-rescue"],
        "enemy": ["enemy-gaunt-scout", "enemy-husk-gunner", "enemy-oracle"],
    }
    war.put(drawn=("crisis-capital-riots",))
    assert "crisis-capital-riots" in seen_cards(war.game)["crisis"]
    war.put(drawn=("mission-convoy-rescue",))
    assert seen_cards(war.game)["mission"].count("mission-convoy-rescue") == 2
    bare = GAME.new(Setup("normal", "beachhead", "off"))
    assert all(not cards or deck == "tech" for deck, cards in seen_cards(bare).items())


@rule("play.hidden", "play.hidden-role")
def test_another_world_holds_the_same_cards_in_other_places():
    war = War().hand("war-bonds", "neural-link").mission("convoy-rescue")
    war.game.foes.add("base1", Foe(""))
    hidden = war.game.secret[NOBODY]
    down = hidden.enemy[0]
    war.game.secret.set(NOBODY, enemy=hidden.enemy[1:], down=(("base1", down),))
    war.game.decks.set("enemy", unknown=len(hidden.enemy) - 1)
    before = {deck: sorted(cards) for deck, cards in whereabouts(war.game).items()}
    hands, orders, foes = set(), set(), set()
    for n in range(8):
        world = war.game.copy()
        redeal(world, LEADER, random.Random(n).random)
        assert {deck: sorted(cards) for deck, cards in whereabouts(world).items()} == before
        assert len(world.secret[SCIENTIST].hand) == 2
        hands.add(world.secret[SCIENTIST].hand)
        orders.add(world.secret[NOBODY].crisis)
        foes.add(world.secret[NOBODY].down)
        assert world.secret[NOBODY].seed != war.game.secret[NOBODY].seed
    assert min(len(hands), len(orders), len(foes)) > 1
    own = war.game.copy()
    redeal(own, SCIENTIST, random.Random(1).random)
    assert own.secret[SCIENTIST].hand == war.game.secret[SCIENTIST].hand  # its own hand it knows
    early = GAME.new(Setup("normal", "beachhead", "off"))
    redeal(early, LEADER, random.Random(1).random)
    assert early.secret[NOBODY].seed  # before the decks are there, only the seed


@rule("content.stories", "content.soldier-names")
def test_the_end_is_told_line_by_line():
    war = War()
    assert ending_lines(war.game) == []
    assert memorial(war.game) == []
    war.card("tech-skyhook", "asset-field-surgeon")
    lose(war.game, "heavy1", "tasks.loss-effect", "mission black_signal", 0.25)
    lose(war.game, "heavy2", "tasks.loss-effect", "", 0.0)
    lose(war.game, "sniper1", "tasks.loss-effect", "", 0.0)
    names = {c.id: c.name for c in book().units.values()}
    assert ending_lines(war.game) == [
        f"Lost: 2 {names['heavy']}, 1 {names['sniper']}.", f"Researched: {book().cards['tech-skyhook'].name}.",
    ]  # fmt: skip
    first, second, _ = memorial(war.game)
    assert first.endswith("round 1, black signal; the roll had a chance of 25.0% to go wrong.")
    assert "chance" not in second


@rule("content.stories", exercises=["timed.round"])
def test_what_happened_is_told_by_rounds():
    war = War(timer="off")
    begin(war.game, 1)
    match = Match(GAME.new(Setup("normal", "beachhead", "off")), 5)
    assert by_round(match.events) == {}  # before the first round
    match.answer(OFFICER, "start")
    told = by_round(match.events)
    assert list(told) == [1]
    assert all(event.rule != "timed.round" for event in told[1])
    assert told[1]
