"""Counts of solutions per candidate, compared with counting them all."""

from __future__ import annotations

import numpy as np
import pytest

from pandoku import Budget, Puzzle, PuzzleError, solve, true_candidates
from pandoku.constraints import RULES
from pandoku.draw import draw_counts, svg, text
from pandoku.engines import candidate_counts

OPEN = [
    Puzzle(4, "12.............."),
    Puzzle(4).with_("anti-knight"),
    Puzzle(4, "1...............").with_("thermometer r2c2 r3c3", "difference 2 r1c2 r1c3"),
    Puzzle.latin(4).with_("cage 12* r1c1 r1c2", "cage 9 r3c1-r3c3"),
    Puzzle(4, candidates=(3,) * 2 + (15,) * 14),
    Puzzle(6, "123456............................4."),
    *(rule.example for rule in list(RULES.values())[:5]),
]


@pytest.mark.turns(4)
@pytest.mark.parametrize("puzzle", OPEN, ids=repr)
@pytest.mark.parametrize("cap", [1, 2, 7, 300])
def test_each_candidate_is_counted_up_to_the_cap(puzzle: Puzzle, cap: int) -> None:
    counts = candidate_counts(puzzle, cap)
    assert counts is not None
    solutions = solve(puzzle, limit=20_000)
    for cell, numbers in enumerate(counts):
        for digit, number in enumerate(numbers, 1):
            if solutions.complete and solutions.holds_all:
                found = sum(each[cell] == digit for each in solutions.solutions)
            else:
                givens = (*puzzle.givens[:cell], digit, *puzzle.givens[cell + 1 :])
                is_open = puzzle.givens[cell] in (0, digit)
                found = solve_count(puzzle.replace(givens=givens), cap) if is_open else 0
            assert number == min(found, cap)
    masks = true_candidates(puzzle)
    assert masks == tuple(
        sum(1 << at for at, number in enumerate(numbers) if number) for numbers in counts
    )


def solve_count(puzzle: Puzzle, cap: int) -> int:
    if any(problem.severity == "error" for problem in puzzle.problems()):
        return 0
    return solve(puzzle, limit=cap).count


def test_without_a_solution_all_are_zero() -> None:
    puzzle = Puzzle(4).with_("cage 3 r1c1 r1c2", "cage 7 r1c1 r2c1")
    assert candidate_counts(puzzle) == ((0,) * 4,) * 16


def test_a_budget_may_end_it() -> None:
    assert candidate_counts(Puzzle(9), 100, budget=Budget(nodes=3)) is None


def test_a_cap_is_at_least_one() -> None:
    with pytest.raises(ValueError, match="cap"):
        candidate_counts(Puzzle(4), 0)


def test_the_drawing_marks_candidates_by_their_numbers() -> None:
    puzzle = Puzzle(4, "1234341221......")
    counts = candidate_counts(puzzle, 3)
    assert counts is not None
    drawing = draw_counts(puzzle, counts, 3)
    candidates = [each for each in drawing.texts if each.role == "candidate"]
    assert {each.style for each in candidates} <= {"", "a", "b"}
    assert len(candidates) == sum(
        number > 0
        for cell, numbers in enumerate(counts)
        for number in numbers
        if not puzzle.givens[cell]
    )
    for medium in (svg, text):
        assert "in 1 solution" in medium(drawing)
    assert drawing.caption == ""
    everything = candidate_counts(Puzzle(4), 6)
    assert everything is not None
    shown = draw_counts(Puzzle(4), everything, 6)
    assert "6 or more" in shown.caption
    with pytest.raises(PuzzleError, match=r"4 numbers .*16 cells"):
        draw_counts(puzzle, counts[1:], 3)
    with pytest.raises(PuzzleError, match="found 3"):
        draw_counts(puzzle, np.array(3), 3)  # type: ignore[arg-type]
