"""The explained paths of variants stand up to an independent check, and the check knows faults."""

from __future__ import annotations

import ast
import copy
import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("pysat")  # the extra test-sat

from pandoku import Puzzle
from pandoku.constraints import RULES
from tests.data import by_default
from tests.variant_claims import patterns
from tests.variant_claims.judges import JUDGES, Case, is_true
from tests.variant_claims.paths import Report, check_path
from tests.variant_claims.prover import Prover
from tests.variant_claims.reading import Json, NotJudged, Position, Reading
from tests.variant_claims.rows import ROWS, path_of, read_rows
from tests.variant_claims.rules import KINDS

STEPS = by_default(16, full=10_000)  # of each path
EVERY = by_default(6, full=1)  # row of the collection


def first_faults(report: Report) -> str:
    return "\n".join(report.failures[:10])


@cache
def example(name: str, n_steps: int = STEPS) -> Json:
    """Return the path of the example of a rule. Its solution is in the puzzle, for comparison."""
    puzzle = RULES[name].example
    document = path_of(puzzle, limit=n_steps)
    document["puzzle"]["solution"] = puzzle.solution
    return document


# ---- the paths


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", list(RULES))
def test_the_example_of_each_rule(name: str) -> None:
    assert name in KINDS, "a new kind needs a function in tests/variant_claims/rules.py"
    document = example(name)
    prover = Prover(Reading(document["puzzle"]))
    assert prover.solutions() == [list(document["puzzle"]["solution"])]
    report = check_path(document, name)
    assert not report.failures, first_faults(report)
    assert not report.not_judged
    assert report.counts["claims"] > report.counts["steps"] > 0


@pytest.mark.turns(3)
@pytest.mark.skipif(not ROWS.exists(), reason="PANDOKU_SHARED has no data/variants")
def test_published_variants() -> None:
    report = Report()
    for row in [*read_rows("CC0")][EVERY // 4 :: EVERY]:
        assert row.puzzle is not None
        report.add(check_path(path_of(row.puzzle, limit=STEPS), row.name, row.solution))
    assert not report.failures, first_faults(report)
    assert not report.not_judged
    assert report.counts["eliminations judged by named rules"] > 100


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["arrow", "between-line", "sum-line"])
def test_a_path_after_the_path_of_an_equal_puzzle(name: str) -> None:
    """Equal puzzles may have their constraints in a different order, so caches need both."""
    puzzle = RULES[name].example
    turned = puzzle.replace(further=puzzle.further[::-1])
    assert turned == puzzle
    path_of(puzzle, limit=STEPS)
    report = check_path(path_of(turned, limit=STEPS), "turned")
    assert not report.failures, first_faults(report)


# ---- faults in paths


def faults(document: Json) -> list[str]:
    report = check_path(document, "changed", example("thermometer")["puzzle"]["solution"])
    return report.failures


@pytest.fixture
def changed() -> Json:
    """Return a copy of a path."""
    return copy.deepcopy(example("thermometer"))


def rule_step(document: Json) -> Json:
    """Return the first step that names a rule and eliminates candidates."""
    return next(each for each in document["steps"] if each.get("constraints"))


def test_a_wrong_elimination_is_found(changed: Json) -> None:
    reading = Reading(changed["puzzle"])
    (name, _) = rule_step(changed)["eliminations"][0]
    digit = changed["puzzle"]["solution"][reading.numbers[name]]
    rule_step(changed)["eliminations"][0] = [name, digit]
    assert any(f"{name} is not {digit}, but the solution has" in each for each in faults(changed))


def test_an_elimination_without_a_proof_is_found(changed: Json) -> None:
    """It agrees with the solution, but the named rule does not prove it."""
    step, reading = rule_step(changed), Reading(changed["puzzle"])
    solution, solver = changed["puzzle"]["solution"], Prover(reading)
    start = Position.of(changed["start"])
    rule = solver.rule(step["constraints"][0]["constraint"])
    outside = next(
        (reading.name(cell), digit)
        for cell, digit in product(range(reading.n**2), range(1, reading.n + 1))
        if cell not in rule.cells and digit in start.candidates[cell] and solution[cell] != digit
    )
    changed["steps"] = changed["steps"][: changed["steps"].index(step) + 1]
    step["eliminations"].append(list(outside))
    assert any(f"{outside[0]} can be {outside[1]}" in each for each in faults(changed))


