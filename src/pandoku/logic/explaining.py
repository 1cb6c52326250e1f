"""Explain a puzzle: choose and order the techniques, and find the path of steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import NamedTuple

from pandoku import _instead
from pandoku.errors import TechniqueError
from pandoku.logic._noting import noting_steps
from pandoku.logic._order import ordered_techniques, usable
from pandoku.logic._time import UNBOUNDED, OutOfTimeError, Time
from pandoku.logic._walk import changed_cells, choose_steps, end_of, rating_of, take_steps
from pandoku.logic.path import Path
from pandoku.logic.uniqueness import is_known_proper, only_solution_of
from pandoku.model import (
    Board,
    BudgetLike,
    CellLike,
    Puzzle,
    PuzzleLike,
    Step,
    board_of,
    whole_number,
)
from pandoku.rating import DEFAULT_ORDER, Choosing, Program, Scale, get_scale, program_steps
from pandoku.techniques import TECHNIQUES, Technique

__all__ = ["READERS", "PathOptions", "explain", "next_step", "replays", "search_path"]
__all__ += ["PathSearch", "require_reader"]

READERS = ("beginner",)


@_instead.suggests_options
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

    By default, each step is the one that a person would see first: the step of least effort, and if
    several steps have the same effort, one near the previous step (see `pandoku.rating.human`). In
    other scales, the techniques are tried in order after every step, and the path takes the first
    step of the first technique that finds one.

    Some scales replay another program. In these scales, the path has the steps of that program if
    *is_proper* is true and no *techniques* are named. The scale "se", which replays Sudoku
    Explainer, supports no other steps. The candidates of a board are assumed to be correct.

    Args:
        start: A board, or a puzzle in any form that `pandoku.solve` accepts. A puzzle starts with
            the candidates that its givens leave. A text starts with the progress that it contains.
        techniques: The only techniques to use, in this order, as names or as values. Values need
            not be registered. None means all registered techniques, in the scale's order. The scale
            "se" only accepts None, because its techniques are fixed.
        scale: The name of the scale that sets the order of the steps and rates the path. In the
            scale "human" the ratings are those of the scale "pandoku".
        is_proper: Whether the puzzle is known to have exactly one solution. None means to search
            for a second solution, for at most five seconds and within the budget. If the puzzle is
            not known to have one solution, techniques that assume exactly one solution are left
            out, even if they are named. In the scale "se", the search always takes place.
        limit: End the path after this many steps, at least 1. None means no limit.
        debug: Whether to check every step against the solution. There is no check if the solution
            is not unique, is not found in time, or is excluded by the board.
        reader: The reader of the path, one of `READERS`, or None. For a "beginner", all steps that
            need few notes come first: digits noted in the two or three cells of a box that can hold
            them, next to a cage, or in a cell of a rule. All pencil marks are written before the
            step with the number `Path.marks_at`. The path names boxes by their place, and explains
            words where they first occur.
        near: The cells where the reader looks first, such as the cell that was filled last. A cell
            is a number from 0, a pair (row, column) from 0, or a name such as "r1c1".
        budget: The time limit of the search: a number of seconds, or a Budget of seconds. None
            means no limit. The path ends with the steps found in time, and `Path.cut_by` is
            "seconds". Techniques written in Python are not interrupted.

    Raises:
        TechniqueError: There is no technique of a given name, there is no such scale, the scale
            does not support puzzles of this kind, a technique written in Python fails, or, with
            *debug*, a step contradicts the solution.
        EngineError: A technique needs the compiled core, which is not built.
        FormatError, PuzzleError: *start* is not a puzzle, a digit is out of range for the order, or
            *near* has a cell that does not exist. In the scale "se" also: the puzzle is not proper,
            or the board excludes its solution.
        ValueError, TypeError: *limit* or *budget* is out of range or not a number, *budget* counts
            nodes, there is no such reader, or the scale does not support readers.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> explain("123..4..........")
    Path(2 steps, stuck)
    """
    if limit is not None:
        limit = whole_number("limit", limit)
    if reader is not None:
        require_reader(reader, scale)
    board = board_of(start).consistent()
    time = Time(budget)
    options = PathOptions(scale, limit, near, reader, time)
    return found_path(board, techniques, options, is_proper=is_proper, debug=debug)


