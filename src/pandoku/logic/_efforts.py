"""The efforts of rated puzzles, and the words that come from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from pandoku.kernel.efforts import ANY_EFFORT
from pandoku.kernel.logic import n_ways_onward
from pandoku.logic._order import ordered_techniques, usable
from pandoku.logic._usual import in_usual_order
from pandoku.logic._walk import choose_steps, end_of, techniques_within
from pandoku.logic.explaining import PathOptions, explain, search_path
from pandoku.logic.ratings import PuzzleRating
from pandoku.model import Board, Puzzle, Step, truth
from pandoku.rating import (
    DEFAULT_ORDER,
    DEFAULT_SCALE,
    LEVELS,
    PuzzleEffort,
    StepEffort,
    effort_weights,
    get_scale,
    word_is_by_effort,
)
from pandoku.techniques import Technique

__all__ = [
    "BoundedEffort",
    "bounded_effort",
    "effort_of",
    "efforts_of",
    "needs_effort",
    "wanted_efforts",
    "with_efforts",
]


class BoundedEffort(NamedTuple):
    """The effort of a path, which may end early.

    Attributes:
        effort: The effort of the path, a lower bound if the path ends early.
        n_left: Number of cells that are empty at the end of the path.
    """

    effort: PuzzleEffort
    n_left: int


def bounded_effort(puzzle: Puzzle, most: str, hardest: float = inf) -> BoundedEffort:
    """Return the effort of a proper puzzle, or a lower bound whose word is above *most*.

    The path ends as soon as its steps are too much for the word *most*. This takes less time than
    `efforts_of`.

    Args:
        puzzle: A puzzle with exactly one solution.
        most: A word from `LEVELS`.
        hardest: The path also ends before the first step that is harder to see than steps with
            this rating. Such steps take by far the longest to find.
    """
    from pandoku.logic._core_efforts import efforts_in_core

    puzzle = in_usual_order(puzzle)
    at_most = ANY_EFFORT if hardest == inf else round(10 * hardest)
    (effort,) = efforts_in_core([puzzle], 1, most=at_most)
    if effort is not None:
        return BoundedEffort(effort, 0)
    board, weights = Board.start(puzzle), effort_weights()
    n_to_fill, n_cells = board.digits.count(0), puzzle.geometry.n_cells
    highest, greatest, total = LEVELS.index(most), 0.0, 0.0
    if at_most == ANY_EFFORT:
        used, _, taken, _ = search_path(board, None, PathOptions(DEFAULT_ORDER), is_proper=True)
    else:
        used, taken = _steps_up_to(at_most, board)
    techniques = {each.name: each for each in used}
    steps, is_cut = list[StepEffort](), False
    for step, after in taken:
        n_empty = board.digits.count(0)
        cost = weights.step(step, techniques[step.technique], n_empty, n_ways_onward(board))
        steps.append(cost)
        board, greatest, total = after, max(greatest, cost.effort), total + cost.effort
        word = weights.word(total, n_to_fill, weights.step_word(greatest, n_cells))
        if LEVELS.index(word) > highest:
            is_cut = True
            break
    end = end_of(board)
    found = weights.total(
        steps,
        n_to_fill,
        n_cells,
        is_bound=end != "full",
        is_stuck=end == "stuck" and not is_cut,
    )
    return BoundedEffort(found, board.digits.count(0))


def _steps_up_to(most: int, board: Board) -> tuple[list[Technique], Iterator[tuple[Step, Board]]]:
    """Return techniques and the steps of the path of `search_path`, up to the first harder step.

    Args:
        most: The greatest effort of seeing a step, in tenths (see `Choosing`).
        board: The start of the path.
    """
    choosing = get_scale(DEFAULT_ORDER).choosing
    assert choosing is not None
    order = ordered_techniques(None, DEFAULT_ORDER, board.puzzle)
    used, _ = usable(order, board.puzzle, is_proper=True)
    used = techniques_within(most, used, choosing)
    bounds = {each.name: most for each in used}
    return used, choose_steps(board, used, choosing, most=bounds)


def effort_of(puzzle: Puzzle) -> PuzzleEffort:
    """Return the effort of a puzzle that is known to be proper."""
    return efforts_of([puzzle], threads=1)[0]


def efforts_of(puzzles: Iterable[Puzzle], *, threads: int | None = None) -> list[PuzzleEffort]:
    """Return the efforts of puzzles that are known to be proper, in their order.

    The core walks the paths on all cores, unless a path may need a technique in Python.

    Args:
        puzzles: The puzzles, of any kinds.
        threads: Maximum number of threads, at least 1. None means one per available CPU.
    """
    from pandoku.logic._core_efforts import efforts_in_core

    listed = [*map(in_usual_order, puzzles)]
    return [
        explain(puzzle, is_proper=True).effort() if effort is None else effort
        for puzzle, effort in zip(listed, efforts_in_core(listed, threads), strict=True)
    ]


def wanted_efforts(effort: bool | None, *, has_bounds: bool) -> bool | None:
    """Check the option *effort* of `rate`, and return it.

    Args:
        effort: The option. None means the efforts that words come from, if there are no bounds.
        has_bounds: Whether the ratings have bounds, which questions about numbers have.

    Raises:
        TypeError: *effort* is neither a bool nor None.
    """
    if effort is None:
        return False if has_bounds else None
    return truth("effort", effort)


def needs_effort(puzzle: Puzzle, scale: str, wanted: bool | None) -> bool:
    """Return whether a rating in a scale needs the effort of a puzzle.

    Args:
        puzzle: The puzzle.
        scale: The name of the scale.
        wanted: As in `with_efforts`.
    """
    if wanted is None:
        return scale == DEFAULT_SCALE and word_is_by_effort(puzzle)
    return wanted


def with_efforts(
    puzzles: Sequence[Puzzle],
    ratings: Sequence[PuzzleRating],
    wanted: bool | None,
    threads: int | None,
) -> list[PuzzleRating]:
    """Return the ratings of puzzles with their efforts, and with the words that come from them.

    Args:
        puzzles: The puzzles.
        ratings: Their ratings. Only proper puzzles get an effort. Efforts that the ratings have
            are kept.
        wanted: Whether to add efforts. None means only the efforts that words come from. Without
            an effort, these puzzles have no word.
        threads: As in `efforts_of`.
    """
    by_effort = [
        rating.is_proper and needs_effort(puzzle, rating.scale, None)
        for puzzle, rating in zip(puzzles, ratings, strict=True)
    ]
    efforts = {at: rating.effort for at, rating in enumerate(ratings) if rating.effort}
    needed = [
        at
        for at, (puzzle, rating) in enumerate(zip(puzzles, ratings, strict=True))
        if rating.is_proper and at not in efforts and needs_effort(puzzle, rating.scale, wanted)
    ]
    found = efforts_of((puzzles[at] for at in needed), threads=threads)
    efforts.update(zip(needed, found, strict=True))
    return [
        replace(
            rating,
            level=_word(rating, efforts.get(at)) if is_word else rating.level,
            effort=efforts.get(at),
        )
        for at, (is_word, rating) in enumerate(zip(by_effort, ratings, strict=True))
    ]


def _word(rating: PuzzleRating, effort: PuzzleEffort | None) -> str:
    if rating.end == "stuck":
        return LEVELS[-1]
    return "" if effort is None else effort.level
