"""The pytest plugin: a claim holds only when the engine cited the rule while the test ran."""

import json

import pytest

PLUGIN = ("-p", "xenotable.rulebook.testing")
PROVING = (*PLUGIN, "-p", "xenotable.rulebook.proving", "-W", "error", "--claims-only")
CITING = "import pytest\nfrom xenotable.engine.citing import cite\n"


def test_a_claim_holds_when_the_rule_was_cited(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CITING
        + """
@pytest.mark.rule("killteam.specials.rending", "killteam.specials.lethal")
def test_both():
    cite("specials.rending")
    cite("specials.lethal")
"""
    )
    pytester.runpytest(*PLUGIN).assert_outcomes(passed=1)


def test_a_claim_fails_when_the_rule_was_not_cited(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CITING
        + """
@pytest.mark.rule("killteam.specials.rending", "killteam.specials.lethal")
def test_one_of_two():
    cite("specials.lethal")
"""
    )
    result = pytester.runpytest(*PLUGIN)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*claims the rule killteam.specials.rending, but it was not cited while * ran (cited: specials.lethal)*"]
    )


FOLLOWING = (
    CITING
    + """
@pytest.mark.rule("killteam.combos.hot-rerolls", exercises=["specials.hot", "specials.balanced"])
def test_both():
    cite("specials.hot")
    cite("specials.balanced")

@pytest.mark.rule("killteam.combos.hot-rerolls", exercises=["specials.hot", "specials.balanced"])
def test_one():
    cite("specials.hot")
    cite("combos.hot-rerolls")
"""
)


def test_a_rule_that_follows_from_others_needs_each_of_them_cited(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_following=FOLLOWING)
    result = pytester.runpytest(*PLUGIN)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["claims the rule killteam.combos.hot-rerolls, but killteam.specials.balanced was not cited *"]
    )
    noted = json.loads((pytester.path / ".coverage-of-rules.json").read_text())
    exercised = ["killteam.specials.hot", "killteam.specials.balanced"]
    assert noted == {
        "test_following.py::test_both": {"killteam.combos.hot-rerolls": exercised},
        "test_following.py::test_one": {},
    }


def test_what_another_test_cited_does_not_count(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CITING
        + """
def test_first():
    cite("specials.rending")

@pytest.mark.rule("killteam.specials.rending")
def test_second():
    pass
"""
    )
    pytester.runpytest(*PLUGIN).assert_outcomes(passed=1, failed=1)


def test_what_a_fixture_cited_counts(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CITING
        + """
@pytest.fixture
def shot():
    cite("specials.rending")

@pytest.mark.rule("killteam.specials.rending")
def test_shot(shot):
    pass
"""
    )
    pytester.runpytest(*PLUGIN).assert_outcomes(passed=1)


def test_a_failing_test_fails_for_its_own_reason(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CITING
        + """
@pytest.mark.rule("killteam.specials.rending")
def test_wrong():
    assert 1 == 2
"""
    )
    result = pytester.runpytest(*PLUGIN)
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*was not cited*")


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ('"killteam.specials.rendin"', '*"killteam.specials.rendin", which does not exist. Did you mean "*rending"'),
        ('"kilteam.specials.rending"', '*There is no game "kilteam". Did you mean "killteam"?'),
        ("", '*needs rule ids: @pytest.mark.rule("game.chapter.slug", ...).'),
        ("7", '*needs rule ids: @pytest.mark.rule("game.chapter.slug", ...).'),
        ('"killteam.specials.rending", using=["specials.hot"]', "*needs rule ids: *"),
        ('"killteam.combos.hot-rerolls", exercises=["specials.ho"]', '*"killteam.specials.ho", which does not exist.*'),
    ],
)
def test_a_claim_of_nothing_is_an_error_of_collection(pytester: pytest.Pytester, claim: str, sentence: str) -> None:
    pytester.makepyfile(f"{CITING}\n@pytest.mark.rule({claim})\ndef test_lost():\n    pass\n")
    result = pytester.runpytest(*PLUGIN)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"{sentence}*"])


