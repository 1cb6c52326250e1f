"""Scales: the order in which techniques are tried, and the difficulty of steps and paths.

Every file in this folder registers itself (see `ScaleModule`). A scale rates steps, not techniques,
because two steps of a technique may differ in cost, for example by the length of a chain.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import ModuleType
from typing import cast

from pandoku._instead import not_a_call
from pandoku.errors import TechniqueError
from pandoku.model import Board, Step
from pandoku.rating._levels import LEVELS, level_range, word_of
from pandoku.rating._scale import (
    ChoosingScale,
    ProgramScale,
    Rating,
    ScaleModule,
    hardest_of,
)
from pandoku.registry import nearest
from pandoku.techniques import Technique
from pandoku.techniques import registry as all_techniques

not_a_call(__name__, "pandoku.rate(puzzle) rates a puzzle")

__all__ = [
    "DEFAULT_ORDER",
    "DEFAULT_SCALE",
    "LEVELS",
    "ChoosingScale",
    "ProgramScale",
    "Rating",
    "ScaleModule",
    "base_of",
    "choosing_scale",
    "get_scale",
    "hardest_of",
    "in_order",
    "level_range",
    "program_scale",
    "program_steps",
    "registry",
    "scales_with_numbers",
    "span",
    "word_of",
]

DEFAULT_SCALE = "pandoku"  # of numbers
DEFAULT_ORDER = "human"  # of steps that people read

Replay = Callable[[Board], Iterator[Step] | None]


@lru_cache(maxsize=1)
def registry() -> dict[str, ScaleModule]:
    """Return every scale by name: the default first, then in alphabetical order.

    Raises:
        TechniqueError: A file in the folder is not a scale, or two scales have the same name; the
            message names the file.
    """
    names = [info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"]
    scales: dict[str, ScaleModule] = {}
    for module in (importlib.import_module(f"{__name__}.{name}") for name in names):
        if problem := _problem(module):
            raise TechniqueError(f"{module.__file__}: {problem}")
        if module.NAME in scales:
            raise TechniqueError(f"{module.__file__}: there is a scale {module.NAME!r} already")
        scales[module.NAME] = cast(ScaleModule, module)
    return {name: scales[name] for name in sorted(scales, key=lambda n: (n != DEFAULT_SCALE, n))}


def get_scale(name: str) -> ScaleModule:
    """Return a scale by its name.

    Raises:
        TechniqueError: There is no such scale; the message suggests similar names.

    >>> get_scale("hodoku").ORDER[:2]
    ('full-house', 'naked-single')
    """
    scales = registry()
    if isinstance(name, str) and name in scales:
        return scales[name]
    near = nearest(name, scales) or scales
    raise TechniqueError(f"there is no scale {name!r}; try {', '.join(near)}")


def program_scale(name: str) -> ProgramScale | None:
    """Return a scale if it is another program and nothing else, or None.

    Raises:
        TechniqueError: There is no such scale.
    """
    scale = get_scale(name)
    return cast(ProgramScale, scale) if hasattr(scale, "TECHNIQUES") else None


def choosing_scale(name: str) -> ChoosingScale | None:
    """Return a scale if it chooses among all steps on a board, or None.

    Raises:
        TechniqueError: There is no such scale.
    """
    scale = get_scale(name)
    return cast(ChoosingScale, scale) if hasattr(scale, "EFFORTS") else None


def base_of(name: str) -> str:
    """Return the name of the scale whose numbers a scale has: its own, except for a choosing one.

    Raises:
        TechniqueError: There is no such scale.

    >>> base_of("human"), base_of("hodoku")
    ('pandoku', 'hodoku')
    """
    scale = choosing_scale(name)
    return scale.BASE if scale else get_scale(name).NAME


def scales_with_numbers() -> dict[str, ScaleModule]:
    """Return the scales that give numbers of their own, by name, in the order of `registry`."""
    return {name: scale for name, scale in registry().items() if base_of(name) == name}


def in_order(scale: str) -> list[Technique]:
    """Return every technique in a scale's order of search.

    Techniques that are not in the scale come last, in the registry's order; a scale that is
    another program has no others.

    Raises:
        TechniqueError: There is no such scale.
    """
    techniques, known = all_techniques(), dict.fromkeys(get_scale(scale).ORDER)
    if program := program_scale(scale):
        own = {technique.name: technique for technique in program.TECHNIQUES}
        return [own.get(name) or techniques[name] for name in known]
    return [techniques[name] for name in known | dict.fromkeys(techniques)]


def program_steps(scale: str, board: Board) -> Iterator[Step] | None:
    """Return the steps of the program that a scale stands for, from a board of a proper puzzle.

    None if the scale stands for no program, or the program does not know the kind of puzzle.

    Raises:
        TechniqueError: There is no such scale.
    """
    of_scale: Replay | None = getattr(get_scale(scale), "replay", None)
    return of_scale(board) if of_scale else None


def span(scale: str, technique: str) -> tuple[float, float] | None:
    """Return the least and the greatest score that a technique's steps have in a scale.

    None if the scale does not know the technique, or adds up the scores of steps. A technique whose
    steps can cost any number, such as a chain, has no greatest: it is inf.

    Raises:
        TechniqueError: There is no such scale.

    >>> span("pandoku", "naked-pair"), span("pandoku", "x-chain")
    ((3.0, 3.0), (6.6, inf))
    """
    of_scale: Callable[[str], tuple[float, float] | None] | None
    of_scale = getattr(get_scale(scale), "span", None)
    return of_scale(technique) if of_scale else None


def _problem(module: ModuleType) -> str | None:
    """Return why a module is not a valid scale, or None if it is."""
    for name in ("NAME", "SUMMARY"):
        if not isinstance(getattr(module, name, None), str):
            return f"expected a scale with {name}, a text"
    for name, call in (("rate", "rate(step)"), ("of_path", "of_path(ratings, *, is_solved)")):
        if not callable(getattr(module, name, None)):
            return f"expected a scale with {call}, a function"
    order = getattr(module, "ORDER", None)
    if not isinstance(order, tuple) or not order:
        return "expected a scale with ORDER, a tuple of at least one technique's name"
    own = {technique.name: technique for technique in getattr(module, "TECHNIQUES", ())}
    for at, name in enumerate(order):
        if name in order[:at]:
            return f"ORDER has {name!r} twice; leave one out"
        if name not in all_techniques() | own:
            return f"ORDER has {name!r}, which is no technique; `pandoku techniques` lists them"
    return None
