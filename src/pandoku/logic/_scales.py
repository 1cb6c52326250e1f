"""Which scales there are for whole puzzles, and which of them rates a puzzle."""

from __future__ import annotations

from pandoku.logic.ratings import SE
from pandoku.model import Puzzle
from pandoku.rating import DEFAULT_SCALE, SCALES, get_scale

__all__ = ["require_scale", "scale_for", "scale_names"]


def scale_for(puzzle: Puzzle, scale: str | None) -> str:
    """Return the name of the scale for a puzzle: "se" where it applies if *scale* is None.

    A scale that has the numbers of another one stands for that one.

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
    """Raise TechniqueError if there is no scale of this name; None is any.

    >>> require_scale("hodoko")
    Traceback (most recent call last):
        ...
    pandoku.errors.TechniqueError: there is no scale 'hodoko'; try hodoku
    """
    if scale is not None:
        get_scale(scale)


def scale_names() -> tuple[str, ...]:
    """Return the names of the scales in which puzzles are rated."""
    return tuple(SCALES)
