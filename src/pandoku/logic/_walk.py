"""Walking a path: runs of core techniques walk natively, those in Python are called one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice

from pandoku.kernel.logic import MAX_STEPS, Finder, walk
from pandoku.model import Board, CellLike, Step
from pandoku.techniques import Technique

__all__ = ["Walker", "changed_cells", "end_of", "follow", "native_head", "take_steps"]

# Takes steps of finders of the core: the board, the finders, how many steps, and the cells that the
# step before has changed.
Walker = Callable[[Board, Sequence[Finder], int, Sequence[CellLike]], Sequence[Step]]


def end_of(board: Board) -> str:
    """Return how a path that stops at *board* has ended: "full", "broken" or "stuck".

    A full grid that is no solution is broken: steps on a puzzle without one may lead there.
    """
    if board.is_full:
        return "full" if board.puzzle.accepts(board.digits) else "broken"
    return "broken" if 0 in board.masks else "stuck"


def native_head(techniques: Sequence[Technique]) -> list[Finder]:
    """Return the finders of the core that come before the first technique written in Python."""
    head = []
    for technique in techniques:
        if not isinstance(technique.find, Finder):
            break
        head.append(technique.find)
    return head


def _in_turn(
    board: Board, finders: Sequence[Finder], limit: int, near: Sequence[CellLike]
) -> Sequence[Step]:
    """Walk with the first step of the first finder that has one, wherever it is."""
    return walk(board, finders, limit)


def take_steps(
    board: Board,
    techniques: Sequence[Technique],
    limit: int | None = None,
    replay: Callable[[Board], Iterable[Step] | None] | None = None,
    *,
    walker: Walker = _in_turn,
    near: Sequence[CellLike] = (),
    at_once: int = MAX_STEPS,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path, each the first step of the first technique that has one.

    Args:
        board: Where the path starts.
        techniques: The techniques, in the order in which they are tried after every step.
        limit: End the path after this many steps, at least 1; None means walk to the end.
        replay: What a scale replays; its steps are taken before the techniques are tried.
        walker: What takes the steps of the core, which may choose among them.
        near: The cells that count as changed by the step before the first one.
        at_once: How many steps of the core are searched before the first of them is yielded, at
            least 1; it changes nothing about the steps.

    Yields:
        Each step with the board after it, until no technique has one, the grid is full, or a cell
        has no candidate left.

    Raises:
        TechniqueError: A technique written in Python fails; see `Technique.steps`.
    """
    head = native_head(techniques) if replay is None else []
    rest, left = techniques[len(head) :], min(limit or MAX_STEPS, MAX_STEPS)
    while end_of(board) == "stuck":
        # The core walks until its finders have no step; only then are the others tried.
        most = left if replay else min(left, at_once)
        walked = walker(board, head, most, near) if head else ()
        n_taken = 0
        for step in islice(replay(board) or (), left) if replay else walked:
            board, left, near = board.after(step), left - 1, changed_cells(step)
            n_taken += 1
            yield step, board
        if not left or end_of(board) != "stuck":
            return
        if n_taken == most:  # there may be more
            continue
        found = _first_step(board, rest, walker, near)
        if found is None:
            return
        board, left, near = board.after(found), left - 1, changed_cells(found)
        yield found, board
        if not left:
            return


def changed_cells(step: Step) -> list[CellLike]:
    """Return the cells in which a step places a digit or eliminates one."""
    return [cell for cell, _ in (*step.placements, *step.eliminations)]


def follow(board: Board, steps: Iterable[Step]) -> Iterator[tuple[Step, Board]]:
    """Yield known steps, each with the board after it."""
    for step in steps:
        board = board.after(step)
        yield step, board


def _first_step(
    board: Board, techniques: Iterable[Technique], walker: Walker, near: Sequence[CellLike]
) -> Step | None:
    """Return the first step of the first technique that has one."""
    for is_native, group in groupby(techniques, key=lambda each: each.is_native):
        if is_native:
            # Finders called together share intermediate results about the board.
            steps: Iterable[Step] = walker(board, native_head([*group]), 1, near)
        else:
            steps = (step for each in group for step in each.steps(board, 1))
        for step in steps:
            return step
    return None
