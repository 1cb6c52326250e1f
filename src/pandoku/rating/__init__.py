"""Scales: the order in which techniques are tried, and the difficulty of steps and paths.

Each module of this package without a leading underscore defines one scale (see `Scale`). A scale
rates steps, not techniques, because two steps of a technique can differ in difficulty, for example
by the length of a chain.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator
from functools import lru_cache

from pandoku._instead import not_a_call
from pandoku.errors import TechniqueError
from pandoku.model import Board, Puzzle, Step
from pandoku.rating._effort import (
    PuzzleEffort,
    StepEffort,
    effort_weights,
    word_is_by_effort,
)
from pandoku.rating._scale import (
    LEVELS,
    Choosing,
    LowerBound,
    Program,
    Rating,
    Scale,
    hardest_of,
    level_range,
    word_of,
)
from pandoku.registry import Registry
from pandoku.techniques import TECHNIQUES, Technique, current_name, outlines

not_a_call(__name__, "pandoku.rate(puzzle) rates a puzzle")

__all__ = [
    "DEFAULT_ORDER",
    "DEFAULT_SCALE",
    "LEVELS",
    "SCALES",
    "Choosing",
    "LowerBound",
    "Program",
    "PuzzleEffort",
    "Rating",
    "Scale",
    "StepEffort",
    "effort_weights",
    "get_scale",
    "hardest_of",
    "in_order",
    "level_range",
    "program_steps",
    "scales_with_numbers",
    "span",
    "word_is_by_effort",
    "word_of",
]

DEFAULT_SCALE = "pandoku"  # the default scale for ratings
DEFAULT_ORDER = "human"  # the default order of the steps that people read


def _problem(scale: Scale) -> str | None:
    """Return a description of the first defect in a scale's order of search, or None."""
    own = {each.name for each in scale.program.techniques} if scale.program else set()
    for at, name in enumerate(scale.order):
        if name in scale.order[:at]:
            return f"order has {name!r} twice; leave one out"
        if name not in own and current_name(name) not in TECHNIQUES:
            return f"order has {name!r}, which is not a technique; `pandoku techniques` lists them"
    return None


# All scales: the default scale first, then the others in alphabetical order.
SCALES = Registry(
    __name__,
    Scale,
    TechniqueError,
    order=lambda scale: (scale.name != DEFAULT_SCALE, scale.name),
    check=_problem,
)


def get_scale(name: str) -> Scale:
    """Return a scale by its name.

    Raises:
        TechniqueError: There is no such scale. The message suggests similar names.

    >>> get_scale("hodoku").order[:2]
    ('full-house', 'naked-single')
    >>> get_scale("human").base
    'pandoku'
    """
    return SCALES[name]


def scales_with_numbers() -> dict[str, Scale]:
    """Return the scales that define their numbers themselves, by name, in the order of `SCALES`."""
    return {name: scale for name, scale in SCALES.items() if scale.base == name}


def in_order(scale: str, puzzle: Puzzle | None = None) -> list[Technique]:
    """Return every technique in a scale's order of search.

    For a *puzzle* without cages, techniques that need cages are left out, and not loaded. The same
    applies to techniques that need other constraints.

    If the scale replays a program with fixed techniques, only the program's techniques are
    returned. For any other scale, techniques without a rating come last, in the registry's order.
    Some of these are special cases of rated techniques. If a special case were searched earlier, it
    would find steps that belong to the rated technique.

    Raises:
        TechniqueError: There is no such scale.
    """
    return [*_in_order(get_scale(scale), *_lacking(puzzle))]


def _lacking(puzzle: Puzzle | None) -> Iterator[str]:
    """Yield the needs of techniques that a puzzle certainly does not meet."""
    if puzzle is not None and not puzzle.cages:
        yield "cages"
    if puzzle is not None and not puzzle.further:
        yield "constraints"


@lru_cache(maxsize=64)
def _in_order(scale: Scale, *lacks: str) -> tuple[Technique, ...]:
    listed, program = dict.fromkeys(scale.order), scale.program
    if program:
        own = {technique.name: technique for technique in program.techniques}
        return tuple(own.get(name) or TECHNIQUES[name] for name in listed)
    known = outlines()
    names = dict.fromkeys(map(current_name, listed)) | dict.fromkeys(known)
    return tuple(TECHNIQUES[name] for name in names if known[name].is_for(lacks))


def program_steps(scale: str, board: Board) -> Iterator[Step] | None:
    """Return the steps that a scale's program takes from a board of a proper puzzle.

    A proper puzzle has exactly one solution. The result is None if the scale does not replay a
    program, or if the program does not support this kind of puzzle.

    Raises:
        TechniqueError: There is no such scale.
    """
    of_scale = get_scale(scale).replay
    return of_scale(board) if of_scale else None


def span(scale: str, technique: str) -> tuple[float, float] | None:
    """Return the least and the greatest score of a technique's steps in a scale.

    The result is None if the scale does not rate the technique, or if the rating of a path is a sum
    of scores. The greatest score is inf if there is no maximum, for example because a chain can
    have any length.

    Raises:
        TechniqueError: There is no such scale.

    >>> span("pandoku", "naked-pair"), span("pandoku", "x-chain")
    ((3.0, 3.0), (6.6, inf))
    """
    of_scale = get_scale(scale).span
    return of_scale(technique) if of_scale else None


# Scales are pickled by name, because a copy would not be equal to the original.
copyreg.pickle(Scale, lambda entry: (get_scale, (entry.name,)))
