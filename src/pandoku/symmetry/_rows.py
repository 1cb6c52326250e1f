"""Rows of digits for many puzzles without cages. Errors are either raised or recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pandoku.errors import PuzzleError
from pandoku.kernel.symmetry import LeastRows, least_rows
from pandoku.model import Geometry, KeptErrors, Puzzle, PuzzlesLike, keeps_errors, named_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.kernel.kept import Kept

__all__ = ["kept_answer", "kept_rows", "least_of_rows", "rows_without_cages"]


def rows_without_cages(
    puzzles: PuzzlesLike, like: Puzzle | None, single: str
) -> tuple[NDArray[np.uint8], Geometry]:
    """Return the digits of many puzzles as uint8 (n, cells), and the geometry that they share.

    Args:
        puzzles: As in `canonical_many`.
        like: As in `canonical_many`.
        single: The name of the function for a single puzzle. Error messages recommend it for
            puzzles with cages, because the function for many puzzles does not support them.

    Raises:
        TypeError, ValueError, FormatError, PuzzleError, EngineError: As in `canonical_many`.
    """
    from pandoku.kernel.rows import digit_rows_of

    rows, geometry, cages, further = digit_rows_of(puzzles, like)
    if further is not None:
        rules = named_rules(each for listed in further for each in listed)
        raise ValueError(f"expected puzzles without constraints, found {rules}")
    if cages is not None:
        raise ValueError(f"expected puzzles without cages, found cages; use {single} for each")
    return rows, geometry


def kept_rows(puzzles: PuzzlesLike, like: Puzzle | None, single: str) -> Kept:
    """Return the valid puzzles, and the errors of the invalid puzzles.

    The arguments are as in `rows_without_cages`.
    """
    from pandoku.kernel.kept import kept_puzzles

    def why_not(puzzle: Puzzle) -> str | None:
        if puzzle.further:
            return f"rules: has a constraint ({puzzle.further[0].NAME}), which arrays cannot hold"
        return f"rules: has cages; use {single}" if puzzle.cages else None

    return kept_puzzles(puzzles, like, why_not=why_not)


def least_of_rows(
    puzzles: PuzzlesLike, like: Puzzle | None, threads: int | None, on_error: str, single: str
) -> tuple[LeastRows, KeptErrors | None]:
    """Return the canonical forms of many puzzles, and the error messages by position.

    With on_error="raise", None is returned instead of the error messages. Otherwise each puzzle
    without a canonical form has an error message.

    Raises:
        PuzzleError: With on_error="raise", the search for a canonical form is too large.
        TypeError, ValueError, FormatError, PuzzleError, EngineError: As in `canonical_many`.
    """
    if not keeps_errors(on_error):
        rows, geometry = rows_without_cages(puzzles, like, single)
        least = least_rows(geometry, rows, threads=threads)
        if least.why_not:
            raise PuzzleError(f"puzzle {int(least.is_found.argmin())}: {least.why_not}")
        return least, None
    kept = kept_rows(puzzles, like, single)
    rows, geometry = rows_without_cages(kept.batch, None, single)
    least = least_rows(geometry, rows, threads=threads)
    too_large = dict.fromkeys(kept.at[~least.is_found].tolist(), least.why_not)
    errors = KeptErrors(kept.errors | too_large, kept.errors.exceptions)
    spread = LeastRows(
        kept.spread(least.rows, 0),
        kept.spread(least.n_automorphisms, 0),
        kept.spread(least.is_found, False),
        least.why_not,
    )
    return spread, errors


def kept_answer(array: NDArray[Any], errors: KeptErrors | None) -> NDArray[Any]:
    """Return an array with the errors attached, or the unchanged array if *errors* is None."""
    if errors is None:
        return array
    from pandoku.kernel.kept import KeptArray

    return KeptArray.of(array, errors)
