"""`xenotable odds killteam`: the figures, the formats, and what a mistake is told."""

import io
import json
import sys
from types import SimpleNamespace

import pytest

from xenotable.cli import main

SHOT = {"attacks": 4, "skill": 4, "damage": [2, 3], "defence": 3, "save": 5, "wounds": 7}
SIDE = {"attacks": 4, "skill": 3, "damage": [3, 4], "rules": [], "wounds": 12, "policy": "strike"}


@pytest.fixture
def ask(monkeypatch, capfdbinary):
    def run(kind, data):
        raw = data if isinstance(data, bytes) else json.dumps(data).encode()
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
        code = 0
        try:
            main(["odds", "killteam", kind, "--json", "-"])
        except SystemExit as end:
            code = end.code or 0
        out, err = capfdbinary.readouterr()
        return code, json.loads(out) if out else None, err.decode()

    return run


@pytest.mark.rule("killteam.odds.exact")
def test_the_reference_attack(ask):
    code, answer, _ = ask("shoot", SHOT)
    assert code == 0
    assert answer["kill"] == pytest.approx(25189 / 279936, abs=1e-12)
    assert answer["mean"] == pytest.approx(131701 / 46656, abs=1e-12)
    assert sum(answer["damage"].values()) == pytest.approx(1)


def test_a_list_gets_a_list_and_the_batch_is_the_same_as_single_attacks(ask):
    many = [dict(SHOT, attacks=n % 6 + 1, rules=["Lethal 5+", "Rending"][: n % 3]) for n in range(60)]
    _, answers, _ = ask("shoot", many)
    for shot, answer in zip(many[:6], answers[:6], strict=True):
        _, alone, _ = ask("shoot", shot)
        assert answer["mean"] == pytest.approx(alone["mean"], abs=1e-12)
        assert answer["damage"] == pytest.approx(alone["damage"], abs=1e-12)


def test_damage_is_not_capped_and_cover_comes_out_of_the_defence_dice(ask):
    _, answer, _ = ask("shoot", dict(SHOT, wounds=1, defence=0))
    assert max(int(d) for d in answer["damage"]) == 12
    _, covered, _ = ask("shoot", dict(SHOT, defence=1, cover=3))
    _, one, _ = ask("shoot", dict(SHOT, defence=1, cover=1))
    assert covered == one


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([SHOT, dict(SHOT, skil=3)], ["Entry 2", "skil", 'Did you mean "skill"?']),
        ([SHOT, dict(SHOT, skill=9)], ["Entry 2", "skill", "6"]),
        ([SHOT, SHOT, dict(SHOT, rules=["Letal 5+"])], ["Entry 3", "rules", 'Did you mean "Lethal 5+"?']),
        (dict(SHOT, policy="bset"), ["policy", 'Did you mean "best"?']),
        ({"attacks": 3, "skill": 3}, ["damage", "missing"]),
        (b'{"attacks": 5', ["not JSON"]),
        (b'{"policy": "\xff"}', ["not JSON"]),
    ],
)
def test_a_mistake_is_told_in_one_sentence(ask, data, words):
    code, answer, err = ask("shoot", data)
    assert code == 2
    assert answer is None
    assert all(word in err for word in words)
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1


def test_a_fight_and_the_same_fight_in_a_batch(ask):
    fight = {"attacker": SIDE, "defender": dict(SIDE, wounds=10, policy="best", rules=["Stun", "Brutal"])}
    _, one, _ = ask("fight", fight)
    _, many, _ = ask("fight", [fight] * 25)
    assert one["wounds_left"] == pytest.approx(many[3]["wounds_left"], abs=1e-12)
    assert one["kills"]["attacker"] == pytest.approx(sum(p for k, p in one["wounds_left"].items() if k.endswith(",0")))
    assert one["kills"]["defender"] == pytest.approx(
        sum(p for k, p in one["wounds_left"].items() if k.startswith("0,"))
    )


def test_flags_draw_a_chart(capfd):
    main_quietly(["odds", "killteam", "shoot", "--rule", "Lethal 5+", "--damage", "3/5"])
    main_quietly(["odds", "killteam", "fight", "--rule", "Stun", "--foe-wounds", "7"])
    out, _ = capfd.readouterr()
    assert "█" in out
    assert "incapacitated" in out
    assert "the attacker kills" in out


def main_quietly(arguments):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code in (0, None)