def test_a_step_that_changes_nothing_is_found(changed: Json) -> None:
    changed["steps"][1] = copy.deepcopy(changed["steps"][0])
    assert any("was known before" in each for each in faults(changed))
    changed["steps"][1]["placements"] = changed["steps"][1]["eliminations"] = []
    assert any("it changes nothing" in each for each in faults(changed))


def test_another_last_board_is_found(changed: Json) -> None:
    cell = changed["end"]["digits"].index(0)
    changed["end"]["candidates"][cell].pop()
    assert "changed: the last board has other candidates" in faults(changed)


def test_a_rule_that_the_solution_breaks_is_found(changed: Json) -> None:
    changed["puzzle"]["constraints"][0]["cells"].reverse()
    assert any("the solution does not meet" in each for each in faults(changed))


def test_an_unknown_kind_is_counted(changed: Json) -> None:
    changed["puzzle"]["constraints"][0]["type"] = "unheard-of"
    report = check_path(changed, "changed", changed["puzzle"]["solution"])
    assert report.not_judged["rule unheard-of"] == 1
    step = rule_step(changed)
    named = [(each["technique"], each.get("constraints")) for each in changed["steps"]]
    alike = named.count((step["technique"], step["constraints"]))
    assert report.not_judged[f"proof of {step['technique']}: rule unheard-of"] == alike
    assert check_path(changed).not_judged["path: rule unheard-of"] == 1


# ---- the judges

# A thermometer r1c1 r1c2 r2c3, a 5-cage of r4c1 and r4c2, and the digit 4 at r4c4. Row 1:
#   r1c1 1 2, r1c2 2 3, r2c3 3 4 after the first steps of its path.
PUZZLE = {
    "size": 4,
    "box": [2, 2],
    "givens": [0] * 15 + [4],
    "cages": [{"op": "+", "target": 5, "cells": [12, 13]}],
    "constraints": [{"type": "thermometer", "cells": [0, 1, 6]}, {"type": "anti-knight"}],
}
SOME = {"r1c1": {1, 2}, "r1c2": {2, 3}, "r2c3": {3, 4}, "r4c1": {2, 3}, "r4c2": {2, 3}}

ROW_1, ROW_4 = ({"kind": "row", "number": number} for number in (1, 4))

