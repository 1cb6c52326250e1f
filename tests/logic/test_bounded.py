"""Walks with some techniques only: they stop where the paths with these techniques stop."""

from __future__ import annotations

from functools import lru_cache

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.constraints import RULES
from pandoku.logic import PATH_ENDS, bounded_effort, efforts_of, explain_many, stuck_board
from pandoku.rating import LEVELS, in_order, span
from tests.data import by_default

BOUNDS = (1.5, 2.0, 2.3, 2.6, 3.4, 6.2)


@lru_cache(maxsize=1)
def proper() -> tuple[Puzzle, ...]:
    """Proper puzzles of many kinds, with their solutions."""
    found = [rule.example for rule in RULES.values()][:: by_default(4, full=1)]
    solved = [(each, pandoku.solve(each)) for each in found]
    return tuple(
        each.replace(solution=answer.solution) for each, answer in solved if answer.is_unique
    )


def names_up_to(most: float) -> tuple[str, ...]:
    names = (each.name for each in in_order("pandoku"))
    return tuple(name for name in names if (span("pandoku", name) or (0, 9))[0] <= most)


def richer(puzzle: Puzzle, n: int) -> Puzzle:
    """Return a puzzle with *n* more givens."""
    assert puzzle.solution is not None
    blank = [cell for cell, digit in enumerate(puzzle.givens) if not digit]
    chosen = blank[:: max(1, len(blank) // n)][:n]
    givens = [
        puzzle.solution[cell] if cell in chosen else digit
        for cell, digit in enumerate(puzzle.givens)
    ]
    return puzzle.replace(givens=tuple(givens))


@pytest.mark.turns(3)
@pytest.mark.parametrize("most", BOUNDS)
def test_a_walk_is_full_if_the_path_is(most: float) -> None:
    names, verdicts = names_up_to(most), set[bool]()
    for puzzle in proper():
        for each in (puzzle, richer(puzzle, 4)):
            paths = explain_many([each], techniques=names, is_proper=True, threads=1)
            is_full = paths.ends[0] == PATH_ENDS.index("full")
            verdicts.add(bool(is_full))
            board = stuck_board(each, names)
            assert board.is_full == is_full, each
            if board.is_full:
                assert board.digits == each.solution
    assert verdicts == {True, False} or most > 3


@pytest.mark.turns(3)
@pytest.mark.parametrize("most", BOUNDS)
def test_a_walk_from_the_board_of_a_poorer_puzzle_stops_at_the_same_board(most: float) -> None:
    names, n_shared = names_up_to(most), 0
    for puzzle in proper():
        poor = stuck_board(puzzle, names)
        n_shared += not poor.is_full
        rich = richer(puzzle, 3)
        alone, together = stuck_board(rich, names), stuck_board(rich, names, poor)
        assert (alone.digits, alone.masks) == (together.digits, together.masks), puzzle
    assert n_shared or most > 3


def test_a_bounded_effort_is_the_effort_or_above_the_bound() -> None:
    n_cut = n_gentle = 0
    for puzzle, effort in zip(proper(), efforts_of(proper()), strict=True):
        assert bounded_effort(puzzle, LEVELS[-1]) == (effort, 0)
        gentle = bounded_effort(puzzle, LEVELS[-1], 3.4)
        if gentle.n_left:  # the path needs a harder step
            assert gentle.effort.is_bound
            assert gentle.effort.effort < effort.effort
        else:
            assert gentle == (effort, 0)
            n_gentle += 1
        found = bounded_effort(puzzle, LEVELS[0])
        if effort.level == LEVELS[0]:
            assert found == (effort, 0)
        else:
            assert found.effort.level != LEVELS[0]
            assert found.effort.effort <= effort.effort
            n_cut += found.n_left > 0
    assert n_cut
    assert 0 < n_gentle < len(proper())
