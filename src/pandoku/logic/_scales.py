"""The scales for complete puzzles, and the choice of the scale for a puzzle."""

from __future__ import annotations

from pandoku.logic.ratings import SE
from pandoku.model import Puzzle
from pandoku.rating import DEFAULT_SCALE, SCALES, get_scale

__all__ = ["require_scale", "scale_for", "scale_names"]


def scale_for(puzzle: Puzzle, scale: str | None) -> str:
    """Return the name of the scale for a puzzle.

    If *scale* is None, it is "se" for classic Sudokus, otherwise "pandoku". A scale that uses the
    numbers of another one is replaced by that one.

    Raises:
        TechniqueError: There is no such scale, or it does not rate puzzles of this kind.
    """
    if scale is None:
        program = get_scale(SE).program
        return SE if program is not None and program.why_not(puzzle) is None else DEFAULT_SCALE
    program = get_scale(scale).program
    if program is not None:
        program.require_kind(puzzle)
    return get_scale(scale).base


def require_scale(scale: str | None) -> None:
    """Raise TechniqueError if *scale* is neither None nor the name of a scale.

    >>> require_scale("hodoko")
    Traceback (most recent call last):
        ...
    pandoku.errors.TechniqueError: there is no scale 'hodoko'; try hodoku
    """
    if scale is not None:
        get_scale(scale)


def scale_names() -> tuple[str, ...]:
    """Return the names of the scales that rate puzzles."""
    return tuple(SCALES)
