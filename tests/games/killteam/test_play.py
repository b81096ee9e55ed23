"""Chapters play, markers and content: measuring, records, screens, data."""

import random
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from doubting import doubt_kept_answers
from games.killteam.field import Field, refused, rule
from xenotable.engine import Match, Scripted, View, load, save, verify
from xenotable.faults import Fault
from xenotable.games.killteam import content, muster
from xenotable.games.killteam.content import SPECIALS, parse_rule, rule_text, rules_of, weapons
from xenotable.games.killteam.forecasts.situations import Shoot, shoot_answers
from xenotable.games.killteam.invariants import broken_battle_invariants as broken
from xenotable.games.killteam.rules.content import entries, rosters
from xenotable.games.killteam.rules.play import measuring
from xenotable.games.killteam.rules.play.measuring import distance, enemies, to_centre
from xenotable.games.killteam.scenes import Act
from xenotable.games.killteam.show import battle, goal, paper
from xenotable.games.killteam.state import BattleSetup
from xenotable.games.killteam.title import GAME
from xenotable.players import RandomPlayer, play_out, player


@rule("play.measure-bases", "play.measure-any-time")
def test_distance_between_bases():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "cw-warden", 8, 5)
    before = field.game.encoded()
    assert distance(field["a1"], field["b1"]) == pytest.approx(2.016, abs=0.001)
    field.game.operatives.set("b1", z=3.0)
    assert distance(field["a1"], field["b1"]) == pytest.approx(3.614, abs=0.001)
    field.game.operatives.set("b1", z=0.0)
    assert field.game.encoded() == before


@rule("play.measure-markers", "markers.height")
def test_markers_are_measured_to_their_centre():
    field = Field().operative("a1", "cw-warden", 5, 5)
    assert to_centre(field["a1"], 7, 5, 0.0) == pytest.approx(2 - 0.4921, abs=0.001)
    assert to_centre(field["a1"], 5, 5, 3.0) == 3.0


@rule("play.friendly-enemy", "play.table")
def test_friend_and_enemy():
    from xenotable.games.killteam.rules.play.measuring import off_table

    field = (
        Field()
        .operative("a1", "cw-warden", 5, 5)
        .operative("a2", "cw-warden", 7, 5)
        .operative("b1", "fp-penitent", 9, 5)
    )
    assert enemies(field.game, 0) == ["b1"]
    assert refused(off_table("b1", 0.5, 10, 0.63)) == ["play.table"]
    assert refused(off_table("b1", 0.63, 10, 0.63)) == []
    assert list(broken(field.game)) == []
    field.game.operatives.set("a2", x=5.3)
    assert any("overlap" in b for b in broken(field.game))


@rule("play.distance-symbols")
def test_distances_are_inches():
    assert measuring.inches("3 circles") == 6.0
    assert measuring.inches("pentagon") == 6.0
    assert measuring.inches("square") == 3.0
    with pytest.raises(Fault, match="no distance"):
        measuring.inches("2 hexagons")
    assert measuring.in_inches("Rng pentagon") == "Rng 6"
    assert measuring.in_inches("Blast 2 circles") == "Blast 4"
    assert measuring.in_inches("Lethal 5+") == "Lethal 5+"
    printed, ours = (Shoot(4, 3, (3, 4), (text,), 3, 4) for text in ("Torrent circle", "Torrent 2"))
    assert shoot_answers([printed], fast=False) == shoot_answers([ours], fast=False)


@rule("play.commit", "play.refusal", "play.forced-choice", "activation.no-declaring")
def test_a_move_can_be_taken_back_until_a_die_is_rolled():
    field = Field().operative("a1", "cw-warden", 5, 5).operative("b1", "fp-penitent", 5, 15).cp(0, 0)
    field.active("a1").play(Act("a1"), stop="action")
    match = field.match
    assert match.answer(0, "normal") == []
    assert match.answer(0, {"paths": {"a1": [[5, 7]]}}) == []
    assert match.free_undo(0) == 0
    assert match.undo(0) == []
    assert match.game.operatives["a1"].y == 5
    match.dice = Scripted([4, 4, 1, 1, 1, 1, 1])
    assert match.answer(0, "shoot") == []
    assert match.game.operatives["b1"].wounds == 5
    assert [e.kind for e in match.tape] == ["answer", "forced", "forced", "roll", "roll"]
    assert match.free_undo(0) is None


