"""Walking a path: the core walks runs of native techniques, others are called singly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice

from pandoku.kernel.logic import MAX_STEPS, Finder, walk
from pandoku.logic._time import UNBOUNDED, Time
from pandoku.model import Board, CellLike, Step
from pandoku.techniques import Technique

__all__ = ["Walker", "changed_cells", "end_of", "follow_steps", "native_head", "take_steps"]

# Takes steps of native finders. The arguments are the board, the finders, the number of steps, the
# cells that the previous step changed, and the time limit in seconds.
Walker = Callable[[Board, Sequence[Finder], int, Sequence[CellLike], float | None], Sequence[Step]]


def end_of(board: Board) -> str:
    """Return the end of a path that stops at *board*: "full", "broken" or "stuck".

    A full grid that is not a solution is broken. Steps on a puzzle without a solution may lead
    there.
    """
    if board.is_full:
        return "full" if board.puzzle.accepts(board.digits) else "broken"
    return "broken" if 0 in board.masks else "stuck"


def native_head(techniques: Sequence[Technique]) -> list[Finder]:
    """Return the finders of the native techniques before the first technique written in Python."""
    head = []
    for technique in techniques:
        if not isinstance(technique.find, Finder):
            break
        head.append(technique.find)
    return head


def _in_turn(
    board: Board,
    finders: Sequence[Finder],
    limit: int,
    near: Sequence[CellLike],
    seconds: float | None,
) -> Sequence[Step]:
    """Walk with the first step of the first finder that has one, wherever it is."""
    return walk(board, finders, limit, seconds=seconds)


def take_steps(
    board: Board,
    techniques: Sequence[Technique],
    limit: int | None = None,
    replay: Callable[[Board], Iterable[Step] | None] | None = None,
    *,
    walker: Walker = _in_turn,
    near: Sequence[CellLike] = (),
    time: Time = UNBOUNDED,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path, each the first step of the first technique that has one.

    Args:
        board: Where the path starts.
        techniques: The techniques, in the order in which they are tried after every step.
        limit: End the path after this many steps, at least 1. None means no limit.
        replay: Returns the steps that a scale replays. They are taken before any techniques are
            tried.
        walker: Takes the steps of native techniques, and may choose among them.
        near: The cells that count as changed before the first step.
        time: The time limit of the search for the steps.

    Yields:
        Each step with the board after it, until no technique has one, the grid is full, or a cell
        has no candidate left.

    Raises:
        TechniqueError: A technique written in Python fails; see `Technique.steps`.
        OutOfTimeError: The time is over. The steps found by then have been yielded.
    """
    head = native_head(techniques) if replay is None else []
    rest, left = techniques[len(head) :], min(limit or MAX_STEPS, MAX_STEPS)
    while end_of(board) == "stuck":
        # The core walks until its finders have no step. Only then are the others tried.
        walked = walker(board, head, left, near, time.left()) if head else ()
        for step in islice(replay(board) or (), left) if replay else walked:
            board, left, near = board.after(step), left - 1, changed_cells(step)
            yield step, board
            if replay and left and end_of(board) == "stuck":
                time.left()
        if not left or end_of(board) != "stuck":
            return
        found = _first_step(board, rest, walker, near, time)
        if found is None:
            return
        board, left, near = board.after(found), left - 1, changed_cells(found)
        yield found, board
        if not left:
            return


def changed_cells(step: Step) -> list[CellLike]:
    """Return the cells where a step places or eliminates a digit."""
    return [cell for cell, _ in (*step.placements, *step.eliminations)]


def follow_steps(board: Board, steps: Iterable[Step], time: Time) -> Iterator[tuple[Step, Board]]:
    """Yield known steps, each with the board after it.

    Raises:
        OutOfTimeError: The time is over, so the search may have missed steps.
    """
    for step in steps:
        board = board.after(step)
        yield step, board
    time.left()


def _first_step(
    board: Board,
    techniques: Iterable[Technique],
    walker: Walker,
    near: Sequence[CellLike],
    time: Time,
) -> Step | None:
    """Return the first step of the first technique that has one."""
    time.left()
    for is_native, group in groupby(techniques, key=lambda each: each.is_native):
        if is_native:
            # Finders called together share intermediate results about the board.
            steps: Iterable[Step] = walker(board, native_head([*group]), 1, near, time.left())
        else:
            steps = (step for each in group for step in each.steps(board, 1))
        for step in steps:
            return step
        time.left()  # an interrupted search finds nothing
    return None
