"""Steps: registered per exchange, compiled for the special rules at hand, run live with real seats."""

import pytest

from driver import used_up
from odds.mini import ATTACK, FIGHT, HIT, MISS, Bout, Melee, Shot, Terms, play
from xenotable.engine import All, Confirm, Flow, Roll, Scripted
from xenotable.odds import Exchange, assign_seats, distribution, resolve


def names(*specials: str) -> list[str]:
    return [step.function.__name__ for step in ATTACK.compiled(specials).plan]


def test_special_rules_come_after_the_step_of_their_moment_in_the_order_of_registration() -> None:
    assert names() == ["roll", "defence", "saves", "damage"]
    assert names("Severe", "Rending", "Balanced") == [
        "roll", "balanced", "rending", "severe", "defence", "saves", "damage",
    ]  # fmt: skip


def test_the_same_rules_in_any_order_and_among_others_compile_to_the_same_steps() -> None:
    assert ATTACK.compiled(["Rending", "Balanced"]) is ATTACK.compiled(("Balanced", "Heavy", "Rending"))
    assert ATTACK.compiled() is not ATTACK.compiled(["Rending"])
    assert ATTACK.specials == {"Balanced", "Relentless", "Rending", "Severe"}
    assert repr(ATTACK.compiled()) == "Steps(roll, defence, saves, damage)"


def test_steps_that_ask_are_told_from_plain_ones_behind_any_decorator() -> None:
    assert [s.asks for s in ATTACK.compiled(["Severe"]).plan] == [True, False, True, True, False]


def test_a_special_rule_registered_later_is_found() -> None:
    exchange = Exchange[int, int]("add", specials=("Twice",))
    exchange.step("add")(lambda t, r: r + t)
    before = exchange.compiled(["Twice"])
    exchange.special("Twice", at="add")(lambda t, r: r * 2)
    assert distribution(before, 3, 1) == {4: 1.0}
    assert distribution(exchange.compiled(["Twice"]), 3, 1) == {8: 1.0}


def test_mistakes_in_registration_are_named() -> None:
    exchange = Exchange[int, int]("roll", "damage", specials=("Toxic",))
    with pytest.raises(ValueError, match=r'no moment "rol"\. Did you mean "roll"'):
        exchange.step("rol")
    with pytest.raises(ValueError, match='no moment "harm"'):
        exchange.special("Toxic", at="harm")
    with pytest.raises(ValueError, match=r'no special rule "Toxik"\. Did you mean "Toxic"'):
        exchange.special("Toxik", at="damage")
    exchange.step("roll")(lambda t, r: r)
    with pytest.raises(ValueError, match='"roll" has a step already'):
        exchange.step("roll")(lambda t, r: r)
    with pytest.raises(ValueError, match='Nothing is registered for the moment "damage"'):
        exchange.compiled()
    exchange.special("Toxic", at="damage")(lambda t, r: r)
    with pytest.raises(ValueError, match='"Toxic" is hooked into the moment "damage" already'):
        exchange.special("Toxic", at="damage")(lambda t, r: r)
    assert len(exchange.compiled().plan) == 1  # a moment may exist for special rules alone
    with pytest.raises(ValueError, match="each moment once"):
        Exchange[int, int]("roll", "roll")
    with pytest.raises(ValueError, match="each special rule once"):
        Exchange[int, int]("roll", specials=("Toxic", "Toxic"))


def test_special_rules_act_in_the_order_declared_not_in_that_of_their_modules() -> None:
    exchange = Exchange[int, int]("add", specials=("Twice", "One more"))
    exchange.special("One more", at="add")(lambda t, r: r + 1)
    exchange.special("Twice", at="add")(lambda t, r: r * 2)
    assert distribution(exchange.compiled(["One more", "Twice"]), 0, 3) == {7: 1.0}


def test_special_rules_of_a_repeated_moment_belong_to_each_round() -> None:
    exchange = Exchange[int, tuple[int, int]]("count", specials=("Echo",))

    @exchange.step("count", until=lambda t, r: r[0] >= t)
    def count(t: int, r: tuple[int, int]) -> tuple[int, int]:
        return r[0] + 1, r[1]

    @exchange.special("Echo", at="count")
    def echo(t: int, r: tuple[int, int]) -> Flow[tuple[int, int]]:
        _, sixes = yield from Roll(key="echo", n=1, cuts=(6,))
        return r[0], r[1] + sixes

    dice = Scripted([6, 1, 6])
    end, _ = play(resolve(exchange.compiled(["Echo"]), 3, (0, 0)), dice)
    assert end == (3, 2)
    used_up(dice)
    assert distribution(exchange.compiled(["Echo"]), 2, (0, 0))[2, 2] == pytest.approx(1 / 36)


# ---- live ------------------------------------------------------------------------------------------------------------


def shoot(faces: str, *rules: str, **said: object) -> int:
    dice = Scripted(int(face) for face in faces.replace(" ", ""))
    end, _ = play(resolve(ATTACK.compiled(rules), Terms(), Shot()), dice, **said)
    used_up(dice)
    return int(end.damage)


def test_the_live_game_runs_the_steps_with_the_dice_of_the_table() -> None:
    assert shoot("1221") == 0  # no hits: the defender rolls nothing
    assert shoot("3456 111") == 3 * 3 + 4
    assert shoot("3416 461", saves=(1, 0)) == 3
    assert shoot("3416 461", saves=(0, 1)) == 4


def test_choices_are_put_live() -> None:
    assert shoot("1633 6 111", "Balanced", "Rending", balanced=MISS, rending=True) == 3 * 4 + 3
    assert shoot("1633 1 111", "Balanced", "Rending", balanced=HIT, rending=False) == 4 + 3
    assert shoot("3333 111", "Balanced", "Severe", balanced=None) == 4 + 3 * 3


def test_repeated_steps_run_until_they_are_over() -> None:
    dice = Scripted([4, 4, 4, 1], draws=[1])
    end, asked = play(resolve(FIGHT.compiled(), Melee(), Bout()), dice, blow="strike")
    assert end.wounds == (1, 0)
    assert [seat for seat, key in asked if key == "blow"] == [0, 1, 0]


def test_seats_of_steps_become_real_seats() -> None:
    flow = assign_seats(resolve(ATTACK.compiled(), Terms(), Shot()), (3, 1))
    _, asked = play(flow, Scripted([3, 3, 3, 3, 4, 4, 4]))
    assert asked == [(3, "attack"), (1, "defence")]


def test_chance_keeps_its_own_seat_and_several_asks_at_once_are_seated_too() -> None:
    def both() -> Flow[list[bool]]:
        yield from Roll(key="luck", n=1)
        return (yield from All(asks=[Confirm(seat=0, key="a"), Confirm(seat=1, key="b")]))

    flow = assign_seats(both(), (1, 0))
    assert next(flow).seat == -1
    ask = flow.send((1, 0, 0, 0, 0, 0))
    assert isinstance(ask, All)
    assert [a.seat for a in ask.asks] == [1, 0]


def test_what_an_answer_costs_is_paid_before_the_steps_go_on() -> None:
    heard: list[tuple[int, str]] = []
    flow = assign_seats(
        resolve(ATTACK.compiled(), Terms(), Shot()), (2, 5), lambda ask, _: heard.append((ask.seat, ask.key))
    )
    assert next(flow).key == "attack"
    assert not heard
    assert flow.send((1, 3, 0)).key == "defence"
    assert heard == [(2, "attack")]