def test_a_battle_saved_under_the_rules_before_goes_on():
    """Rules 1 had no tallies for campaigns and did not ask which AP counts."""
    setup = BattleSetup(
        "relay-ground", (rosters.default_roster("carrion-brood"), rosters.default_roster("ferric-penitents"))
    )
    match = Match(GAME.new(setup), 3)
    records = []
    play_out(
        match,
        {s: player("random", GAME, f"3:{s}") for s in (0, 1)},
        watch=lambda m: records.append(save(m)) if len(m.tape) == 250 else None,
    )
    plain = msgspec.json.decode(records[0])
    plain["rules"] = 1
    for frame in plain["frames"]:
        rows = frame["state"]
        for side in rows["sides"].values():
            del side["reached"], side["held"]
        del rows["battle"]["now"]["ended"]
    old = msgspec.json.encode(plain)
    assert verify(old, GAME) == ["It was played by rules killteam/1; these are killteam/6."]
    again, note = load(old, GAME)
    assert (note, len(again.tape)) == ("", 250)
    play_out(again, {s: player("random", GAME, f"4:{s}") for s in (0, 1)})
    assert again.game.result is not None


DECISIONS = {
    "setup": "attacker zone team list tac-ops equipment barricade group deploy concealed scouting",
    "turn": "initiative ploy reveal activate overwatch order action move late",
    "attack": "weapon target fusillade split balanced rending ap save cover saves further foe blow command",
}


@rule("play.log-citations", "play.modes")
@rule("play.decision-points-setup", exercises=["setup.tac-ops", "setup.equipment"])
@rule("play.decision-points-turn", exercises=["turns.initiative", "activation.order-choice"])
@rule("play.decision-points-attack", exercises=["shooting.weapon", "shooting.saves-choice"])
def test_a_recorded_battle_asks_everything_and_replays():
    keys: set[str] = set()
    for seed in range(2):
        setup = BattleSetup(
            "relay-ground", (rosters.default_roster("carrion-brood"), rosters.default_roster("ferric-penitents"))
        )
        match = Match(GAME.new(setup), seed)
        play_out(match, {s: player("tactician", GAME, f"{seed}:{s}") for s in (0, 1)})
        assert verify(save(match), GAME) == []
        keys |= {e.key for e in match.tape}
        assert all(e.rule for e in match.events)
        loaded, note = load(save(match), GAME)
        assert note == ""
        assert loaded.game.encoded() == match.game.encoded()
        assert View(match, 0).encoded()
    missing = {k for chapter in DECISIONS.values() for k in chapter.split()} - keys
    assert missing <= {
        "team",
        "list",
        "zone",
        "range-cards",
        "plate",
        "point",
        "fusillade",
        "split",
        "blow",
        "rending",
        "ap",
        "further",
        "name",
        "overwatch",
        "late",
        "save",
        "balanced",
        "infiltrate",
        "command",
    }


# ---- screens


@rule(
    "markers.list",
    "markers.order-token",
    "markers.injured-token",
    "markers.apl-token",
    "markers.flat",
    "content.tokens",
)
def test_tokens_show_every_state():
    from xenotable.games.killteam.show.battle import board, panels, tokens

    field = Field(scenario="salvage-run").operative(
        "a1",
        "cw-warden",
        5,
        5,
        wounds=1,
        mods=(-1,),
        overwatched=True,
        used=("eq-shard-bomb",),
        carries="m1",
        effects=("ward:4",),
    )
    field.marker("m1", 5, 5).marker("m2", 9, 9)
    field.game.markers.set("m1", carrier="a1")
    found = {t.id: t for t in tokens(field.game, 0)}
    assert set(found) == {"a1", "m2"}, "what is carried lies nowhere"
    assert {m.sign for m in found["a1"].marks} == {"E", "INJ", "-1", "OW", "X", "*", "W"}
    assert found["a1"].pips.now == 1
    assert board(field.game).width == 30
    assert {p.id for p in panels(field.game, 0)} == {"goal", "standing", "turn", "side0", "side1"}
    counters = paper.counters()
    assert [c.about for c in counters[:15]] == [token.says for token in entries.tokens().values()]
    assert len({c.sign for c in counters}) == len(counters)  # told apart without colour