def found_path(
    board: Board,
    techniques: Sequence[str | Technique] | None,
    options: PathOptions,
    *,
    is_proper: bool | None = None,
    debug: bool = False,
) -> Path:
    """Return the path of a board, as `explain` does."""
    time, limit = options.time, options.limit
    try:
        with time.limit():
            found = search_path(board, techniques, options, is_proper=is_proper)
    except OutOfTimeError:
        found = PathSearch(ordered_techniques(techniques, options.scale, board.puzzle), (), ())
    used, left_out, taken, n_plain = found
    solution = only_solution_of(board) if debug else None
    steps, known = [], TECHNIQUES
    end, cut_by = board, None
    try:
        with time.limit():
            for step, after in taken:
                if solution is not None:
                    _check_against(solution, step, used, board.puzzle)
                steps.append(step)
                end = after
        if len(steps) == limit:
            cut_by = "limit"
    except OutOfTimeError:
        cut_by = "seconds"
    return Path(
        board,
        tuple(steps),
        end,
        tuple(each.name for each in used),
        left_out,
        options.scale,
        tuple(each for each in used if known.get(each.name) is not each),
        cut_by=cut_by if end_of(end) == "stuck" else None,
        marks_at=n_plain + 1 if n_plain is not None and len(steps) > n_plain else None,
        n_unmarked=n_plain or 0,
        reader=options.reader,
    )


def rating_anyway(path: Path, time: Time = UNBOUNDED) -> int:
    """Return the least rating that the first step of a path gets if it is joined with a harder one.

    The result, in tenths, is 0 if there is no such step, or if easier techniques solve the board.
    See `PathOptions.reached`.
    """
    scale = get_scale(path.scale).choosing
    if scale is None or not path.steps:
        return 0
    efforts = {name: scale.efforts[name] for name in path.techniques if name in scale.efforts}
    joining = [each for each in efforts.values() if each.joins == path.steps[0].technique]
    if not joining:
        return 0
    rating = joining[0].rating
    easier = [path.technique(name) for name, each in efforts.items() if each.rating < rating]
    *_, end = (path.start, *(after for _, after in take_steps(path.start, easier, time=time)))
    return rating if end_of(end) == "stuck" else 0


def _check_against(
    solution: tuple[int, ...], step: Step, techniques: Sequence[Technique], puzzle: Puzzle
) -> None:
    """Raise TechniqueError if a step places a wrong digit or eliminates a right one.

    Args:
        solution: The digit of every cell in the solution.
        step: A step that one of *techniques* found.
        techniques: The techniques that are tried on the path.
        puzzle: The puzzle, which provides the names of the cells.
    """
    wrong = [("places", *pair) for pair in step.placements if solution[pair[0]] != pair[1]]
    wrong += [("eliminates", *pair) for pair in step.eliminations if solution[pair[0]] == pair[1]]
    if wrong:
        verb, cell, digit = wrong[0]
        source = next(each.source for each in techniques if each.name == step.technique)
        raise TechniqueError(
            f"technique {step.technique!r} ({source}): it {verb} {digit} at "
            f"{puzzle.geometry.name(cell)}, where the solution has {solution[cell]}"
        )


def require_reader(reader: str, scale: str) -> None:
    """Raise a ValueError if there is no such reader, or if the scale does not support readers."""
    if reader not in READERS:
        raise ValueError(f"expected a reader, {' or '.join(map(repr, READERS))}, found {reader!r}")
    if get_scale(scale).choosing is None:
        raise ValueError(
            f"expected the scale {DEFAULT_ORDER!r} for a {reader}, found {scale!r}, which "
            "orders steps by technique"
        )


class PathOptions(NamedTuple):
    """Options of a path, as in `explain`.

    Attributes:
        scale: The name of the scale.
        limit: Maximum number of steps, or None.
        near: The cells where the reader looks first.
        reader: The reader, or None. For a beginner, steps without pencil marks come first.
        time: The time limit.
        reached: The rating of the hardest earlier step, in tenths (see `choose_steps`).
    """

    scale: str = DEFAULT_ORDER
    limit: int | None = None
    near: Sequence[CellLike] = ()
    reader: str | None = None
    time: Time = UNBOUNDED
    reached: int = 0


