"""Paths of many puzzles at once, as step counts, for data sets and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from pandoku.errors import PuzzleError, TechniqueError
from pandoku.kernel import default_threads
from pandoku.kernel.equality import HoldsArrays
from pandoku.kernel.logic import ENDS as _WALK_ENDS
from pandoku.kernel.logic import walk_many
from pandoku.logic._choice import choose_steps
from pandoku.logic._order import ordered_techniques, why_not
from pandoku.logic._time import UNBOUNDED, OutOfTimeError, Time
from pandoku.logic._walk import end_of, native_head, take_steps
from pandoku.model import (
    Batch,
    Board,
    BudgetLike,
    OnProgress,
    Puzzle,
    PuzzlesLike,
    Step,
    after,
    in_parts,
    keeps_errors,
    reason_of,
)
from pandoku.rating import DEFAULT_SCALE, choosing_scale, program_scale
from pandoku.techniques import Technique

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pandoku.kernel.rows import Rows


__all__ = ["ENDS", "PathCounts", "explain_many", "explain_proved"]

ENDS = (*_WALK_ENDS, "error")  # how a path can end; "error": the puzzle is bad, so it has no path


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PathCounts(HoldsArrays):
    """The paths of n puzzles as numbers of steps by technique.

    Attributes:
        techniques: The names of the k techniques that were tried, in order.
        counts: int32 of shape (n, k): the number of steps of each technique.
        ends: uint8 of shape (n,): an index into `ENDS`.
        errors: The messages of bad puzzles, by position from 0; empty unless they are kept.
    """

    techniques: tuple[str, ...]
    counts: NDArray[Any]
    ends: NDArray[Any]
    errors: Mapping[int, str] = field(default_factory=dict)

    @property
    def n_steps(self) -> NDArray[Any]:
        """The number of steps of each path, shape (n,)."""
        return self.counts.sum(axis=1)  # type: ignore[no-any-return]

    @property
    def hardest(self) -> NDArray[Any]:
        """The index of the last technique in order that each path uses, or -1 if it has no step."""
        import numpy as np

        used = self.counts[:, ::-1] > 0
        last = len(self.techniques) - 1 - used.argmax(axis=1)
        return np.where(used.any(axis=1), last, -1)

    def __repr__(self) -> str:
        ends = self.ends.tolist()
        told = ", ".join(f"{n} {ENDS[end]}" for end, n in sorted(Counter(ends).items()))
        n, k = len(ends), len(self.techniques)
        return f"PathCounts({n} puzzle{'s' * (n != 1)}, {k} techniques{': ' if told else ''}{told})"


def explain_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = None,
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_SCALE,
    is_proper: bool = False,
    threads: int | None = None,
    budget: BudgetLike = None,
    on_progress: OnProgress | None = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> PathCounts:
    """Return the paths of many puzzles as numbers of steps, without the steps themselves.

    The paths are those of `explain` in the same scale. The core walks all of them with the
    techniques before the first one written in Python; only the paths that get stuck there are
    walked again, one by one, which takes some ten milliseconds for a 9x9. Of a long call
    *on_progress* tells how far it is. To write results as they come, or to keep them if the call is
    stopped, call it with a few thousand puzzles at a time.

    Args:
        puzzles: An array of shape (n, cells) or (n, order, order), row-major, of digits, 0 or nan
            for an empty cell, in any type of numbers; or a `Batch` of digits; or at least one
            puzzle of one geometry, with or without cages, each in any form that `pandoku.solve`
            takes.
        like: A puzzle whose geometry applies to every row of an array; None means the standard
            geometry of the order.
        techniques: As in `explain`.
        scale: As in `explain`, but not one that replays a path ("se"). The core counts the paths of
            all scales but "human", which are walked one by one.
        is_proper: Whether every puzzle is known to have exactly one solution. If not, or if any
            puzzle has cages, techniques that assume it are left out.
        threads: The most threads to use, at least 1; None means as many as the process may use.
        budget: How long the whole call may take: a number of seconds, or a Budget of seconds;
            unlimited if None. Paths that are not at their end by then end as "cut": their steps
            are counted as far as they got, which may be none.
        on_progress: As in `rate_many`.
        on_error: As in `solve_many`.

    Returns:
        The paths in the order of the puzzles. With on_error="keep" a bad puzzle has no step, the
        end "error", and its message in `errors` by position, counted from 0. Bad is then also a
        puzzle that limits its candidates, has cages that the core does not take, or has cages and
        defects that can be found without searching.

    Raises:
        TypeError: An array has another type, *threads* or *budget* is no number, or *on_progress*
            is not a function.
        ValueError: A shape or a digit does not fit, *like* has cages or is given with puzzles, the
            puzzles differ in geometry or limit candidates, *threads* or *budget* is out of range,
            *budget* counts nodes, or *on_error* is neither "raise" nor "keep".
        FormatError, PuzzleError: A puzzle is none, or has defects that can be found without
            searching.
        TechniqueError: As in `explain`.
        EngineError: The compiled core is not built or does not support a cage.
        KeyboardInterrupt: Ctrl-C was pressed; it takes effect within a tenth of a second.

    >>> import numpy as np
    >>> paths = explain_many(np.array([[1, 2, 3, 0] + [0] * 12], np.uint8))
    >>> paths.techniques[paths.hardest[0]], ENDS[paths.ends[0]]
    ('full-house', 'stuck')
    """
    from pandoku.kernel.rows import digit_rows_of

    time = Time(budget)
    if keeps_errors(on_error):
        from pandoku.kernel.kept import kept_puzzles

        kept = kept_puzzles(puzzles, like, why_not=_why_not)
        rows = digit_rows_of(kept.batch)
        progress = after(len(kept.errors), on_progress)
        good = _explained(rows, techniques, scale, is_proper, threads, time, progress)
        return PathCounts(
            good.techniques,
            kept.spread(good.counts, 0),
            kept.spread(good.ends, ENDS.index("error")),
            kept.errors,
        )
    found = _checked(puzzles, like)
    rows = digit_rows_of(found, None if isinstance(found, Batch) else like)
    return _explained(rows, techniques, scale, is_proper, threads, time, on_progress)


def explain_proved(
    puzzles: Batch, *, techniques: Sequence[str | Technique], threads: int | None = None
) -> PathCounts:
    """Return the same of puzzles that have been proved proper, so they are not checked again.

    Args:
        puzzles: Digits of puzzles with exactly one solution each.
        techniques: As in `explain_many`.
        threads: As in `explain_many`.

    Raises:
        TechniqueError, EngineError, KeyboardInterrupt: As in `explain_many`.
    """
    from pandoku.kernel.rows import array_of

    rows = array_of(puzzles), puzzles.geometry, puzzles.cages
    return _explained(rows, techniques, DEFAULT_SCALE, True, threads, UNBOUNDED)


def _explained(
    puzzles: Rows,
    techniques: Sequence[str | Technique] | None,
    scale: str,
    is_proper: bool,
    threads: int | None,
    time: Time,
    on_progress: OnProgress | None = None,
) -> PathCounts:
    import numpy as np

    rows, geometry, cages = puzzles
    one = Puzzle(geometry, cages=next(filter(None, cages or ()), ()))
    if program_scale(scale) is not None:
        raise TechniqueError(
            f"expected a scale whose steps are searched for, found {scale!r}: explain takes one "
            "puzzle at a time, and rate_many gives only the ratings"
        )
    used = [t for t in ordered_techniques(techniques, scale) if not why_not(t, one, is_proper)]
    counts = np.zeros((len(rows), len(used)), np.int32)
    ends = np.full(len(rows), ENDS.index("cut"), np.uint8)
    # A walk that chooses among steps is not native as a whole: its puzzles are walked one by one.
    chooser = choosing_scale(scale)
    head = [] if chooser else native_head(used)
    for part in in_parts(len(rows), on_progress, 2 * default_threads(threads)):
        in_head = np.zeros((len(rows[part]), len(head)), np.int32)
        with suppress(OutOfTimeError):
            walk_many(
                geometry,
                head,
                rows[part],
                in_head,
                ends[part],
                threads,
                cages=None if cages is None else cages[part],
                seconds=time.left(),
            )
        counts[part, : len(head)] = in_head
        stuck = np.flatnonzero(ends[part] == ENDS.index("stuck")) + part.start
        for index in stuck.tolist() if len(head) < len(used) else ():
            givens, its_cages = tuple(rows[index].tolist()), cages[index] if cages else ()
            puzzle = Puzzle(geometry, givens, its_cages)
            board = Board.start(puzzle)
            asked = [each for each in used if its_cages or not each.needs_cages]
            steps = (
                choose_steps(board, asked, chooser, in_order=techniques is not None, time=time)
                if chooser
                else take_steps(board, asked, time=time)
            )
            counts[index], ends[index] = _counted(board, steps, used)
    return PathCounts(tuple(each.name for each in used), counts, ends)


def _counted(
    board: Board, steps: Iterable[tuple[Step, Board]], techniques: Sequence[Technique]
) -> tuple[list[int], int]:
    """Return a path's number of steps by technique, and its end as an index into `ENDS`."""
    counts = dict.fromkeys((each.name for each in techniques), 0)
    end = None
    try:
        for step, after in steps:
            counts[step.technique] += 1
            board = after
    except OutOfTimeError:
        end = "cut"
    return list(counts.values()), ENDS.index(end or end_of(board))