@pytest.mark.parametrize("seed", [7, 8])
def test_panels_that_are_kept_say_what_they_would_say_now(seed):
    """Asked for after every decision, so one that was kept by too little is found out; both battles score by orders."""
    with doubt_kept_answers() as compared:
        match = Match(GAME.new(GAME.random_setup(random.Random(seed).random)), seed, live=False)
        players = {s: player("random", GAME, seed + s) for s in range(2)}
        play_out(match, players, watch=lambda m: GAME.panels(m.game, 0))
    assert compared[f"{goal.__name__}.standing"] > 100
    assert compared[f"{battle.__name__}.side_panels"] > 100


@rule("content.rule-browser")
def test_the_card_behind_a_token_shows_weapons_and_texts():
    from xenotable.games.killteam.rules.content.entries import about

    field = Field().operative("a1", "cw-deadeye", 5, 5, items=("it-optic",))
    card = dict(about(field.game, "a1", field["a1"]))
    assert card["long rifle"] == "A4 2+ 3/3, Heavy, Silent, MW3"
    assert "Balanced" in card["Rangefinder optic"]


def test_names_of_everything():
    field = Field(scenario="data-harvest").marker("m1", 5, 5).operative("a1", "cw-warden", 5, 5)
    assert field.game.name("m1") == "Terminal 1"
    assert field.game.name("pl-cw-dig-in") == "Dig In"
    assert field.game.name("ruin-corner-2/rampart long") == "the corner ruin (rampart long)"
    assert field.game.name("nothing") == "nothing"


# ---- content


@rule("content.data-driven")
def test_data_are_read_and_what_nobody_knows_in_them_is_refused(monkeypatch):
    rifle = content.weapons()["cw-carbine"]
    line = replace(rifle.profiles[0], attacks=9)
    read = SimpleNamespace(by_id=lambda table, row: {rifle.id: replace(rifle, profiles=(line,))})
    monkeypatch.setattr(content, "book", lambda: read)
    load = content.weapons.__wrapped__  # past what is kept
    assert load()["cw-carbine"].profiles[0].attacks == 9
    line = replace(line, special=("Relentles",))
    with pytest.raises(Fault, match="Relentless"):
        load()


@rule("content.four-teams", "content.missions", "content.tac-ops", "content.ai")
def test_the_shipped_content():
    assert [t.size for t in content.teams().values()] == [11, 8, 9, 12]
    for team in content.teams():
        assert list(rosters.roster_refusals(rosters.default_roster(team))) == []
        assert sum(p.team == team for p in content.ploys().values()) == 6
    kill_team, _ = muster.list_groups("")
    assert ([c.id for c in kill_team.choices], kill_team.least, kill_team.most) == (list(content.teams()), 1, 1)
    assert len(content.weapons()) == 49
    assert len(content.units()) == 32
    assert len(content.items()) == 20
    assert len(content.tac_ops()) == 16
    assert len(content.scenarios()) == 4
    assert (len(content.doctrines()), len(content.directives())) == (4, 6)
    for place in list(content.scenarios().values())[:3]:
        centres = {(round(30 - f.x, 3), round(22 - f.y, 3)) for f in place.terrain}
        assert centres == {(f.x, f.y) for f in place.terrain}


@rule("content.special-rule-coverage", "content.rule-strings")
def test_every_special_rule_is_used_by_something():
    assert entries.rules_in_use() >= set(SPECIALS)
    assert list(GAME.content_faults()) == []
    assert any(u.inv for u in content.units().values())
    assert any(a.psychic for a in content.unique_actions().values())
    assert parse_rule("Lethal 5+") == ("Lethal", 5)
    with pytest.raises(Fault, match="Relentless"):
        parse_rule("Relentles")


@pytest.mark.parametrize("weapon", list(weapons()))
def test_rules_are_written_as_the_cards_print_them(weapon):
    for p in weapons()[weapon].profiles:
        assert [rule_text(r) for r in rules_of(p)] == [*p.special, *p.crit]


@rule("content.every-entry-tested")
def test_every_entry_of_the_tables_is_known_to_the_code():
    assert entries.unknown_entries() == []


