"""Explaining a puzzle: which techniques are tried, in which order, and the path that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import NamedTuple

from pandoku.logic._choice import choose_steps, plain_steps
from pandoku.logic._debug import check_against, only_solution_of
from pandoku.logic._order import ordered_techniques, usable
from pandoku.logic._time import OutOfTimeError, Time
from pandoku.logic._walk import changed_cells, end_of, follow_steps, take_steps
from pandoku.logic.path import Path
from pandoku.logic.uniqueness import is_known_proper
from pandoku.model import Board, BudgetLike, CellLike, PuzzleLike, Step, board_of, whole_number
from pandoku.rating import (
    DEFAULT_ORDER,
    Program,
    get_scale,
    program_steps,
)
from pandoku.techniques import TECHNIQUES, Technique

__all__ = ["READERS", "explain", "next_step", "replays", "require_reader", "tried_of"]

READERS = ("beginner",)


def explain(
    start: PuzzleLike,
    *,
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_ORDER,
    is_proper: bool | None = None,
    limit: int | None = None,
    debug: bool = False,
    reader: str | None = None,
    near: Sequence[CellLike] = (),
    budget: BudgetLike = None,
) -> Path:
    """Return the path of a puzzle or a board.

    Of all steps on a board the one is taken that a person would see first: what takes the least
    effort, and of equal ones one near the step before (`pandoku.rating.human` says how). In other
    scales the techniques are tried from the first after every step, and the first step of the first
    technique that has one is taken. A scale that stands for another program takes that program's
    steps instead, if *is_proper* and no *techniques* are named; the scale "se", Sudoku Explainer,
    has no others. The candidates of a board are assumed correct.

    Args:
        start: A puzzle in any form that `pandoku.solve` takes, which starts with the candidates
            that its givens leave (a text with its progress), or a board.
        techniques: The only techniques to use, in this order, as names or as values, which need not
            be registered; None means all registered techniques, in the scale's order. The scale
            "se" has its own, and takes no others.
        scale: The name of the scale that sets the order and rates the path. The numbers of "human"
            are those of the scale "pandoku".
        is_proper: Whether the puzzle is known to have exactly one solution. None means find out,
            within five seconds and the budget. If it is not, or is not known to be, techniques that
            assume it are left out, even if they are named. The scale "se" finds out itself.
        limit: End the path after this many steps, at least 1; None means walk to the end.
        debug: Check every step against the only solution, if there is one, it is found in time, and
            the board still allows it.
        reader: Who reads the path, one of `READERS`, or None. For a "beginner" all steps that need
            no pencil marks come first, with digits beside cages, and `Path.marks_at` says when to
            write the marks.
        near: The cells where the reader looks at first, such as the last one that was filled:
            numbers from 0, (row, column) pairs from 0, or names such as "r1c1".
        budget: How long to search: a number of seconds, or a Budget of seconds; unlimited if None.
            The path then ends with the steps found by then, and `Path.cut_by` is "seconds". A
            technique written in Python is not interrupted.

    Raises:
        TechniqueError: There is no technique of a given name, there is no such scale, it does not
            apply to puzzles of this kind, a technique written in Python fails, or, with *debug*, a
            step contradicts the solution.
        EngineError: A technique needs the compiled core, which is not built.
        FormatError, PuzzleError: *start* is no puzzle, a digit is out of range for the order, or
            there is no such cell as one of *near*; in the scale "se" also: the puzzle is not
            proper, or the board excludes its solution.
        ValueError, TypeError: *limit* or *budget* is out of range, or no number; *budget* counts
            nodes; or there is no such reader, or the scale does not write for one.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> explain("123..4..........")
    Path(2 steps, stuck)
    """
    time = Time(budget)
    if limit is not None:
        limit = whole_number("limit", limit)
    if reader is not None:
        require_reader(reader, scale)
    board = board_of(start).consistent()
    try:
        with time.limit():
            tried = tried_of(
                board,
                techniques,
                scale,
                is_proper,
                limit,
                reader is not None,
                near,
                time,
            )
    except OutOfTimeError:
        tried = _Tried(ordered_techniques(techniques, scale), (), ())
    used, left_out, taken, n_plain = tried
    solution = only_solution_of(board) if debug else None
    steps, known = [], TECHNIQUES
    end, is_over = board, False
    try:
        with time.limit():
            for step, after in taken:
                if solution is not None:
                    check_against(solution, step, used, board.puzzle)
                steps.append(step)
                end = after
    except OutOfTimeError:
        is_over = True
    return Path(
        board,
        tuple(steps),
        end,
        tuple(each.name for each in used),
        left_out,
        scale,
        tuple(each for each in used if known.get(each.name) is not each),
        cut_by=_cut_by(end, is_over=is_over, is_limited=len(steps) == limit),
        marks_at=n_plain + 1 if n_plain is not None and len(steps) > n_plain else None,
        n_unmarked=n_plain or 0,
    )


def _cut_by(end: Board, *, is_over: bool, is_limited: bool) -> str | None:
    if end_of(end) != "stuck":
        return None
    return "seconds" if is_over else "limit" if is_limited else None


def require_reader(reader: str, scale: str) -> None:
    """Raise a ValueError if there is no such reader, or the scale does not write for one."""
    if reader not in READERS:
        raise ValueError(f"expected a reader, {' or '.join(map(repr, READERS))}, found {reader!r}")
    if get_scale(scale).choosing is None:
        raise ValueError(
            f"expected the scale {DEFAULT_ORDER!r} for a {reader}, found {scale!r}, whose steps "
            "have an order of their own"
        )


class _Tried(NamedTuple):
    """What was tried, and what came of it.

    Attributes:
        used: The techniques of a path, in order.
        left_out: The names of those left out, with the reasons.
        steps: The steps with the boards after them.
        n_plain: How many steps a beginner takes before any pencil marks are written; None if the
            path is for others, or candidates are eliminated on its first board, so are noted.
    """

    used: list[Technique]
    left_out: tuple[tuple[str, str], ...]
    steps: Iterable[tuple[Step, Board]]
    n_plain: int | None = None


def tried_of(
    board: Board,
    techniques: Sequence[str | Technique] | None,
    scale: str,
    is_proper: bool | None,
    limit: int | None,
    for_beginner: bool,
    near: Sequence[CellLike],
    time: Time,
) -> _Tried:
    """Return what `explain` tries from a board, with the steps to be taken; see there."""
    order, program = ordered_techniques(techniques, scale), get_scale(scale).program
    if program is not None:
        return _Tried(order, (), _replayed(program, board, limit, time))
    if is_proper is None:
        is_proper = is_known_proper(board.puzzle, time)
    used, left_out = usable(order, board.puzzle, is_proper)
    if (chooser := get_scale(scale).choosing) is not None:
        plain, n_plain, named = [], None, techniques is not None
        if for_beginner and board.masks == Board.start(board.puzzle, board.digits).masks:
            with suppress(OutOfTimeError):  # which the other steps raise again
                for taken in plain_steps(
                    board, used, chooser, limit=limit, near=near, in_order=named, time=time
                ):
                    plain.append(taken)  # noqa: PERF402 - those found by then are kept
            n_plain = len(plain)
            if plain:
                board, near = plain[-1][1], changed_cells(plain[-1][0])
        left = None if limit is None else limit - len(plain)
        others = choose_steps(
            board, used, chooser, limit=left, near=near, in_order=named, time=time
        )
        return _Tried(used, left_out, chain(plain, others if left != 0 else ()), n_plain)
    if is_proper and replays(scale, order, board):
        steps = take_steps(
            board, _beyond(scale, used), limit, partial(program_steps, scale), time=time
        )
    else:
        steps = take_steps(board, used, limit, time=time)
    return _Tried(used, left_out, steps)


def _replayed(
    program: Program, board: Board, limit: int | None, time: Time
) -> Iterator[tuple[Step, Board]]:
    yield from follow_steps(board, program.replay(board, limit, seconds=time.left()), time)


def replays(scale: str, order: Sequence[Technique], board: Board) -> bool:
    """Return whether a scale takes the steps of a program: not if other techniques are named."""
    own = get_scale(scale).order
    return (
        tuple(each.name for each in order[: len(own)]) == own
        and program_steps(scale, board) is not None
    )


def _beyond(scale: str, techniques: Sequence[Technique]) -> list[Technique]:
    """Return the techniques that a scale does not know."""
    own = get_scale(scale).order
    return [each for each in techniques if each.name not in own]


def next_step(
    board: PuzzleLike,
    *,
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_ORDER,
    is_proper: bool | None = None,
    near: Sequence[CellLike] = (),
    budget: BudgetLike = None,
) -> Step | None:
    """Return the first step of the path that `explain` finds, or None if there is none.

    None may also mean that the budget ran out; `explain` with the limit 1 says which.
    """
    path = explain(
        board,
        techniques=techniques,
        scale=scale,
        is_proper=is_proper,
        limit=1,
        near=near,
        budget=budget,
    )
    return path.steps[0] if path.steps else None
