"""Techniques: what they are called, say, show and rate, and which finder finds them.

A file in this folder registers itself: it lists what it holds as `TECHNIQUES`, one technique or
a family that differs in size. Nothing here assumes an order or the kinds of houses.
"""

from __future__ import annotations

import importlib
import pkgutil
from difflib import get_close_matches
from functools import lru_cache

from pandoku.errors import TechniqueError
from pandoku.model import Puzzle, Step
from pandoku.techniques._examples import Example, board_of, example_of, text_of
from pandoku.techniques._technique import Explanation, Rating, Technique

__all__ = [
    "Example",
    "Explanation",
    "Rating",
    "Technique",
    "board_of",
    "example_of",
    "explain_step",
    "get_technique",
    "registry",
    "text_of",
]


@lru_cache(maxsize=1)
def registry() -> dict[str, Technique]:
    """Return every technique by name, easiest first in the scale "hodoku"."""
    names = [info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"]
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    found: list[Technique] = [each for module in modules for each in module.TECHNIQUES]
    return {each.name: each for each in sorted(found, key=lambda t: t.ratings["hodoku"].rank)}


def get_technique(name: str) -> Technique:
    """Return a technique by its name or by another name it is known by.

    Raises:
        TechniqueError: There is none; the message has the nearest names.

    >>> get_technique("sole candidate").name
    'naked-single'
    """
    known = _by_every_name()
    plain = _plain(name)
    if plain in known:
        return known[plain]
    near = get_close_matches(plain, known, n=3)
    names = list(dict.fromkeys(known[each].name for each in near)) or list(registry())
    raise TechniqueError(f"there is no technique {name!r}; try {', '.join(names)}")


def explain_step(step: Step, puzzle: Puzzle) -> Explanation:
    """Return what a step's technique says of it.

    Raises:
        TechniqueError: The step's technique is not registered.
    """
    return get_technique(step.technique).explain(step, puzzle)


@lru_cache(maxsize=1)
def _by_every_name() -> dict[str, Technique]:
    return {
        _plain(name): technique
        for technique in registry().values()
        for name in (*technique.aliases, technique.title, technique.name)
    }


def _plain(name: str) -> str:
    return "-".join(name.lower().replace("-", " ").replace("_", " ").split())