class PathSearch(NamedTuple):
    """The techniques of a path, and its steps.

    Attributes:
        used: The techniques to try, in order.
        left_out: The techniques that are not tried, as pairs of a name and a reason.
        steps: The steps, each with the board after it.
        n_plain: Number of steps that a beginner takes before writing any pencil marks. None if the
            path is not for a beginner, or if candidates have already been eliminated on the first
            board. In that case, the beginner already has marks.
    """

    used: list[Technique]
    left_out: tuple[tuple[str, str], ...]
    steps: Iterable[tuple[Step, Board]]
    n_plain: int | None = None


def search_path(
    board: Board,
    techniques: Sequence[str | Technique] | None,
    options: PathOptions,
    *,
    is_proper: bool | None = None,
) -> PathSearch:
    """Return the techniques to try on a puzzle, and an iterable of the steps of its path."""
    scale = get_scale(options.scale)
    order = ordered_techniques(techniques, scale.name, board.puzzle)
    if scale.program is not None:
        return PathSearch(order, (), _program_steps(scale.program, board, options))
    if is_proper is None:
        is_proper = is_known_proper(board.puzzle, options.time)
    used, left_out = usable(order, board.puzzle, is_proper)
    n_plain = None
    if scale.choosing is not None:
        in_order = techniques is not None
        steps, n_plain = _easiest_steps(scale.choosing, board, used, options, in_order=in_order)
    elif is_proper and replays(scale.name, order, board):
        steps = _replayed_steps(scale, board, used, options)
    else:
        steps = take_steps(board, used, options.limit, time=options.time)
    return PathSearch(used, left_out, steps, n_plain)


def _program_steps(
    program: Program, board: Board, options: PathOptions
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps that the program of a scale takes. No other techniques are tried."""
    for step in program.replay(board, options.limit, seconds=options.time.left()):
        board = board.after(step)
        yield step, board
    options.time.left()  # raises OutOfTimeError if the search may have missed steps


def _replayed_steps(
    scale: Scale, board: Board, used: Sequence[Technique], options: PathOptions
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps that a scale replays, and then steps of techniques that the scale lacks."""
    others = [each for each in used if each.name not in scale.order]
    replay = partial(program_steps, scale.name)
    return take_steps(board, others, options.limit, replay, time=options.time)


def _easiest_steps(
    chooser: Choosing,
    board: Board,
    used: Sequence[Technique],
    options: PathOptions,
    *,
    in_order: bool,
) -> tuple[Iterable[tuple[Step, Board]], int | None]:
    """Return the steps of least effort, and the number of steps before a beginner needs marks."""
    limit, near, time = options.limit, options.near, options.time
    plain, n_plain = list[tuple[Step, Board]](), None
    reached = options.reached
    if options.reader is not None and board.masks == Board.start(board.puzzle, board.digits).masks:
        with suppress(OutOfTimeError):  # raised again by `choose_steps`
            for taken in noting_steps(
                board, used, chooser, limit=limit, near=near, in_order=in_order, time=time
            ):
                plain.append(taken)
        n_plain = len(plain)
        if plain:
            board, near = plain[-1][1], changed_cells(plain[-1][0])
            reached = max(reached, *(rating_of(chooser, step) for step, _ in plain))
    left = None if limit is None else limit - len(plain)
    others = choose_steps(
        board, used, chooser, limit=left, near=near, reached=reached, in_order=in_order, time=time
    )
    return chain(plain, others if left != 0 else ()), n_plain


def replays(scale: str, order: Sequence[Technique], board: Board) -> bool:
    """Return whether a path replays a program. Its techniques must begin with the scale's order."""
    own = get_scale(scale).order
    return (
        tuple(each.name for each in order[: len(own)]) == own
        and program_steps(scale, board) is not None
    )


def next_step(
    board: PuzzleLike,
    *,
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_ORDER,
    is_proper: bool | None = None,
    near: Sequence[CellLike] = (),
    budget: BudgetLike = None,
) -> Step | None:
    """Return the first step of the path that `explain` finds, or None if there is no step.

    None can also mean that the budget ran out. To distinguish the two cases, call `explain` with
    the limit 1.
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