# Branches. In the first one the digit 2 has no place in row 4, if r4c1 and r4c2 are not 2. In the
# last one, nobody says that r4c3 is not 2 because it sees r4c2.
NO_PLACE: Json = {
    "supposing": ["r4c3", 2, False],
    "claims": [
        {"name": "places", "house": ROW_4, "digit": 2, "cells": ["r4c1", "r4c2", "r4c3"]},
        {"name": "needs", "house": ROW_4, "digit": 2},
    ],
}
IF_2, IF_3 = (
    {
        "supposing": ["r4c1", steps[0][0][1], True],
        "claims": [
            {"name": "follows", "premises": [premise], "conclusion": conclusion}
            for premise, conclusion in steps
        ],
    }
    for steps in (
        [(["r4c1", 2, True], ["r4c3", 2, False])],
        [(["r4c1", 3, True], ["r4c2", 3, False]), (["r4c2", 3, False], ["r4c2", 2, True])],
    )
)
TRUE: list[Json] = [
    {"name": "placed", "cell": "r4c4", "digit": 4},
    {"name": "gone", "cells": ["r1c1"], "digits": [3, 4]},
    {"name": "only", "cells": ["r1c1"], "digits": [1, 2]},
    {"name": "open", "cells": ["r1c2"], "digits": [2, 3]},
    {"name": "needs", "house": ROW_1, "digit": 4},
    {"name": "places", "house": ROW_4, "digit": 1, "cells": ["r4c3"]},
    {"name": "inside", "cells": ["r4c1", "r4c2"], "houses": [ROW_4], "cages": [0]},
    {
        "name": "same-digits",
        "plus": ["r1c1", "r1c2", "r1c3", "r1c4"],
        "minus": ["r4c1", "r4c2", "r4c3", "r4c4"],
        "houses": [ROW_1, ROW_4],
    },
    {"name": "sees", "cell": "r1c1", "cells": ["r1c4", "r3c2", "r2c3"]},
    {"name": "apart", "cell": "r1c1", "cells": ["r3c2", "r2c3"], "constraint": 2},
    {"name": "apart", "cell": "r1c1", "cells": ["r2c3"], "constraint": 1},
    {"name": "allows", "constraint": 1, "cells": ["r1c1"], "digits": [1, 2]},
    {
        **{"name": "ways", "constraint": 1, "cells": ["r1c1", "r1c2", "r2c3"]},
        "ways": [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4]],
    },
    {"name": "ways", "constraint": 1, "cells": ["r1c1", "r1c2"], "ways": [[1, 2], [1, 3], [2, 3]]},
    {
        **{"name": "rule-ways", "constraints": [1], "houses": [], "cells": ["r1c1", "r1c2"]},
        "assuming": [],
        "ways": [[1, 2], [1, 3], [2, 3], [3, 4]],
    },
    {
        **{"name": "rule-ways", "constraints": [0], "houses": [ROW_4], "assuming": []},
        **{"cells": ["r4c1", "r4c2", "r4c3"], "ways": [[2, 3, 1], [3, 2, 1]]},
    },
    {
        **{"name": "rule-ways", "constraints": [1], "houses": [], "cells": ["r2c3"], "ways": []},
        "assuming": [["r1c1", 2], ["r1c2", 2]],
    },
    {
        **{"name": "forces", "constraint": 1, "premises": [["r1c1", 2, True]]},
        "conclusion": ["r2c3", 4, True],
    },
    {
        **{"name": "follows", "premises": [["r4c1", 2, True]]},
        "conclusion": ["r4c2", 3, True],
    },
    {"name": "one-of", "candidates": [["r4c1", 2], ["r4c2", 2]], "houses": [ROW_4]},
    {"name": "impossible", "assuming": [["r4c3", 2]], "houses": [ROW_4]},
    {"name": "concludes", "placements": [["r1c1", 1]], "eliminations": [["r1c1", 2]]},
    {"name": "fillings", "cage": 0, "cells": ["r4c1", "r4c2"], "ways": [[2, 3], [3, 2]]},
    {"name": "sets", "cage": 0, "sets": [[2, 3]]},
    {"name": "sets", "cage": 0, "sets": [[2, 3]], "assuming": [["r4c1", 2]]},
    {"name": "cage-needs", "cage": 0, "digit": 2},
    {"name": "cage-places", "cage": 0, "digit": 2, "cells": ["r4c1", "r4c2"]},
    {
        **{"name": "total", "plus": ["r4c3"], "minus": [], "total": 1, "times": False},
        **{"houses": [ROW_4], "cages": [0], "placed": ["r4c4"]},
    },
    {
        **{"name": "no-total", "plus": ["r4c1", "r4c2"], "minus": [], "total": 4, "times": False},
        **{"assuming": [], "without": []},
    },
    {
        **{"name": "parity", "cells": ["r4c1", "r4c2"], "is_odd": True},
        **{"houses": [], "cages": [0], "placed": []},
    },
    {"name": "holds", "cells": ["r4c1", "r4c2"], "digits": [2, 3], "least": 2, "most": 2},
    {
        "name": "holds",
        **{"cells": ["r4c1"], "digits": [2, 3], "least": 1, "most": 1, "cages": [0]},
    },
    {"name": "not", "claim": {"name": "placed", "cell": "r1c1", "digit": 1}},
    {
        "name": "linked",
        "link": {
            **{"start": [["r1c1", 1]], "end": [["r1c1", 2]], "strong": True},
            **{"house": None, "cage": None, "alike": False},
        },
    },
    {
        "name": "entails",
        **{"premises": [["r4c1", 2, True]], "conclusion": ["r4c2", 3, True], "cages": [0]},
    },
    {
        "name": "entails",
        **{"premises": [["r4c1", 2, False], ["r4c2", 2, False]]},
        **{"conclusion": ["r4c3", 2, True], "branches": [NO_PLACE]},
    },
    {
        "name": "entails",
        **{"premises": [], "conclusion": ["r4c3", 2, False], "branches": [IF_2, IF_3]},
    },
]
FALSE: list[Json] = [
    {"name": "placed", "cell": "r4c4", "digit": 3},
    {"name": "gone", "cells": ["r1c1"], "digits": [2, 4]},
    {"name": "only", "cells": ["r1c1"], "digits": [1]},
    {"name": "only", "cells": ["r4c4"], "digits": [4]},
    {"name": "open", "cells": ["r1c2"], "digits": [1]},
    {"name": "needs", "house": ROW_4, "digit": 4},
    {"name": "places", "house": ROW_4, "digit": 2, "cells": ["r4c1"]},
    {"name": "inside", "cells": ["r4c3"], "houses": [ROW_4], "cages": [0]},
    {
        "name": "same-digits",
        "plus": ["r1c1", "r1c2", "r1c3", "r1c4"],
        "minus": ["r2c1", "r2c2", "r2c3", "r2c4"],
        "houses": [ROW_1, ROW_4],
    },
    {"name": "sees", "cell": "r1c1", "cells": ["r4c4"]},
    {"name": "apart", "cell": "r1c1", "cells": ["r1c4"], "constraint": 2},
    {"name": "allows", "constraint": 1, "cells": ["r1c1"], "digits": [1]},
    {
        **{"name": "ways", "constraint": 1, "cells": ["r1c1", "r1c2", "r2c3"]},
        "ways": [[1, 2, 3], [1, 3, 4], [2, 3, 4]],
    },
    {
        **{"name": "ways", "constraint": 1, "cells": ["r1c1", "r1c2", "r2c3"]},
        "ways": [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4], [2, 3, 3]],
    },
    {
        **{"name": "rule-ways", "constraints": [1], "houses": [], "cells": ["r1c1", "r1c2"]},
        "assuming": [],
        "ways": [[1, 2], [2, 3]],
    },
    {
        **{"name": "rule-ways", "constraints": [0], "houses": [ROW_4], "assuming": []},
        **{"cells": ["r4c1", "r4c2", "r4c3"], "ways": [[2, 3, 1]]},
    },
    {
        **{"name": "rule-ways", "constraints": [1], "houses": [], "cells": ["r2c3"], "ways": []},
        "assuming": [["r1c1", 1]],
    },
    {
        **{"name": "forces", "constraint": 1, "premises": [["r1c1", 1, True]]},
        "conclusion": ["r2c3", 4, True],
    },
    {
        **{"name": "follows", "premises": [["r1c1", 2, True]]},
        "conclusion": ["r2c3", 4, True],
    },
    {"name": "one-of", "candidates": [["r4c1", 2], ["r4c2", 3]], "houses": [ROW_1]},
    {"name": "impossible", "assuming": [["r4c1", 3]], "houses": [ROW_4]},
    {"name": "concludes", "placements": [["r1c1", 2]], "eliminations": []},
    {"name": "fillings", "cage": 0, "cells": ["r4c1", "r4c2"], "ways": [[2, 3]]},
    {"name": "sets", "cage": 0, "sets": [[2, 3], [1, 4]]},
    {"name": "cage-needs", "cage": 0, "digit": 1},
    {"name": "cage-places", "cage": 0, "digit": 2, "cells": ["r4c1"]},
    {
        **{"name": "total", "plus": ["r4c3"], "minus": [], "total": 1, "times": False},
        **{"houses": [ROW_4], "cages": [], "placed": ["r4c4"]},
    },
    {
        **{"name": "no-total", "plus": ["r4c1", "r4c2"], "minus": [], "total": 5, "times": False},
        **{"assuming": [], "without": []},
    },
    {
        **{"name": "parity", "cells": ["r4c1", "r4c2"], "is_odd": False},
        **{"houses": [], "cages": [0], "placed": []},
    },
    {"name": "holds", "cells": ["r1c1", "r1c2"], "digits": [2], "least": 1, "most": 1},
    {"name": "not", "claim": {"name": "placed", "cell": "r4c4", "digit": 4}},
    {
        "name": "linked",
        "link": {
            **{"start": [["r1c1", 2]], "end": [["r1c2", 2]], "strong": True},
            **{"house": None, "cage": None, "alike": False, "constraint": 1},
        },
    },
    {
        "name": "entails",
        **{"premises": [["r4c1", 2, True]], "conclusion": ["r4c2", 3, True], "houses": [ROW_1]},
    },
    {
        "name": "entails",
        **{"premises": [["r4c1", 2, False]], "conclusion": ["r4c3", 2, True]},
        **{"branches": [NO_PLACE]},
    },
    {
        "name": "entails",
        **{"premises": [], "conclusion": ["r4c3", 2, False], "branches": [IF_2]},
    },
]


