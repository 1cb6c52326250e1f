"""Find the paths of many puzzles, as step counts or as columns of steps, to make data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from pandoku import _instead
from pandoku.errors import PuzzleError, TechniqueError
from pandoku.kernel import default_threads
from pandoku.kernel.equality import HoldsArrays
from pandoku.kernel.frames import frame_of
from pandoku.logic._order import is_bound, ordered_techniques
from pandoku.logic._time import Time
from pandoku.logic.path_steps import PATH_ENDS, PathSteps, described_ends
from pandoku.model import (
    Batch,
    BudgetLike,
    KeepsErrors,
    KeptErrors,
    OnProgress,
    Puzzle,
    PuzzlesLike,
    after,
    at_position,
    in_parts,
    keeps_errors,
    reason_of,
    truth,
)
from pandoku.rating import DEFAULT_SCALE, get_scale
from pandoku.techniques import Technique

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pandoku.kernel.kept import Kept
    from pandoku.kernel.rows import Rows
    from pandoku.logic._columns import Extras
    from pandoku.logic._many_walks import Walks


__all__ = ["PATH_ENDS", "PathCounts", "explain_many"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PathCounts(KeepsErrors, HoldsArrays):
    """The paths of n puzzles, reduced to the number of steps of each technique.

    Attributes:
        techniques: Names of the k techniques that were tried, in order.
        counts: int32 of shape (n, k): the number of steps of each technique.
        ends: uint8 of shape (n,): the end of each path, an index into `PATH_ENDS`.
        errors: Messages of bad puzzles, by position from 0. Empty unless bad puzzles are kept.
    """

    techniques: tuple[str, ...]
    counts: NDArray[Any]
    ends: NDArray[Any]
    errors: KeptErrors = field(default_factory=KeptErrors)

    @property
    def n_steps(self) -> NDArray[Any]:
        """The number of steps of each path, shape (n,)."""
        return self.counts.sum(axis=1)  # type: ignore[no-any-return]

    @property
    def hardest(self) -> NDArray[Any]:
        """For each path, the highest index among its techniques, or -1 if it has no steps."""
        import numpy as np

        used = self.counts[:, ::-1] > 0
        last = len(self.techniques) - 1 - used.argmax(axis=1)
        return np.where(used.any(axis=1), last, -1)

    def to_frame(self) -> Any:
        """Return the paths as a pandas DataFrame with a row for each puzzle.

        The columns are "stopped" (one of `PATH_ENDS`), "n_steps", "hardest" (the name of the
        technique, or "" without steps), "error" (the message of a bad puzzle, or None), and then
        the number of steps of each technique, named after the technique.

        Raises:
            MissingExtraError: pandas is not installed. Run `pip install pandas`.
        """
        import numpy as np

        names = np.array([*self.techniques, ""], object)
        return frame_of(
            {
                "stopped": np.array(PATH_ENDS, object)[self.ends],
                "n_steps": self.n_steps,
                "hardest": names[self.hardest],  # the index -1 selects "", the last name
                "error": [self.errors.get(at) for at in range(len(self.ends))],
                **{name: self.counts[:, at] for at, name in enumerate(self.techniques)},
            },
            len(self.ends),
        )

    def __repr__(self) -> str:
        n, k = len(self.ends), len(self.techniques)
        told = described_ends(self.ends)
        return f"PathCounts({n} puzzle{'s' * (n != 1)}, {k} techniques{told})"


@overload
def explain_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = ...,
    techniques: Sequence[str | Technique] | None = ...,
    scale: str = ...,
    is_proper: bool | None = ...,
    steps: Literal[False] = ...,
    threads: int | None = ...,
    budget: BudgetLike = ...,
    on_progress: OnProgress | None = ...,
    on_error: Literal["raise", "keep"] = ...,
) -> PathCounts: ...
@overload
def explain_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = ...,
    techniques: Sequence[str | Technique] | None = ...,
    scale: str = ...,
    is_proper: bool | None = ...,
    steps: Literal[True],
    short: bool = ...,
    values: bool = ...,
    threads: int | None = ...,
    budget: BudgetLike = ...,
    on_progress: OnProgress | None = ...,
    on_error: Literal["raise", "keep"] = ...,
) -> PathSteps: ...
@_instead.suggests_options
def explain_many(
    puzzles: PuzzlesLike,
    *,
    like: Puzzle | None = None,
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_SCALE,
    is_proper: bool | None = False,
    steps: bool = False,
    short: bool = False,
    values: bool = False,
    threads: int | None = None,
    budget: BudgetLike = None,
    on_progress: OnProgress | None = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> PathCounts | PathSteps:
    """Return the paths of many puzzles as step counts by technique, or as columns of steps.

    The paths are the same as those of `explain` in the same scale. The core walks all paths with
    the techniques that come before the first technique in Python. Paths that get stuck with these
    techniques are walked again in Python, one by one, which takes about ten milliseconds for a 9x9.
    Paths of the scale "hodoku" that take the steps of HoDoKu are also walked in Python.
    *on_progress* reports the progress of a long call. To write results as they arrive, or to keep
    them if the call is interrupted, call this function with a few thousand puzzles at a time. The
    steps of a 9x9 take about two kilobytes.

    Args:
        puzzles: An array, a `Batch` of digits, or at least one puzzle of one geometry, with or
            without cages, each in any form that `pandoku.solve` accepts. An array has the shape (n,
            cells) or (n, order, order), row-major. It contains digits of any numeric type, with 0
            or nan for an empty cell.
        like: A puzzle whose geometry applies to every row of an array. None means the usual
            geometry of the order.
        techniques: As in `explain`.
        scale: As in `explain`, except that scales with fixed steps ("se") are not supported.
        is_proper: Whether every puzzle is known to have exactly one solution. None means to find
            out for each puzzle. The budget does not limit this search. Techniques that assume
            exactly one solution are left out for puzzles with cages, and for puzzles that are not
            known to be proper.
        steps: Whether to return the steps instead of the step counts.
        short: Whether to add a line of text for each step. Requires *steps*.
        values: Whether to add the steps as `Step` values, with the facts that prove them. Requires
            *steps*.
        threads: Maximum number of threads, at least 1. None means the number that the process may
            use.
        budget: The time limit of the complete call: a number of seconds, or a Budget of seconds.
            None means no limit. Paths that are not finished in time end as "cut". They have the
            steps that were found in time, if any.
        on_progress: As in `rate_many`.
        on_error: As in `solve_many`.

    Returns:
        The paths in the order of the puzzles. With on_error="keep" a bad puzzle has no steps and
        the end "error", and `errors` maps its position, counted from 0, to the message. With
        "keep", a puzzle also counts as bad if it limits its candidates, if it has cages that the
        core does not support, or if it has cages and a defect that can be found without searching.

    Raises:
        TypeError: An array has another type, *threads* or *budget* is not a number, *on_progress*
            is not a function, or a flag is neither True nor False.
        ValueError: An array has the wrong shape, a digit is out of range, *like* has cages or is
            passed together with puzzles, the puzzles differ in geometry or limit candidates,
            *threads* or *budget* is out of range, *budget* counts nodes, *short* or *values* is
            given without *steps*, or *on_error* is neither "raise" nor "keep".
        FormatError, PuzzleError: A puzzle is invalid, or has defects that can be found without
            searching.
        TechniqueError: As in `explain`.
        EngineError: The compiled core is not built or does not support a cage.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.

    >>> import numpy as np
    >>> paths = explain_many(np.array([[1, 2, 3, 0] + [0] * 12], np.uint8))
    >>> paths.techniques[paths.hardest[0]], PATH_ENDS[paths.ends[0]]
    ('full-house', 'stuck')

    With *steps*, the result is one table of columns with the steps of all puzzles:

    >>> found = explain_many(["1234341221......", "123.34.........."], steps=True, short=True)
    >>> found
    PathSteps(2 puzzles, 7 steps: 1 full, 1 stuck)
    >>> found.offsets.tolist(), found.placements[6], found.short[6]
    ([0, 6, 7], ((3, 4),), 'r1c4 = 4, last cell of row 1')
    """
    from pandoku.kernel.rows import digit_rows_of
    from pandoku.logic._columns import Extras

    extras = Extras(truth("short", short), truth("values", values))
    if not truth("steps", steps) and any(extras):
        raise ValueError("expected steps=True with short or values, which add columns to the steps")
    wanted = _Wanted(techniques, scale, is_proper, extras if steps else None, threads)
    time = Time(budget)
    if keeps_errors(on_error):
        from pandoku.kernel.kept import kept_puzzles

        kept = kept_puzzles(puzzles, like, why_not=_why_not)
        batch = kept.batch
        if batch.has_masks:  # none of the good puzzles limits its candidates
            givens = bytes(digit for puzzle in batch for digit in puzzle.givens)
            batch = Batch(batch.geometry, givens, batch.cages, further=batch.further)
        rows = digit_rows_of(batch)
        progress = after(len(kept.errors), on_progress)
        return _among_bad(_explained(rows, wanted, time, progress), kept)
    found = _checked(puzzles, like)
    rows = digit_rows_of(found, None if isinstance(found, Batch) else like)
    return _explained(rows, wanted, time, on_progress)


class _Wanted(NamedTuple):
    """The options of a call, like the arguments of `explain_many`."""

    techniques: Sequence[str | Technique] | None
    scale: str
    is_proper: bool | None
    steps: Extras | None = None  # None if only step counts are requested
    threads: int | None = None


def _explained(
    puzzles: Rows, wanted: _Wanted, time: Time, on_progress: OnProgress | None = None
) -> PathCounts | PathSteps:
    import numpy as np

    from pandoku.logic._columns import joined_steps

    walks = _walks_of(puzzles, wanted, time)
    n = len(walks.rows)
    names = walks.names(bool(walks.is_unique.any()) if n else bool(wanted.is_proper))
    parts = in_parts(n, on_progress, 2 * default_threads(wanted.threads))
    if wanted.steps is not None:
        return joined_steps([walks.steps(part, names, wanted.steps) for part in parts])
    counts, ends = np.zeros((n, len(names)), np.int32), np.zeros(n, np.uint8)
    for part in parts:
        counts[part], ends[part] = walks.counts(part, names)
    return PathCounts(names, counts, ends)


def _walks_of(puzzles: Rows, wanted: _Wanted, time: Time) -> Walks:
    import numpy as np

    from pandoku.logic._many_walks import Walks

    rows, geometry, cages, further = puzzles
    if get_scale(wanted.scale).program is not None:
        raise TechniqueError(
            f"expected a scale whose steps are searched for, found {wanted.scale!r}: explain takes "
            "one puzzle at a time, and rate_many gives only the ratings"
        )
    order = ordered_techniques(wanted.techniques, wanted.scale)
    is_unique = np.full(len(rows), bool(wanted.is_proper))
    is_plain = np.ones(len(rows), bool)  # puzzles without constraints
    for constraints in (cages, further):
        if constraints is not None:
            is_plain &= np.array([not each for each in constraints], bool)
    is_unique &= is_plain
    if wanted.is_proper is None and any("unique" in each.needs for each in order):
        from pandoku.kernel.arrays import count_many

        batch = Batch(geometry, np.ascontiguousarray(rows[is_plain]))
        is_unique[is_plain] = count_many(batch, 2, threads=wanted.threads) == 1
    return Walks(
        geometry,
        rows,
        cages,
        further,
        _are_bound(puzzles),
        is_unique,
        order,
        None if wanted.techniques is None else order,
        wanted.scale,
        wanted.threads,
        time,
    )


def _are_bound(puzzles: Rows) -> NDArray[Any]:
    """Return for each puzzle whether its constraints do more than make cells differ."""
    import numpy as np

    bound = np.zeros(len(puzzles.rows), bool)
    for at, further in enumerate(puzzles.further or ()):
        cages = puzzles.cages[at] if puzzles.cages else ()
        bound[at] = is_bound(Puzzle(puzzles.geometry, cages=cages, further=further))
    return bound


def _among_bad(found: PathCounts | PathSteps, kept: Kept) -> PathCounts | PathSteps:
    """Return the paths of the good puzzles, with an entry at the position of each bad puzzle."""
    import numpy as np

    ends = kept.spread(found.ends, PATH_ENDS.index("error"))
    if isinstance(found, PathCounts):
        counts = kept.spread(found.counts, 0)
        return PathCounts(found.techniques, counts, ends, kept.errors)
    n_steps = kept.spread(found.n_steps, 0)
    offsets = np.concatenate([[0], np.cumsum(n_steps)])
    return replace(found, ends=ends, offsets=offsets, errors=kept.errors)


def _checked(puzzles: PuzzlesLike, like: Puzzle | None) -> NDArray[Any] | Batch:
    """Return puzzles as an array or a Batch, after checking those that may have hidden defects.

    A Batch of digits without constraints is treated like an array, because building its puzzles one
    by one to check them would be slow.
    """
    from pandoku.kernel.rows import array_or_batch

    rows = array_or_batch(puzzles, like)
    if isinstance(puzzles, list | tuple) and all(isinstance(each, Puzzle) for each in puzzles):
        _check_puzzles(puzzles)
    elif isinstance(rows, Batch) and (rows.cages or rows.further) and not rows.has_masks:
        _check_puzzles(rows)
    return rows


def _check_puzzles(puzzles: Sequence[Puzzle]) -> None:
    for number, puzzle in enumerate(puzzles):
        try:
            puzzle.require_sound()
        except PuzzleError as error:
            raise at_position(number, error) from None
        if puzzle.candidates is not None:
            raise ValueError(f"puzzle {number} limits its candidates: call explain instead")


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the reason why a puzzle with constraints or limited candidates is bad, or None."""
    from pandoku.kernel.kept import why_no_cages

    if puzzle.candidates is not None:
        return "rules: limits its candidates, which only explain supports"
    try:
        puzzle.require_sound()
    except PuzzleError as error:
        return reason_of(error)
    return why_no_cages(puzzle)
