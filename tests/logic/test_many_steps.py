"""Steps of many paths as columns: those of the paths one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from math import isnan
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import Board, Puzzle, TechniqueError, explain, explain_many
from pandoku.errors import PuzzleError
from pandoku.kernel.logic import finder
from pandoku.logic import PATH_ENDS, PathSteps
from pandoku.model import Step
from pandoku.rating import get_scale
from pandoku.techniques import TECHNIQUES, Technique, example_of, get_technique
from pandoku.words import Words
from tests.data import EASY, by_default

# Its path needs a death blossom, whose petals are found on the board.
BLOSSOM = "..3.17....2.8.4.3..8......1....6..92....2.3..1..3.8.4....1......782.....9.....6.."
SCALES = ("human", "pandoku", "hodoku")


@cache
def kinds() -> dict[str, tuple[Puzzle, ...]]:
    """Return puzzles by kind; those without a solution and with several get stuck or break."""
    rng = random.Random(5)
    sudokus = tuple(pandoku.generate_many(12, seed=3, givens="minimal"))

    def changed(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
        return puzzle.replace(
            givens=tuple(digit if at == cell else given for at, given in enumerate(puzzle.givens))
        )

    def wrong(puzzle: Puzzle) -> Puzzle:
        board, solution = Board.start(puzzle), pandoku.solve(puzzle).solution or ()
        others = [
            (cell, digit)
            for cell in range(81)
            for digit in board.candidates(cell)
            if digit != solution[cell]
        ]
        return changed(puzzle, *rng.choice(others))

    def loose(puzzle: Puzzle) -> Puzzle:
        given = [at for at, digit in enumerate(puzzle.givens) if digit]
        return changed(puzzle, rng.choice(given), 0)

    # Where they are stuck, every technique was tried in vain: that takes seconds at order 9.
    order = by_default(6, full=9)
    smaller = tuple(pandoku.generate_many(4, order=order, seed=3, givens="minimal"))

    return {
        "sudoku": sudokus,
        "no solution": tuple(map(wrong, sudokus[:6])),
        "several solutions": tuple(map(loose, smaller[:2])),
        "killer": tuple(pandoku.generate_many(8, "killer", 6, seed=2)),
        "calcudoku": tuple(pandoku.generate_many(8, "calcudoku", 5, seed=2)),
        "jigsaw": tuple(pandoku.generate_many(1, "jigsaw", 7, seed=2)),
        "caged and not": (*pandoku.generate_many(2, "killer", order, seed=2), *smaller),
    }


def assert_same(found: PathSteps, puzzles: tuple[Puzzle, ...], **options: Any) -> None:
    """Check columns, with all extras, against the paths one by one."""
    rate = get_scale("pandoku").rate
    numbers, whose = found.number.tolist(), found.puzzle.tolist()
    assert found.short is not None
    assert found.values is not None
    at = 0
    for index, puzzle in enumerate(puzzles):
        path = explain(puzzle, **options)
        assert (PATH_ENDS[found.ends[index]], found.n_steps[index]) == (path.stopped, len(path))
        for number, each in enumerate(path, 1):
            assert (whose[at], numbers[at]) == (index, number)
            assert found.techniques[found.technique[at]] == each.step.technique
            assert found.placements[at] == each.step.placements
            assert found.eliminations[at] == each.step.eliminations
            rating = rate(each.step)
            assert isnan(found.score[at]) if rating is None else found.score[at] == rating.score
            assert found.short[at] == each.explanation.short
            assert found.values[at] == each.step
            at += 1
    assert at == len(found) == len(found.placements) == len(found.eliminations)


@pytest.mark.turns(3)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("kind", ["sudoku", "no solution", "several solutions", "killer",
                                  "calcudoku", "jigsaw", "caged and not"])  # fmt: skip
def test_steps_are_those_of_the_paths_one_by_one(kind: str, scale: str) -> None:
    puzzles = kinds()[kind]
    found = explain_many(
        puzzles, scale=scale, is_proper=None, steps=True, short=True, values=True, threads=2
    )
    assert_same(found, puzzles, scale=scale)
    counts = explain_many(puzzles, scale=scale, is_proper=None, threads=1)
    assert counts.techniques == found.techniques
    assert (counts.ends == found.ends).all()
    assert (counts.n_steps == found.n_steps).all()
    rows, techniques = found.puzzle, found.technique
    for (index, technique), count in np.ndenumerate(counts.counts):
        assert ((rows == index) & (techniques == technique)).sum() == count


def test_extras_change_no_other_column() -> None:
    puzzles = kinds()["sudoku"]
    plain = explain_many(puzzles, scale="human", steps=True)
    assert plain.short is None
    assert plain.values is None
    with_short = explain_many(puzzles, scale="human", steps=True, short=True)
    with_values = explain_many(puzzles, scale="human", steps=True, values=True)
    assert (with_short.short is None, with_short.values is None) == (False, True)
    assert (with_values.short is None, with_values.values is None) == (True, False)
    for more in (with_short, with_values):
        for name in ("technique", "score", "offsets", "placements", "eliminations"):
            same = getattr(more, name) == getattr(plain, name)
            assert same if isinstance(same, bool) else same.all()


def test_techniques_that_assume_one_solution_are_used_where_it_is_proved() -> None:
    puzzles = kinds()["sudoku"] + kinds()["no solution"]
    for is_proper in (False, True, None):
        found = explain_many(puzzles, scale="human", steps=True, is_proper=is_proper)
        for index, puzzle in enumerate(puzzles):
            path = explain(puzzle, is_proper=is_proper)
            own = found.technique[found.offsets[index] : found.offsets[index + 1]].tolist()
            assert [found.techniques[each] for each in own] == [
                each.technique for each in path.steps
            ]


@pytest.mark.turns(3)
def test_named_techniques_are_tried_in_their_order() -> None:
    puzzles, names = kinds()["sudoku"], ["naked-single", "pointing", "hidden-single"]
    for scale in ("human", "pandoku"):
        found = explain_many(
            puzzles, techniques=names, scale=scale, steps=True, short=True, values=True
        )
        assert found.techniques == tuple(names)
        assert_same(found, puzzles, techniques=names, scale=scale)


def test_paths_go_on_with_techniques_in_python_and_with_words_of_ones_own() -> None:
    naked = get_technique("naked-single")

    def find(board: Board, limit: int) -> Iterator[Step]:
        return (Step("mine", each.placements) for each in naked.find(board, limit))

    def empty(w: Words) -> str:
        return f"{w.board.digits.count(0)} cells are empty"

    mine = Technique("mine", "", find, empty, lambda w: (), "", "")
    retold = Technique("hidden-single", "", finder("hidden-single"), empty, lambda w: (), "", "")
    puzzles = kinds()["sudoku"][:4]
    several: tuple[Sequence[str | Technique], ...] = (
        ["pointing", mine],
        [mine, "hidden-single"],
        ["naked-single", retold],
    )
    for names in several:
        for scale in ("human", "pandoku"):
            found = explain_many(
                puzzles, techniques=names, scale=scale, steps=True, short=True, values=True
            )
            assert_same(found, puzzles, techniques=names, scale=scale)
            once: Any = iter(names)
            assert explain_many(
                puzzles, techniques=once, scale=scale, steps=True
            ).n_steps.tolist() == (found.n_steps.tolist())


def test_lines_whose_words_look_at_the_board_see_the_one_before_the_step() -> None:
    found = explain_many(
        [EASY, BLOSSOM], is_proper=None, steps=True, short=True, values=True, threads=1
    )
    assert "death-blossom" in {found.techniques[each] for each in found.technique}
    assert_same(found, (pandoku.loads(EASY), pandoku.loads(BLOSSOM)), scale="pandoku")


@pytest.mark.turns(3)
def test_lines_are_those_of_explanations_for_every_technique() -> None:
    for name, technique in TECHNIQUES.items():
        example = example_of(name)
        if example is None:
            continue
        for step in technique.steps(example.board, 3):
            assert (
                technique.line(step, example.board) == technique.explain(step, example.board).short
            )


def test_digits_after_the_last_step_are_the_solution() -> None:
    puzzles = kinds()["sudoku"]
    found = explain_many(puzzles, scale="human", steps=True, is_proper=None)
    givens = np.array([each.givens for each in puzzles], np.uint8)
    digits = found.digits_after(givens)
    assert digits.shape == (len(found), 81)
    for index, puzzle in enumerate(puzzles):
        own = digits[found.offsets[index] : found.offsets[index + 1]]
        board = Board.start(puzzle)
        for row, step in zip(own.tolist(), explain(puzzle).steps, strict=True):
            board = board.after(step)
            assert tuple(row) == board.digits
        assert tuple(own[-1].tolist()) == pandoku.solve(puzzle).solution


def test_bad_puzzles_have_no_steps() -> None:
    found = explain_many(
        ["x", EASY, "." * 80, EASY], steps=True, short=True, on_error="keep", scale="human"
    )
    assert [PATH_ENDS[end] for end in found.ends] == ["error", "full", "error", "full"]
    assert list(found.errors) == [0, 2]
    n = len(explain(EASY))
    assert found.n_steps.tolist() == [0, n, 0, n]
    assert found.offsets.tolist() == [0, 0, n, n, 2 * n]
    assert set(found.puzzle.tolist()) == {1, 3}
    with pytest.raises((PuzzleError, ValueError)):
        explain_many(["x", EASY], steps=True)
    limited = pandoku.Batch.of([Puzzle(4, candidates=(7,) * 16)])
    assert list(explain_many(limited, steps=True, on_error="keep").errors) == [0]


def test_progress_and_threads_change_nothing() -> None:
    puzzles, told = kinds()["sudoku"], []
    whole = explain_many(puzzles, scale="human", steps=True, short=True, threads=1)
    parts = explain_many(
        puzzles, scale="human", steps=True, short=True, threads=2,
        on_progress=lambda n, total: told.append((n, total)),
    )  # fmt: skip
    assert whole == parts
    assert len(told) > 1
    assert told[-1] == (len(puzzles), len(puzzles))


def test_a_budget_cuts_paths() -> None:
    empty = np.zeros((40, 256), np.uint8)
    found = explain_many(empty, steps=True, short=True, budget=0.05)
    assert {PATH_ENDS[end] for end in found.ends} <= {"cut", "stuck"}
    assert PATH_ENDS[found.ends[-1]] == "cut"


def test_no_puzzle_has_no_steps() -> None:
    found = explain_many(np.zeros((0, 81), np.uint8), steps=True, short=True, scale="human")
    assert (len(found), len(found.ends), found.offsets.tolist()) == (0, 0, [0])
    assert repr(found) == "PathSteps(0 puzzles, 0 steps)"


def test_what_goes_with_steps_only_is_refused_without() -> None:
    with pytest.raises(ValueError, match="expected steps=True"):
        explain_many([EASY], short=True)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="expected steps=True"):
        explain_many([EASY], values=True)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="steps"):
        explain_many([EASY], steps="yes")  # type: ignore[call-overload]
    with pytest.raises(TechniqueError, match="found 'se'"):
        explain_many([EASY], steps=True, scale="se")