def case() -> Case:
    reading = Reading(PUZZLE)
    prover = Prover(reading)
    everything = {name: {1, 2, 3, 4} for name in reading.numbers}
    candidates = {**everything, **SOME, "r4c3": {1, 2}, "r4c4": {4}}
    position = Position(reading.givens, [candidates[name] for name in reading.numbers])
    solution = [1, 2, 4, 3, 4, 3, 4, 1, 2, 4, 1, 2, 3, 2, 1, 4]
    return Case(prover, position, solution, {})


@pytest.mark.parametrize("claim", TRUE, ids=lambda claim: claim["name"])
def test_a_judge_accepts_a_true_claim(claim: Json) -> None:
    assert is_true(case(), claim)


@pytest.mark.parametrize("claim", FALSE, ids=lambda claim: claim["name"])
def test_a_judge_refuses_a_false_claim(claim: Json) -> None:
    assert not is_true(case(), claim)


def test_the_claims_above_try_each_judge() -> None:
    patterns_of_whole_grids = {"swaps", "paired"}
    for claims in (TRUE, FALSE):
        assert {claim["name"] for claim in claims} == {*JUDGES} - patterns_of_whole_grids


def test_an_unknown_claim_is_not_judged() -> None:
    with pytest.raises(NotJudged, match="claim unheard-of"):
        is_true(case(), {"name": "unheard-of"})


