"""A bad technique written in Python is named with its file, and never keeps a path going."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any, cast

import pytest

import pandoku
from pandoku import Board, Puzzle, TechniqueError
from pandoku.logic import explain, explain_many, hint
from pandoku.model import CageFact, Facts, Step
from pandoku.techniques import Technique, get_technique
from tests.together import together

BOARD = Board.start(Puzzle(4, (1, 2, 0, 0) + (0,) * 12))
PROPER = pandoku.loads("..42...3.....3.1")


def bad(find: Any) -> Technique:
    """Return a technique of which only the finder is wrong."""
    return replace(get_technique("naked-single"), name="bad", find=find, aliases=())


def yielding(*steps: Any) -> Technique:
    def find(board: Board, limit: int) -> Iterable[Step]:
        return steps

    return bad(find)


def step(**parts: Any) -> Step:
    return Step("bad", **parts)


def raising(board: Board, limit: int) -> Iterator[Step]:
    yield from ()
    raise ZeroDivisionError("division by zero")


CASES = {
    "not a step": (yielding(3), "expected it to yield a Step, found 3"),
    "not steps": (bad(lambda board, limit: None), "its finder raised TypeError: 'NoneType'"),
    "another's": (
        yielding(Step("x-wing", ((2, 3),))),
        "expected a step of 'bad', found one of 'x-wing'",
    ),
    "nothing done": (yielding(step()), "expected a step that places or eliminates something"),
    "gone already": (
        yielding(step(eliminations=((2, 1),))),
        "it eliminates 1 at r1c3",
    ),
    "filled already": (
        yielding(step(placements=((0, 1),))),
        "it places 1 at r1c1",
    ),
    "no such cell": (
        yielding(step(placements=((16, 1),))),
        r"expected cells 0\.\.15 and digits 1\.\.4, found \(16, 1\)",
    ),
    "no such digit": (
        yielding(step(eliminations=((3, 5),))),
        r"expected cells 0\.\.15 and digits 1\.\.4, found \(3, 5\)",
    ),
    "no such cell in the facts": (
        yielding(step(placements=((2, 3),), facts=Facts(cells=((-1, "pattern"),)))),
        r"found \(-1, 1\)",
    ),
    "no such cage": (
        yielding(step(placements=((2, 3),), facts=Facts(cages=(CageFact(0),)))),
        "expected one of the puzzle's 0 cages, found cage 0",
    ),
    "no pairs": (yielding(step(placements=(2, 3))), r"expected pairs \(cell, digit\)"),
    "an exception": (bad(raising), "its finder raised ZeroDivisionError: division by zero"),
}


@together("technique, message", CASES.values(), ids=CASES)
def test_an_impossible_step_is_refused_with_its_file(technique: Technique, message: str) -> None:
    for ask in (
        lambda: list(technique.steps(BOARD)),
        lambda: explain(BOARD, techniques=[technique]),
        lambda: explain_many([BOARD.puzzle], techniques=[technique]),
    ):
        with pytest.raises(TechniqueError, match=message) as caught:
            ask()
        assert "technique 'bad'" in str(caught.value)
        assert __file__ in str(caught.value)


def test_an_exception_is_chained() -> None:
    with pytest.raises(TechniqueError) as caught:
        list(bad(raising).steps(BOARD))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert str(raising.__code__.co_firstlineno) in str(caught.value)


def test_a_failure_in_the_words_is_reported_too() -> None:
    def reason(words: object) -> Iterator[str]:
        yield f"{cast(Any, words).no_such_word}"

    technique = replace(yielding(step(placements=((2, 3),))), reason=reason, what=lambda w: "it")
    path = explain(BOARD, techniques=[technique], limit=1)
    with pytest.raises(TechniqueError, match="words raised AttributeError") as caught:
        list(path.explanations())
    assert __file__ in str(caught.value)


def test_no_more_steps_are_taken_than_asked_for() -> None:
    def find(board: Board, limit: int) -> Iterator[Step]:
        for _ in count():
            yield step(eliminations=((15, 1),))

    assert len(list(bad(find).steps(BOARD, 5))) == 5


# ---- what only the solution tells


def wrong_elimination(board: Board, limit: int) -> Iterator[Step]:
    solution = pandoku.solve(board.puzzle).solution
    assert solution is not None
    cell = board.digits.index(0)
    yield step(eliminations=((cell, solution[cell]),))


def wrong_placement(board: Board, limit: int) -> Iterator[Step]:
    solution = pandoku.solve(board.puzzle).solution
    assert solution is not None
    for cell, right in enumerate(solution):
        for digit in board.candidates(cell):
            if not board.digits[cell] and digit != right:
                yield step(placements=((cell, digit),))


@pytest.mark.parametrize(
    ("find", "verb"), [(wrong_elimination, "eliminates"), (wrong_placement, "places")]
)
def test_with_debug_a_step_against_the_solution_is_refused(find: Any, verb: str) -> None:
    explain(PROPER, techniques=[bad(find)], limit=1)
    with pytest.raises(TechniqueError, match=rf"{verb} \d at r\dc\d, .*the solution"):
        explain(PROPER, techniques=[bad(find)], debug=True)


def test_debug_checks_nothing_where_there_is_not_one_solution_that_the_board_allows() -> None:
    assert explain(BOARD, techniques=[yielding(step(placements=((2, 3),)))], debug=True, limit=1)
    solution = pandoku.solve(PROPER).solution
    assert solution is not None
    spoilt = Board.start(PROPER).eliminate(0, solution[0])
    assert explain(spoilt, debug=True).stopped in ("broken", "stuck", "full")


def test_debug_changes_nothing_where_all_is_right() -> None:
    assert explain(PROPER, is_proper=True, debug=True) == explain(PROPER, is_proper=True)


# ---- hints


def test_a_hint_needs_no_facts() -> None:
    technique = replace(
        yielding(step(eliminations=((2, 3),))),
        what=lambda w: "it",
        reason=lambda w: ("Because.",),
        in_short=None,
    )
    texts = [hint(BOARD, level, techniques=[technique]).text for level in range(1, 6)]
    assert texts[0].startswith("Look at ")
    assert texts[4].endswith(" 3 from r1c3.")