MIXED = (
    CITING
    + """
@pytest.mark.rule("killteam.specials.rending")
@pytest.mark.parametrize("n", [1, 2])
def test_good(n):
    cite("specials.rending")

@pytest.mark.rule("killteam.specials.lethal")
def test_bad():
    pass

def test_claims_nothing():
    cite("specials.lethal")
"""
)


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_the_run_is_noted(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    pytester.makepyfile(test_mixed=MIXED)
    pytester.runpytest_subprocess(*PLUGIN, *workers).assert_outcomes(passed=3, failed=1)
    noted = json.loads((pytester.path / ".coverage-of-rules.json").read_text())
    assert noted == {
        **{f"test_mixed.py::test_good[{n}]": {"killteam.specials.rending": []} for n in (1, 2)},
        "test_mixed.py::test_bad": {},
        "test_mixed.py::test_claims_nothing": {},
    }


def test_a_later_run_replaces_only_what_it_ran(pytester: pytest.Pytester) -> None:
    rule = "damage.armour-procedure"
    good = CITING + f'@pytest.mark.rule("xcx.{rule}")\ndef test_it():\n    cite("{rule}")\n'
    pytester.makepyfile(test_one=good, test_two=good, test_three=good)
    pytester.runpytest(*PLUGIN).assert_outcomes(passed=3)
    pytester.makepyfile(test_two=good.replace("cite(", "str("))
    (pytester.path / "test_three.py").unlink()
    pytester.runpytest(*PLUGIN, "test_two.py").assert_outcomes(failed=1)
    noted = json.loads((pytester.path / ".coverage-of-rules.json").read_text())
    assert noted == {"test_one.py::test_it": {"xcx.damage.armour-procedure": []}, "test_two.py::test_it": {}}


RULE = """
from xenotable.engine.citing import rule

def in_killteam(function):
    function.__module__ = "xenotable.games.killteam.specials"
    return function

@rule("specials.rending", neutral=lambda hits: hits)
@in_killteam
def rending(hits):
    return hits + 1

@rule("specials.limited-multi")
@in_killteam
def lethal(hits):
    return hits + 1
"""


def test_proving_finds_the_test_that_asserts_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        weapons=RULE,
        test_weapons="""
import pytest
from weapons import lethal, rending

@pytest.mark.rule("killteam.specials.rending")
def test_sound():
    assert rending(1) == 2

@pytest.mark.rule("killteam.specials.rending", "killteam.specials.limited-multi")
def test_idle():
    assert lethal(1) == 2
    rending(1)

@pytest.mark.rule("killteam.specials.rending")
def test_after_the_others():
    assert rending(2) == 3

def test_claims_nothing():
    raise AssertionError("is not run")
""",
    )
    result = pytester.runpytest_subprocess(*PROVING)
    result.assert_outcomes(passed=3, deselected=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["*::test_idle passes without killteam.specials.rending too: it proves nothing about it"]
    )
    result.stdout.fnmatch_lines(["killteam: 4 claims: 2 proved, 1 unproved, 1 unprovable, 0 broken (50.0% proved)*"])


def test_proving_takes_out_the_rules_that_another_follows_from(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        weapons=RULE,
        test_weapons="""
import pytest
from weapons import lethal, rending

@pytest.mark.rule("killteam.combos.rending-parry", exercises=["specials.rending", "specials.limited-multi"])
def test_sound():
    assert lethal(rending(1)) == 3

@pytest.mark.rule("killteam.combos.rending-parry", exercises=["specials.rending"])
def test_idle():
    rending(1)
""",
    )
    result = pytester.runpytest_subprocess(*PROVING)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["all: 2 claims: 1 proved, 1 unproved, 0 unprovable, 0 broken (50.0% proved)*"])


def test_proving_rebuilds_wide_fixtures_without_the_rule(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        weapons=RULE,
        test_weapons="""
import pytest
from weapons import rending

@pytest.fixture(scope="session")
def shot():
    return rending(2)

@pytest.mark.rule("killteam.specials.rending")
def test_first(shot):
    assert shot == 3

@pytest.mark.rule("killteam.specials.rending")
def test_second(shot):
    assert shot == 3
""",
    )
    result = pytester.runpytest_subprocess(*PROVING, "-n", "1")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["all: 2 claims: 2 proved, 0 unproved, 0 unprovable, 0 broken (100.0% proved)*"])


def test_proving_is_content_where_nothing_is_claimed(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_claims_nothing():\n    pass\n")
    result = pytester.runpytest_subprocess(*PROVING)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["all: 0 claims: 0 proved, 0 unproved, 0 unprovable, 0 broken*"])


def test_a_sample_of_the_changes_is_tried_and_no_claim_judged(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_points="""
import pytest
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.state import Entry

@pytest.mark.rule("rampant.roster.name-and-points")
def test_sound():
    assert cost(Entry("Unit", "primitive", ("bows",), ("cloaked",))) == 5
"""
    )
    plugins = (*PLUGIN, "-p", "xenotable.rulebook.proving", "-W", "error")
    result = pytester.runpytest_subprocess(*plugins, "--sample=100")
    result.stdout.fnmatch_lines(["rampant: 0 claims:*; [1-9]* of [1-9]* changes noticed (*%)"])
    survivors = (pytester.path / "build" / "survivors-rampant.txt").read_text().splitlines()
    assert all(line.startswith("xenotable.games.rampant.rules.") for line in survivors)
    result = pytester.runpytest_subprocess(*plugins, "--changes=build/survivors-rampant.txt")
    result.stdout.fnmatch_lines([f"rampant: 0 claims:*; 0 of {len(survivors)} changes noticed (0.0%)"])
    result = pytester.runpytest_subprocess(*plugins, "--sample=0.01")
    result.stdout.fnmatch_lines(["all: 0 claims:*; 0 of 0 changes noticed (-)"])


