"""Efforts that the core computes: those of the paths that `explain` finds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.kernel.logic import new_first_steps
from pandoku.logic import _core_efforts, _efforts
from pandoku.logic._core_efforts import efforts_in_core
from pandoku.logic._efforts import effort_of, efforts_of
from pandoku.rating import PuzzleEffort
from pandoku.techniques import get_technique
from tests.data import EXAMPLES

# Its path has chains of several lengths, and joins some of them.
CHAINS = "..3.17....2.8.4.3..8......1....6..92....2.3..1..3.8.4....1......782.....9.....6.."
KINDS = ("sudokus", "small sudokus", "killers", "calcudokus", "jigsaws", "latin", "distinct")


@cache
def kinds() -> dict[str, tuple[Puzzle, ...]]:
    small = tuple(pandoku.generate_many(6, order=6, seed=1, givens="minimal"))
    calcudokus = (
        *pandoku.generate_many(4, "calcudoku", 5, seed=2),
        pandoku.load(EXAMPLES / "mathdoku6.letters"),
    )
    return {
        "sudokus": (*pandoku.generate_many(3, seed=5, givens="minimal"), Puzzle.sudoku(CHAINS)),
        "small sudokus": small,
        "killers": (
            *pandoku.generate_many(4, "killer", 6, seed=2),
            pandoku.load(EXAMPLES / "killer.txt"),
        ),
        "calcudokus": calcudokus,
        "jigsaws": tuple(pandoku.generate_many(2, "jigsaw", 7, seed=2)),
        "latin": tuple(pandoku.generate_many(2, "latin", 6, seed=2)),
        "distinct": tuple(map(_with_distinct_cells, small)),
    }


def _with_distinct_cells(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with a rule that only makes cells differ: 1 in row 1, 2 in row 2, ..."""
    solution, n = pandoku.solve(puzzle).solution, puzzle.order
    assert solution is not None
    cells = (n * row + solution[n * row : n * row + n].index(row + 1) for row in range(n))
    return puzzle.with_("extra region " + " ".join(map(puzzle.geometry.name, cells)))


def by_the_path(puzzle: Puzzle) -> PuzzleEffort:
    return pandoku.explain(puzzle, is_proper=True).effort()


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", KINDS)
def test_efforts_of_the_core_are_those_of_the_paths(kind: str) -> None:
    puzzles = kinds()[kind]
    found = efforts_in_core(puzzles, threads=2)
    assert found == [by_the_path(puzzle) for puzzle in puzzles]
    assert found == efforts_in_core(puzzles, threads=1)


def test_paths_that_the_core_can_walk_are_not_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    mixed = [puzzles[0] for puzzles in kinds().values()]
    expected = [*map(by_the_path, mixed)]
    monkeypatch.setattr(_efforts, "explain", None)
    assert efforts_of(mixed) == expected
    assert effort_of(mixed[2]) == expected[2]


@pytest.mark.turns(3)
def test_ratings_and_efforts_are_the_same_if_they_are_found_together() -> None:
    hard = [pandoku.load(EXAMPLES / "escargot.txt"), Puzzle.sudoku(CHAINS)]
    together = pandoku.rate_all(hard, scale="pandoku", effort=True)
    assert [each.effort for each in together] == [*map(by_the_path, hard)]
    alone = pandoku.rate_all(hard, scale="pandoku", effort=False)
    assert [replace(each, effort=None) for each in together] == alone


def test_known_first_steps_do_not_change_a_path() -> None:
    puzzles = [Puzzle.sudoku(CHAINS), kinds()["killers"][-1]]
    known = new_first_steps(len(puzzles))
    found = efforts_in_core(puzzles, threads=1)
    assert found == efforts_in_core(puzzles, threads=1, known=known)
    assert found == efforts_in_core(puzzles, threads=1, known=known)  # with all steps known


def test_other_paths_are_explained() -> None:
    rules = pandoku.load(EXAMPLES / "idea.setter")
    small = kinds()["small sudokus"][0]
    masks = pandoku.Board.start(small).masks
    limited = small.replace(candidates=masks)
    others = [rules, limited, small]
    assert efforts_in_core(others)[:2] == [None, None]
    assert efforts_of(others) == [*map(by_the_path, others)]


@pytest.mark.parametrize("has_own", [False, True])
def test_a_technique_in_python_may_go_on_where_the_core_is_stuck(
    has_own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = replace(get_technique("naked-single"), name="mine", find=lambda board, limit: ())
    used = [get_technique("full-house"), *[own] * has_own]
    monkeypatch.setattr(_core_efforts, "usable", lambda *_, **options: (used, ()))
    (puzzle,) = pandoku.generate_many(1, "calcudoku", 5, seed=2)
    (found,) = efforts_in_core([puzzle])
    assert (found is None) == has_own
    assert found is None or found.is_bound
