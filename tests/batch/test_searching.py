"""The verbs `solve` and `count`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import pandoku
from pandoku.batch.rules import rules_of
from pandoku.batch.verbs import VERBS, PartRows, get_verb
from pandoku.errors import BatchError
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import EASY, ESCARGOT


def done(verb: str, puzzles: list[Any], rules: list[Any] | None = None, **options: Any) -> Any:
    columns = {"puzzle": pa.array(puzzles, pa.string())}
    if rules is not None:
        columns["rules"] = pa.array(rules, pa.string())
    work = get_verb(verb)
    return work.run(PartRows(pa.table(columns)), work.checked(options))["puzzles"].to_pydict()


def text_of(digits: tuple[int, ...]) -> str:
    return "".join(map(str, digits))


def several(n: int) -> list[str]:
    """Return different Sudokus with several solutions each."""
    chosen = np.random.default_rng(4)
    solution = pandoku.solve(EASY).solution
    assert solution is not None
    return [
        "".join(str(d) if keep else "." for d, keep in zip(solution, row, strict=True))
        for row in chosen.random((n, 81)) < 0.3
    ]


def test_solve_shows_a_solution_only_if_it_is_the_only_one() -> None:
    found = done("solve", [EASY, "." * 81, ESCARGOT, "1" * 80, "55" + "." * 79])
    assert found["n_solutions"] == [1, 2, 1, None, None]
    assert found["solution"][0] == text_of(pandoku.solve(EASY).solution or ())
    assert found["solution"][2] == text_of(pandoku.solve(ESCARGOT).solution or ())
    assert found["solution"][1] is found["solution"][3] is found["solution"][4] is None
    assert [bool(error) for error in found["error"]] == [False, False, False, True, True]


def test_no_solution_is_an_answer_and_no_error() -> None:
    found = done("solve", ["12345678." + "........9" + "." * 63])
    assert found == {"n_solutions": [0], "solution": [None], "error": [None]}


def test_solve_shows_the_least_solution_on_request() -> None:
    puzzles = several(40)
    found = done("solve", puzzles, first="lexicographic")
    for puzzle, solution, count in zip(
        puzzles, found["solution"], found["n_solutions"], strict=True
    ):
        every = pandoku.solve(puzzle, limit=1000).solutions if count > 1 else ()
        if 1 < len(every) < 1000:
            assert solution == text_of(min(every))
    assert all(found["solution"])


def test_the_least_solution_of_a_puzzle_with_cages_is_found_too() -> None:
    puzzle = Puzzle(Geometry.latin(4), cages=(Cage("+", 5, (0, 1)), Cage("+", 6, (14, 15))))
    every = pandoku.solve(puzzle, limit=None).solutions
    found = done("solve", ["." * 16], [rules_of(puzzle)], first="lexicographic")
    assert found["solution"] == [text_of(min(every))]
    assert found["n_solutions"] == [2]


def test_count_counts_up_to_its_limit() -> None:
    grids = ["." * 16, "1" + "." * 15, "12" + "." * 14, "11" + "." * 14]
    assert done("count", grids)["n_solutions"] == [288, 72, 24, None]
    assert done("count", grids, limit=50)["n_solutions"] == [50, 50, 24, None]


@pytest.mark.parametrize("verb", ["solve", "count"])
def test_nodes_are_counted_by_the_scalar_engine_for_every_puzzle(verb: str) -> None:
    puzzles = [*several(30), ESCARGOT]
    found = done(verb, puzzles, budget=3, limit=50)["n_solutions"]
    expected = []
    for puzzle in puzzles:
        outcome = pandoku.solve(puzzle, limit=50, engine="cages", budget=pandoku.Budget(nodes=3))
        expected.append(-1 - outcome.count if outcome.stopped == "nodes" else outcome.count)
    assert found == expected
    assert min(found) < 0, "no puzzle ran out of its budget"


def test_contradictory_options_are_refused() -> None:
    with pytest.raises(BatchError, match=r"\(budget\) or first"):
        get_verb("solve").checked({"budget": 5, "first": "lexicographic"})


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"limt": 3}, "'limt'; .*: limit, first, budget"),
        ({"limit": 1}, "limit .* 2, found 1"),
        ({"limit": "two"}, "limit .*, found 'two'"),
        ({"limit": True}, "limit .*, found True"),
        ({"first": "any"}, "first .* only, lexicographic, found 'any'"),
    ],
)
def test_options_are_checked_by_name_and_value(options: dict[str, Any], named: str) -> None:
    with pytest.raises(BatchError, match=named):
        get_verb("solve").checked(options)


def test_a_verb_that_there_is_not_names_those_nearby() -> None:
    with pytest.raises(BatchError, match="verb 'sovle'; try solve"):
        get_verb("sovle")


def test_every_verb_says_what_it_adds_in_columns_that_have_a_meaning() -> None:
    from pandoku.batch.tables import column

    for verb in VERBS.values():
        if any(option.is_required for option in verb.options):
            continue
        defaults = {option.name: option.default for option in verb.options}
        for name in verb.columns(defaults):
            assert column(name) is not None, (verb.name, name)