def test_a_test_that_claims_nothing_may_notice_changes_beside_one_that_does(pytester: pytest.Pytester) -> None:
    sound = """
import pytest
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.state import Entry

def test_sound():
    assert cost(Entry("Unit", "primitive", ("bows",), ("cloaked",))) == 5
"""
    claiming = """
@pytest.mark.rule("rampant.roster.name-and-points")
def test_idle():
    cost(Entry("Unit", "primitive"))
"""
    pytester.makeconftest("from xenotable.rulebook import proving\nproving.QUICK_TEST = 60.0")  # on any machine
    folder = pytester.mkdir("rampant")
    folder.joinpath("test_points.py").write_text(sound + claiming)
    folder.joinpath("test_alone.py").write_text(sound)
    plugins = (*PLUGIN, "-p", "xenotable.rulebook.proving", "-W", "error")
    result = pytester.runpytest_subprocess(*plugins, "--sample=100")
    result.assert_outcomes(passed=2, deselected=1)  # the other file is about something else
    result.stdout.fnmatch_lines(["rampant: 0 claims:*; [1-9]* of [1-9]* changes noticed (*%)"])


def test_a_rule_without_neutral_is_changed_and_somebody_must_notice(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_points="""
import pytest
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.state import Entry

@pytest.mark.rule("rampant.options.bows")
@pytest.mark.parametrize("asserts", [False, True])
def test_sound(asserts):  # one of its cases is enough
    from xenotable.games.rampant.rules.detachment.profiles import profile
    found = profile(Entry("Unit", "primitive", ("bows",)))
    assert not asserts or found.shoot_range == 6

@pytest.mark.rule("rampant.options.bows")
def test_idle():
    from contextlib import suppress
    from xenotable.games.rampant.rules.detachment.profiles import profile
    with suppress(Exception):  # nothing can be noticed
        profile(Entry("Unit", "primitive", ("bows",)))
"""
    )
    result = pytester.runpytest_subprocess(*PROVING)
    result.stdout.fnmatch_lines(["*::test_idle passes without rampant.options.bows too*"])
    result.stdout.fnmatch_lines(["rampant: 2 claims: 1 proved, 1 unproved, 0 unprovable*"])
    report = (pytester.path / "build" / "proof.txt").read_text()
    assert "unproved: rampant.options.bows by test_points.py::test_idle" in report


def test_a_change_is_proved_by_what_it_touches(pytester: pytest.Pytester) -> None:
    from xenotable.rulebook.mutants import functions_in

    line = functions_in("xenotable.games.rampant.rules.roster.numbers")["clamp_value"].lineno
    pytester.makepyfile(
        test_values="""
import pytest
from xenotable.games.rampant.rules.roster.numbers import clamp_value

@pytest.mark.rule("rampant.roster.bare-six")
def test_touched():
    assert clamp_value(9) == 6

@pytest.mark.rule("rampant.options.bows")
def test_elsewhere():
    raise AssertionError("is not run")
"""
    )
    file = "src/xenotable/games/rampant/rules/roster/numbers.py"
    (pytester.path / "change.diff").write_text(
        f"--- a/{file}\n+++ b/{file}\n@@ -{line},0 +{line + 1},1 @@\n+    pass\n"
    )
    result = pytester.runpytest_subprocess(*PROVING, "--prove-change=change.diff")
    result.assert_outcomes(passed=1, deselected=1)
    result.stdout.fnmatch_lines(["all: 1 claims: 1 proved, 0 unproved, 0 unprovable, 0 broken (100.0% proved)"])
    (pytester.path / "change.diff").write_text("+++ b/test_values.py\n@@ -5,0 +6,1 @@\n+    # another word\n")
    pytester.runpytest_subprocess(*PROVING, "--prove-change=change.diff").assert_outcomes(passed=1, deselected=1)


def test_a_list_of_changes_that_is_not_there_is_named(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_sound(): pass")
    result = pytester.runpytest_subprocess(*PLUGIN, "-p", "xenotable.rulebook.proving", "--changes=gone.txt")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*There is no file gone.txt;*"])
