"""Ctrl-C in the calls that take longest, and budgets of those that take one."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import pandoku
from pandoku.logic import PATH_ENDS, explain_many
from tests.data import IS_FULL
from tests.kernel.interrupt import is_interrupted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a signal of Unix")

SETUP = """
import numpy as np
import pandoku
from pandoku import Board, Puzzle
from pandoku.kernel.logic import exhaust, finder, finders
starts = [(r, c) for r in range(36) for c in range(0, 36, 6)]
sums = [((c * 7 + r) % 100 + 61, [(r, c + i) for i in range(6)]) for r, c in starts]
empty, caged = Puzzle(36), Puzzle.killer(36, sums)
"""

# Each takes seconds, so it is still at work when the signal comes; those in a list are short.
CALLS = {
    "a nested chain": "[*finder('nested-forcing-chain')(Board.start(empty))]",
    "a nested chain in cages": "[*finder('cage-nested-forcing-chain')(Board.start(caged))]",
    "the trials of cages": "[[*finder('cage-trial')(Board.start(caged))] for _ in range(10**6)]",
    "the fillings of cages": "[[*finder('cage-line')(Board.start(caged))] for _ in range(10**6)]",
    "explain": "pandoku.explain(empty, is_proper=True)",
    "explain in the order of a scale": "pandoku.explain(empty, scale='pandoku', is_proper=True)",
    "explain with cages": "pandoku.explain(caged, is_proper=True)",
    "the steps of many finders": "exhaust(Board.start(caged), finders())",
    "explain for a beginner": "pandoku.explain(empty, is_proper=True, reader='beginner')",
    "hint": "pandoku.hint(empty, 5)",
    "explain_many": "pandoku.explain_many(np.zeros((50, 1296), np.uint8))",
    "true_candidates": "[pandoku.true_candidates(empty) for _ in range(10**6)]",
    "true_candidates_many": "pandoku.true_candidates_many(np.zeros((9**5, 81), np.uint8))",
    "count": "pandoku.count(Puzzle(9), None, on_count=lambda n: None)",
}
ALWAYS = ("a nested chain", "the steps of many finders", "explain with cages")


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", CALLS if IS_FULL else ALWAYS)
def test_a_long_call_ends_with_the_signal(name: str) -> None:
    assert is_interrupted(SETUP, CALLS[name])


def test_paths_whose_time_is_over_say_so() -> None:
    rows = np.zeros((40, 625), np.uint8)
    found = explain_many(rows, budget=0.05)
    assert {PATH_ENDS[end] for end in found.ends} == {"cut"}
    by_people = explain_many(rows[:2], scale="human", budget=0.05)
    assert {PATH_ENDS[end] for end in by_people.ends} == {"cut"}


def test_paths_that_end_in_time_are_the_same() -> None:
    rows = np.array([[1, 2, 3, 0] + [0] * 12] * 3, np.uint8)
    bounded, found = explain_many(rows, budget=60), explain_many(rows)
    assert bounded.counts.tolist() == found.counts.tolist()
    assert bounded.ends.tolist() == found.ends.tolist()


def test_true_candidates_say_which_rows_were_not_done() -> None:
    done = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0]
    rows = np.array([done, [0] * 16], np.uint8)
    assert (
        pandoku.true_candidates_many(rows, budget=60).tolist()
        == pandoku.true_candidates_many(rows).tolist()
    )
    cut = pandoku.true_candidates_many(np.zeros((40, 1296), np.uint8), budget=1e-6)
    assert (cut >> np.uint64(63) == 1).all()
    shown = cut & np.uint64(2**36 - 1)
    assert (cut == shown | np.uint64(1 << 63)).all()


def test_a_hint_whose_time_is_over_says_so() -> None:
    found = pandoku.hint(pandoku.Puzzle(25), 5, budget=0.01)
    assert found.is_cut
    assert found.is_problem
    assert "too short" in found.text
    assert not pandoku.hint("1234341221434320", budget=60).is_cut


def test_the_budget_of_many_is_a_time() -> None:
    with pytest.raises(ValueError, match=r"budget .*found Budget"):
        pandoku.true_candidates_many([pandoku.Puzzle(4)], budget=pandoku.Budget(nodes=3))


@pytest.mark.parametrize("cages", [(), (pandoku.Cage("+", 45, tuple(range(9))),)])
def test_a_count_tells_how_far_it_is(cages: tuple[pandoku.Cage, ...]) -> None:
    told: list[int] = []

    def stop(found: int) -> None:
        told.append(found)
        if len(told) == 3:
            raise LookupError

    with pytest.raises(LookupError):
        pandoku.count(pandoku.Puzzle(pandoku.Geometry.sudoku(9), cages=cages), None, on_count=stop)
    assert 0 < told[0] < told[1] < told[2]