def _checked(puzzles: PuzzlesLike, like: Puzzle | None) -> NDArray[Any] | Batch:
    """Return puzzles as an array or a Batch, and check those that may have hidden defects.

    A Batch of digits without cages is treated like an array: building its puzzles one by one to
    check them would be slow.
    """
    from pandoku.kernel.rows import array_or_batch

    rows = array_or_batch(puzzles, like)
    if isinstance(puzzles, list | tuple) and all(isinstance(each, Puzzle) for each in puzzles):
        _check_puzzles(puzzles)
    elif isinstance(rows, Batch) and rows.cages is not None and not rows.has_masks:
        _check_puzzles(rows)
    return rows


def _check_puzzles(puzzles: Sequence[Puzzle]) -> None:
    for number, puzzle in enumerate(puzzles):
        puzzle.require_sound()
        if puzzle.candidates is not None:
            raise ValueError(f"puzzle {number} limits its candidates: explain takes it")


def _why_not(puzzle: Puzzle) -> str | None:
    """Return why a puzzle with cages or limited candidates is bad among many, or None."""
    from pandoku.kernel.kept import why_no_cages

    if puzzle.candidates is not None:
        return "rules: limits its candidates, which explain takes"
    try:
        puzzle.require_sound()
    except PuzzleError as error:
        return reason_of(error)
    return why_no_cages(puzzle)