# ---- independence


def test_nothing_of_the_reasoning_is_imported() -> None:
    """Only `rows`, which makes the paths, imports pandoku."""
    for file in Path(__file__).parent.glob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
            elif isinstance(node, ast.Import):
                imported |= {each.name for each in node.names}
        of_pandoku = {each for each in imported if each.partition(".")[0] == "pandoku"}
        if file.stem == "rows":
            assert of_pandoku == {"pandoku", "pandoku.logic"}
        elif not file.stem.startswith("test_"):
            assert not of_pandoku, file


@pytest.mark.parametrize(
    "pattern", [".+2", "[^12]*1?[^12]*", ".*(12|21).*", "1{2,3}3?", "[1-3]{2}4+"]
)
def test_derivatives_match_what_python_matches(pattern: str) -> None:
    start = patterns.parsed(pattern, 4)
    for length in range(5):
        for digits in product(range(1, 5), repeat=length):
            expression = start
            for digit in digits:
                expression = patterns.after(expression, digit)
            text = "".join(map(str, digits))
            assert patterns.accepts_nothing(expression) == bool(re.fullmatch(pattern, text)), text


def test_a_puzzle_without_rules_has_its_classic_solution() -> None:
    puzzle = Puzzle(4, "12..3...........")
    assert len(Prover(Reading(path_of(puzzle)["puzzle"])).solutions(limit=2)) == 2