@rule("movement.path-shown")
def test_paths_show_what_they_count():
    from xenotable.games.killteam.rules.movement.legality import legs_of, way_of
    from xenotable.games.killteam.rules.movement.proposals import drag

    field = Field().operative("a1", "cw-warden", 5, 5).terrain(("barricade", 7, 5, 90))
    way = way_of(field.game, "a1", "normal", 6)
    assert sum(leg.cost for leg in legs_of(field.game, way, ((9.0, 5.0),))) == pytest.approx(6.0)
    assert drag(field.game, way, (5.0, 8.0)).paths["a1"] == ((5.0, 8.0),)


@rule("content.tutorial")
def test_the_first_battle_ticks_off_its_lessons():
    from xenotable.games.killteam.show.battle import panels

    field = (
        Field(tutorial=True)
        .operative("a1", "cw-warden", 5, 5)
        .operative("b1", "fp-penitent", 5, 12)
        .terrain(("barricade", 5, 10.8))
        .cp(1, 0)
    )
    field.act("a1", "shoot", dice="4 4 1 1 4 1 1", target="b1", command=["miss"])
    lessons = next(p for p in panels(field.game, 0) if p.id == "lessons")
    done = {line.rule for line in lessons.lines if line.value == "done"}
    assert done == {"actions.shoot", "shooting.cover-die", "dice.command-reroll"}


def test_screens_say_where_cards_and_missions_come_from():
    field = Field(("cinder-wardens", "ferric-penitents"), "data-harvest").operative("a1", "cw-warden", 5, 5)
    field.game.sides.set(0, in_force=("pl-cw-dig-in",))
    field.game.secret.set(0, tac_ops=("to-headhunt",))
    panels = {p.id: p for p in GAME.panels(field.game, 0)}
    goals = [line for line in panels["goal"].lines if line.label == "What scores"]
    assert [line.rule for line in goals] == list(content.scenarios()["data-harvest"].rules)
    assert all(line.value == content.book().rules[line.rule].says for line in goals)
    shown = (*goals, *panels["hand"].lines, panels["side0"].lines[-1], *GAME.tokens(field.game, 0), *GAME.offers()[:-1])
    assert {one.origin for one in shown} == {"ours"}
    assert content.origin("ploy", "pl-command-reroll") == "restored"


@pytest.mark.parametrize(
    ("setup", "here"),
    [({}, ["Tac ops"]), ({"way": "open"}, []), ({"tutorial": True}, ["In this battle"])],
)
def test_the_goal_card_speaks_of_what_is_in_this_battle(setup, here):
    field = Field(**setup).operative("a1", "cw-warden", 5, 5).marker("m1", 5, 5).marker("m2", 9, 9)
    goal = next(panel for panel in GAME.panels(field.game, 0) if panel.id == "goal")
    lines = {line.label: line.value for line in goal.lines}
    assert [label for label in ("Tac ops", "In this battle") if label in lines] == here
    if setup.get("tutorial"):
        assert lines["In this battle"] == "2 markers and no tac ops."
        assert "three" not in lines["What scores"]


@pytest.mark.parametrize(("offer", "last"), [("first-battle", 2), ("relay-ground", 4)])
def test_the_goal_card_says_after_which_turning_point_it_ends(offer, last):
    field = Match(GAME.new(next(o.setup for o in GAME.offers() if o.id == offer)), 1)
    goal = next(panel for panel in GAME.panels(field.game, 0) if panel.id == "goal")
    lines = {line.label: line.value for line in goal.lines}
    assert lines["Who wins"].startswith(f"After turning point {last} ")
    assert lines["How long"] == f"{last} turning points."


def test_what_is_kept_of_a_drawing_is_what_would_be_drawn_anew():
    """Tokens and panels are drawn again only if a row that they are made of has changed."""
    match = Match(GAME.new(GAME.offers()[0].setup), 3, live=False)
    seen = set()

    def watch(m):
        kept = [(GAME.tokens(m.game, seat), GAME.panels(m.game, seat)) for seat in (0, 1)]
        m.game.shown = {}
        assert [(GAME.tokens(m.game, seat), GAME.panels(m.game, seat)) for seat in (0, 1)] == kept
        seen.update(token for token in kept[0][0] if token.pips)

    play_out(match, {s: RandomPlayer(GAME, s) for s in (0, 1)}, watch=watch)
    assert len(seen) > 2 * len(match.game.operatives)
