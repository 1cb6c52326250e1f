"""Which scales there are for whole puzzles, and which of them rates a puzzle."""

from __future__ import annotations

from pandoku.errors import TechniqueError
from pandoku.logic.ratings import SE
from pandoku.model import Geometry, Puzzle
from pandoku.rating import DEFAULT_SCALE, registry
from pandoku.words import nearest

__all__ = ["require_scale", "scale_for", "scale_names"]

_CLASSIC = Geometry.sudoku(9)


def scale_for(puzzle: Puzzle, scale: str | None) -> str:
    """Return the name of the scale for a puzzle: *scale*, or if it is None, "se" where it applies.

    Raises:
        TechniqueError: There is no such scale, or it does not rate puzzles of this kind.
    """
    require_scale(scale)
    reason = _why_not_se(puzzle)
    if scale is None:
        return DEFAULT_SCALE if reason else SE
    if scale == SE and reason:
        raise TechniqueError(
            f"expected a 9x9 Sudoku with 3x3 boxes and nothing else for the scale {SE!r}, found "
            f"{reason}; the scale {DEFAULT_SCALE!r} rates puzzles of every kind"
        )
    return scale


def require_scale(scale: str | None) -> None:
    """Raise TechniqueError if there is no scale of this name; None is any.

    >>> require_scale("hodoko")
    Traceback (most recent call last):
        ...
    pandoku.errors.TechniqueError: there is no scale 'hodoko'; try hodoku
    """
    names = scale_names()
    if scale is not None and scale not in names:
        near = nearest(scale, names) or names
        raise TechniqueError(f"there is no scale {scale!r}; try {', '.join(near)}")


def scale_names() -> tuple[str, ...]:
    """Return the names of the scales in which puzzles are rated."""
    return tuple(dict.fromkeys((SE, *registry())))


def _why_not_se(puzzle: Puzzle) -> str | None:
    """Return what keeps a puzzle from being a classic Sudoku, or None."""
    if puzzle.geometry != _CLASSIC:
        return puzzle.geometry.describe()
    if puzzle.cages:
        return "cages"
    return "a puzzle that limits its candidates" if puzzle.candidates is not None else None
