"""Input of many puzzles: a Batch of the good puzzles, and an error for each bad puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pandoku import _hooks
from pandoku.errors import EngineError, FormatError, PandokuError, PuzzleError
from pandoku.kernel import cages as cages_core
from pandoku.kernel.rows import array_of, checked_rows, geometry_of_array, numbers_of, taken
from pandoku.model import (
    Batch,
    Geometry,
    KeepsErrors,
    KeptErrors,
    Puzzle,
    PuzzlesLike,
    is_missing,
    listed_puzzles,
    puzzle_of,
    reason_of,
    warn_of_symbols,
)

__all__ = ["Kept", "KeptArray", "kept_puzzles", "why_no_cages"]

_Parts: TypeAlias = list[tuple[Sequence[int], Sequence[Puzzle]]]
_WhyNot: TypeAlias = Callable[[Puzzle], str | None]


class KeptArray(KeepsErrors, np.ndarray[Any, np.dtype[Any]]):
    """An array of results with the errors of bad puzzles.

    Slices and other derived arrays lose the errors.
    """

    @classmethod
    def of(cls, array: NDArray[Any], errors: KeptErrors) -> KeptArray:
        """Return an array with the errors of its bad puzzles."""
        kept = array.view(cls)
        kept.errors = errors
        return kept

    def __reduce__(self) -> tuple[Any, ...]:
        plain = np.asarray(self)
        if not hasattr(self, "errors"):
            return plain.__reduce__()  # type: ignore[return-value]
        return KeptArray.of, (plain, self.errors)


class Kept(NamedTuple):
    """The good puzzles among many.

    Attributes:
        batch: The good puzzles, in order.
        at: int64: the positions of the good puzzles among all puzzles, ascending.
        n: The number of puzzles, good or bad.
        errors: The messages and exceptions of the bad puzzles by position, from 0.
        others: The puzzles that are only bad because they have another geometry, by position.
    """

    batch: Batch
    at: NDArray[np.int64]
    n: int
    errors: KeptErrors
    others: Mapping[int, Puzzle] = MappingProxyType({})

    def spread(self, answers: NDArray[Any], missing: Any) -> NDArray[Any]:
        """Return a row for every puzzle: its answer if the puzzle is good, otherwise *missing*."""
        if not self.errors:
            return answers
        spread = np.full((self.n, *answers.shape[1:]), missing, answers.dtype)
        spread[self.at] = answers
        return spread


def kept_puzzles(
    puzzles: PuzzlesLike,
    like: Puzzle | None = None,
    *,
    masks: bool = False,
    why_not: _WhyNot | None = None,
) -> Kept:
    """Return the good puzzles among many, and an error for each bad puzzle.

    Only puzzles of one geometry can be good: the most common geometry, or the first one if several
    geometries are equally common. Puzzles with another geometry are bad, and are in `Kept.others`.
    If no puzzle is good, the (empty) result has the geometry of *like*, or of a 9x9 Sudoku.

    Args:
        puzzles: As in `checked_rows`.
        like: As in `checked_rows`.
        masks: As in `checked_rows`.
        why_not: A function that is called for puzzles with constraints or limited candidates. It
            returns the reason why the puzzle is bad, or None.

    Raises:
        TypeError, ValueError, EngineError: As in `checked_rows`, for errors that concern all
            puzzles, such as the shape or type of an array, *like*, or an empty input.
    """
    if not isinstance(puzzles, np.ndarray | Batch):
        puzzles = listed_puzzles(puzzles)
    try:
        rows, geometry, cages, further = checked_rows(puzzles, like, masks=masks)
    except EngineError:
        raise
    except ValueError:
        return _sorted_out(puzzles, like, masks, why_not)
    batch = Batch(geometry, rows, cages, masks=rows.itemsize > 1, further=further)
    kept = Kept(batch, np.arange(len(batch)), len(batch), KeptErrors())
    if why_not is None or (cages is further is None and not batch.has_masks):
        return kept
    if isinstance(puzzles, Batch):
        return _without(kept, why_not)
    return kept if masks else _sorted_out(puzzles, like, masks, why_not)


def why_no_cages(puzzle: Puzzle) -> str | None:
    """Return the reason why the core does not support the cages of a puzzle, or None."""
    reason = cages_core.why_not_cages(puzzle) if puzzle.cages else None
    return reason and f"rules: {reason}"


def _sorted_out(puzzles: Any, like: Puzzle | None, masks: bool, why_not: _WhyNot | None) -> Kept:
    if isinstance(puzzles, Batch):
        held, others = puzzles.cages, puzzles.further
        found = _of_array(array_of(puzzles), puzzles.geometry, puzzles.has_masks, held, others)
        return found if why_not is None else _without(found, why_not)
    if isinstance(puzzles, np.ndarray):
        if masks or (puzzles.dtype.kind not in "OUS" and puzzles.ndim > 1):
            return _of_array(puzzles, geometry_of_array(puzzles.shape, like), masks)
        puzzles = puzzles.tolist()
    numbers = numbers_of(puzzles)
    if numbers is not None:
        return _of_array(numbers, geometry_of_array(numbers.shape, like), False)
    if like is None:
        parts, errors = _read(puzzles)
    else:
        # This call raises an error if *like* is invalid.
        geometry_of_array((0, getattr(like, "order", 1) ** 2), like)
        parts, errors = _read_like(puzzles, like)
    if not len(puzzles):
        raise ValueError("expected at least one puzzle, as a batch has a geometry; found none")
    if why_not is not None:
        parts = _allowed(parts, errors, why_not)
    return _gathered(puzzles, parts, errors, None if like is None else like.geometry)


def _of_array(
    array: NDArray[Any],
    geometry: Geometry,
    masks: bool,
    cages: Sequence[Any] | None = None,
    further: Sequence[Any] | None = None,
) -> Kept:
    rows = array.reshape(len(array), -1)
    is_float = rows.dtype.kind == "f"
    numbers = np.where(np.isnan(rows), 0, rows) if is_float else rows
    most = geometry.all_mask if masks else geometry.order
    bad = (numbers < 0) | (numbers > most)
    if is_float:
        bad |= numbers != np.floor(numbers)
    errors = {}
    for row in np.flatnonzero(bad.any(axis=1)).tolist():
        cell = int(np.argmax(bad[row]))
        what = "a mask of digits" if masks else "a digit"
        found = format(numbers[row, cell], "g" if is_float else "d")
        errors[row] = f"{geometry.name(cell)}: expected {what} 0..{most}, found {found}"
    good = np.flatnonzero(~bad.any(axis=1))
    held = None if cages is None else [cages[at] for at in good.tolist()]
    others = None if further is None else [further[at] for at in good.tolist()]
    kept = numbers[good].astype(np.uint64 if masks else np.uint8)
    batch = Batch(geometry, kept, held, masks=masks, further=others)
    return Kept(batch, good, len(rows), KeptErrors(errors))


def _read(listed: Sequence[Any]) -> tuple[_Parts, dict[int, PandokuError]]:
    texts = [at for at, each in enumerate(listed) if isinstance(each, str | bytes)]
    read, found = _hooks.read_parts([listed[at] for at in texts])
    parts: _Parts = [([texts[at] for at in positions], part) for positions, part in read]
    errors = {texts[at]: error for at, error in found.items()}
    for at, each in enumerate(listed):
        if not isinstance(each, str | bytes):
            _add(parts, errors, at, partial(puzzle_of, each))
    return parts, errors


def _read_like(listed: Sequence[Any], like: Puzzle) -> tuple[_Parts, dict[int, PandokuError]]:
    parts: _Parts = []
    errors: dict[int, PandokuError] = {}
    for at, each in enumerate(listed):
        if not isinstance(each, list | tuple) and not is_missing(each):
            raise ValueError("like is only for arrays: puzzles have their own geometry")
        _add(parts, errors, at, partial(Puzzle, like.geometry, each))
    return parts, errors


def _allowed(parts: _Parts, errors: dict[int, PandokuError], why_not: _WhyNot) -> _Parts:
    """Return the parts with allowed puzzles. Record in *errors* why the other puzzles are bad."""
    allowed: _Parts = []
    for positions, part in parts:
        puzzle = None if isinstance(part, Batch) else part[0]
        has_more = puzzle is not None and (
            puzzle.cages or puzzle.further or puzzle.candidates is not None
        )
        if puzzle is not None and has_more and (reason := why_not(puzzle)):
            errors[positions[0]] = PuzzleError(reason)
        else:
            allowed.append((positions, part))
    return allowed


def _add(
    parts: _Parts, errors: dict[int, PandokuError], at: int, make: Callable[[], Puzzle]
) -> None:
    try:
        parts.append(((at,), (make(),)))
    except (FormatError, PuzzleError) as error:
        errors[at] = error


def _gathered(
    listed: Sequence[Any],
    parts: _Parts,
    errors: dict[int, PandokuError],
    geometry: Geometry | None,
) -> Kept:
    parts = sorted(parts, key=lambda part: part[0][0])
    if geometry is None:
        sizes: Counter[Geometry] = Counter()
        for positions, part in parts:
            sizes[_geometry_of(part)] += len(positions)
        geometry = max(sizes, key=sizes.__getitem__, default=Geometry.sudoku(9))
    alike: list[tuple[Sequence[int], Batch]] = []
    others: dict[int, Puzzle] = {}
    for positions, part in parts:
        if _geometry_of(part) != geometry:
            found = _geometry_of(part).describe()
            error = PuzzleError(f"rules: expected {geometry.describe()}, found {found}")
            errors |= dict.fromkeys(positions, error)
            others |= zip(positions, part, strict=True)
        elif isinstance(part, Batch):
            alike.append((positions, part))
        else:
            for at, puzzle in zip(positions, part, strict=True):
                try:
                    alike.append(((at,), Batch.of([puzzle])))
                    warn_of_symbols(listed[at], puzzle)
                except PuzzleError as error:
                    errors[at] = error
    reasons = {at: _words(listed[at], error, geometry) for at, error in errors.items()}
    kept = _joined(len(listed), geometry, alike, KeptErrors(reasons, errors))
    return kept._replace(others=others)


def _joined(
    n: int,
    geometry: Geometry,
    parts: Iterable[tuple[Sequence[int], Batch]],
    errors: KeptErrors,
) -> Kept:
    parts = list(parts)
    has_masks = any(batch.has_masks for _, batch in parts)
    at = np.array([at for positions, _ in parts for at in positions], np.int64)
    rows = [
        np.asarray(batch.masks()).reshape(len(batch), -1) if has_masks else array_of(batch)
        for _, batch in parts
    ]
    dtype = np.uint64 if has_masks else np.uint8
    joined = np.concatenate([np.empty((0, geometry.n_cells), dtype), *rows])
    order = np.argsort(at)
    cages = further = None
    if any(batch.cages for _, batch in parts):
        held = [each for _, batch in parts for each in batch.cages_of()]
        cages = [held[index] for index in order.tolist()]
    if any(batch.further for _, batch in parts):
        others = [each for _, batch in parts for each in batch.further_of()]
        further = [others[index] for index in order.tolist()]
    batch = Batch(geometry, joined[order], cages, masks=has_masks, further=further)
    return Kept(batch, at[order], n, errors)


def _without(kept: Kept, why_not: _WhyNot) -> Kept:
    """Return the puzzles that *why_not* accepts, and an error for each other puzzle."""
    batch = kept.batch
    if not batch.has_constraints and not batch.has_masks:
        return kept
    reasons = [why_not(puzzle) for puzzle in batch]
    if not any(reasons):
        return kept
    errors = kept.errors | {
        at: reason for at, reason in zip(kept.at.tolist(), reasons, strict=True) if reason
    }
    good = np.array([reason is None for reason in reasons], bool)
    left = taken(batch, good)
    return Kept(left, kept.at[good], kept.n, KeptErrors(errors, kept.errors.exceptions))


def _geometry_of(part: Sequence[Puzzle]) -> Geometry:
    return part.geometry if isinstance(part, Batch) else part[0].geometry


def _words(what: Any, error: PandokuError, geometry: Geometry) -> str:
    """Return a short message for a bad puzzle."""
    if is_missing(what):
        return "null"
    if isinstance(what, bytes):
        what = what.decode("utf-8", "replace")
    if isinstance(what, str) and "\n" not in (text := what.strip()):
        # No text in the format `line` contains any of these characters.
        if len(text) != geometry.n_cells and not any(char in text for char in "{[<:,|/ "):
            return f"length: expected {geometry.n_cells}, found {len(text)}"
        if isinstance(error, FormatError) and error.format == "line" and error.column:
            return f"character: {error.reason} at {error.column - 1}"
    return reason_of(error)
